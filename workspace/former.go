package workspace

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"box2el-owl/db"
	"box2el-owl/internal/outfile"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

// Up to version 6 of the store, an open ontology was a file document-N.gz in a directory of its
// own, which the program rewrote from time to time, and a file journal-N with the edits since.
// migrate makes a document of the one and an operation of the other.

// formerDocument is the state in the row of such an ontology.
type formerDocument struct {
	Generation     int           `json:"generation"`
	Format         string        `json:"format"`
	Base           string        `json:"base"`
	Own            int           `json:"own"`
	Warnings       []string      `json:"warnings"`
	MissingImports []string      `json:"missingImports"`
	Changed        time.Time     `json:"changed"`
	Classified     bool          `json:"classified"`
	Training       *TrainOptions `json:"training"`
}

// migrate brings the ontologies of an earlier version into the present form. Their directory is
// renamed when the rows are on the disk, so that a process that is killed leaves an ontology in one
// form or the other.
func (w *Workspace) migrate(ctx context.Context) error {
	if _, err := os.Stat(w.opts.Folder); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	rows, err := w.opts.Store.OpenOntologies(ctx)
	if err != nil {
		return err
	}
	former := make(map[string]formerDocument)
	for _, row := range rows {
		var d formerDocument
		if row.Current == 0 && json.Unmarshal(row.State, &d) == nil && d.Generation > 0 {
			former[row.ID] = d
		}
	}
	slices.SortStableFunc(rows, func(a, b db.OpenOntology) int {
		return cmp.Compare(former[b.ID].Changed.UnixMicro(), former[a.ID].Changed.UnixMicro())
	})
	// the one that was changed last is first: others with its IRI are copies
	for _, row := range rows {
		if d, ok := former[row.ID]; ok {
			if err := w.migrateOntology(ctx, row, d); err != nil {
				return fmt.Errorf("migrating ontology %s: %w", row.ID, err)
			}
		}
	}
	backup := w.opts.Folder + ".bak"
	if _, err := os.Stat(backup); err == nil {
		return nil // the rest of an earlier migration
	}
	if err := outfile.Rename(w.opts.Folder, backup); err != nil {
		return err
	}
	return outfile.SyncDir(filepath.Dir(w.opts.Folder))
}

func (w *Workspace) migrateOntology(ctx context.Context, row db.OpenOntology,
	d formerDocument) error {
	o := w.newOntology(row)
	o.settings = settings{Classified: d.Classified, Training: d.Training}
	v, edit, err := o.readFormer(ctx, d)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		o.settings = settings{Damaged: true}
		return o.save(ctx, o.settings)
	}
	kept, err := w.keepFile(o.formerFile("document", d.Generation))
	if err != nil {
		return err
	}
	kept.Format, kept.Base = d.Format, d.Base
	if err := o.describe(kept, v); err != nil {
		return err
	}
	if row, err = o.row(o.settings); err != nil {
		return err
	}
	row.Key = v.key()
	replace := db.Operation{Ontology: row.Key, Kind: db.Replace,
		Comment: "taken over from an earlier version"}
	_, err = w.opts.Store.Record(ctx, formerRecord(row, kept, replace, edit))
	var same *db.SameOntologyError
	if errors.As(err, &same) { // decisions belong to the other one
		row.Copy, replace.Ontology = true, anonymousKey+o.id
		_, err = w.opts.Store.Record(ctx, formerRecord(row, kept, replace, edit))
	}
	return err
}

// formerRecord returns the record of an ontology of an earlier version: its document and its edits.
func formerRecord(row db.OpenOntology, d *db.Document, replace db.Operation,
	edit []db.OperationAxiom) db.Record {
	r := db.Record{After: -1, Open: &row, Document: d, Operations: []db.Operation{replace}}
	if len(edit) > 0 {
		r.Operations = append(r.Operations, db.Operation{Ontology: replace.Ontology, Kind: db.Edit,
			Comment: replace.Comment, Axioms: edit})
	}
	return r
}

// formerFile returns the path of a file of a generation.
func (o *Ontology) formerFile(kind string, generation int) string {
	name := fmt.Sprintf("%s-%d", kind, generation)
	if kind == "document" {
		name += ".gz"
	}
	return filepath.Join(o.w.opts.Folder, o.id, name)
}

// readFormer reads the document of a generation and its journal, and returns the state of the
// document, and what the journal edits.
func (o *Ontology) readFormer(ctx context.Context, d formerDocument) (*View, []db.OperationAxiom,
	error) {
	file, err := os.Open(o.formerFile("document", d.Generation))
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		return nil, nil, err
	}
	read, report, err := rdfio.Read(ctx, packed,
		rdfio.ReadOptions{File: "document", Base: d.Base, Format: d.Format,
			Limits: o.w.opts.Limits})
	if err != nil {
		return nil, nil, err
	}
	set, err := newAxioms(ctx, read.Axioms, len(read.Axioms))
	if err != nil {
		return nil, nil, err
	}
	h := headerOf(read, report)
	h.warnings, h.missing, h.own = d.Warnings, d.MissingImports, d.Own
	v := &View{ontology: o, header: h, count: len(set.list), logical: set.logical,
		changed: d.Changed}
	entries, err := readFormerJournal(o.formerFile("journal", d.Generation))
	if err != nil {
		return nil, nil, err
	}
	after := set.pending()
	for _, e := range entries {
		for _, text := range e.Remove {
			h, _ := owl.ParseHash(text)
			if !after.has(h) {
				return nil, nil, errors.New("the journal removes an axiom that is not there")
			}
			after.touch(h, nil)
		}
		for _, text := range e.Add {
			a, err := owl.ParseAxiom(text, nil)
			if err != nil {
				return nil, nil, err
			}
			after.touch(owl.HashAxiom(a), a)
		}
	}
	c := after.change()
	var edit []db.OperationAxiom
	for _, a := range c.remove {
		edit = append(edit, db.OperationAxiom{Axiom: owl.Functional(a), Hash: owl.HashAxiom(a),
			Edit: db.Removed})
	}
	for _, a := range c.add {
		edit = append(edit, db.OperationAxiom{Axiom: owl.Functional(a), Hash: owl.HashAxiom(a),
			Edit: db.Added})
	}
	return v, edit, nil
}

// formerEdit is an entry of a journal: what was removed, by hash, and added.
type formerEdit struct {
	Remove []string `json:"remove"`
	Add    []string `json:"add"`
}

// readFormerJournal returns the entries of a journal, a line each: a checksum and JSON. The last
// line may be cut off; then it was never acknowledged.
func readFormerJournal(path string) ([]formerEdit, error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<16)
	var entries []formerEdit
	broken := false
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return entries, nil
		}
		if err != nil {
			return nil, err
		}
		sum, text, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
		var e formerEdit
		if string(sum) != fmt.Sprintf("%08x", crc32.ChecksumIEEE(text)) ||
			json.Unmarshal(text, &e) != nil {
			broken = true
			continue
		}
		if broken {
			return nil, errors.New("the journal is damaged")
		}
		entries = append(entries, e)
	}
}
