// Package sections reads and writes files that consist of named arrays of 32-bit numbers and of
// text, each with its length and checksums. Arrays are copied as one block; numbers are
// little-endian on every machine.
//
//	file    = magic, 8 bytes, then sections, then the section "end"
//	section = name, 8 bytes padded with zeros; length of the payload in bytes, 8;
//	          CRC-32C of the payload, 4; CRC-32C of these 20 bytes, 4; payload
//
// Align inserts a section "pad" of zeros, so that the payload of the next section begins at a
// multiple of some number and can be used in place if the file is mapped into memory.
//
// A Reader does not trust the file: its allocations grow with the bytes read, and any deviation
// from the written bytes is ErrDamaged. The caller validates the numbers.
package sections

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"
	"reflect"
	"unsafe"
)

// ErrDamaged is returned if a file was not written by a Writer, or was changed.
var ErrDamaged = errors.New("damaged")

// ErrMagic is returned, with ErrDamaged, if a file begins with another magic: it has another
// format.
var ErrMagic = errors.New("another format")

const (
	nameSize   = 8
	headerSize = nameSize + 8 + 4 + 4
	endName    = "end"
	padName    = "pad"
	firstPiece = 1 << 22 // bytes allocated before any have been read
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Writer writes sections one after the other. It stops at the first error, which Close returns.
type Writer struct {
	w   *bufio.Writer
	at  uint64 // bytes written
	err error
}

// NewWriter begins a file with a magic of 8 bytes.
func NewWriter(w io.Writer, magic string) *Writer {
	out := &Writer{w: bufio.NewWriterSize(w, 1<<16), at: uint64(len(magic))}
	_, out.err = out.w.WriteString(magic)
	return out
}

// Words writes a section of numbers. T is a 32-bit number, or a struct or an array of 32-bit
// numbers.
func Words[T any](w *Writer, name string, list []T) {
	w.Bytes(name, littleEndian(list))
}

// Sum continues a CRC-32C with numbers. The result is the same on every machine.
func Sum[T any](sum uint32, list []T) uint32 {
	return crc32.Update(sum, castagnoli, littleEndian(list))
}

// Strings writes two sections: the lengths and the text.
func (w *Writer) Strings(name string, list []string) {
	lengths := make([]int32, len(list))
	var text []byte
	for i, s := range list {
		lengths[i] = int32(len(s))
		text = append(text, s...)
	}
	Words(w, name, lengths)
	w.Bytes(name, text)
}

// Bytes writes a section.
func (w *Writer) Bytes(name string, payload []byte) {
	if w.err != nil {
		return
	}
	h := header(name, uint64(len(payload)), crc32.Checksum(payload, castagnoli))
	if _, w.err = w.w.Write(h[:]); w.err == nil {
		_, w.err = w.w.Write(payload)
	}
	w.at += headerSize + uint64(len(payload))
}

// Align pads the file so that the payload of the next section begins at a multiple of n bytes.
func (w *Writer) Align(n int) {
	w.Bytes(padName, make([]byte, padding(w.at, n)))
}

// padding returns the length of a padding section at an offset that aligns the payload after it.
func padding(at uint64, n int) int {
	behind := (at + 2*headerSize) % uint64(n)
	return int((uint64(n) - behind) % uint64(n))
}

// Close writes the end of the file. It does not close the io.Writer.
func (w *Writer) Close() error {
	w.Bytes(endName, nil)
	if w.err == nil {
		w.err = w.w.Flush()
	}
	return w.err
}

func header(name string, length uint64, sum uint32) (h [headerSize]byte) {
	copy(h[:nameSize], name)
	binary.LittleEndian.PutUint64(h[nameSize:], length)
	binary.LittleEndian.PutUint32(h[nameSize+8:], sum)
	binary.LittleEndian.PutUint32(h[nameSize+12:], crc32.Checksum(h[:nameSize+12], castagnoli))
	return h
}

// Reader reads the sections of a file in the order in which they were written. After the first
// error everything it returns is empty.
type Reader struct {
	r       *bufio.Reader // nil if the file is in memory
	memory  []byte        // the unread rest of the file
	at      uint64        // bytes read
	section string
	err     error
}

// NewReader begins to read a file. If the magic is not the expected one, the error is ErrDamaged
// and ErrMagic.
func NewReader(r io.Reader, magic string) *Reader {
	in := &Reader{r: bufio.NewReaderSize(r, 1<<16)}
	in.magic(magic)
	return in
}

// NewMemoryReader begins to read a file in memory. The numbers and bytes that it returns alias the
// file if they are aligned and the machine is little-endian; otherwise they are copies.
func NewMemoryReader(file []byte, magic string) *Reader {
	in := &Reader{memory: file}
	in.magic(magic)
	return in
}

func (r *Reader) magic(magic string) {
	found := make([]byte, len(magic))
	if r.read(found); r.err == nil && string(found) != magic {
		r.err = fmt.Errorf("the file is %w: %w: the magic is %q", ErrDamaged, ErrMagic, found)
	}
}

// Err returns the first error: ErrDamaged, wrapped, or an error of the io.Reader.
func (r *Reader) Err() error { return r.err }

// Fail marks the section read last as damaged, unless there is already an error.
func (r *Reader) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("section %q is %w: %s", r.section, ErrDamaged,
			fmt.Sprintf(format, args...))
	}
}

