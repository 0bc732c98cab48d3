package manchester

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/functional"
	"box2el-owl/rdfio/internal/owlrdf"
)

// Write writes a document in Manchester syntax: header, a frame for each entity, axioms
// that have no subject, and rules, each group sorted and without repetition. Every axiom has a line
// of its own. Entities that are used and not declared are declared.
//
// The syntax has no form for some axioms: annotations of declarations, annotations of IRIs that
// name no entity, data and object properties with one IRI. What was written is read again, and an
// axiom that is not among what was read is an error.
func Write(w io.Writer, o *owl.Ontology) error {
	if err := functional.Header(o); err != nil {
		return err
	}
	m := &manchesterWriter{Manchester: owl.Manchester{Prefixes: functional.Prefixes(o.Prefixes)},
		frames: make(map[manchesterFrame][]manchesterLine), kinds: make(map[owl.IRI]owl.EntityKind)}
	axioms := owl.SortedSet(o.Axioms)
	for _, e := range o.Signature() {
		// The OWL API wants all properties of objects and data declared. It knows all datatypes of
		// XML Schema.
		kind := e.EntityKind()
		_, builtIn := e.EntityIRI().BuiltInKind()
		builtIn = builtIn || kind == owl.DatatypeKind && e.EntityIRI().IsReserved()
		m.declare(e, builtIn && kind != objectFrame && kind != dataFrame)
	}
	parser := owl.NewFunctionalParser(nil)
	for _, a := range axioms {
		m.line = append(owl.AppendSortedAxiom(m.line[:0], a, nil), '\n')
		sorted, _, err := parser.Axiom(m.line)
		if part, bad := owl.Unwritable(a); bad || err != nil {
			return fmt.Errorf("%w: Manchester syntax cannot express %s", doc.ErrNotWritable,
				cmp.Or(part, doc.Brief(string(m.line))))
		}
		if err := m.axiom(sorted); err != nil {
			return err
		}
	}
	m.header(o)
	m.body()
	if err := m.check(axioms); err != nil {
		return err
	}
	_, err := w.Write(m.out)
	return err
}

// manchesterWriter collects the lines of frames.
type manchesterWriter struct {
	owl.Manchester
	out    []byte
	line   []byte // reused
	frames map[manchesterFrame][]manchesterLine
	misc   []string
	rules  []string
	kinds  map[owl.IRI]owl.EntityKind // of the frame that has the annotations of an IRI
}

// manchesterFrame is the kind and the subject of a frame.
type manchesterFrame struct {
	kind    owl.EntityKind
	subject string
}

// manchesterLine is a line of a frame; lines are in the order of the kinds of axioms.
type manchesterLine struct {
	order owl.AxiomKind
	text  string
}

// declare notes an entity, and makes its frame unless it is built in.
func (m *manchesterWriter) declare(e owl.Entity, builtIn bool) {
	iri, kind := e.EntityIRI(), e.EntityKind()
	if _, known := m.kinds[iri]; !known {
		m.kinds[iri] = kind
	}
	if !builtIn {
		m.add(manchesterFrame{kind, m.IRI(iri)}, manchesterLine{})
	}
}

func (m *manchesterWriter) add(f manchesterFrame, line manchesterLine) {
	m.frames[f] = append(m.frames[f], line)
}

// manchesterShape is the layout of the slots of a kind of axiom: one is the subject of a frame, the
// others follow the keyword of a section.
type manchesterShape struct {
	frame   owl.EntityKind
	subject int
	keyword string
	list    string // keyword of a frame of its own; "" if the axiom is always a section
	joint   string // between the slots behind the keyword
}

const (
	objectFrame     = owl.ObjectPropertyKind
	dataFrame       = owl.DataPropertyKind
	individualFrame = owl.NamedIndividualKind
)

