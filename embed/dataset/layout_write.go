package dataset

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"box2el-owl/internal/outfile"
)

// WriteLayout writes a data set in the authors' layout into the directory that ReadLayout reads:
// for Inferences and LinkPrediction that of the task, for Prediction and Whole the directory
// prediction. Reading it gives the same ids and axioms.
//
// In addition to the texts it writes the JSON files of names, which determine the ids. It writes
// files of role axioms only if there are some, because the authors' code fails on empty ones. The
// report counts axioms that have no place in the layout. Deprecated marks are lost, and so are
// Auxiliary marks of names without the prefix "aux:".
//
// Characters that would end a name in a file (blanks, angle brackets, in bare names parentheses)
// are written as %XX and remain so when read.
func WriteLayout(dir string, d *Dataset) (*LayoutReport, error) {
	if err := d.Validate(); err != nil {
		return nil, err
	}
	w := &layoutWriter{d: d, report: &LayoutReport{}, written: make(map[setForm]bool)}
	name := filepath.Base(filepath.Clean(dir))
	var err error
	switch d.Task {
	case Inferences:
		err = w.writeInferences(filepath.Join(dir, "inferences"), name)
	case LinkPrediction:
		err = w.writeProteins(dir, name)
	default:
		err = w.writePrediction(filepath.Join(dir, "prediction"))
	}
	if err != nil {
		return nil, err
	}
	w.countLeftOut()
	return w.report, nil
}

type layoutWriter struct {
	d       *Dataset
	report  *LayoutReport
	written map[setForm]bool
}

// setForm is one table of a data set.
type setForm struct {
	set  *Axioms
	form Form
}

// take returns a table and marks it as written.
func (w *layoutWriter) take(set *Axioms, form Form) Table {
	w.written[setForm{set, form}] = true
	return set[form]
}

func (w *layoutWriter) countLeftOut() {
	for _, set := range w.d.layoutSets() {
		for form := range NumForms {
			if !w.written[setForm{set.axioms, form}] {
				w.report.skip("axioms of form "+form.String(), set.axioms[form].Len())
			}
		}
	}
}

func (w *layoutWriter) writePrediction(dir string) error {
	for _, set := range w.d.layoutSets() {
		if err := os.MkdirAll(filepath.Join(dir, set.folder), 0o755); err != nil {
			return err
		}
	}
	if err := w.writeNames(dir, ""); err != nil {
		return err
	}
	for _, set := range w.d.layoutSets() {
		for _, file := range predictionFiles {
			if file.trainOnly && set.folder != "train" {
				continue
			}
			path := filepath.Join(dir, set.folder, file.name)
			table := w.take(set.axioms, file.form)
			if file.optional && table.Len() == 0 {
				if err := remove(path); err != nil {
					return err
				}
				continue
			}
			if err := writeInts(path, table.IDs, len(file.form.Columns())); err != nil {
				return err
			}
		}
	}
	return w.writeTrainExtras(filepath.Join(dir, "train"))
}

