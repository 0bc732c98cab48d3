package db

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"box2el-owl/owl"
)

// decisionJSON is a line of the history. The columns of WriteTSV have the same names. Names never
// change; new ones are added at the end.
type decisionJSON struct {
	Key         string   `json:"key"`
	Ontology    string   `json:"ontology"`
	Axiom       string   `json:"axiom"`
	Hash        string   `json:"hash"`
	Action      string   `json:"action"`
	Reverts     string   `json:"reverts,omitempty"`
	At          string   `json:"at"`
	Who         string   `json:"who,omitempty"`
	Comment     string   `json:"comment,omitempty"`
	Client      string   `json:"client,omitempty"`
	Probability *float64 `json:"probability,omitempty"`
	Verdict     string   `json:"verdict,omitempty"`
}

// timeFormat is RFC 3339 in UTC, to the microsecond.
const timeFormat = "2006-01-02T15:04:05.000000Z07:00"

// lineOf returns the line of a decision.
func lineOf(d Decision) decisionJSON {
	return decisionJSON{d.Key, d.Ontology, d.Axiom, d.Hash.String(), string(d.Action), d.Reverts,
		d.At.UTC().Format(timeFormat), d.Who, d.Comment, d.Client, d.Probability, d.Verdict}
}

// decision returns the decision of a line.
func (j *decisionJSON) decision() (Decision, error) {
	d := Decision{Key: j.Key, Ontology: j.Ontology, Axiom: j.Axiom, Action: Action(j.Action),
		Reverts: j.Reverts, Who: j.Who, Comment: j.Comment, Client: j.Client,
		Probability: j.Probability, Verdict: j.Verdict}
	var err error
	if d.At, err = time.Parse(time.RFC3339Nano, j.At); err != nil {
		return d, fmt.Errorf("%q is not a time such as 2026-03-01T12:00:00Z", j.At)
	}
	var ok bool
	if d.Hash, ok = owl.ParseHash(j.Hash); !ok && j.Hash != "" { // normalize computes it
		return d, fmt.Errorf("%q is no hash: it does not have 64 hexadecimal digits",
			j.Hash[:min(len(j.Hash), 80)])
	}
	return d, nil
}

// MarshalJSON writes a decision as a line of the history.
func (d Decision) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(lineOf(d))
	return bytes.TrimSpace(b.Bytes()), err
}

// UnmarshalJSON reads a line of the history. An unknown field is an error: a newer version has
// written it, and leaving it out would lose it.
func (d *Decision) UnmarshalJSON(line []byte) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	var j decisionJSON
	err := dec.Decode(&j)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) && wrong.Field == "":
		return fmt.Errorf("a line must be a JSON object, not %s", wrong.Value)
	case errors.As(err, &wrong):
		return fmt.Errorf("%q cannot be a JSON %s", wrong.Field, wrong.Value)
	case err == nil:
		*d, err = j.decision()
	}
	return err
}

// WriteJSONLines writes each decision as a JSON object on a line of its own (JSON Lines).
func WriteJSONLines(w io.Writer, decisions []Decision) error {
	b := bufio.NewWriter(w)
	for _, d := range decisions {
		line, err := d.MarshalJSON()
		if err != nil {
			return err
		}
		b.Write(append(line, '\n'))
	}
	return b.Flush()
}

// ReadJSONLines reads the output of WriteJSONLines, for Store.Import. It skips empty lines. An
// error in a line is a *LineError.
func ReadJSONLines(r io.Reader) ([]Decision, error) {
	var decisions []Decision
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), 8*(MaxAxiom+8*MaxField))
	n, left := 0, maxImport
	for lines.Scan() {
		n++
		line := lines.Bytes()
		if left -= len(line) + 1; left < 0 {
			return nil, errTooLong
		}
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if !utf8.Valid(line) {
			return nil, &LineError{n, errors.New("it is not UTF-8")}
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var d Decision
		err := json.Unmarshal(line, &d)
		if err == nil {
			err = d.checkForeign()
		}
		if err != nil {
			return nil, &LineError{n, err}
		}
		decisions = append(decisions, d)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &LineError{n + 1, err}
	} else if err != nil {
		return nil, err
	}
	return decisions, nil
}
