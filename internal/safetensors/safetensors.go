// Package safetensors reads and writes tensors in the safetensors format of Hugging Face, which
// many programs read: https://huggingface.co/docs/safetensors.
//
//	file   = length of the header, 8 bytes; header; values of all tensors, without gaps
//	header = {"__metadata__": {string: string, …},
//	          name: {"dtype": "F32", "shape": [rows, columns], "data_offsets": [from, to]}, …}
//
// All numbers are little-endian and matrices are stored row by row. The format has no checksum:
// Write adds one of the whole file to the metadata, which Verify checks.
package safetensors

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

// ErrInvalid is returned if a file is not a valid safetensors file, or its checksum differs.
var ErrInvalid = errors.New("invalid safetensors file")

const (
	metadataKey = "__metadata__"
	checksumKey = "crc32c"   // of the file, with noChecksum in its place; 8 hexadecimal digits
	noChecksum  = "00000000" // as long as a checksum

	lengthSize = 8
	maxHeader  = 100_000_000 // the limit of the reference implementation
	chunkBytes = 1 << 18
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Value is the type of a tensor's values.
type Value interface{ float32 | int32 | bool }

// dtypes are the types of values by their names in files.
var dtypes = map[string]int64{"F32": 4, "I32": 4, "BOOL": 1} // name → bytes of a value

// dtypeOf returns the name of a type.
func dtypeOf(values any) string {
	switch values.(type) {
	case []float32:
		return "F32"
	case []int32:
		return "I32"
	case []bool:
		return "BOOL"
	}
	panic(fmt.Sprintf("safetensors: values of type %T", values))
}

// Tensor is a tensor to be written. Values is a []float32, []int32 or []bool.
type Tensor struct {
	Name   string
	Shape  []int
	Values any
}

// layout is a tensor in the header.
type layout struct {
	Dtype   string  `json:"dtype"`
	Shape   []int64 `json:"shape"`
	Offsets []int64 `json:"data_offsets"` // from, to: in bytes after the header
}

// Write writes a file. The same metadata and tensors give the same bytes. It adds a checksum to the
// metadata; the values are not copied.
func Write(w io.Writer, metadata map[string]string, tensors []Tensor) error {
	header, err := headerOf(metadata, tensors)
	if err != nil {
		return fmt.Errorf("writing tensors: %w", err)
	}
	sum := crc32.New(castagnoli)
	sum.Write(header) // a hash takes all that is written
	for _, t := range tensors {
		if err := writeValues(sum, t.Values); err != nil {
			return err
		}
	}
	header = withChecksum(header, noChecksum, fmt.Sprintf("%08x", sum.Sum32()))
	if _, err := w.Write(header); err != nil {
		return err
	}
	for _, t := range tensors {
		if err := writeValues(w, t.Values); err != nil {
			return err
		}
	}
	return nil
}

// headerOf returns the length and the header, padded with spaces so that values are aligned.
func headerOf(metadata map[string]string, tensors []Tensor) ([]byte, error) {
	all := make(map[string]string)
	maps.Copy(all, metadata)
	all[checksumKey] = noChecksum
	header := append(make([]byte, lengthSize), '{')
	member := func(name string, value any) error {
		for i, v := range []any{name, value} {
			text, err := json.Marshal(v)
			if err != nil {
				return err
			}
			header = append(append(header, text...), ":,"[i])
		}
		return nil
	}
	if err := member(metadataKey, all); err != nil {
		return nil, err
	}
	var at int64
	for _, t := range tensors {
		size := dtypes[dtypeOf(t.Values)]
		l := layout{Dtype: dtypeOf(t.Values), Shape: make([]int64, len(t.Shape))}
		for i, n := range t.Shape {
			l.Shape[i] = int64(n)
			size *= int64(n)
		}
		l.Offsets = []int64{at, at + size}
		at += size
		if n := int64(binary.Size(t.Values)); n != size {
			return nil, fmt.Errorf("%s: shape %v takes %d bytes, the values %d", t.Name, t.Shape,
				size, n)
		}
		if err := member(t.Name, l); err != nil {
			return nil, err
		}
	}
	header[len(header)-1] = '}'
	for len(header)%8 != 0 {
		header = append(header, ' ')
	}
	n := len(header) - lengthSize
	if n > maxHeader {
		return nil, fmt.Errorf("names and metadata take %d bytes; the format allows %d", n,
			maxHeader)
	}
	binary.LittleEndian.PutUint64(header, uint64(n))
	return header, nil
}

// withChecksum returns a copy of a header in which one checksum is replaced by another.
func withChecksum(header []byte, from, to string) []byte {
	member := func(sum string) []byte { return fmt.Appendf(nil, "%q:%q", checksumKey, sum) }
	return bytes.Replace(header, member(from), member(to), 1)
}

func writeValues(w io.Writer, values any) error {
	switch values := values.(type) {
	case []float32:
		return writeChunks(w, values)
	case []int32:
		return writeChunks(w, values)
	case []bool:
		return writeChunks(w, values)
	}
	return nil
}

func writeChunks[T Value](w io.Writer, values []T) error {
	buffer := make([]byte, 0, min(chunkBytes, 4*len(values)))
	for chunk := range slices.Chunk(values, chunkBytes/4) {
		text, err := binary.Append(buffer, binary.LittleEndian, chunk)
		if err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return nil
}

// File is an open file. Read reads the values of a tensor. It is safe for concurrent use.
type File struct {
	Metadata map[string]string

	tensors map[string]layout
	header  []byte // with its length
	r       io.ReaderAt
	size    int64
	close   func() error
}

// Is reports whether the first 9 bytes of a file are those of a safetensors file.
func Is(begin []byte) bool {
	return len(begin) > lengthSize && binary.LittleEndian.Uint64(begin) <= maxHeader &&
		begin[lengthSize] == '{'
}

// Open opens a file and reads its header. Errors name the file; they wrap ErrInvalid or are the
// system's.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%w: not a regular file", ErrInvalid)
	}
	var file *File
	if err == nil {
		file, err = New(f, info.Size())
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	file.close = f.Close
	return file, nil
}

// Close closes a file that Open opened.
func (f *File) Close() error {
	if f.close == nil {
		return nil
	}
	return f.close()
}

// New reads the header of a file of the given size. What it allocates is bounded by the size.
func New(r io.ReaderAt, size int64) (*File, error) {
	f := &File{r: r, size: size, tensors: make(map[string]layout)}
	var length [lengthSize]byte
	if size < lengthSize {
		return nil, invalid("%d bytes", size)
	}
	if err := f.readAt(length[:], 0); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint64(length[:])
	if n > maxHeader || int64(n) > size-lengthSize {
		return nil, invalid("header of %d bytes in a file of %d", n, size)
	}
	f.header = make([]byte, lengthSize+n)
	if err := f.readAt(f.header, 0); err != nil {
		return nil, err
	}
	if err := f.parse(f.header[lengthSize:]); err != nil {
		return nil, err
	}
	return f, f.checkOffsets()
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}

// readAt fills p. A file that was cut since it was opened is invalid.
func (f *File) readAt(p []byte, at int64) error {
	n, err := f.r.ReadAt(p, at)
	switch {
	case n == len(p):
		return nil
	case err == io.EOF:
		return invalid("it ends after %d of %d bytes", at+int64(n), f.size)
	}
	return err
}

// parse reads the JSON of the header.
func (f *File) parse(header []byte) error {
	if !utf8.Valid(header) {
		return invalid("header: not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(header))
	d.DisallowUnknownFields()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return invalid("header: no JSON object")
	}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return invalid("header: %v", err)
		}
		name := t.(string) // JSON has no other keys
		if _, twice := f.tensors[name]; twice || name == metadataKey && f.Metadata != nil {
			return invalid("header: %q occurs twice", name)
		}
		if name == metadataKey {
			f.Metadata = make(map[string]string)
			err = d.Decode(&f.Metadata)
		} else {
			var l layout
			err = d.Decode(&l)
			f.tensors[name] = l
		}
		if err != nil {
			return invalid("header: %q: %v", name, err)
		}
	}
	if _, err := d.Token(); err != nil {
		return invalid("header: %v", err)
	}
	if rest := strings.TrimRight(string(header[d.InputOffset():]), " "); rest != "" {
		return invalid("header: %.20q follows the JSON object", rest)
	}
	return nil
}

