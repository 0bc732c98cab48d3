package dataset

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	w := &layoutWriter{d: d, report: &LayoutReport{}}
	name := filepath.Base(filepath.Clean(dir))
	var train, heldOut []Form // with a place in the layout
	var err error
	switch d.Task {
	case Inferences:
		train, heldOut = textForms[:7], []Form{NF1}
		err = w.writeInferences(filepath.Join(dir, "inferences"), name, train)
	case LinkPrediction:
		train, heldOut = textForms, []Form{RoleAssertion}
		err = w.writeProteins(dir, name)
	default:
		train, heldOut = textForms[:7], predicted
		err = w.writePrediction(filepath.Join(dir, "prediction"))
	}
	if err != nil {
		return nil, err
	}
	for i, forms := range [][]Form{train, heldOut, heldOut} {
		for form := range NumForms {
			if !slices.Contains(forms, form) {
				w.report.skip("axioms of form "+form.String(), d.Sets()[i][form].Len())
			}
		}
	}
	return w.report, nil
}

type layoutWriter struct {
	d      *Dataset
	report *LayoutReport
}

func (w *layoutWriter) writePrediction(dir string) error {
	if err := w.writeNames(dir, ""); err != nil {
		return err
	}
	for i, set := range w.d.Sets() {
		for _, file := range predictionFiles {
			if file.optional && i > 0 {
				continue
			}
			path := filepath.Join(dir, layoutFolders[i], file.name)
			ids, columns := set[file.form].IDs, len(file.form.Columns())
			if err := writeArray(path, ids, columns, file.optional); err != nil {
				return err
			}
		}
	}
	dir = filepath.Join(dir, "train")
	if w.d.Train[NF5].Len() > 0 && w.d.Bottom == None {
		return fmt.Errorf(
			"%s: disjoint classes need an id of owl:Nothing, but the data set has none", dir)
	}
	var disjoint, all, top []int32
	for ids := range w.d.Train[NF5].Rows() {
		disjoint = append(disjoint, ids[0], ids[1], w.d.Bottom)
	}
	for id := range w.d.Classes {
		all = append(all, int32(id))
	}
	if w.d.Top != None {
		top = []int32{w.d.Top}
	}
	return errors.Join(writeArray(filepath.Join(dir, "disjoint.npy"), disjoint, 3, false),
		writeArray(filepath.Join(dir, "class_ids.npy"), all, 0, false),
		writeArray(filepath.Join(dir, "top.npy"), top, 0, true))
}

// writeArray writes ids. An empty optional array is no file: one of an earlier data set is removed.
func writeArray(path string, ids []int32, columns int, optional bool) error {
	if !optional || len(ids) > 0 {
		return writeInts(path, ids, columns)
	}
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// writeNames writes the JSON files of ids. proteins is the file of individuals, or "".
func (w *layoutWriter) writeNames(dir, proteins string) error {
	for i, file := range []string{Class: "classes.json", Role: "relations.json",
		Individual: proteins} {
		if file == "" {
			continue
		}
		kind, path, texts := Kind(i), filepath.Join(dir, file), newNames()
		for id := range int32(len(w.d.Names(kind))) {
			if text := w.text(kind, id); texts.at(text) < id {
				return fmt.Errorf("%s: two names are written as %s", path, text)
			}
		}
		err := writeFile(path, func(out *bufio.Writer) { writeIDs(out, texts.list) })
		if err != nil {
			return err
		}
	}
	return nil
}

// writeFile makes the folder of a file and replaces the file when it is complete. Errors of the
// writer are returned at the end.
func writeFile(path string, write func(out *bufio.Writer)) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
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

func (w *layoutWriter) writeInferences(dir, name string, forms []Form) error {
	if err := w.writeNames(dir, ""); err != nil {
		return err
	}
	if err := w.writeText(filepath.Join(dir, name+"_norm_full.owl"), forms); err != nil {
		return err
	}
	pairs := func(file string, axioms Table) error {
		list := [][2]string{}
		for ids := range axioms.Rows() {
			list = append(list, [2]string{w.text(Class, ids[0]), w.text(Class, ids[1])})
		}
		return writeFile(filepath.Join(dir, file),
			func(out *bufio.Writer) { out.WriteString(encoded(list) + "\n") })
	}
	return errors.Join(pairs("val.json", w.d.Validation[NF1]),
		pairs("inferences.json", w.d.Test[NF1]))
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

// textForms are the forms of texts in their order. Only texts about proteins have assertions.
var textForms = []Form{NF1, NF2, NF5, NF3, NF4, RoleInclusion, RoleChain, ConceptAssertion,
	ExistsAssertion, RoleAssertion}

// writeText writes the training axioms of some forms, one per line.
func (w *layoutWriter) writeText(path string, forms []Form) error {
	return writeFile(path, func(out *bufio.Writer) {
		for _, form := range forms {
			for ids := range w.d.Train[form].Rows() {
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
	if err := w.writeNames(dir, "proteins.json"); err != nil {
		return err
	}
	if err := w.writeText(filepath.Join(dir, "train", name+".owl"), textForms); err != nil {
		return err
	}
	for i, set := range w.d.Sets() {
		err := writeFile(filepath.Join(dir, layoutFolders[i], "protein_links.txt"),
			func(out *bufio.Writer) {
				for ids := range set[RoleAssertion].Rows() {
					w.writeLink(out, ids, i > 0)
				}
			})
		if err != nil {
			return err
		}
	}
	return nil
}

// writeLink writes a pair if its names and role can be a link. The text of the training set has the
// other assertions.
func (w *layoutWriter) writeLink(out *bufio.Writer, ids []int32, heldOut bool) {
	a, aIsLink := strings.CutPrefix(w.d.Individuals[ids[1]], linkPrefix)
	b, bIsLink := strings.CutPrefix(w.d.Individuals[ids[2]], linkPrefix)
	if !aIsLink || !bIsLink || w.d.Roles[ids[0]] != interactsRole {
		if heldOut {
			w.report.skip("held-out links not between http:// names by "+interactsRole, 1)
		}
		return
	}
	fmt.Fprintf(out, "%s %s\n", escaped(a, " <>"), escaped(b, " <>"))
}
