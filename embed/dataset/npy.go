package dataset

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// The npy format of numpy (NEP 1) consists of a magic number, the version, the length of the
// header, the header and the data. The header is a Python dictionary with the keys 'descr' (byte
// order and type), 'fortran_order' and 'shape'. Versions 1 to 3 are read; they differ in the width
// of the length and the encoding of field names, which are not used here. Version 1 is written. The
// types '<i4', '<i8' and '<f4' are read, little-endian and in C order; '<f8' is read only if empty,
// because numpy uses it for the array of an empty list.
//
// Memory is allocated only after the header has been checked against the size of the file.

// ErrNPY is returned if a file is not an npy array of the expected type and shape.
var ErrNPY = errors.New("not the expected npy array")

const (
	npyMagic     = "\x93NUMPY"
	maxNPYHeader = 1 << 16 // the maximum of version 1
	npyAlignment = 64      // alignment of the data in written files
)

// npyArray is an open array after its header was read.
type npyArray struct {
	file  *os.File
	descr string
	shape []int // non-negative; the product times the element size is the size of the data
}

// readNPY opens an array, reads its header, and calls read with the data. It adds the path to
// errors.
func readNPY(path string, read func(a *npyArray, data io.Reader) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	a := &npyArray{file: f}
	if err = a.readHeader(); err == nil {
		err = read(a, bufio.NewReaderSize(f, 1<<16))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func bad(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrNPY, fmt.Sprintf(format, args...))
}

func (a *npyArray) readHeader() error {
	info, err := a.file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return bad("not a regular file")
	}
	header, at, err := readNPYHeader(a.file)
	if err != nil {
		return err
	}
	if a.descr, a.shape, err = parseNPYHeader(header); err != nil {
		return err
	}
	size, ok := npySizes[a.descr]
	if !ok {
		return bad("elements of type %q; supported are <i4, <i8, <f4", a.descr)
	}
	if data := info.Size() - at; !fills(a.shape, size, data) {
		return bad("%d bytes of data do not match the shape %v of %s", data, a.shape, a.descr)
	}
	return nil
}

// fills reports whether an array of this shape has the given size in bytes, without overflow.
func fills(shape []int, size, data int64) bool {
	if slices.Contains(shape, 0) {
		return data == 0
	}
	for _, n := range shape {
		if size > data/int64(n) {
			return false
		}
		size *= int64(n)
	}
	return size == data
}

var npySizes = map[string]int64{"<i4": 4, "<i8": 8, "<f4": 4, "<f8": 8}

// readNPYHeader returns the dictionary and the offset of the data.
func readNPYHeader(r io.Reader) (header string, at int64, err error) {
	var start [8]byte
	if _, err := io.ReadFull(r, start[:]); err != nil || string(start[:6]) != npyMagic {
		return "", 0, bad("no npy magic number")
	}
	width := 4
	switch start[6] {
	case 1:
		width = 2
	case 2, 3:
	default:
		return "", 0, bad("format version %d; supported are 1 to 3", start[6])
	}
	var length [4]byte
	if _, err := io.ReadFull(r, length[:width]); err != nil {
		return "", 0, bad("truncated header")
	}
	n := binary.LittleEndian.Uint32(length[:])
	if n > maxNPYHeader {
		return "", 0, bad("header of %d bytes is too long", n)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return "", 0, bad("truncated header")
	}
	return string(text), int64(8 + width + int(n)), nil
}

// npyHeader matches the dictionary as numpy writes it, with the keys in alphabetical order.
var npyHeader = regexp.MustCompile(`^\{\s*'descr':\s*'([^']*)',\s*'fortran_order':\s*(\w+),` +
	`\s*'shape':\s*\(([\d,\s]*)\)\s*,?\s*\}\s*$`)

func parseNPYHeader(header string) (descr string, shape []int, err error) {
	parts := npyHeader.FindStringSubmatch(header)
	switch {
	case parts == nil:
		return "", nil, bad("the header %.80q is not that of an array", header)
	case parts[2] != "False":
		return "", nil, bad("fortran_order is not False; only C order is supported")
	}
	shape = []int{}
	for _, text := range strings.FieldsFunc(parts[3],
		func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		n, err := strconv.ParseInt(text, 10, 48)
		if err != nil {
			return "", nil, bad("%.20q in the shape, expected a length", text)
		}
		shape = append(shape, int(n))
	}
	return parts[1], shape, nil
}