// checkOffsets checks that tensors have the sizes given by their shapes and types, and that they
// follow each other without gaps or overlaps up to the end of the file.
func (f *File) checkOffsets() error {
	var names []string
	for name, l := range f.tensors {
		names = append(names, name)
		size, known := dtypes[l.Dtype]
		if !known {
			return invalid("tensor %q: unsupported dtype %q", name, l.Dtype)
		}
		for _, n := range l.Shape {
			if n < 0 || n > 0 && size > math.MaxInt64/n {
				return invalid("tensor %q: shape %v", name, l.Shape)
			}
			size *= n
		}
		if len(l.Offsets) != 2 || l.Offsets[0] < 0 || l.Offsets[1]-l.Offsets[0] != size {
			return invalid("tensor %q: shape %v takes %d bytes, offsets %v", name, l.Shape, size,
				l.Offsets)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return slices.Compare(f.tensors[a].Offsets, f.tensors[b].Offsets)
	})
	var end int64
	for _, name := range names {
		if o := f.tensors[name].Offsets; o[0] != end {
			return invalid("tensor %q begins at byte %d, the one before it ends at %d", name, o[0],
				end)
		}
		end = f.tensors[name].Offsets[1]
	}
	if has := f.size - int64(len(f.header)); end != has {
		return invalid("tensors take %d bytes, the file has %d for them", end, has)
	}
	return nil
}

