package dataset

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"box2el-owl/owl"
)

// maxLayoutLine is the maximum length of a line in a text file. The longest axiom has three names.
const maxLayoutLine = 1 << 20

// readInferences reads the directory of the task. If it has classes.json and relations.json, as
// WriteLayout writes them, their names have the first ids.
func (l *layoutReader) readInferences(dir string) error {
	t, err := l.newText(dir, "")
	if err != nil {
		return err
	}
	if err := eachLine(filepath.Join(dir, l.d.Name+"_norm_full.owl"), t.addLine); err != nil {
		return err
	}
	t.finish()
	if err := t.readPairs(filepath.Join(dir, "val.json"), &l.d.Validation[NF1]); err != nil {
		return err
	}
	return t.readPairs(filepath.Join(dir, "inferences.json"), &l.d.Test[NF1])
}

// readPairs reads a JSON list of pairs of class names.
func (t *layoutText) readPairs(path string, into *Table) error {
	var pairs [][]string
	if err := readJSON(path, &pairs); err != nil {
		return err
	}
	for i, pair := range pairs {
		if len(pair) != 2 {
			return malformed(path, "entry %d has %d names, not 2", i, len(pair))
		}
		sub, knowsSub := t.names[Class].ids[nameOf(pair[0])]
		super, knowsSuper := t.names[Class].ids[nameOf(pair[1])]
		if !knowsSub || !knowsSuper {
			t.report.skip("pairs with an unknown class", 1)
			continue
		}
		into.Append(sub, super)
	}
	return nil
}

// Names that the protein files presuppose.
const (
	interactsRole  = "http://interacts"
	functionPrefix = "http://purl.obolibrary.org/obo/GO_" // of classes
	linkPrefix     = "http://"                            // a link has P for http://P
)

// readProteins reads PPI/D.
func (l *layoutReader) readProteins(dir string) error {
	t, err := l.newText(dir, "proteins.json")
	if err != nil {
		return err
	}
	if err := eachLine(filepath.Join(dir, "train", l.d.Name+".owl"), t.addLine); err != nil {
		return err
	}
	known := make(map[[3]int32]bool)
	for ids := range l.d.Train[RoleAssertion].Rows() {
		known[[3]int32(ids)] = true
	}
	for i, set := range l.d.Sets() {
		path := filepath.Join(dir, layoutFolders[i], "protein_links.txt")
		err := eachLine(path, func(line string) error {
			pair := strings.Fields(line)
			if len(pair) != 2 {
				return fmt.Errorf("%w: %d names on a line, not 2", ErrLayout, len(pair))
			}
			a, knowsA := t.names[Individual].ids[linkPrefix+pair[0]]
			b, knowsB := t.names[Individual].ids[linkPrefix+pair[1]]
			if !knowsA || !knowsB {
				l.report.skip("links of unknown proteins", 1)
				return nil
			}
			interacts := t.names[Role].at(interactsRole)
			if i > 0 || !known[[3]int32{interacts, a, b}] { // else the text has it
				set[RoleAssertion].Append(interacts, a, b)
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

// layoutText reads axioms line by line.
type layoutText struct {
	*layoutReader
	names    [NumKinds]*names
	proteins bool // names may be individuals
	listed   bool // there is a file of roles
}

// newText begins with the names in the JSON files of the directory, if they exist. proteins is the
// file of individuals, or "".
func (l *layoutReader) newText(dir, proteins string) (*layoutText, error) {
	t := &layoutText{layoutReader: l, proteins: proteins != ""}
	for kind, file := range []string{Class: "classes.json", Role: "relations.json",
		Individual: proteins} {
		var list []string
		if file != "" {
			var err error
			list, err = readIDs(filepath.Join(dir, file))
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				return nil, err
			}
			t.listed = t.listed || Kind(kind) == Role && err == nil
		}
		t.names[kind] = newNames(list...)
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

// addLine adds an axiom, or counts it if it is skipped.
func (t *layoutText) addLine(line string) error {
	a, err := parseLayoutLine(line)
	if err != nil {
		return err
	}
	if t.proteins && a.other == "" {
		a = t.aboutProteins(a)
	}
	if a.other != "" {
		t.report.skip(a.other, 1)
		return nil
	}
	t.d.Train[a.form].Append(t.idsOf(a)...)
	return nil
}

// subClassOfRole is a relation introduced by the authors' code.
const subClassOfRole = "SubClassOf"

// idsOf assigns ids in order of first appearance: classes from left to right, then the role.
func (t *layoutText) idsOf(a layoutAxiom) []int32 {
	if a.form == NF1 && t.opts.Paper && !t.proteins && !t.listed {
		t.names[Role].at(subClassOfRole)
	}
	columns := a.form.Columns()
	ids := make([]int32, len(columns))
	for _, kind := range []Kind{Class, Individual, Role} {
		for column := range columns {
			if columns[column] == kind {
				ids[column] = t.names[kind].at(a.names[column])
			}
		}
	}
	if a.form == NF5 {
		t.names[Class].at(owl.Nothing.IRI.String())
	}
	return ids
}

// aboutProteins turns an axiom about a protein into an assertion. If no form fits, it is skipped.
func (t *layoutText) aboutProteins(a layoutAxiom) layoutAxiom {
	var isProtein [3]bool
	for column, kind := range a.form.Columns() {
		isProtein[column] = kind == Class && t.isProtein(a.names[column])
	}
	names := a.names
	switch {
	case (a.form == RoleInclusion || a.form == RoleChain) && t.opts.Paper:
		a.other = "role axioms"
	case !slices.Contains(isProtein[:], true):
	case a.form == NF3 && isProtein[0] && isProtein[2]:
		a = layoutAxiom{form: RoleAssertion, names: []string{names[1], names[0], names[2]}}
	case a.form == NF3 && isProtein[0]:
		a = layoutAxiom{form: ExistsAssertion, names: []string{names[1], names[2], names[0]}}
	case a.form == NF1 && isProtein[0] && !isProtein[1] && !t.opts.Paper:
		a.form = ConceptAssertion
	default:
		a.other = a.form.String() + " about proteins"
	}
	return a
}

// isProtein decides by the JSON files if they have the name, and by its prefix otherwise.
func (t *layoutText) isProtein(name string) bool {
	if _, known := t.names[Class].ids[name]; known {
		return false
	}
	if _, known := t.names[Individual].ids[name]; known {
		return true
	}
	return !strings.HasPrefix(name, functionPrefix) && name != owl.Thing.IRI.String() &&
		name != owl.Nothing.IRI.String()
}

// finish adds the built-in classes that always have an id.
func (t *layoutText) finish() {
	t.names[Class].at(owl.Thing.IRI.String())
	if t.proteins {
		t.names[Class].at(owl.Nothing.IRI.String())
	}
	t.d.Classes, t.d.Roles = t.names[Class].list, t.names[Role].list
	t.d.Individuals = t.names[Individual].list
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

// layoutTokens matches a name in angle brackets, a parenthesis, a functor with its parenthesis, or
// another name.
var layoutTokens = regexp.MustCompile(`<[^>]*>?|[()]|[^ \t()]+\(?`)

// shapeOf returns an axiom without blanks and with its names replaced by the digits 0, 1, …, and
// the names.
func shapeOf(line string) (shape string, names []string) {
	var b strings.Builder
	for _, token := range layoutTokens.FindAllString(line, -1) {
		if token[0] == '<' || !strings.ContainsAny(token, "()") {
			names = append(names, nameOf(token))
			token = strconv.Itoa(len(names) - 1)
		}
		b.WriteString(token)
	}
	return b.String(), names
}