// readInts reads an array of integers of one or two dimensions as ids. columns is the second
// dimension, or 0 for one dimension. An empty array of one dimension matches any columns.
func readInts(path string, columns int) (ids []int32, err error) {
	err = readNPY(path, func(a *npyArray, data io.Reader) error {
		switch {
		case len(a.shape) == 1 && (columns == 0 || a.shape[0] == 0):
		case len(a.shape) == 2 && columns != 0 && a.shape[1] == columns:
		case columns == 0:
			return bad("shape %v, expected (n,)", a.shape)
		default:
			return bad("shape %v, expected (n, %d)", a.shape, columns)
		}
		size := npySizes[a.descr]
		if strings.HasPrefix(a.descr, "<f") && !slices.Contains(a.shape, 0) {
			return bad("floating-point numbers, expected ids")
		}
		ids = make([]int32, elements(a.shape))
		var buffer [8]byte
		for i := range ids {
			if _, err := io.ReadFull(data, buffer[:size]); err != nil {
				return err
			}
			id := int64(int32(binary.LittleEndian.Uint32(buffer[:])))
			if size == 8 {
				id = int64(binary.LittleEndian.Uint64(buffer[:]))
			}
			if id < 0 || id > math.MaxInt32 {
				return bad("element %d is %d, not an id", i, id)
			}
			ids[i] = int32(id)
		}
		return nil
	})
	return ids, err
}

func elements(shape []int) int {
	n := 1
	for _, m := range shape {
		n *= m
	}
	return n
}

// ReadMatrix reads an npy array of float32 with two dimensions, row by row. An array of one
// dimension is a single column.
func ReadMatrix(path string) (rows, columns int, values []float32, err error) {
	err = readNPY(path, func(a *npyArray, data io.Reader) error {
		switch {
		case a.descr != "<f4":
			return bad("elements of type %s, expected <f4", a.descr)
		case len(a.shape) == 1:
			rows, columns = a.shape[0], 1
		case len(a.shape) == 2:
			rows, columns = a.shape[0], a.shape[1]
		default:
			return bad("shape %v, expected (n, k)", a.shape)
		}
		values = make([]float32, rows*columns)
		return binary.Read(data, binary.LittleEndian, values)
	})
	return rows, columns, values, err
}

// WriteMatrix writes an npy array of float32, row by row. The file is replaced atomically when it
// is complete.
func WriteMatrix(path string, rows, columns int, data []float32) error {
	if rows < 0 || columns < 0 || rows*columns != len(data) {
		return fmt.Errorf("%s: %d numbers for %d rows and %d columns", path, len(data), rows,
			columns)
	}
	return writeFile(path, func(out *bufio.Writer) {
		writeNPYHeader(out, "<f4", fmt.Sprintf("(%d, %d)", rows, columns))
		_ = binary.Write(out, binary.LittleEndian, data) // Flush returns the error
	})
}

// writeInts writes ids as int64. columns is 0 for an array of one dimension.
func writeInts(path string, ids []int32, columns int) error {
	shape := fmt.Sprintf("(%d,)", len(ids))
	if columns > 0 {
		shape = fmt.Sprintf("(%d, %d)", len(ids)/columns, columns)
	}
	return writeFile(path, func(out *bufio.Writer) {
		writeNPYHeader(out, "<i8", shape)
		var buffer [8]byte
		for _, id := range ids {
			binary.LittleEndian.PutUint64(buffer[:], uint64(id))
			out.Write(buffer[:])
		}
	})
}

func writeNPYHeader(out *bufio.Writer, descr, shape string) {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, shape)
	before := len(npyMagic) + 4
	total := (before + len(header) + 1 + npyAlignment - 1) / npyAlignment * npyAlignment
	header += strings.Repeat(" ", total-before-len(header)-1) + "\n"
	start := binary.LittleEndian.AppendUint16([]byte(npyMagic+"\x01\x00"), uint16(len(header)))
	out.Write(append(start, header...))
}
