package db

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
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
		j := lineOf(d)
		for i, cell := range j.cells() {
			text := ""
			switch {
			case cell != nil:
				text = *cell
			case j.Probability != nil:
				text = strconv.FormatFloat(*j.Probability, 'g', -1, 64)
			}
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

// ReadTSV reads the output of WriteTSV, for Store.Import. The columns may have any order, and empty
// columns may be missing. An error in a line is a *LineError.
func ReadTSV(r io.Reader) ([]Decision, error) {
	var columns []string
	var decisions []Decision
	err := eachLine(r, func(line []byte) error {
		// a field's own carriage return is escaped
		fields := strings.Split(strings.TrimSuffix(string(line), "\r"), "\t")
		if columns == nil {
			columns = fields
			return checkColumns(columns)
		}
		if len(fields) != len(columns) {
			return fmt.Errorf("it has %d fields, and there are %d columns", len(fields),
				len(columns))
		}
		var j decisionJSON
		for i, f := range fields {
			if err := j.setCell(columns[i], f); err != nil {
				return err
			}
		}
		d, err := j.decision()
		if err != nil {
			return err
		}
		decisions = append(decisions, d)
		return decisions[len(decisions)-1].checkForeign()
	})
	if err == nil && columns == nil {
		err = &LineError{1, errors.New("there is no line with the names of the columns")}
	}
	return decisions, err
}

func checkColumns(columns []string) error {
	for i, c := range columns {
		if !slices.Contains(tsvColumns, c) {
			return fmt.Errorf("there is no column %q; the columns are %s",
				c, strings.Join(tsvColumns, ", "))
		}
		if slices.Contains(columns[:i], c) {
			return fmt.Errorf("the column %q is there twice", c)
		}
	}
	return nil
}

// cells returns the fields in the order of tsvColumns; that of the probability, a number, is nil.
func (j *decisionJSON) cells() []*string {
	return []*string{&j.Key, &j.Ontology, &j.Axiom, &j.Hash, &j.Action, &j.Reverts, &j.At, &j.Who,
		&j.Comment, &j.Client, nil, &j.Verdict}
}

func (j *decisionJSON) setCell(column, escaped string) error {
	text, err := tsvUnescape(escaped)
	if err != nil {
		return err
	}
	if cell := j.cells()[slices.Index(tsvColumns, column)]; cell != nil {
		*cell = text
	} else if text != "" {
		p, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("%q is no probability", text)
		}
		j.Probability = &p
	}
	return nil
}

// tsvUnescape replaces the escapes of a field.
func tsvUnescape(field string) (string, error) {
	if !strings.Contains(field, `\`) {
		return field, nil
	}
	rest := tsvEscapes.Replace(field)
	switch at := strings.IndexByte(rest, '\\'); {
	case at < 0:
		return tsvUnescaper.Replace(field), nil
	case at == len(rest)-1:
		return "", errors.New(`a field ends in a single backslash`)
	default:
		return "", fmt.Errorf(`\%c is not an escape; there are \t, \n, \r and \\`, rest[at+1])
	}
}

var (
	tsvUnescaper = strings.NewReplacer(`\\`, "\\", `\t`, "\t", `\n`, "\n", `\r`, "\r")
	tsvEscapes   = strings.NewReplacer(`\\`, "", `\t`, "", `\n`, "", `\r`, "")
)