// remove removes a file that may remain from an earlier data set.
func remove(path string) error {
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

func (w *layoutWriter) writeTrainExtras(dir string) error {
	disjoint := w.take(&w.d.Train, NF5)
	if disjoint.Len() > 0 && w.d.Bottom == None {
		return fmt.Errorf(
			"%s: disjoint classes need an id of owl:Nothing, but the data set has none", dir)
	}
	var triples []int32
	for ids := range disjoint.Rows() {
		triples = append(triples, ids[0], ids[1], w.d.Bottom)
	}
	if err := writeInts(filepath.Join(dir, "disjoint.npy"), triples, 3); err != nil {
		return err
	}
	all := make([]int32, len(w.d.Classes))
	for i := range all {
		all[i] = int32(i)
	}
	if err := writeInts(filepath.Join(dir, "class_ids.npy"), all, 0); err != nil {
		return err
	}
	if w.d.Top == None {
		return remove(filepath.Join(dir, "top.npy"))
	}
	return writeInts(filepath.Join(dir, "top.npy"), []int32{w.d.Top}, 0)
}

// writeNames writes the JSON files of ids. proteins is the file of individuals, or "".
func (w *layoutWriter) writeNames(dir, proteins string) error {
	for _, names := range []struct {
		file string
		kind Kind
	}{{"classes.json", Class}, {"relations.json", Role}, {proteins, Individual}} {
		if names.file == "" {
			continue
		}
		list := make([]string, len(w.d.Names(names.kind)))
		known := make(map[string]bool, len(list))
		for id := range list {
			list[id] = w.text(names.kind, int32(id))
			if known[list[id]] {
				return fmt.Errorf("%s: two names are written as %s", filepath.Join(dir, names.file),
					list[id])
			}
			known[list[id]] = true
		}
		if err := writeFile(filepath.Join(dir, names.file),
			func(out *bufio.Writer) { writeIDs(out, list) }); err != nil {
			return err
		}
	}
	return nil
}

// writeFile replaces a file when it is complete. Errors of the writer are returned at the end.
func writeFile(path string, write func(out *bufio.Writer)) error {
	return outfile.WriteShared(path, func(w io.Writer) error {
		out := bufio.NewWriter(w)
		write(out)
		return out.Flush()
	})
}

// writeIDs writes a JSON object from names to their indices.
func writeIDs(out *bufio.Writer, list []string) {
	separator, end := "{\n  ", "{}"
	for id, name := range list {
		fmt.Fprintf(out, "%s%s: %d", separator, encoded(name), id)
		separator, end = ",\n  ", "\n}"
	}
	out.WriteString(end)
}

// encoded returns texts as JSON without escaping angle brackets.
func encoded(texts any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(texts) // every string has a JSON form
	return strings.TrimSuffix(b.String(), "\n")
}

// text returns the name of an id as the files have it.
func (w *layoutWriter) text(kind Kind, id int32) string {
	if kind == Class && id == w.d.Top {
		return layoutThing
	}
	if kind == Class && id == w.d.Bottom {
		return layoutNothing
	}
	name := w.d.Names(kind)[id]
	if strings.HasPrefix(name, auxiliaryPrefix) || !strings.Contains(name, ":") {
		return escaped(name, " <>()")
	}
	return "<" + escaped(name, " <>") + ">"
}

// escaped writes control characters and the given ones as %XX. If the name is not UTF-8, it also
// escapes all bytes that are not ASCII.
func escaped(name, characters string) string {
	valid := utf8.ValidString(name)
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; c < ' ' || c == 0x7f || c >= 0x80 && !valid ||
			strings.IndexByte(characters, c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func (w *layoutWriter) writeInferences(dir, name string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := w.writeNames(dir, ""); err != nil {
		return err
	}
	forms := []Form{NF1, NF2, NF5, NF3, NF4, RoleInclusion, RoleChain}
	if err := w.writeText(filepath.Join(dir, name+"_norm_full.owl"), forms); err != nil {
		return err
	}
	for _, file := range []struct {
		name string
		set  *Axioms
	}{{"val.json", &w.d.Validation}, {"inferences.json", &w.d.Test}} {
		table := w.take(file.set, NF1)
		pairs := [][2]string{}
		for ids := range table.Rows() {
			pairs = append(pairs, [2]string{w.text(Class, ids[0]), w.text(Class, ids[1])})
		}
		if err := writeFile(filepath.Join(dir, file.name),
			func(out *bufio.Writer) { out.WriteString(encoded(pairs) + "\n") }); err != nil {
			return err
		}
	}
	return nil
}

// layoutLines are the lines of the forms; a digit is replaced by the name in that column.
var layoutLines = [NumForms]string{
	NF1:              "SubClassOf(0 1)",
	NF2:              "SubClassOf(ObjectIntersectionOf(0 1) 2)",
	NF3:              "SubClassOf(0 ObjectSomeValuesFrom(1 2))",
	NF4:              "SubClassOf(ObjectSomeValuesFrom(0 1) 2)",
	NF5:              "SubClassOf(ObjectIntersectionOf(0 1) owl:Nothing)",
	RoleInclusion:    "SubObjectPropertyOf(0 1)",
	RoleChain:        "SubObjectPropertyOf(ObjectPropertyChain(0 1) 2)",
	ConceptAssertion: "SubClassOf(0 1)",
	ExistsAssertion:  "SubClassOf(2 ObjectSomeValuesFrom(0 1))",
	RoleAssertion:    "SubClassOf(1 ObjectSomeValuesFrom(0 2))",
}

// writeText writes the training axioms of some forms, one per line.
func (w *layoutWriter) writeText(path string, forms []Form) error {
	return writeFile(path, func(out *bufio.Writer) {
		for _, form := range forms {
			for ids := range w.take(&w.d.Train, form).Rows() {
				out.WriteString(w.line(form, ids) + "\n")
			}
		}
	})
}

func (w *layoutWriter) line(form Form, ids []int32) string {
	var b strings.Builder
	for _, c := range []byte(layoutLines[form]) {
		if c < '0' || c > '2' {
			b.WriteByte(c)
			continue
		}
		column := c - '0'
		b.WriteString(w.text(form.Columns()[column], ids[column]))
	}
	return b.String()
}

func (w *layoutWriter) writeProteins(dir, name string) error {
	for _, set := range w.d.layoutSets() {
		if err := os.MkdirAll(filepath.Join(dir, set.folder), 0o755); err != nil {
			return err
		}
	}
	if err := w.writeNames(dir, "proteins.json"); err != nil {
		return err
	}
	forms := []Form{NF1, NF2, NF5, NF3, NF4, RoleInclusion, RoleChain, ConceptAssertion,
		ExistsAssertion, RoleAssertion}
	if err := w.writeText(filepath.Join(dir, "train", name+".owl"), forms); err != nil {
		return err
	}
	for _, set := range w.d.layoutSets() {
		table := w.take(set.axioms, RoleAssertion)
		if err := writeFile(filepath.Join(dir, set.folder, "protein_links.txt"),
			func(out *bufio.Writer) {
				for ids := range table.Rows() {
					w.writeLink(out, set.folder, ids)
				}
			}); err != nil {
			return err
		}
	}
	return nil
}

// writeLink writes a pair if its names and role can be a link. The text of the training set has the
// other assertions.
func (w *layoutWriter) writeLink(out *bufio.Writer, folder string, ids []int32) {
	a, aIsLink := strings.CutPrefix(w.d.Individuals[ids[1]], linkPrefix)
	b, bIsLink := strings.CutPrefix(w.d.Individuals[ids[2]], linkPrefix)
	if !aIsLink || !bIsLink || w.d.Roles[ids[0]] != interactsRole {
		if folder != "train" {
			w.report.skip("held-out links not between http:// names by "+interactsRole, 1)
		}
		return
	}
	fmt.Fprintf(out, "%s %s\n", escaped(a, " <>"), escaped(b, " <>"))
}
