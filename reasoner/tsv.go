package reasoner

import (
	"bufio"
	"io"
	"slices"
	"strings"
)

// WriteTSV writes the taxonomy as lines of tab-separated full IRIs, sorted by their bytes:
//
//	EQ<TAB>A<TAB>B…   equivalent classes, sorted, including owl:Thing
//	UNSAT<TAB>A       A is equivalent to owl:Nothing
//	A<TAB>B           B is a direct superclass of A (see Taxonomy.Direct)
//
// An inconsistent ontology is written as the line INCONSISTENT; an ontology without classes as an
// empty text.
func WriteTSV(w io.Writer, t *Taxonomy) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if !t.Consistent() {
		out.WriteString("INCONSISTENT\n")
		return out.Flush()
	}
	special := specialLines(t)
	write := func(sub, super string) {
		for len(special) > 0 && before(special[0], sub, super) {
			out.WriteString(special[0])
			special = special[1:]
		}
		out.WriteString(sub)
		out.WriteByte('\t')
		out.WriteString(super)
		out.WriteByte('\n')
	}
	for sub, super := range t.Direct() {
		write(sub.IRI.String(), super.IRI.String())
	}
	for _, line := range special {
		out.WriteString(line)
	}
	return out.Flush()
}

// specialLines returns the EQ and UNSAT lines, sorted.
func specialLines(t *Taxonomy) []string {
	var lines []string
	for _, group := range t.Equivalent() {
		var line strings.Builder
		line.WriteString("EQ")
		for _, c := range group {
			line.WriteByte('\t')
			line.WriteString(c.IRI.String())
		}
		line.WriteByte('\n')
		lines = append(lines, line.String())
	}
	for _, c := range t.Unsatisfiable() {
		lines = append(lines, "UNSAT\t"+c.IRI.String()+"\n")
	}
	slices.Sort(lines)
	return lines
}

// before reports whether a line sorts before the line of a pair.
func before(line, sub, super string) bool {
	n := min(len(line), len(sub))
	if c := strings.Compare(line[:n], sub[:n]); c != 0 {
		return c < 0
	}
	return line < sub+"\t"+super+"\n"
}
