package dataset

import (
	"crypto/sha256"
	"fmt"
	"io"
	"slices"

	"box2el-owl/internal/sections"
)

// A data set file consists of checksummed sections (internal/sections): name, task, names and marks
// of classes, then the ids of each set and form.

// fileMagic is Magic. It changes with the format.
const fileMagic = Magic

// Magic is the magic number of the files that Write writes.
const Magic = "B2ELset1"

// ErrDamaged is returned if a file was not written by Write, or was changed.
var ErrDamaged = sections.ErrDamaged

var fileSets = [...]string{"train", "validate", "test"}

// Write writes the data set as a file for Read. The error is that of Validate or the io.Writer.
func (d *Dataset) Write(w io.Writer) error {
	if err := d.Validate(); err != nil {
		return err
	}
	return d.write(w)
}

func (d *Dataset) write(w io.Writer) error {
	out := sections.NewWriter(w, fileMagic)
	out.Bytes("name", []byte(d.Name))
	sections.Words(out, "about", []uint32{uint32(d.Task), uint32(d.Seed), uint32(d.Seed >> 32),
		uint32(d.Top), uint32(d.Bottom)})
	out.Strings("classes", d.Classes)
	out.Strings("roles", d.Roles)
	out.Strings("persons", d.Individuals)
	out.Bytes("auxiliar", marksAsBytes(d.Auxiliary))
	out.Bytes("deprecat", marksAsBytes(d.Deprecated))
	for i, set := range []*Axioms{&d.Train, &d.Validation, &d.Test} {
		for form := range NumForms {
			sections.Words(out, fileSets[i], set[form].IDs)
		}
	}
	return out.Close()
}

// marksAsBytes returns nil for nil, and otherwise the marks after one byte 0.
func marksAsBytes(marks []bool) []byte {
	if marks == nil {
		return nil
	}
	list := make([]byte, 1, 1+len(marks))
	for _, mark := range marks {
		b := byte(0)
		if mark {
			b = 1
		}
		list = append(list, b)
	}
	return list
}

// Read reads a file written by Write to its end. The error is ErrDamaged with the position, or that
// of the io.Reader.
func Read(r io.Reader) (*Dataset, error) {
	in := sections.NewReader(r, fileMagic)
	d := &Dataset{Name: string(in.ReadBytes("name"))}
	if about := sections.ReadWords[uint32](in, "about"); len(about) == 5 &&
		about[0] <= uint32(Whole) {
		d.Task, d.Seed = Task(about[0]), uint64(about[1])|uint64(about[2])<<32
		d.Top, d.Bottom = int32(about[3]), int32(about[4])
	} else {
		in.Fail("task and ids are %v", about)
	}
	d.Classes, d.Roles = in.ReadStrings("classes"), in.ReadStrings("roles")
	d.Individuals = in.ReadStrings("persons")
	d.Auxiliary = readMarks(in, "auxiliar")
	d.Deprecated = readMarks(in, "deprecat")
	for i, set := range []*Axioms{&d.Train, &d.Validation, &d.Test} {
		for form := range NumForms {
			set[form] = Table{Width: len(form.Columns()),
				IDs: sections.ReadWords[int32](in, fileSets[i])}
		}
	}
	if err := in.Close(); err != nil {
		return nil, fmt.Errorf("data set: %w", err)
	}
	if err := d.Validate(); err != nil {
		return nil, fmt.Errorf("data set: %w: %w", ErrDamaged, err)
	}
	return d, nil
}

func readMarks(in *sections.Reader, name string) []bool {
	list := in.ReadBytes(name)
	if len(list) == 0 {
		return nil
	}
	marks := make([]bool, len(list)-1)
	for i, b := range list[1:] {
		marks[i] = b != 0
		if b > 1 {
			in.Fail("a mark is %d", b)
		}
	}
	return marks
}

// Hash returns the SHA-256 of the names, marks and axioms, in order. It is the same for data sets
// that differ only in Name, Task and Seed.
func (d *Dataset) Hash() [sha256.Size]byte {
	content := *d
	content.Name, content.Task, content.Seed = "", 0, 0
	for _, marks := range []*[]bool{&content.Auxiliary, &content.Deprecated} {
		if !slices.Contains(*marks, true) {
			*marks = nil
		}
	}
	h := sha256.New()
	content.write(h) // a hash never returns an error
	return [sha256.Size]byte(h.Sum(nil))
}
