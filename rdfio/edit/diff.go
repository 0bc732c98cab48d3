package edit

import (
	"bytes"
	"fmt"
	"slices"
)

// contextLines is the number of unchanged lines around a change, as in git diff.
const contextLines = 3

// maxDistance bounds the search for the fewest changed lines. Memory is its square.
const maxDistance = 2000

// Unified returns the difference of two texts as a unified diff that git apply and patch accept;
// nothing if they are equal. Name is the path of the document.
func Unified(name string, old, new []byte) []byte {
	if bytes.Equal(old, new) {
		return nil
	}
	a, b := bytes.SplitAfter(old, []byte("\n")), bytes.SplitAfter(new, []byte("\n"))
	if len(a[len(a)-1]) == 0 {
		a = a[:len(a)-1]
	}
	if len(b[len(b)-1]) == 0 {
		b = b[:len(b)-1]
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "--- a/%s\n+++ b/%s\n", name, name)
	changes := hunksOf(a, b)
	for i := 0; i < len(changes); {
		j := i + 1
		for j < len(changes) && changes[j].a-changes[j-1].aEnd <= 2*contextLines {
			j++
		}
		writeHunk(&out, a, b, changes[i:j])
		i = j
	}
	return out.Bytes()
}

// lineChange replaces the lines a to aEnd of one text by the lines b to bEnd of the other.
type lineChange struct{ a, aEnd, b, bEnd int }

// hunksOf finds the changes by the algorithm of Myers (An O(ND) Difference Algorithm, 1986).
func hunksOf(a, b [][]byte) (changes []lineChange) {
	start := 0
	for start < len(a) && start < len(b) && bytes.Equal(a[start], b[start]) {
		start++
	}
	endA, endB := len(a), len(b)
	for endA > start && endB > start && bytes.Equal(a[endA-1], b[endB-1]) {
		endA, endB = endA-1, endB-1
	}
	x, y := a[start:endA], b[start:endB]
	equal := longestCommon(x, y)
	if equal == nil && len(x)+len(y) > 0 {
		return []lineChange{{start, endA, start, endB}}
	}
	i, j := 0, 0
	for _, e := range append(equal, [3]int{len(x), len(y), 0}) {
		if e[0] > i || e[1] > j {
			changes = append(changes, lineChange{start + i, start + e[0], start + j, start + e[1]})
		}
		i, j = e[0]+e[2], e[1]+e[2]
	}
	return changes
}

// longestCommon returns runs of equal lines: where they are in each text, and their length; nil if
// there are more than maxDistance changes.
func longestCommon(a, b [][]byte) (runs [][3]int) {
	v := map[int]int{1: 0} // the furthest line of a on each diagonal
	var trace []map[int]int
	for d := 0; d <= min(len(a)+len(b), maxDistance); d++ {
		reached := make(map[int]int, d+1)
		for k := -d; k <= d; k += 2 {
			x := v[k-1] + 1
			if k == -d || k != d && v[k-1] < v[k+1] {
				x = v[k+1]
			}
			for x < len(a) && x-k < len(b) && bytes.Equal(a[x], b[x-k]) {
				x++
			}
			reached[k] = x
			if x >= len(a) && x-k >= len(b) {
				return backtrack(append(trace, reached), len(a), len(b))
			}
		}
		trace = append(trace, reached)
		v = reached
	}
	return nil
}

// backtrack follows the furthest lines from the end to the beginning.
func backtrack(trace []map[int]int, x, y int) (runs [][3]int) {
	runs = [][3]int{}
	for d := len(trace) - 1; d >= 0; d-- {
		k, from, fromY := x-y, 0, 0
		if d > 0 {
			before := trace[d-1]
			if k == -d || k != d && before[k-1] < before[k+1] {
				from = before[k+1] // a line of b is inserted
				fromY = from - (k + 1)
				if n := x - from; n > 0 {
					runs = append(runs, [3]int{from, fromY + 1, n})
				}
			} else {
				from = before[k-1] // a line of a is deleted
				fromY = from - (k - 1)
				if n := x - from - 1; n > 0 {
					runs = append(runs, [3]int{from + 1, fromY, n})
				}
			}
		} else if x > 0 {
			runs = append(runs, [3]int{0, 0, x})
		}
		x, y = from, fromY
	}
	slices.Reverse(runs)
	return runs
}

// writeHunk writes changes that share their context.
func writeHunk(out *bytes.Buffer, a, b [][]byte, changes []lineChange) {
	first, last := changes[0], changes[len(changes)-1]
	from := max(first.a-contextLines, 0)
	to := min(last.aEnd+contextLines, len(a))
	fromB := first.b - (first.a - from)
	toB := last.bEnd + (to - last.aEnd)
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(from, to), span(fromB, toB))
	at := from
	for _, c := range changes {
		writeLines(out, ' ', a[at:c.a])
		writeLines(out, '-', a[c.a:c.aEnd])
		writeLines(out, '+', b[c.b:c.bEnd])
		at = c.aEnd
	}
	writeLines(out, ' ', a[at:to])
}

func span(from, to int) string {
	if from == to {
		return fmt.Sprintf("%d,0", from)
	}
	return fmt.Sprintf("%d,%d", from+1, to-from)
}

func writeLines(out *bytes.Buffer, mark byte, lines [][]byte) {
	for _, line := range lines {
		out.WriteByte(mark)
		out.Write(line)
		if !bytes.HasSuffix(line, []byte("\n")) {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}