// Verify reads the whole file and compares it with its checksum. A file without one is invalid.
func (f *File) Verify() error {
	want := f.Metadata[checksumKey]
	sum := crc32.Checksum(withChecksum(f.header, want, noChecksum), castagnoli)
	buffer := make([]byte, min(chunkBytes, f.size))
	for at := int64(len(f.header)); at < f.size; {
		piece := buffer[:min(chunkBytes, f.size-at)]
		if err := f.readAt(piece, at); err != nil {
			return err
		}
		sum = crc32.Update(sum, castagnoli, piece)
		at += int64(len(piece))
	}
	if got := fmt.Sprintf("%08x", sum); got != want {
		return invalid("checksum %s, where the file says %q", got, want)
	}
	return nil
}

// Read reads the values of a tensor. It is an error if the tensor is missing or has another type or
// shape. A negative number in the shape matches any size.
func Read[T Value](f *File, name string, shape ...int) ([]T, error) {
	var values []T
	l, ok := f.tensors[name]
	if !ok {
		return nil, invalid("no tensor %q", name)
	}
	if want := dtypeOf(values); l.Dtype != want || !fits(l.Shape, shape) {
		return nil, invalid("tensor %q is %s %v, not %s %v", name, l.Dtype, l.Shape, want, shape)
	}
	width := int(dtypes[l.Dtype])
	values = make([]T, int(l.Offsets[1]-l.Offsets[0])/width)
	at := int64(len(f.header)) + l.Offsets[0]
	buffer := make([]byte, min(chunkBytes, width*len(values)))
	for chunk := range slices.Chunk(values, chunkBytes/width) {
		piece := buffer[:width*len(chunk)]
		if err := f.readAt(piece, at); err != nil {
			return nil, err
		}
		if _, err := binary.Decode(piece, binary.LittleEndian, chunk); err != nil {
			return nil, err
		}
		at += int64(len(piece))
	}
	return values, nil
}

// Has reports whether there is a tensor of that name.
func (f *File) Has(name string) bool {
	_, ok := f.tensors[name]
	return ok
}

func fits(have []int64, want []int) bool {
	return slices.EqualFunc(have, want, func(h int64, w int) bool { return w < 0 || h == int64(w) })
}
