package workspace

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"box2el-owl/internal/outfile"
	"box2el-owl/owl"
)

// edited is an edit in the journal: what it removed, by hash, what it added, and how the ontology stood then.
type edited struct {
	Remove []string `json:"remove,omitempty"`
	Add    []string `json:"add,omitempty"` // functional syntax with IRIs in full

	Content       string    `json:"content"`
	Logical       string    `json:"logical"`
	Axioms        int       `json:"axioms"`
	LogicalAxioms int       `json:"logicalAxioms"`
	Changed       time.Time `json:"changed"`
}

// record makes the entry of a change. The error is ErrUnwritable.
func record(c change, axioms int, at time.Time) (edited, error) {
	e := edited{Content: c.hashes.Content.String(), Logical: c.hashes.Logical.String(), Axioms: axioms, LogicalAxioms: c.logical, Changed: at}
	for _, h := range c.removeHash {
		e.Remove = append(e.Remove, h.full.String())
	}
	for _, a := range c.add {
		if name, bad := owl.Unwritable(a); bad {
			return e, fmt.Errorf("%w: %s", ErrUnwritable, name)
		}
		e.Add = append(e.Add, string(owl.AppendAxiom(nil, a, nil)))
	}
	return e, nil
}

// journal is the file of the edits since a document was written: a line for each, which begins with a checksum of the rest. The last
// line may be cut off: then it was never acknowledged.
type journal struct {
	path    string
	file    *os.File // nil until the first edit
	size    int64    // up to the end of the last whole line
	axioms  int      // that its edits have touched
	damaged error    // nothing can be appended: its end is not known
}

// append writes an entry; it is on the disk when append returns nil. After an error nothing has been appended.
func (j *journal) append(e edited) error {
	if j.damaged != nil {
		return j.damaged
	}
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if err := j.open(); err != nil {
		return err
	}
	line := fmt.Appendf(nil, "%08x %s\n", crc32.ChecksumIEEE(text), text)
	_, err = j.file.WriteAt(line, j.size)
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		if undo := errors.Join(j.file.Truncate(j.size), j.file.Sync()); undo != nil {
			j.damaged = fmt.Errorf("%s: %w; send the ontology again", j.path, undo)
		}
		return fmt.Errorf("%s: %w", j.path, err)
	}
	j.size += int64(len(line))
	j.axioms += len(e.Remove) + len(e.Add)
	return nil
}

func (j *journal) open() error {
	if j.file != nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(j.path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(j.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(file.Truncate(j.size), outfile.SyncDir(filepath.Dir(j.path))); err != nil {
		file.Close()
		return err
	}
	j.file = file
	return nil
}

func (j *journal) close() error {
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	j.file = nil
	return err
}

// readJournal returns the entries of a journal, which may not be there. What follows the last whole line is passed over; the error, ErrDamaged, says that
// there is a whole line behind one that is not.
func readJournal(ctx context.Context, path string) (journal, []edited, error) {
	j := journal{path: path}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return j, nil, nil
	}
	if err != nil {
		return j, nil, err
	}
	defer file.Close()
	var entries []edited
	in := bufio.NewReaderSize(file, 1<<16)
	broken := false
	for ctx.Err() == nil {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return j, entries, nil
		}
		if err != nil {
			return j, nil, err
		}
		e, ok := parseEntry(line)
		switch {
		case !ok:
			broken = true
			continue
		case broken:
			return j, nil, fmt.Errorf("%w: %s", ErrDamaged, path)
		}
		entries = append(entries, e)
		j.size += int64(len(line))
		j.axioms += len(e.Remove) + len(e.Add)
	}
	return j, nil, ctx.Err()
}

func parseEntry(line []byte) (e edited, ok bool) {
	sum, text, ok := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
	if !ok || string(sum) != fmt.Sprintf("%08x", crc32.ChecksumIEEE(text)) {
		return e, false
	}
	return e, json.Unmarshal(text, &e) == nil
}
