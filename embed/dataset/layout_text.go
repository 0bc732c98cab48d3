package dataset

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// maxLayoutLine is the maximum length of a line in a text file. The longest axiom has three names.
const maxLayoutLine = 1 << 20

// readInferences reads the directory of the task. If it has classes.json and relations.json, as
// WriteLayout writes them, their names have the first ids.
func (l *layoutReader) readInferences(dir, name string) error {
	t, err := l.newText(dir, "")
	if err != nil {
		return err
	}
	if err := eachLine(filepath.Join(dir, name+"_norm_full.owl"), t.addLine); err != nil {
		return err
	}
	t.finish()
	for _, file := range []struct {
		name string
		set  *Axioms
	}{{"val.json", &l.d.Validation}, {"inferences.json", &l.d.Test}} {
		if err := l.readPairs(t, filepath.Join(dir, file.name), &file.set[NF1]); err != nil {
			return err
		}
	}
	return nil
}

// readPairs reads a JSON list of pairs of class names.
func (l *layoutReader) readPairs(t *layoutText, path string, into *Table) error {
	var pairs [][]string
	if err := readJSON(path, &pairs); err != nil {
		return err
	}
	for i, pair := range pairs {
		if len(pair) != 2 {
			return fmt.Errorf("%s: %w: entry %d has %d names, not 2", path, ErrLayout, i, len(pair))
		}
		sub, knowsSub := t.classes.ids[nameOf(pair[0])]
		super, knowsSuper := t.classes.ids[nameOf(pair[1])]
		if !knowsSub || !knowsSuper {
			l.report.skip("pairs with an unknown class", 1)
			continue
		}
		into.Append(sub, super)
	}
	return nil
}

