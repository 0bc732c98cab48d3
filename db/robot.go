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
	names := robotNamesOf(ontology)
	var rows []robotRow
	left, err = say(decisions, func(axiom owl.Axiom) bool {
		row, ok := names.row(axiom)
		if ok {
			rows = append(rows, row)
		}
		return ok
	})
	if err != nil {
		return left, err
	}
	return left, writeRobotRows(w, rows)
}

// robotColumns are the columns of axioms, in their order.
var robotColumns = []robotColumn{{"superclass", "SC %"}, {"equivalent class", "EC %"},
	{"disjoint class", "DC %"}}

type robotColumn struct{ heading, template string }

// robotRow is an axiom: its subject, and the cell of its column.
type robotRow struct {
	id     string
	column robotColumn
	cell   string
	people string
}

// row returns the row of an axiom; false if templates do not support it.
func (n robotNames) row(axiom owl.Axiom) (row robotRow, ok bool) {
	if len(axiom.AxiomAnnotations()) > 0 {
		return row, false
	}
	switch a := axiom.(type) {
	case *owl.SubClassOf:
		row, ok = n.classRow(a.Sub, robotColumns[0], a.Super)
	case *owl.EquivalentClasses:
		row, ok = n.pairRow(robotColumns[1], a.Classes)
	case *owl.DisjointClasses:
		row, ok = n.pairRow(robotColumns[2], a.Classes)
	}
	row.people = robotPeople.Replace(n.people.Axiom(axiom))
	return row, ok && !strings.ContainsAny(row.id+row.cell, "\t\r\n\"|")
}

// robotPeople replaces the characters of a text that have a meaning in a table.
var robotPeople = strings.NewReplacer("\t", " ", "\r", " ", "\n", " ", `"`, "”")

// pairRow returns a row for two equivalent or disjoint classes, one of them named.
func (n robotNames) pairRow(column robotColumn, operands []owl.ClassExpression) (robotRow, bool) {
	if len(operands) != 2 {
		return robotRow{}, false
	}
	if row, ok := n.classRow(operands[0], column, operands[1]); ok {
		return row, true
	}
	return n.classRow(operands[1], column, operands[0])
}

func (n robotNames) classRow(subject owl.ClassExpression, column robotColumn,
	object owl.ClassExpression) (robotRow, bool) {
	class, ok := subject.(owl.Class)
	if !ok || class == owl.Thing || class == owl.Nothing {
		return robotRow{}, false
	}
	cell, ok := n.cell(object)
	return robotRow{id: class.IRI.String(), column: column, cell: cell}, ok
}

// writeRobotRows writes the table with the columns that have a cell.
func writeRobotRows(w io.Writer, rows []robotRow) error {
	columns := slices.DeleteFunc(slices.Clone(robotColumns), func(c robotColumn) bool {
		return !slices.ContainsFunc(rows, func(r robotRow) bool { return r.column == c })
	})
	b := bufio.NewWriter(w)
	line := func(first, second string, cell func(robotColumn) string, last string) {
		b.WriteString(first + "\t" + second)
		for _, c := range columns {
			b.WriteString("\t" + cell(c))
		}
		b.WriteString("\t" + last + "\n")
	}
	line("entity", "type", func(c robotColumn) string { return c.heading }, "axiom")
	line("ID", "TYPE", func(c robotColumn) string { return c.template }, "")
	for _, r := range rows {
		line(r.id, "owl:Class", func(c robotColumn) string {
			if c == r.column {
				return r.cell
			}
			return ""
		}, r.people)
	}
	return b.Flush()
}

// robotNames returns the names of entities in expressions.
type robotNames struct {
	known  map[owl.IRI]string // of the ontology; those of the OBO Foundry need none
	people owl.Manchester
}

