package dataset

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
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

// ErrNPY is returned if a file is not an npy array of the expected type and shape.
var ErrNPY = errors.New("not the expected npy array")

const (
	npyMagic     = "\x93NUMPY"
	maxNPYHeader = 1 << 16 // the maximum of version 1
	npyAlignment = 64      // alignment of the data in written files
)

// npyArray is an array in a file.
type npyArray struct {
	descr string
	shape []int  // non-negative
	data  []byte // as long as the shape and the type say
}

// readNPY reads an array and calls use with it. It adds the path to errors.
func readNPY(path string, use func(a *npyArray) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %w", path, bad("not a regular file"))
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	a, err := parseNPY(file)
	if err == nil {
		err = use(a)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func bad(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrNPY, fmt.Sprintf(format, args...))
}

func parseNPY(file []byte) (*npyArray, error) {
	if len(file) < 8 || string(file[:6]) != npyMagic {
		return nil, bad("no npy magic number")
	}
	width := 4
	switch file[6] {
	case 1:
		width = 2
	case 2, 3:
	default:
		return nil, bad("format version %d; supported are 1 to 3", file[6])
	}
	if len(file) < 8+width {
		return nil, bad("truncated header")
	}
	var length [4]byte
	copy(length[:], file[8:8+width])
	n, rest := binary.LittleEndian.Uint32(length[:]), file[8+width:]
	switch {
	case n > maxNPYHeader:
		return nil, bad("header of %d bytes is too long", n)
	case len(rest) < int(n):
		return nil, bad("truncated header")
	}
	descr, shape, err := parseNPYHeader(string(rest[:n]))
	if err != nil {
		return nil, err
	}
	a := &npyArray{descr, shape, rest[n:]}
	size, ok := npySizes[descr]
	if !ok {
		return nil, bad("elements of type %q; supported are <i4, <i8, <f4", descr)
	}
	if data := int64(len(a.data)); !fills(shape, size, data) {
		return nil, bad("%d bytes of data do not match the shape %v of %s", data, shape, descr)
	}
	return a, nil
}

// fills reports whether an array of this shape has the given size in bytes, without overflow.
func fills(shape []int, size, data int64) bool {
	if slices.Contains(shape, 0) {
		return data == 0
	}
	for _, n := range shape {
		if data%int64(n) != 0 {
			return false
		}
		data /= int64(n)
	}
	return data == size
}

var npySizes = map[string]int64{"<i4": 4, "<i8": 8, "<f4": 4, "<f8": 8}

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
	err = readNPY(path, func(a *npyArray) error {
		switch {
		case len(a.shape) == 1 && (columns == 0 || a.shape[0] == 0):
		case len(a.shape) == 2 && columns != 0 && a.shape[1] == columns:
		case columns == 0:
			return bad("shape %v, expected (n,)", a.shape)
		default:
			return bad("shape %v, expected (n, %d)", a.shape, columns)
		}
		if strings.HasPrefix(a.descr, "<f") && len(a.data) > 0 {
			return bad("floating-point numbers, expected ids")
		}
		ids = []int32{}
		for element := range slices.Chunk(a.data, int(npySizes[a.descr])) {
			id := int64(int32(binary.LittleEndian.Uint32(element)))
			if len(element) == 8 {
				id = int64(binary.LittleEndian.Uint64(element))
			}
			if id < 0 || id > math.MaxInt32 {
				return bad("element %d is %d, not an id", len(ids), id)
			}
			ids = append(ids, int32(id))
		}
		return nil
	})
	return ids, err
}

// ReadMatrix reads an npy array of float32 with two dimensions, row by row. An array of one
// dimension is a single column.
func ReadMatrix(path string) (rows, columns int, values []float32, err error) {
	err = readNPY(path, func(a *npyArray) error {
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
		_, err := binary.Decode(a.data, binary.LittleEndian, values)
		return err
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
	return writeNPY(path, "<f4", fmt.Sprintf("(%d, %d)", rows, columns), data)
}

// writeInts writes ids as int64. columns is 0 for an array of one dimension.
func writeInts(path string, ids []int32, columns int) error {
	shape := fmt.Sprintf("(%d,)", len(ids))
	if columns > 0 {
		shape = fmt.Sprintf("(%d, %d)", len(ids)/columns, columns)
	}
	wide := make([]int64, len(ids))
	for i, id := range ids {
		wide[i] = int64(id)
	}
	return writeNPY(path, "<i8", shape, wide)
}

// writeNPY writes an array of version 1.
func writeNPY(path, descr, shape string, data any) error {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, shape)
	before := len(npyMagic) + 4
	total := (before + len(header) + 1 + npyAlignment - 1) / npyAlignment * npyAlignment
	header += strings.Repeat(" ", total-before-len(header)-1) + "\n"
	start := binary.LittleEndian.AppendUint16([]byte(npyMagic+"\x01\x00"), uint16(len(header)))
	return writeFile(path, func(out *bufio.Writer) {
		out.Write(append(start, header...))
		_ = binary.Write(out, binary.LittleEndian, data) // Flush returns the error
	})
}
