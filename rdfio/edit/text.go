package edit

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"

	"box2el-owl/owl"
)

const byteOrderMark = "\ufeff"

func hashText(s string) owl.Hash { return sha256.Sum256([]byte(s)) }

// text is a document with the changes to make in it.
type text struct {
	src     []byte
	newline string
	splices []splice
}

// splice replaces the bytes from to to by new ones.
type splice struct {
	from, to int
	new      string
}

func (t *text) replace(from, to int, with string) {
	t.splices = append(t.splices, splice{from, to, with})
}

func (t *text) insert(at int, s string) { t.replace(at, at, s) }

// result returns the changed text. Insertions at one place are in the order they were made.
// Overlapping deletions are joined.
func (t *text) result() []byte {
	slices.SortStableFunc(t.splices, func(a, b splice) int { return cmp.Compare(a.from, b.from) })
	out := make([]byte, 0, len(t.src)+1024)
	at := 0
	for _, s := range t.splices {
		if s.from > at {
			out = append(out, t.src[at:s.from]...)
		}
		out = append(out, s.new...)
		at = max(at, s.to)
	}
	return append(out, t.src[at:]...)
}

// lineStart returns where the line of a position begins.
func (t *text) lineStart(at int) int { return bytes.LastIndexByte(t.src[:at], '\n') + 1 }

// lineEnd returns where the line of a position ends, before its line break.
func (t *text) lineEnd(at int) int {
	end := bytes.IndexByte(t.src[at:], '\n')
	if end < 0 {
		return len(t.src)
	}
	if end += at; end > at && t.src[end-1] == '\r' {
		end--
	}
	return end
}

// nextLine returns where the line after that of a position begins.
func (t *text) nextLine(at int) int {
	end := bytes.IndexByte(t.src[at:], '\n')
	if end < 0 {
		return len(t.src)
	}
	return at + end + 1
}

func isBlank(b []byte) bool { return len(bytes.TrimLeft(b, " \t\r\n")) == 0 }

// begins reports whether a line begins at a position, up to blanks; ends is its counterpart.
func (t *text) begins(at int) bool { return isBlank(t.src[t.lineStart(at):at]) }
func (t *text) ends(at int) bool   { return isBlank(t.src[at:t.lineEnd(at)]) }

// indent returns the blanks in front of a position if a line begins there, otherwise those at the
// beginning of its line.
func (t *text) indent(at int) string {
	line := t.src[t.lineStart(at):at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// cut deletes a construct: with its lines if it is alone on them, otherwise with the blanks behind
// it, or those before it at the end of a line.
func (t *text) cut(from, to int) {
	begins, ends := t.begins(from), t.ends(to)
	switch {
	case begins && ends:
		from, to = t.lineStart(from), t.nextLine(to)
	case ends:
		for from > 0 && (t.src[from-1] == ' ' || t.src[from-1] == '\t') {
			from--
		}
	default:
		for to < len(t.src) && (t.src[to] == ' ' || t.src[to] == '\t') {
			to++
		}
	}
	t.replace(from, to, "")
}

// place returns where a new item belongs among sorted ones: behind the last that is not greater. If
// the items are not sorted, it is behind the last. 0 is in front of the first.
func place[T any](items []T, item T, compare func(a, b T) int) int {
	if !slices.IsSortedFunc(items, compare) {
		return len(items)
	}
	return placeSorted(items, item, compare)
}

// placeSorted is place for items that are sorted.
func placeSorted[T any](items []T, item T, compare func(a, b T) int) int {
	at, _ := slices.BinarySearchFunc(items, item, func(a, b T) int {
		return cmp.Or(compare(a, b), -1)
	})
	return at
}

// placeAmong returns where a new item belongs: in a run of items like it by compare, otherwise by
// order. The result is as that of place.
func placeAmong[T any](items []T, item T, compare, order func(a, b T) int,
	alike func(a, b T) bool) int {
	from := slices.IndexFunc(items, func(x T) bool { return alike(x, item) })
	if from < 0 {
		return place(items, item, order)
	}
	to := from + 1
	for to < len(items) && alike(items[to], item) {
		to++
	}
	return from + place(items[from:to], item, compare)
}

// section holds the blocks of a document that are of one kind, in its order: their numbers and the
// names that they may be sorted by.
type section struct {
	at       []int
	names    []string
	unsorted bool
}

// sections has the blocks of a document by kind.
type sections map[string]*section

// add adds a block behind the others of its kind.
func (s sections) add(kind string, at int, name string) {
	if s[kind] == nil {
		s[kind] = &section{}
	}
	k := s[kind]
	k.unsorted = k.unsorted || len(k.names) > 0 && k.names[len(k.names)-1] > name
	k.at, k.names = append(k.at, at), append(k.names, name)
}

// place returns where a new block belongs, as the function place does.
func (s *section) place(name string) int {
	if s.unsorted {
		return len(s.names)
	}
	return placeSorted(s.names, name, strings.Compare)
}
