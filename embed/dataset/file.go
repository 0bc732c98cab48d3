package dataset

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"unicode/utf8"

	"box2el-owl/internal/safetensors"
)

// A data set is stored in a safetensors file (internal/safetensors). The metadata hold the names,
// the split and a hash. For each set and form there is a matrix with a row of ids per axiom, such
// as "train.NF1". Further tensors hold the marks of classes. The file of a model also holds the
// parameters of the model (package embed).

const (
	fileFormat  = "box2el-owl"
	fileVersion = "1" // it changes with the format
)

// Errors of Open.
var (
	// ErrOther is returned for a file that is neither a data set nor a model.
	ErrOther = errors.New("neither a data set nor a model of box2el-owl")
	// ErrEarlier is returned for a data set or model that an earlier version of the program wrote.
	ErrEarlier = errors.New("was written by an earlier version")
	// ErrLater is returned for a data set or model that a later version of the program wrote.
	ErrLater = errors.New("was written by a later version")
	// ErrDamaged is returned for a file that was changed after it was written.
	ErrDamaged = errors.New("the file is damaged")
)

// earlierMagics are the magic numbers of data sets and models of earlier versions.
var earlierMagics = []string{"B2ELset1", "\x89b2elmd\n"}

var fileSets = [...]string{"train", "validation", "test"}

// Write writes the data set as a file for Open. The error is that of Validate or the io.Writer.
func (d *Dataset) Write(w io.Writer) error {
	metadata, tensors, err := d.Encode()
	if err != nil {
		return err
	}
	return safetensors.Write(w, metadata, tensors)
}

// Encode returns the contents of the data set's file. It returns the error of Validate, or an error
// if a name is not valid UTF-8.
func (d *Dataset) Encode() (map[string]string, []safetensors.Tensor, error) {
	if err := d.Validate(); err != nil {
		return nil, nil, err
	}
	for kind := range NumKinds {
		for _, name := range d.Names(kind) {
			if !utf8.ValidString(name) {
				return nil, nil, fmt.Errorf("the name %q is not UTF-8", name)
			}
		}
	}
	metadata, tensors := d.encode()
	hash := d.Hash()
	metadata["dataHash"] = hex.EncodeToString(hash[:])
	return metadata, tensors, nil
}

func (d *Dataset) encode() (map[string]string, []safetensors.Tensor) {
	task := d.Task.String()
	metadata := map[string]string{"format": fileFormat, "formatVersion": fileVersion}
	if err := safetensors.Encode(metadata, d.fields(&task)); err != nil {
		panic("data set: " + err.Error()) // unreachable: text and numbers can be encoded
	}
	var tensors []safetensors.Tensor
	for i, set := range d.Sets() {
		for form := range NumForms {
			tensors = append(tensors, safetensors.Tensor{
				Name:   fileSets[i] + "." + form.String(),
				Shape:  []int{set[form].Len(), len(form.Columns())},
				Values: set[form].IDs,
			})
		}
	}
	for _, marks := range d.marks() {
		if *marks.list != nil {
			tensors = append(tensors, safetensors.Tensor{
				Name: marks.name, Shape: []int{len(d.Classes)}, Values: *marks.list,
			})
		}
	}
	return metadata, tensors
}

func (d *Dataset) fields(task *string) []safetensors.Field {
	return []safetensors.Field{
		{Name: "name", Value: &d.Name},
		{Name: "task", Value: task},
		{Name: "splitSeed", Value: &d.Seed},
		{Name: "top", Value: &d.Top},
		{Name: "bottom", Value: &d.Bottom},
		{Name: "classes", Value: &d.Classes},
		{Name: "roles", Value: &d.Roles},
		{Name: "individuals", Value: &d.Individuals},
	}
}

type namedMarks struct {
	name string
	list *[]bool
}

func (d *Dataset) marks() []namedMarks {
	return []namedMarks{{"auxiliary", &d.Auxiliary}, {"deprecated", &d.Deprecated}}
}

