package db

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// tsvColumns are the columns of the history as a table, and its first line. Names never change;
// additions only, at the end.
var tsvColumns = []string{"key", "ontology", "axiom", "hash", "action", "reverts", "at", "who",
	"comment", "client", "probability", "verdict"}

// WriteTSV writes a table: a line with the names of the columns, then a line for each decision. In
// a field, tab, line feed, carriage return and backslash are written \t, \n, \r and \\, as in the
// text format of PostgreSQL's COPY.
func WriteTSV(w io.Writer, decisions []Decision) error {
	b := bufio.NewWriter(w)
	b.WriteString(strings.Join(tsvColumns, "\t") + "\n")
	for _, d := range decisions {
		j, probability := lineOf(d), ""
		if j.Probability != nil {
			probability = strconv.FormatFloat(*j.Probability, 'g', -1, 64)
		}
		for i, text := range []string{j.Key, j.Ontology, j.Axiom, j.Hash, j.Action, j.Reverts, j.At,
			j.Who, j.Comment, j.Client, probability, j.Verdict} {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(tsvEscape.Replace(text))
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}

var tsvEscape = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)
