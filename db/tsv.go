package db

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// tsvColumns are the columns of the history as a table, and its first line. Names never change;
// additions only, at the end.
var tsvColumns = []string{"key", "ontology", "axiom", "hash", "action", "reverts", "at", "who",
	"comment", "client", "probability", "verdict"}

// WriteTSV writes a table: a line with the names of the columns, then one for each decision. In a
// field tab, line feed, carriage return and backslash are written \t, \n, \r and \\, as in the text
// format of PostgreSQL's COPY.
func WriteTSV(w io.Writer, decisions Decisions) error {
	b := bufio.NewWriter(w)
	b.WriteString(strings.Join(tsvColumns, "\t") + "\n")
	for d, err := range decisions {
		if err != nil {
			return err
		}
		probability := ""
		if d.Probability != nil {
			probability = strconv.FormatFloat(*d.Probability, 'g', -1, 64)
		}
		fields := []string{d.Key, d.Ontology, d.Axiom, d.Hash.String(), string(d.Action), d.Reverts,
			d.At.UTC().Format(timeFormat), d.Who, d.Comment,
			d.Client, probability, d.Verdict}
		for i, f := range fields {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(tsvEscape.Replace(f))
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}

var tsvEscape = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)

// ReadTSV reads what WriteTSV writes, for Store.Import. The columns may have any order, and empty
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
		decisions = append(decisions, Decision{})
		d := &decisions[len(decisions)-1]
		for i, f := range fields {
			if err := d.setColumn(columns[i], f); err != nil {
				return err
			}
		}
		return d.checkForeign()
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

func (d *Decision) setColumn(column, escaped string) (err error) {
	text, err := tsvUnescape(escaped)
	if err != nil {
		return err
	}
	switch column {
	case "key":
		d.Key = text
	case "ontology":
		d.Ontology = text
	case "axiom":
		d.Axiom = text
	case "hash":
		d.Hash, err = parseHash(text)
	case "action":
		d.Action = Action(text)
	case "reverts":
		d.Reverts = text
	case "at":
		if d.At, err = time.Parse(time.RFC3339Nano, text); err != nil {
			err = fmt.Errorf("%q is no time such as 2026-03-01T12:00:00Z", text)
		}
	case "who":
		d.Who = text
	case "comment":
		d.Comment = text
	case "client":
		d.Client = text
	case "probability":
		if text != "" {
			var p float64
			if p, err = strconv.ParseFloat(text, 64); err != nil {
				err = fmt.Errorf("%q is no probability", text)
			}
			d.Probability = &p
		}
	case "verdict":
		d.Verdict = text
	}
	return err
}

func tsvUnescape(field string) (string, error) {
	if strings.IndexByte(field, '\\') < 0 {
		return field, nil
	}
	var b strings.Builder
	for i := 0; i < len(field); i++ {
		if field[i] != '\\' {
			b.WriteByte(field[i])
			continue
		}
		i++
		if i == len(field) {
			return "", errors.New(`a field ends in a single backslash`)
		}
		switch field[i] {
		case '\\':
			b.WriteByte('\\')
		case 't':
			b.WriteByte('\t')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		default:
			return "", fmt.Errorf(`\%c is not an escape; there are \t, \n, \r and \\`, field[i])
		}
	}
	return b.String(), nil
}