// ReadWords reads a section of numbers.
func ReadWords[T any](r *Reader, name string) []T {
	checkWords[T]()
	length, sum := r.header(name)
	size := uint64(unsafe.Sizeof(*new(T)))
	if length%size != 0 {
		r.Fail("%d bytes are not a multiple of the entry size %d", length, size)
		return nil
	}
	if r.r == nil {
		return wordsOf[T](r.view(length, sum))
	}
	var list []T
	running := uint32(0)
	for at := uint64(0); at < length && r.err == nil; {
		piece := min(length-at, max(firstPiece/size*size, at)) // at most doubles the list
		next := make([]T, (at+piece)/size)
		copy(next, list)
		list = next
		read := bytesOf(list)[at : at+piece]
		r.read(read)
		running = crc32.Update(running, castagnoli, read)
		at += piece
	}
	r.check(running, sum)
	if r.err != nil {
		return nil
	}
	if isBigEndian {
		swapWords(bytesOf(list))
	}
	return list
}

// ReadWordsInto reads a section into a list of the same length. After an error the contents of the
// list are undefined.
func ReadWordsInto[T any](r *Reader, name string, list []T) {
	checkWords[T]()
	into := bytesOf(list)
	length, sum := r.header(name)
	if r.err == nil && length != uint64(len(into)) {
		r.Fail("it has %d bytes, expected %d", length, len(into))
	}
	if r.err != nil {
		return
	}
	r.read(into)
	r.check(crc32.Checksum(into, castagnoli), sum)
	if isBigEndian {
		swapWords(into)
	}
}

// wordsOf returns the numbers in b, without copying if possible.
func wordsOf[T any](b []byte) []T {
	n := uintptr(len(b)) / unsafe.Sizeof(*new(T))
	if n == 0 {
		return nil
	}
	at := unsafe.Pointer(unsafe.SliceData(b))
	if !isBigEndian && uintptr(at)%4 == 0 {
		return unsafe.Slice((*T)(at), n)
	}
	list := make([]T, n)
	copy(bytesOf(list), b)
	if isBigEndian {
		swapWords(bytesOf(list))
	}
	return list
}

// view returns the payload of the current section of a file in memory.
func (r *Reader) view(length uint64, sum uint32) []byte {
	if r.err == nil && length > uint64(len(r.memory)) {
		r.Fail("truncated")
	}
	if r.err != nil {
		return nil
	}
	payload := r.memory[:length:length]
	r.memory, r.at = r.memory[length:], r.at+length
	if r.check(crc32.Checksum(payload, castagnoli), sum); r.err != nil {
		return nil
	}
	return payload
}

func (r *Reader) check(found, sum uint32) {
	if r.err == nil && found != sum {
		r.Fail("the checksum is wrong")
	}
}

