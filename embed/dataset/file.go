package dataset

import (
	"crypto/sha256"
	"fmt"
	"io"
	"slices"

	"box2el-owl/internal/sections"
)

// A data set on disk is a row of checksummed sections (internal/sections): what it is, its names, marks, then a list
// of ids for each set and form.

// fileMagic is Magic; it changes with the layout.
const fileMagic = Magic

// Magic is what every file that Write writes begins with.
const Magic = "B2ELset1"

// ErrDamaged says that a file is not what Write has written.
var ErrDamaged = sections.ErrDamaged

var fileSets = [...]string{"train", "validate", "test"}

// Write writes the data set as a file that Read reads. The error is Validate's or the io.Writer's.
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

// marksAsBytes has one byte in front if there are marks at all.
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

// Read reads what Write has written, to its end. The error is ErrDamaged, which says where, or the io.Reader's.
func Read(r io.Reader) (*Dataset, error) {
	in := sections.NewReader(r, fileMagic)
	d := &Dataset{Name: string(in.ReadBytes("name"))}
	if about := sections.ReadWords[uint32](in, "about"); len(about) == 5 &&
		about[0] <= uint32(Whole) {
		d.Task, d.Seed = Task(about[0]), uint64(about[1])|uint64(about[2])<<32
		d.Top, d.Bottom = int32(about[3]), int32(about[4])
	} else {
		in.Fail("it is %v", about)
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

// Hash is the SHA-256 of the names, their marks and the axioms: equal for data sets that differ in Name, Task and
// Seed only. Ids and the order of axioms count.
func (d *Dataset) Hash() [sha256.Size]byte {
	content := *d
	content.Name, content.Task, content.Seed = "", 0, 0
	for _, marks := range []*[]bool{&content.Auxiliary, &content.Deprecated} {
		if !slices.Contains(*marks, true) {
			*marks = nil
		}
	}
	h := sha256.New()
	content.write(h) // a hash takes all that is written
	return [sha256.Size]byte(h.Sum(nil))
}
