package db

import (
	"bufio"
	"io"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// WriteROBOT writes a template for ROBOT (robot.obolibrary.org/template) that makes the axioms of
// some decisions, and returns the decisions that templates do not support. It is a table with tabs:
// names of columns, template strings, then a row for each axiom:
//
//	C ⊑ D          ID C, TYPE owl:Class, SC %
//	C ≡ D          ID C, TYPE owl:Class, EC %
//	C ⊓ D ⊑ ⊥      ID C, TYPE owl:Class, DC %
//
// where C is named, and D is made of names by and, or, some and only. The last column is for people
// and has no template string. Axioms about individuals are not written: suggestions are about
// classes.
//
// ROBOT accepts no full IRIs in expressions. OBO Foundry names are written with the built-in prefix
// obo:, others by short form or label if these are unambiguous in the ontology that ROBOT reads;
// nil if the ontology is not available. Tested with ROBOT 1.9.8.
func WriteROBOT(w io.Writer, decisions []Decision, ontology *owl.Ontology) (left []Decision,
	err error) {
	t := robotTemplate{names: robotNames(ontology)}
	if ontology != nil {
		t.people = owl.NewNames(ontology).Manchester()
	}
	rows := [][]string{
		{"entity", "type", "superclass", "equivalent class", "disjoint class", "axiom"},
		{"ID", "TYPE", "SC %", "EC %", "DC %", ""},
	}
	left, err = say(decisions, func(axiom owl.Axiom) bool {
		row := t.row(axiom)
		if row != nil {
			rows = append(rows, row)
		}
		return row != nil
	})
	if err != nil {
		return left, err
	}
	for column := disjointColumn; column >= superclassColumn; column-- {
		if !slices.ContainsFunc(rows[2:], func(row []string) bool { return row[column] != "" }) {
			for i := range rows {
				rows[i] = slices.Delete(rows[i], column, column+1)
			}
		}
	}
	b := bufio.NewWriter(w)
	for _, row := range rows {
		b.WriteString(strings.Join(row, "\t") + "\n")
	}
	return left, b.Flush()
}

// The columns of the superclass, the equivalent and the disjoint class. Those without a cell are
// left out.
const (
	superclassColumn = 2 + iota
	equivalentColumn
	disjointColumn
)

// robotTemplate renders axioms as rows of a template.
type robotTemplate struct {
	names  map[owl.IRI]string // see robotNames
	people owl.Manchester
	failed bool // templates do not support the axiom
}

// row returns the row of an axiom; nil if templates do not support it.
func (t *robotTemplate) row(axiom owl.Axiom) []string {
	var column int
	var classes []owl.ClassExpression
	switch a := axiom.(type) {
	case *owl.SubClassOf:
		column, classes = superclassColumn, []owl.ClassExpression{a.Sub, a.Super}
	case *owl.EquivalentClasses:
		column, classes = equivalentColumn, a.Classes
	case *owl.DisjointClasses:
		column, classes = disjointColumn, a.Classes
	}
	if len(classes) != 2 || len(axiom.AxiomAnnotations()) > 0 {
		return nil
	}
	subject, object := classes[0], classes[1]
	if !isRobotSubject(subject) && column != superclassColumn {
		subject, object = object, subject
	}
	if !isRobotSubject(subject) {
		return nil
	}
	row := []string{subject.(owl.Class).IRI.String(), "owl:Class", "", "", "",
		robotPeople.Replace(t.people.Axiom(axiom))}
	t.failed = false
	row[column] = t.cell(object)
	if t.failed || strings.ContainsAny(row[0]+row[column], "\t\r\n\"|") {
		return nil
	}
	return row
}

func isRobotSubject(c owl.ClassExpression) bool {
	_, named := c.(owl.Class)
	return named && c != owl.Thing && c != owl.Nothing
}

// robotPeople replaces the characters of a text that have a meaning in a table.
var robotPeople = strings.NewReplacer("\t", " ", "\r", " ", "\n", " ", `"`, "”")

// cell renders a class expression. ROBOT accepts a class alone by its IRI.
func (t *robotTemplate) cell(c owl.ClassExpression) string {
	class, ok := c.(owl.Class)
	if !ok {
		return "(" + t.expression(c) + ")"
	}
	name := t.name(class.IRI)
	if t.failed {
		t.failed, name = false, class.IRI.String()
	}
	return name
}

// expression renders a class expression in Manchester syntax. It supports the kinds that ROBOT was
// seen to read back unchanged.
func (t *robotTemplate) expression(c owl.ClassExpression) string {
	switch c := c.(type) {
	case owl.Class:
		return t.name(c.IRI)
	case *owl.ObjectIntersectionOf:
		return t.operands(" and ", c.Operands...)
	case *owl.ObjectUnionOf:
		return t.operands(" or ", c.Operands...)
	case *owl.ObjectSomeValuesFrom:
		return t.property(c.Property) + " some " + t.operands("", c.Filler)
	case *owl.ObjectAllValuesFrom:
		return t.property(c.Property) + " only " + t.operands("", c.Filler)
	}
	t.failed = true
	return ""
}

func (t *robotTemplate) operands(between string, list ...owl.ClassExpression) string {
	var parts []string
	for _, c := range list {
		text := t.expression(c)
		if _, named := c.(owl.Class); !named {
			text = "(" + text + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, between)
}

func (t *robotTemplate) property(p owl.ObjectPropertyExpression) string {
	property, ok := p.(owl.ObjectProperty)
	if !ok {
		t.failed = true
	}
	return t.name(property.IRI)
}

// name renders an entity. A CURIE has no quotation marks, because they would become part of it.
func (t *robotTemplate) name(iri owl.IRI) string {
	if _, ok := oboCURIE(iri.String()); ok {
		return "obo:" + shortForm(iri.String())
	}
	if iri == owl.Thing.IRI {
		return "owl:Thing"
	}
	name, ok := t.names[iri]
	t.failed = t.failed || !ok
	return "'" + name + "'"
}

// robotNames finds for each entity of an ontology a name that is unambiguous to ROBOT. ROBOT knows
// short forms (as in the OWL API) and labels of entities of all kinds; of several entities with one
// name it takes the last. The ontology may be nil.
func robotNames(o *owl.Ontology) map[owl.IRI]string {
	if o == nil {
		return nil
	}
	candidates := make(map[owl.IRI][]string) // the short form, then labels
	for _, e := range o.Signature() {
		candidates[e.EntityIRI()] = []string{shortForm(e.EntityIRI().String())}
	}
	for _, axiom := range o.Axioms {
		a, ok := axiom.(*owl.AnnotationAssertion)
		if !ok || a.Property != owl.RDFSLabel {
			continue
		}
		subject, _ := a.Subject.(owl.IRI)
		label, ok := a.Value.(*owl.Literal)
		if list := candidates[subject]; ok && list != nil {
			candidates[subject] = append(list, label.Lexical)
		}
	}
	bearers := make(map[string]int)
	for _, list := range candidates {
		slices.Sort(list[1:])
		for i, name := range list {
			if !slices.Contains(list[:i], name) {
				bearers[name]++
			}
		}
	}
	names := make(map[owl.IRI]string)
	for iri, list := range candidates {
		i := slices.IndexFunc(list,
			func(name string) bool { return bearers[name] == 1 && isRobotName(name) })
		if i >= 0 {
			names[iri] = list[i]
		}
	}
	return names
}

// shortForm returns the part of an IRI after the last # or /.
func shortForm(iri string) string { return iri[strings.LastIndexAny(iri, "#/")+1:] }

// isRobotName reports whether a name survives between single quotation marks, and the replacing of
// % in templates.
func isRobotName(name string) bool {
	return name != "" && strings.Trim(name[:1], letters) == "" &&
		strings.Trim(name, letters+"0123456789 _-().,/") == "" && strings.TrimSpace(name) == name
}