// manchesterShapes holds the layouts by kind. An axiom with a keyword of a list is a section if it
// is a pair with a named subject, and a frame of its own otherwise.
var manchesterShapes = func() map[owl.AxiomKind]manchesterShape {
	shapes := map[owl.AxiomKind]manchesterShape{
		owl.FunctionalDataPropertyKind: {frame: dataFrame, keyword: "Characteristics: Functional"},

		owl.ObjectPropertyAssertionKind:         fact("Facts: "),
		owl.NegativeObjectPropertyAssertionKind: fact("Facts: not "),
		owl.DataPropertyAssertionKind:           fact("Facts: "),
		owl.NegativeDataPropertyAssertionKind:   fact("Facts: not "),
	}
	for kind, shape := range owl.AxiomShapes {
		if name, ok := strings.CutSuffix(shape.Name, "ObjectProperty"); ok {
			shapes[owl.AxiomKind(kind)] = manchesterShape{frame: objectFrame,
				keyword: "Characteristics: " + name}
		}
	}
	for _, s := range owl.ManchesterSections {
		shape := manchesterShape{frame: s.Frame, subject: s.Subject, keyword: s.Keyword + ": ",
			joint: ", "}
		if s.List != "" {
			shape.list = s.List + ": "
		}
		shapes[s.Kind] = shape
	}
	return shapes
}()

func fact(keyword string) manchesterShape {
	return manchesterShape{frame: individualFrame, subject: 1, keyword: keyword, joint: " "}
}

// axiom adds the line of an axiom to its frame.
func (m *manchesterWriter) axiom(a owl.Axiom) error {
	annotations := m.annotations(a.AxiomAnnotations())
	switch a := a.(type) {
	case *owl.Declaration:
		m.declare(a.Entity, false)
		return nil
	case *owl.AnnotationAssertion:
		return m.annotationAssertion(a, annotations)
	case *owl.Rule:
		text, err := m.rule(a)
		m.rules = append(m.rules, "Rule: "+annotations+text)
		return err
	}
	shape := manchesterShapes[a.Kind()]
	slots := m.slots(a)
	if shape.list != "" && (len(slots) != 2 || !isSubject(slots[0])) {
		m.misc = append(m.misc, shape.list+annotations+strings.Join(slots, ", "))
		return nil
	}
	if len(slots) <= shape.subject {
		return fmt.Errorf("%w: an axiom of kind %v without operands", doc.ErrNotWritable, a.Kind())
	}
	keyword, at := shape.keyword, shape.subject
	if a.Kind() == owl.SubClassOfKind && !isSubject(slots[0]) && isSubject(slots[1]) {
		keyword, at = "SuperClassOf: ", 1 // the OWL API has names only as subjects
	}
	subject := slots[at]
	rest := slices.Delete(slots, at, at+1)
	if at := strings.Index(keyword, " ") + 1; annotations != "" {
		keyword = keyword[:at] + annotations + keyword[at:]
	}
	m.add(manchesterFrame{shape.frame, subject},
		manchesterLine{a.Kind(), keyword + strings.Join(rest, shape.joint)})
	return nil
}

// slots renders the slots of an axiom. The OWL API wants the domain or range of an annotation
// property in full, and a frame for an anonymous individual.
func (m *manchesterWriter) slots(a owl.Axiom) []string {
	slots := m.Slots(a)
	switch a := a.(type) {
	case *owl.AnnotationPropertyDomain:
		slots[1] = string(owl.AppendIRI(nil, a.Domain, nil))
	case *owl.AnnotationPropertyRange:
		slots[1] = string(owl.AppendIRI(nil, a.Range, nil))
	}
	for _, slot := range slots {
		if strings.HasPrefix(slot, "_:") {
			m.add(manchesterFrame{individualFrame, slot}, manchesterLine{})
		}
	}
	return slots
}

// isSubject reports whether a text is a name, which can be the subject of a frame.
func isSubject(text string) bool {
	return text[0] == '<' || !strings.ContainsAny(text, " ([{\"")
}

