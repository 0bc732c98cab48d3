package db

import (
	"bufio"
	"io"
	"maps"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// WriteROBOT writes a template for ROBOT (robot.obolibrary.org/template) that makes the axioms of
// some decisions, and returns the decisions that templates do not support. It is a table with tabs:
// names of columns, template strings, then a row for each axiom:
//
//	C ⊑ D          ID C, TYPE owl:Class,           SC %
//	C ≡ D          ID C, TYPE owl:Class,           EC %
//	C ⊓ D ⊑ ⊥      ID C, TYPE owl:Class,           DC %
//	a ∈ D          ID a, TYPE owl:NamedIndividual, TI %
//	r(a, b)        ID a, TYPE owl:NamedIndividual, I r, a column for each r
//
// where C is named, and D is made of names by and, or, some, only, value and {…}. The last column
// is for people and has no template string.
//
// ROBOT accepts no full IRIs in expressions. OBO Foundry names are written with the built-in prefix
// obo:, others by short form or label if these are unambiguous in the ontology that ROBOT reads;
// nil if the ontology is not available. Tested with ROBOT 1.9.8.
func WriteROBOT(w io.Writer, decisions []Decision, ontology *owl.Ontology) (left []Decision,
	err error) {
	t := robotTemplate{names: robotNamesOf(ontology)}
	if left, err = say(decisions, t.add); err != nil {
		return left, err
	}
	return left, t.write(w)
}

// robotTemplate collects rows, because the columns depend on all of them.
type robotTemplate struct {
	names robotNames
	rows  []robotRow
}

// robotRow is an axiom: its subject, and one cell.
type robotRow struct {
	id       string
	kind     string // TYPE
	template string // of the column that has the cell
	cell     string
	people   string
}

func (t *robotTemplate) add(axiom owl.Axiom) bool {
	if len(axiom.AxiomAnnotations()) > 0 {
		return false
	}
	row, ok := robotRow{}, false
	switch a := axiom.(type) {
	case *owl.SubClassOf:
		row, ok = t.classRow(a.Sub, "SC %", a.Super)
	case *owl.EquivalentClasses:
		row, ok = t.pairRow("EC %", a.Classes)
	case *owl.DisjointClasses:
		row, ok = t.pairRow("DC %", a.Classes)
	case *owl.ClassAssertion:
		if i, named := a.Individual.(owl.NamedIndividual); named {
			row = robotRow{id: i.IRI.String(), kind: "owl:NamedIndividual", template: "TI %"}
			row.cell, ok = t.names.cell(a.Class)
		}
	case *owl.ObjectPropertyAssertion:
		p, okP := a.Property.(owl.ObjectProperty)
		i, okI := a.Source.(owl.NamedIndividual)
		j, okJ := a.Target.(owl.NamedIndividual)
		row = robotRow{id: i.IRI.String(), kind: "owl:NamedIndividual",
			template: "I " + p.IRI.String(), cell: j.IRI.String()}
		ok = okP && okI && okJ
	}
	if !ok || strings.ContainsAny(row.id+row.template+row.cell, "\t\r\n\"|") {
		return false
	}
	row.people = robotPeople.Replace(t.names.people.Axiom(axiom))
	t.rows = append(t.rows, row)
	return true
}

// robotPeople replaces the characters of a text that have a meaning in a table.
var robotPeople = strings.NewReplacer("\t", " ", "\r", " ", "\n", " ", `"`, "”")

// pairRow returns a row for two equivalent or disjoint classes, one of them named.
func (t *robotTemplate) pairRow(template string, operands []owl.ClassExpression) (robotRow, bool) {
	if len(operands) != 2 {
		return robotRow{}, false
	}
	if row, ok := t.classRow(operands[0], template, operands[1]); ok {
		return row, true
	}
	return t.classRow(operands[1], template, operands[0])
}

func (t *robotTemplate) classRow(subject owl.ClassExpression, template string,
	object owl.ClassExpression) (robotRow, bool) {
	class, ok := subject.(owl.Class)
	if !ok || class == owl.Thing || class == owl.Nothing {
		return robotRow{}, false
	}
	cell, ok := t.names.cell(object)
	return robotRow{id: class.IRI.String(), kind: "owl:Class", template: template, cell: cell}, ok
}

// write writes the table with the columns that have a cell.
func (t *robotTemplate) write(w io.Writer) error {
	headings := map[string]string{"SC %": "superclass", "EC %": "equivalent class",
		"DC %": "disjoint class", "TI %": "class of the individual"}
	used := make(map[string]bool)
	for _, r := range t.rows {
		used[r.template] = true
	}
	var templates []string
	for _, fixed := range []string{"SC %", "EC %", "DC %", "TI %"} {
		if used[fixed] {
			templates = append(templates, fixed)
			delete(used, fixed)
		}
	}
	templates = append(templates, slices.Sorted(maps.Keys(used))...)
	b := bufio.NewWriter(w)
	line := func(first, second string, cell func(template string) string, last string) {
		b.WriteString(first + "\t" + second)
		for _, template := range templates {
			b.WriteString("\t" + cell(template))
		}
		b.WriteString("\t" + last + "\n")
	}
	line("entity", "type", func(template string) string {
		if heading, ok := headings[template]; ok {
			return heading
		}
		return strings.TrimPrefix(template, "I ")
	}, "axiom")
	line("ID", "TYPE", func(template string) string { return template }, "")
	for _, r := range t.rows {
		line(r.id, r.kind, func(template string) string {
			if template == r.template {
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
		return n.quoted(c.IRI)
	case *owl.ObjectIntersectionOf:
		return n.operands(c.Operands, " and ")
	case *owl.ObjectUnionOf:
		return n.operands(c.Operands, " or ")
	case *owl.ObjectSomeValuesFrom:
		return n.restriction(c.Property, "some", c.Filler)
	case *owl.ObjectAllValuesFrom:
		return n.restriction(c.Property, "only", c.Filler)
	case *owl.ObjectHasValue:
		return n.restriction(c.Property, "value",
			&owl.ObjectOneOf{Individuals: []owl.Individual{c.Individual}})
	case *owl.ObjectOneOf:
		text, ok := n.individuals(c.Individuals)
		return "{" + text + "}", ok
	}
	return "", false
}

func (n robotNames) quoted(iri owl.IRI) (string, bool) {
	name, ok := n.name(iri)
	return quoteRobot(name), ok
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
	name, okName := n.quoted(property.IRI)
	if one, isOneOf := filler.(*owl.ObjectOneOf); isOneOf && keyword == "value" {
		text, ok := n.individuals(one.Individuals)
		return name + " value " + text, okName && ok
	}
	text, okFiller := n.operands([]owl.ClassExpression{filler}, "")
	return name + " " + keyword + " " + text, okName && okFiller
}

func (n robotNames) individuals(list []owl.Individual) (string, bool) {
	var parts []string
	for _, i := range list {
		named, ok := i.(owl.NamedIndividual)
		if !ok {
			return "", false
		}
		name, ok := n.quoted(named.IRI)
		if !ok {
			return "", false
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, ", "), true
}