// Open reads the data set of a file that Write wrote, or of a model. Errors name the file. They are
// ErrOther, ErrEarlier, ErrLater, ErrDamaged or an error of the system.
func Open(path string) (*Dataset, error) {
	f, err := OpenFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d, err := verify(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return d, nil
}

// verify verifies the whole file and then reads its data set.
func verify(f *safetensors.File) (*Dataset, error) {
	if err := f.Verify(); err != nil {
		return nil, damaged(err)
	}
	return Read(f)
}

// OpenFile opens the file of a data set or a model. Errors are those of Open.
func OpenFile(path string) (*safetensors.File, error) {
	begin, err := beginOf(path)
	switch {
	case err != nil:
		return nil, err
	case safetensors.Is(begin):
	case slices.Contains(earlierMagics, string(begin[:min(len(begin), 8)])):
		return nil, fmt.Errorf("%s %w", path, ErrEarlier)
	default:
		return nil, fmt.Errorf("%s: %w", path, ErrOther)
	}
	f, err := safetensors.Open(path)
	if err != nil {
		return nil, damaged(err)
	}
	if err := checkFormat(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// beginOf returns up to 9 bytes from the beginning of a file, none if it is not a regular file.
func beginOf(path string) ([]byte, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	begin := make([]byte, 9)
	n, _ := io.ReadFull(f, begin) // a file that cannot be read is not one of ours
	return begin[:n], nil
}

func checkFormat(f *safetensors.File) error {
	switch {
	case f.Metadata["format"] != fileFormat:
		return ErrOther
	case f.Metadata["formatVersion"] != fileVersion:
		return fmt.Errorf("%w: format %.20q, this one reads %s",
			ErrLater, f.Metadata["formatVersion"], fileVersion)
	}
	return nil
}

// damaged adds ErrDamaged to errors about the contents of a file.
func damaged(err error) error {
	if errors.Is(err, safetensors.ErrInvalid) {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// Read reads the data set of a file and verifies names and axioms by their hash, without reading
// the parameters of a model. Errors are those of Open.
func Read(f *safetensors.File) (*Dataset, error) {
	if err := checkFormat(f); err != nil {
		return nil, err
	}
	d, err := decode(f)
	if err != nil {
		return nil, err
	}
	if hash := d.Hash(); hex.EncodeToString(hash[:]) != f.Metadata["dataHash"] {
		return nil, fmt.Errorf("%w: its hash is not that of its axioms", ErrDamaged)
	}
	return d, nil
}

// decode returns the valid data set of a file. It does not verify the hash.
func decode(f *safetensors.File) (*Dataset, error) {
	d := new(Dataset)
	var task string
	if err := safetensors.Decode(f.Metadata, d.fields(&task)); err != nil {
		return nil, damaged(err)
	}
	for ; d.Task.String() != task; d.Task++ {
		if d.Task == Whole {
			return nil, fmt.Errorf("%w: unknown task %.20q", ErrDamaged, task)
		}
	}
	for i, set := range d.Sets() {
		for form := range NumForms {
			width := len(form.Columns())
			ids, err := safetensors.Read[int32](f, fileSets[i]+"."+form.String(), -1, width)
			if err != nil {
				return nil, damaged(err)
			}
			set[form] = Table{Width: width, IDs: ids}
		}
	}
	for _, marks := range d.marks() {
		if f.Has(marks.name) {
			var err error
			if *marks.list, err = safetensors.Read[bool](f, marks.name,
				len(d.Classes)); err != nil {
				return nil, damaged(err)
			}
		}
	}
	if err := d.Validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return d, nil
}

// Hash returns the SHA-256 of the names, marks and axioms, in order. It is the same for data sets
// that differ only in Name, Task and Seed.
func (d *Dataset) Hash() (sum [sha256.Size]byte) {
	h := sha256.New()
	var buffer []byte
	flush := func() {
		h.Write(buffer) // a hash never returns an error
		buffer = buffer[:0]
	}
	number := func(n int32) {
		if buffer = binary.LittleEndian.AppendUint32(buffer, uint32(n)); len(buffer) > 1<<12 {
			flush()
		}
	}
	for kind := range NumKinds {
		names := d.Names(kind)
		number(int32(len(names)))
		for _, name := range names {
			number(int32(len(name)))
			buffer = append(buffer, name...)
		}
	}
	number(d.Top)
	number(d.Bottom)
	for _, marks := range d.marks() {
		for i, marked := range *marks.list {
			if marked {
				number(int32(i))
			}
		}
		number(None)
	}
	for _, set := range d.Sets() {
		for form := range NumForms {
			number(int32(len(set[form].IDs)))
			for _, id := range set[form].IDs {
				number(id)
			}
		}
	}
	flush()
	h.Sum(sum[:0])
	return sum
}