func (m *manchesterWriter) annotationAssertion(a *owl.AnnotationAssertion,
	annotations string) error {
	line := manchesterLine{0, "Annotations: " + annotations + m.annotation(a.Property, a.Value)}
	switch s := a.Subject.(type) {
	case owl.IRI:
		kind, known := m.kinds[s]
		if !known {
			return fmt.Errorf("%w: Manchester syntax cannot annotate <%s>, which names no entity",
				doc.ErrNotWritable, s)
		}
		m.add(manchesterFrame{kind, m.IRI(s)}, line)
	case owl.AnonymousIndividual:
		m.add(manchesterFrame{individualFrame, "_:" + s.ID.String()}, line)
	}
	return nil
}

// individual renders an individual. The OWL API wants a frame for an anonymous one.
func (m *manchesterWriter) individual(i owl.Individual) []byte {
	text := m.AppendIndividual(nil, i)
	if _, anonymous := i.(owl.AnonymousIndividual); anonymous {
		m.add(manchesterFrame{individualFrame, string(text)}, manchesterLine{})
	}
	return text
}

// annotations returns "Annotations: " with a list and a space, or nothing.
func (m *manchesterWriter) annotations(list []owl.Annotation) string {
	if len(list) == 0 {
		return ""
	}
	items := make([]string, len(list))
	for i, a := range list {
		items[i] = m.annotations(a.Annotations) + m.annotation(a.Property, a.Value)
	}
	return "Annotations: " + strings.Join(items, ", ") + " "
}

func (m *manchesterWriter) annotation(p owl.AnnotationProperty, v owl.AnnotationValue) string {
	text := append(m.AppendIRI(nil, p.IRI), ' ')
	switch v := v.(type) {
	case owl.IRI:
		text = owl.AppendIRI(text, v, nil) // the OWL API abbreviates the names of entities only
	case owl.AnonymousIndividual:
		text = append(text, m.individual(v)...)
	case *owl.Literal:
		text = m.AppendLiteral(text, v)
	}
	return string(text)
}

// header writes prefixes, the IRIs of the ontology, imports and annotations.
func (m *manchesterWriter) header(o *owl.Ontology) {
	for name, namespace := range m.Prefixes.All() {
		m.out = fmt.Appendf(m.out, "Prefix: %s: <%s>\n", name, namespace)
	}
	m.out = append(m.out, "\nOntology:"...)
	for _, iri := range []owl.IRI{o.IRI, o.VersionIRI} {
		if !iri.IsZero() {
			m.out = owl.AppendIRI(append(m.out, ' '), iri, nil)
		}
	}
	m.out = append(m.out, '\n')
	sorted := o.SortedHeader()
	for _, iri := range sorted.Imports {
		m.out = append(owl.AppendIRI(append(m.out, "Import: "...), iri, nil), '\n')
	}
	for _, a := range sorted.Annotations {
		own := m.annotations(a.Annotations)
		m.out = append(m.out, "Annotations: "+own+m.annotation(a.Property, a.Value)+"\n"...)
	}
}

// frameOrder orders the frames: properties before what uses them.
var frameOrder = [...]int{owl.AnnotationPropertyKind: 0, owl.DatatypeKind: 1,
	owl.ObjectPropertyKind: 2, owl.DataPropertyKind: 3, owl.ClassKind: 4,
	owl.NamedIndividualKind: 5}

// body writes the frames, the axioms without subject and the rules.
func (m *manchesterWriter) body() {
	frames := make([]manchesterFrame, 0, len(m.frames))
	for f := range m.frames {
		frames = append(frames, f)
	}
	slices.SortFunc(frames, func(a, b manchesterFrame) int {
		return cmp.Or(cmp.Compare(frameOrder[a.kind], frameOrder[b.kind]),
			strings.Compare(a.subject, b.subject))
	})
	for _, f := range frames {
		keyword := f.kind.String()
		if f.kind == individualFrame {
			keyword = "Individual"
		}
		m.out = fmt.Appendf(m.out, "\n%s: %s\n", keyword, f.subject)
		lines := m.frames[f]
		slices.SortFunc(lines, func(a, b manchesterLine) int {
			return cmp.Or(cmp.Compare(a.order, b.order), strings.Compare(a.text, b.text))
		})
		for _, line := range slices.Compact(lines) {
			if line.text != "" {
				m.out = append(m.out, "    "+line.text+"\n"...)
			}
		}
	}
	for _, group := range [][]string{m.misc, m.rules} {
		slices.Sort(group)
		for _, line := range slices.Compact(group) {
			m.out = append(m.out, "\n"+line+"\n"...)
		}
	}
}