// ReadBytes reads a section of bytes.
func (r *Reader) ReadBytes(name string) []byte {
	length, sum := r.header(name)
	if r.r == nil {
		return r.view(length, sum)
	}
	var payload []byte
	for at := uint64(0); at < length && r.err == nil; {
		piece := min(length-at, max(firstPiece, at))
		next := make([]byte, at+piece)
		copy(next, payload)
		payload = next
		r.read(payload[at:])
		at += piece
	}
	if r.check(crc32.Checksum(payload, castagnoli), sum); r.err != nil {
		return nil
	}
	return payload
}

// Align reads the padding that Writer.Align wrote.
func (r *Reader) Align(n int) {
	want := padding(r.at, n)
	if pad := r.ReadBytes(padName); r.err == nil &&
		(len(pad) != want || len(bytes.Trim(pad, "\x00")) > 0) {
		r.Fail("it is not %d zeros", want)
	}
}

// ReadStrings reads what Strings wrote. The strings share one block of memory.
func (r *Reader) ReadStrings(name string) []string {
	lengths := ReadWords[int32](r, name)
	text := string(r.ReadBytes(name))
	list := make([]string, 0, len(lengths))
	for _, n := range lengths {
		if n < 0 || int(n) > len(text) {
			r.Fail("a string of %d bytes, but only %d are left", n, len(text))
			return nil
		}
		list = append(list, text[:n])
		text = text[n:]
	}
	if text != "" {
		r.Fail("%d bytes of text belong to no string", len(text))
	}
	if r.err != nil {
		return nil
	}
	return list
}

// Close reads the end of the file and fails if data follow it.
func (r *Reader) Close() error {
	if length, _ := r.header(endName); length != 0 {
		r.Fail("it has %d bytes", length)
	}
	switch {
	case r.err != nil:
	case r.r == nil:
		if len(r.memory) > 0 {
			r.Fail("data after the end")
		}
	default:
		if _, err := r.r.ReadByte(); err == nil {
			r.Fail("data after the end")
		} else if err != io.EOF {
			r.err = err
		}
	}
	return r.err
}

// header reads the header of a section. The length is 0 after an error.
func (r *Reader) header(name string) (length uint64, sum uint32) {
	if r.err != nil {
		return 0, 0
	}
	r.section = name
	var h [headerSize]byte
	if r.read(h[:]); r.err != nil {
		return 0, 0
	}
	length = binary.LittleEndian.Uint64(h[nameSize:])
	sum = binary.LittleEndian.Uint32(h[nameSize+8:])
	if h != header(name, length, sum) {
		r.Fail("unexpected header")
		return 0, 0
	}
	return length, sum
}

func (r *Reader) read(p []byte) {
	if r.err != nil {
		return
	}
	if r.r == nil {
		if n := copy(p, r.memory); n < len(p) {
			r.Fail("truncated")
		} else {
			r.memory, r.at = r.memory[n:], r.at+uint64(n)
		}
		return
	}
	switch n, err := io.ReadFull(r.r, p); err {
	case nil:
		r.at += uint64(n)
	case io.EOF, io.ErrUnexpectedEOF:
		r.Fail("truncated")
	default:
		r.err = err
	}
}

var isBigEndian = binary.NativeEndian.Uint16([]byte{0, 1}) == 1

func swapWords(b []byte) {
	for ; len(b) >= 4; b = b[4:] {
		binary.NativeEndian.PutUint32(b, bits.ReverseBytes32(binary.NativeEndian.Uint32(b)))
	}
}

// littleEndian returns numbers as bytes of the file, without copying if the machine is
// little-endian.
func littleEndian[T any](list []T) []byte {
	checkWords[T]()
	b := bytesOf(list)
	if isBigEndian {
		b = append([]byte(nil), b...)
		swapWords(b)
	}
	return b
}

// bytesOf returns the memory of a list.
func bytesOf[T any](list []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))),
		uintptr(len(list))*unsafe.Sizeof(*new(T)))
}

// checkWords panics unless T consists of 32-bit numbers.
func checkWords[T any]() {
	if t := reflect.TypeFor[T](); !isWords(t) {
		panic(fmt.Sprintf("sections: %v is not made of 32-bit numbers", t))
	}
}

func isWords(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		return true
	case reflect.Array:
		return t.Len() > 0 && isWords(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !isWords(t.Field(i).Type) {
				return false
			}
		}
		return t.NumField() > 0
	}
	return false
}