// readProteins reads PPI/D.
func (l *layoutReader) readProteins(dir, name string) error {
	t, err := l.newText(dir, "proteins.json")
	if err != nil {
		return err
	}
	if err := eachLine(filepath.Join(dir, "train", name+".owl"), t.addLine); err != nil {
		return err
	}
	known := make(map[[3]int32]bool)
	for ids := range l.d.Train[RoleAssertion].Rows() {
		known[[3]int32(ids)] = true
	}
	for _, set := range l.d.layoutSets() {
		path := filepath.Join(dir, set.folder, "protein_links.txt")
		err := eachLine(path, func(line string) error {
			pair := strings.Fields(line)
			if len(pair) != 2 {
				return fmt.Errorf("%w: %d names on a line, not 2", ErrLayout, len(pair))
			}
			a, knowsA := t.individuals.ids[linkPrefix+pair[0]]
			b, knowsB := t.individuals.ids[linkPrefix+pair[1]]
			if !knowsA || !knowsB {
				l.report.skip("links of unknown proteins", 1)
				return nil
			}
			interacts := t.roles.at(interactsRole)
			if set.folder != "train" || !known[[3]int32{interacts, a, b}] { // else the text has it
				set.axioms[RoleAssertion].Append(interacts, a, b)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	t.finish()
	return nil
}

// Names that the protein files presuppose.
const (
	interactsRole  = "http://interacts"
	functionPrefix = "http://purl.obolibrary.org/obo/GO_" // of classes
	linkPrefix     = "http://"                            // a link has P for http://P
)

// idsByName assigns ids in the order in which names appear.
type idsByName struct {
	list []string
	ids  map[string]int32
}

func newIDs(list []string) *idsByName {
	n := &idsByName{list: list, ids: make(map[string]int32, len(list))}
	for id, name := range list {
		n.ids[name] = int32(id)
	}
	return n
}

func (n *idsByName) at(name string) int32 {
	id, known := n.ids[name]
	if !known {
		id = int32(len(n.list))
		n.ids[name] = id
		n.list = append(n.list, name)
	}
	return id
}

// layoutText reads axioms line by line.
type layoutText struct {
	*layoutReader
	classes, roles, individuals *idsByName
	proteins                    bool // names may be individuals
	listed                      bool // there is a file of roles
}

// newText begins with the names in the JSON files of the directory, if they exist. proteins is the
// file of individuals, or "".
func (l *layoutReader) newText(dir, proteins string) (*layoutText, error) {
	t := &layoutText{layoutReader: l, proteins: proteins != ""}
	for _, names := range []struct {
		file string
		ids  **idsByName
	}{{"classes.json", &t.classes}, {"relations.json", &t.roles}, {proteins, &t.individuals}} {
		*names.ids = newIDs(nil)
		if names.file == "" {
			continue
		}
		list, err := readIDs(filepath.Join(dir, names.file))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		*names.ids = newIDs(list)
		t.listed = t.listed || names.ids == &t.roles && err == nil
	}
	return t, nil
}

// eachLine calls visit for the lines of a file that are not blank and adds file and line to its
// errors.
func eachLine(path string, visit func(line string) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := scanLines(f, visit); err != nil {
		return fmt.Errorf("%s:%w", path, err)
	}
	return nil
}

func scanLines(r io.Reader, visit func(line string) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLayoutLine)
	number := 0
	for lines.Scan() {
		number++
		line := strings.TrimSpace(lines.Text())
		if line == "" {
			continue
		}
		if err := visit(line); err != nil {
			return fmt.Errorf("%d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%d: %w: %w", number+1, ErrLayout, err)
	}
	return nil
}

func (t *layoutText) addLine(line string) error {
	a, err := parseLayoutLine(line)
	switch {
	case err != nil:
		return err
	case a.other != "":
		t.report.skip(a.other, 1)
	default:
		t.add(a)
	}
	return nil
}

// add adds an axiom. Ids are assigned in order of first appearance: classes from left to right,
// then the role.
func (t *layoutText) add(a layoutAxiom) {
	if t.proteins && t.addAboutProteins(a) {
		return
	}
	ids := t.idsOf(a.form, a.names)
	t.d.Train[a.form].Append(ids...)
}

func (t *layoutText) idsOf(form Form, names []string) []int32 {
	if form == NF1 && t.opts.Paper && !t.proteins && !t.listed {
		t.roles.at(subClassOfRole)
	}
	columns := form.Columns()
	ids := make([]int32, len(columns))
	for _, kind := range []Kind{Class, Individual, Role} {
		for column, name := range names[:len(ids)] {
			if columns[column] == kind {
				ids[column] = t.kind(kind).at(name)
			}
		}
	}
	if form == NF5 {
		t.classes.at(owl.Nothing.IRI.String())
	}
	return ids
}

// subClassOfRole is a relation introduced by the authors' code.
const subClassOfRole = "SubClassOf"

func (t *layoutText) kind(kind Kind) *idsByName {
	return [...]*idsByName{Class: t.classes, Role: t.roles, Individual: t.individuals}[kind]
}

// addAboutProteins adds an axiom about a protein, or skips it if no form fits. It returns false if
// the axiom is not about a protein.
func (t *layoutText) addAboutProteins(a layoutAxiom) bool {
	columns := a.form.Columns()
	if a.form == RoleInclusion || a.form == RoleChain {
		if t.opts.Paper {
			t.report.skip("role axioms", 1)
		}
		return t.opts.Paper
	}
	var isProtein [3]bool
	for column, kind := range columns {
		isProtein[column] = kind == Class && t.isProtein(a.names[column])
	}
	if !slices.Contains(isProtein[:], true) {
		return false
	}
	switch {
	case a.form == NF3 && isProtein[0] && isProtein[2]:
		t.assert(RoleAssertion, a.names[1], a.names[0], a.names[2])
	case a.form == NF3 && isProtein[0]:
		t.assert(ExistsAssertion, a.names[1], a.names[2], a.names[0])
	case a.form == NF1 && isProtein[0] && !isProtein[1] && !t.opts.Paper:
		t.assert(ConceptAssertion, a.names[0], a.names[1])
	default:
		t.report.skip(a.form.String()+" about proteins", 1)
	}
	return true
}

func (t *layoutText) assert(form Form, names ...string) {
	t.d.Train[form].Append(t.idsOf(form, names)...)
}

// isProtein decides by the JSON files if they have the name, and by its prefix otherwise.
func (t *layoutText) isProtein(name string) bool {
	if _, known := t.classes.ids[name]; known {
		return false
	}
	if _, known := t.individuals.ids[name]; known {
		return true
	}
	return !strings.HasPrefix(name, functionPrefix) && name != owl.Thing.IRI.String() &&
		name != owl.Nothing.IRI.String()
}

// finish adds the built-in classes that always have an id.
func (t *layoutText) finish() {
	t.classes.at(owl.Thing.IRI.String())
	if t.proteins {
		t.classes.at(owl.Nothing.IRI.String())
	}
	t.d.Classes, t.d.Roles, t.d.Individuals = t.classes.list, t.roles.list, t.individuals.list
	t.describeClasses()
}

// layoutAxiom is the axiom of a line, with names in the columns of the form; other is the kind of
// an axiom that is not read.
type layoutAxiom struct {
	form  Form
	names []string
	other string
}

// parseLayoutLine parses one axiom in functional syntax without prefixes: its shape is that of a
// line of layoutLines.
func parseLayoutLine(line string) (layoutAxiom, error) {
	functor, _, _ := strings.Cut(line, "(")
	switch {
	case functor == "" || functor == line || strings.ContainsAny(functor, " \t<"):
		return layoutAxiom{}, fmt.Errorf("%w: %.60q is not an axiom", ErrLayout, line)
	case functor != "SubClassOf" && functor != "SubObjectPropertyOf":
		return layoutAxiom{other: functor}, nil
	}
	shape, names := shapeOf(line)
	form, known := layoutShapes[shape]
	switch {
	case !known:
		return layoutAxiom{}, fmt.Errorf("%w: %.200q is not in normal form", ErrLayout, line)
	case form == NF2 && names[2] == owl.Nothing.IRI.String():
		return layoutAxiom{form: NF5, names: names[:2]}, nil
	}
	return layoutAxiom{form: form, names: names}, nil
}

// layoutShapes are the shapes of the axioms about classes and roles.
var layoutShapes = func() map[string]Form {
	shapes := make(map[string]Form)
	for _, form := range []Form{NF1, NF2, NF3, NF4, RoleInclusion, RoleChain} {
		shapes[strings.ReplaceAll(layoutLines[form], " ", "")] = form
	}
	return shapes
}()

// shapeOf returns an axiom without blanks and with its names replaced by the digits 0, 1, …, and
// the names: <…>, or the text before the next blank or parenthesis.
func shapeOf(line string) (shape string, names []string) {
	var b strings.Builder
	for rest := line; rest != ""; {
		end := strings.IndexAny(rest, " \t()")
		switch {
		case rest[0] == ' ' || rest[0] == '\t':
			rest = rest[1:]
			continue
		case rest[0] == '(' || rest[0] == ')':
			b.WriteByte(rest[0])
			rest = rest[1:]
			continue
		case rest[0] == '<':
			end = strings.IndexByte(rest, '>') + 1
		}
		if end <= 0 {
			return "", nil // a name without an end
		}
		word := rest[:end]
		rest = rest[end:]
		if word[0] != '<' && rest[0] == '(' {
			b.WriteString(word)
			continue
		}
		fmt.Fprint(&b, len(names))
		names = append(names, nameOf(word))
	}
	return b.String(), names
}