// check reads what was written, and returns an error if an axiom is not the same.
func (m *manchesterWriter) check(axioms []owl.Axiom) error {
	var refused error
	document := owl.ManchesterDocument{MaxDepth: owlrdf.MaxWriteDepth,
		Refuse: func(err *owl.SyntaxError) {
			refused = cmp.Or(refused, error(err))
		}}
	again, err := document.Parse(string(m.out))
	if err = cmp.Or(refused, err); err != nil {
		return fmt.Errorf("%w: Manchester syntax: what was written cannot be read: %w",
			doc.ErrNotWritable,
			err)
	}
	read := make(map[owl.Hash]bool, len(again.Axioms))
	for _, a := range again.Axioms {
		read[owl.HashAxiom(a)] = true
	}
	for _, a := range axioms {
		if !read[owl.HashAxiom(a)] {
			return fmt.Errorf("%w: Manchester syntax cannot express %s", doc.ErrNotWritable,
				doc.Brief(string(owl.AppendAxiom(nil, a, nil))))
		}
		delete(read, owl.HashAxiom(a))
	}
	for _, a := range again.Axioms {
		if a.Kind() != owl.DeclarationKind && read[owl.HashAxiom(a)] {
			return fmt.Errorf("%w: in Manchester syntax an axiom becomes %s", doc.ErrNotWritable,
				doc.Brief(string(owl.AppendAxiom(nil, a, nil))))
		}
	}
	return nil
}

// rule renders a rule as the OWL API does.
func (m *manchesterWriter) rule(r *owl.Rule) (string, error) {
	for _, a := range slices.Concat(r.Body, r.Head) {
		_, isName := a.Predicate.(owl.Datatype)
		if _, isRange := a.Predicate.(owl.DataRange); isRange && !isName {
			return "", fmt.Errorf("%w: Manchester syntax has no atom of a composed data range",
				doc.ErrNotWritable)
		}
	}
	dst := m.atoms(append(m.atoms(nil, r.Body), " -> "...), r.Head)
	return string(bytes.TrimLeft(dst, " ")), nil
}

func (m *manchesterWriter) atoms(dst []byte, atoms []owl.RuleAtom) []byte {
	for i, a := range atoms {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(m.predicate(dst, a), '(')
		for k, x := range a.Arguments {
			if k > 0 {
				dst = append(dst, ", "...)
			}
			dst = m.argument(dst, x)
		}
		dst = append(dst, ')')
	}
	return dst
}

func (m *manchesterWriter) predicate(dst []byte, a owl.RuleAtom) []byte {
	switch p := a.Predicate.(type) {
	case owl.IRI:
		return m.AppendIRI(dst, p)
	case owl.Entity:
		return m.AppendIRI(dst, p.EntityIRI())
	case owl.ObjectPropertyExpression:
		return m.AppendObjectProperty(dst, p)
	case owl.ClassExpression:
		return append(m.AppendClassExpression(append(dst, '('), p), ')')
	}
	if a.Keyword == "SameIndividualAtom" {
		return append(dst, "SameAs"...)
	}
	return append(dst, "DifferentFrom"...)
}

func (m *manchesterWriter) argument(dst []byte, x any) []byte {
	switch x := x.(type) {
	case *owl.Literal:
		return m.AppendLiteral(dst, x)
	case owl.Individual:
		return m.AppendIndividual(dst, x)
	case owl.Variable: // the OWL API reads ?a:b as a name with a colon
		return owl.Manchester{}.AppendIndividual(append(dst, '?'), x.Name)
	}
	return dst
}