// robotNamesOf finds for each entity a name that is unambiguous to ROBOT, which knows labels and
// short forms (as in the OWL API) of entities of all kinds and takes the last one of several.
func robotNamesOf(o *owl.Ontology) robotNames {
	if o == nil {
		return robotNames{}
	}
	n := robotNames{known: make(map[owl.IRI]string), people: owl.NewNames(o).Manchester()}
	signature := make(map[owl.IRI]bool)
	claims := make(map[string]owl.IRI) // the zero IRI: claimed by several
	claim := func(name string, iri owl.IRI) {
		if other, ok := claims[name]; ok && other != iri {
			iri = owl.IRI{}
		}
		claims[name] = iri
	}
	for _, e := range o.Signature() {
		signature[e.EntityIRI()] = true
		claim(shortForm(e.EntityIRI().String()), e.EntityIRI())
	}
	labels := make(map[owl.IRI][]string)
	for _, axiom := range o.Axioms {
		a, ok := axiom.(*owl.AnnotationAssertion)
		if !ok || a.Property != owl.RDFSLabel {
			continue
		}
		subject, okSubject := a.Subject.(owl.IRI)
		if label, ok := a.Value.(*owl.Literal); ok && okSubject && signature[subject] {
			claim(label.Lexical, subject)
			labels[subject] = append(labels[subject], label.Lexical)
		}
	}
	for iri := range signature {
		names := labels[iri]
		slices.Sort(names)
		for _, name := range append([]string{shortForm(iri.String())}, names...) {
			if claims[name] == iri && isRobotName(name) {
				n.known[iri] = name
				break
			}
		}
	}
	return n
}

// shortForm returns the part of an IRI after the last # or /.
func shortForm(iri string) string { return iri[strings.LastIndexAny(iri, "#/")+1:] }

// isRobotName reports whether a name survives between single quotation marks, and the replacing of
// % in templates.
func isRobotName(name string) bool {
	return name != "" && strings.Trim(name[:1], letters) == "" &&
		strings.Trim(name, letters+"0123456789 _-().,/") == "" && strings.TrimSpace(name) == name
}

// cell writes a class expression; false if templates do not support it.
func (n robotNames) cell(c owl.ClassExpression) (string, bool) {
	if class, ok := c.(owl.Class); ok {
		if name, ok := n.name(class.IRI); ok {
			return quoteRobot(name), true
		}
		return class.IRI.String(), true // alone, ROBOT accepts it in full
	}
	text, ok := n.expression(c)
	return "(" + text + ")", ok
}

func (n robotNames) name(iri owl.IRI) (string, bool) {
	if _, ok := oboCURIE(iri.String()); ok {
		return "obo:" + shortForm(iri.String()), true
	}
	if iri == owl.Thing.IRI {
		return "owl:Thing", true
	}
	name, ok := n.known[iri]
	return name, ok
}

// quoteRobot puts a name between quotation marks, unless it is a CURIE, where they would become
// part of it.
func quoteRobot(name string) string {
	if strings.HasPrefix(name, "obo:") || strings.HasPrefix(name, "owl:") {
		return name
	}
	return "'" + name + "'"
}

// expression writes a class expression in Manchester syntax. It supports the kinds that ROBOT was
// seen to read back unchanged.
func (n robotNames) expression(c owl.ClassExpression) (string, bool) {
	switch c := c.(type) {
	case owl.Class:
		name, ok := n.name(c.IRI)
		return quoteRobot(name), ok
	case *owl.ObjectIntersectionOf:
		return n.operands(c.Operands, " and ")
	case *owl.ObjectUnionOf:
		return n.operands(c.Operands, " or ")
	case *owl.ObjectSomeValuesFrom:
		return n.restriction(c.Property, " some ", c.Filler)
	case *owl.ObjectAllValuesFrom:
		return n.restriction(c.Property, " only ", c.Filler)
	}
	return "", false
}

func (n robotNames) operands(list []owl.ClassExpression, between string) (string, bool) {
	var parts []string
	for _, c := range list {
		text, ok := n.expression(c)
		if !ok {
			return "", false
		}
		if _, named := c.(owl.Class); !named {
			text = "(" + text + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, between), true
}

func (n robotNames) restriction(p owl.ObjectPropertyExpression, keyword string,
	filler owl.ClassExpression) (string, bool) {
	property, ok := p.(owl.ObjectProperty)
	if !ok {
		return "", false
	}
	name, okName := n.name(property.IRI)
	text, okFiller := n.operands([]owl.ClassExpression{filler}, "")
	return quoteRobot(name) + keyword + text, okName && okFiller
}
