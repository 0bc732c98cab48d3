package owl

import (
	"fmt"
	"strings"
)

// ManchesterSection is the place of a kind of axiom in documents in Manchester syntax: a section of
// the frame of its subject.
type ManchesterSection struct {
	Kind    AxiomKind
	Frame   EntityKind
	Subject int    // the slot that is the subject
	Keyword string // without the colon
	List    string // keyword of a frame of its own, for more than two operands; "" if none
}

// ManchesterSections holds the sections of axioms. Characteristics of properties, facts,
// annotations, declarations and rules have forms of their own.
var ManchesterSections = []ManchesterSection{
	{SubClassOfKind, ClassKind, 0, "SubClassOf", ""},
	{EquivalentClassesKind, ClassKind, 0, "EquivalentTo", "EquivalentClasses"},
	{DisjointClassesKind, ClassKind, 0, "DisjointWith", "DisjointClasses"},
	{DisjointUnionKind, ClassKind, 0, "DisjointUnionOf", ""},
	{HasKeyKind, ClassKind, 0, "HasKey", ""},
	{DatatypeDefinitionKind, DatatypeKind, 0, "EquivalentTo", ""},
	{SubObjectPropertyOfKind, ObjectPropertyKind, 0, "SubPropertyOf", ""},
	{SubPropertyChainOfKind, ObjectPropertyKind, 1, "SubPropertyChain", ""},
	{EquivalentObjectPropertiesKind, ObjectPropertyKind, 0, "EquivalentTo", "EquivalentProperties"},
	{DisjointObjectPropertiesKind, ObjectPropertyKind, 0, "DisjointWith", "DisjointProperties"},
	{InverseObjectPropertiesKind, ObjectPropertyKind, 0, "InverseOf", ""},
	{ObjectPropertyDomainKind, ObjectPropertyKind, 0, "Domain", ""},
	{ObjectPropertyRangeKind, ObjectPropertyKind, 0, "Range", ""},
	{SubDataPropertyOfKind, DataPropertyKind, 0, "SubPropertyOf", ""},
	{EquivalentDataPropertiesKind, DataPropertyKind, 0, "EquivalentTo", "EquivalentProperties"},
	{DisjointDataPropertiesKind, DataPropertyKind, 0, "DisjointWith", "DisjointProperties"},
	{DataPropertyDomainKind, DataPropertyKind, 0, "Domain", ""},
	{DataPropertyRangeKind, DataPropertyKind, 0, "Range", ""},
	{SubAnnotationPropertyOfKind, AnnotationPropertyKind, 0, "SubPropertyOf", ""},
	{AnnotationPropertyDomainKind, AnnotationPropertyKind, 0, "Domain", ""},
	{AnnotationPropertyRangeKind, AnnotationPropertyKind, 0, "Range", ""},
	{ClassAssertionKind, NamedIndividualKind, 1, "Types", ""},
	{SameIndividualKind, NamedIndividualKind, 0, "SameAs", "SameIndividual"},
	{DifferentIndividualsKind, NamedIndividualKind, 0, "DifferentFrom", "DifferentIndividuals"},
}

// manchesterSections holds the parsers of sections by the kind of the frame and the keyword.
var manchesterSections = func() (all [NamedIndividualKind + 1]map[string]func(*documentParser)) {
	for frame := range all {
		all[frame] = map[string]func(*documentParser){
			"Annotations:": (*documentParser).annotationAssertions,
		}
	}
	for _, s := range ManchesterSections {
		all[s.Frame][s.Keyword+":"] = section(s.Kind, s.Subject)
	}
	all[ClassKind]["SuperClassOf:"] = section(SubClassOfKind, 1)
	all[ClassKind]["Individuals:"] = section(ClassAssertionKind, 0)
	for frame, kind := range map[EntityKind]AxiomKind{ObjectPropertyKind: SubObjectPropertyOfKind,
		DataPropertyKind: SubDataPropertyOfKind} {
		all[frame]["SuperPropertyOf:"] = section(kind, 1)
		all[frame]["Characteristics:"] = func(p *documentParser) { p.each(p.characteristic) }
	}
	all[NamedIndividualKind]["Facts:"] = func(p *documentParser) { p.each(p.fact) }
	return all
}()

// section takes the other slots of axioms whose slot number subject is the subject. Each item of
// the list is an axiom, but for two kinds that have a list.
func section(kind AxiomKind, subject int) func(*documentParser) {
	return func(p *documentParser) {
		item := func() Axiom { return p.readAxiom(kind, subject, p.subject) }
		if kind == DisjointUnionKind || kind == HasKeyKind {
			p.together(item)
		} else {
			p.each(item)
		}
	}
}

// headerSections holds the sections of the frame Ontology:.
var headerSections = map[string]func(*documentParser){
	"Import:": func(p *documentParser) {
		if iri := p.iri("an IRI"); p.err == nil {
			p.ontology.Imports = append(p.ontology.Imports, iri)
		}
	},
	"Annotations:": func(p *documentParser) {
		for again := true; again; again = p.takeSign(",") {
			if a := p.annotation(); p.err == nil {
				p.ontology.Annotations = append(p.ontology.Annotations, a)
			}
		}
	},
}

// manchesterSectionKeywords holds the keywords of all sections.
var manchesterSectionKeywords = func() map[string]bool {
	all := make(map[string]bool)
	for _, sections := range manchesterSections {
		for keyword := range sections {
			all[keyword] = true
		}
	}
	for keyword := range headerSections {
		all[keyword] = true
	}
	return all
}()

// annotationAssertions takes the annotations of the subject.
func (p *documentParser) annotationAssertions() {
	subject, ok := p.subject.(AnnotationSubject)
	if e, isEntity := p.subject.(Entity); isEntity {
		subject, ok = e.EntityIRI(), true
	}
	if !ok {
		p.expected("no annotations of an expression")
		return
	}
	p.each(func() Axiom {
		return &AnnotationAssertion{Property: p.annotationProperty(), Subject: subject,
			Value: p.annotationValue()}
	})
}

// key takes the properties of HasKey. Documents may have them without commas.
func (p *manchesterParser) key(class ClassExpression) *HasKey {
	a := &HasKey{Class: class}
	for again := true; again && p.err == nil; again = p.takeSign(",") || p.single && !p.atEnd() {
		if p.sideKind(restrictionKinds) == DataPropertyKind {
			a.DataProperties = append(a.DataProperties, p.dataProperty())
		} else {
			a.ObjectProperties = append(a.ObjectProperties, p.objectProperty())
		}
	}
	return a
}

// chain takes p o q.
func (p *manchesterParser) chain() []ObjectPropertyExpression {
	chain := []ObjectPropertyExpression{p.objectProperty()}
	for p.takeKeyword("o") {
		chain = append(chain, p.objectProperty())
	}
	return chain
}

// characteristics holds the kinds of axioms that are characteristics of an object and of a data
// property, by their names in lower case. The kinds are equal if data properties have none.
var characteristics = func() map[string][2]AxiomKind {
	found := make(map[string][2]AxiomKind)
	for kind := range AxiomShapes {
		if name, ok := characteristicName(AxiomKind(kind)); ok {
			found[strings.ToLower(name)] = [2]AxiomKind{AxiomKind(kind), AxiomKind(kind)}
		}
	}
	found["functional"] = [2]AxiomKind{FunctionalObjectPropertyKind, FunctionalDataPropertyKind}
	return found
}()

// characteristicName returns the name of a characteristic of object properties, such as Transitive.
func characteristicName(kind AxiomKind) (name string, ok bool) {
	return strings.CutSuffix(AxiomShapes[kind].Name, "ObjectProperty")
}

func (p *documentParser) characteristic() Axiom {
	kinds, known := characteristics[strings.ToLower(p.text(p.peek(0)))]
	kind := kinds[0]
	if _, isData := p.subject.(DataProperty); isData {
		kind, known = kinds[1], known && kind != kinds[1]
	}
	if !known {
		p.expected("a characteristic such as Functional")
		return nil
	}
	p.next++
	return p.readAxiom(kind, 0, p.subject)
}

// fact takes a property and its value, or not and both.
func (p *documentParser) fact() Axiom {
	negative := p.takeKeyword("not")
	a := p.factOf(p.subject, p.propertyOfFact(restrictionKinds))
	if negative {
		return negated(a)
	}
	return a
}

// readAxiom takes an axiom whose slot number subject is given; -1 for none.
func (p *manchesterParser) readAxiom(kind AxiomKind, subject int, given any) Axiom {
	if kind == HasKeyKind {
		class, _ := given.(ClassExpression)
		return p.key(class)
	}
	a := AxiomShapes[kind].New()
	AxiomShapes[kind].Visit(a, &slotReader{p: p, subject: subject, given: given})
	return a
}

// readRestriction takes a restriction on a property, or on a []DataProperty, behind its keyword.
func (p *manchesterParser) readRestriction(kind ExpressionKind, on any) ClassExpression {
	c := ClassShapes[kind].New()
	ClassShapes[kind].Visit(c, &slotReader{p: p, given: on, nested: true})
	return c
}

// slotReader reads the slots of an axiom or restriction. It is a SlotVisitor for those that have
// such a form.
type slotReader struct {
	SlotVisitor // nil

	p       *manchesterParser
	subject int // index of the slot that is given
	given   any
	next    int  // slot
	nested  bool // in a restriction, so that composed fillers have parentheses
}

func readSlot[T any](r *slotReader, slot *T, item func() T) {
	if r.next == r.subject {
		*slot, _ = r.given.(T)
	} else {
		*slot = item()
	}
	r.next++
}

func (r *slotReader) Slot(slot, _ any) {
	switch p := r.p; x := slot.(type) {
	case *ClassExpression:
		if r.nested {
			readSlot(r, x, p.primary)
		} else {
			readSlot(r, x, p.description)
		}
	case *Class:
		if _, ok := r.given.(Class); !ok {
			p.expected("a class as the subject of DisjointUnionOf")
		}
		readSlot(r, x, nil)
	case *ObjectPropertyExpression:
		readSlot(r, x, p.objectProperty)
	case *DataProperty:
		readSlot(r, x, p.dataProperty)
	case *AnnotationProperty:
		readSlot(r, x, p.annotationProperty)
	case *Individual:
		readSlot(r, x, p.individual)
	case *Datatype:
		readSlot(r, x, p.datatype)
	case *DataRange:
		if r.nested {
			readSlot(r, x, p.dataPrimary)
		} else {
			readSlot(r, x, p.dataRange)
		}
	case **Literal:
		readSlot(r, x, p.literal)
	case *int:
		*x = p.number()
	case *IRI:
		readSlot(r, x, func() IRI { return p.iri("an IRI or a name") })
	default:
		panic(fmt.Sprintf("unexpected slot %T", slot))
	}
}

func (r *slotReader) Filler(slot, _ any) {
	if r.p.atFiller() {
		r.Slot(slot, nil)
	}
}

// List reads the subject and an item, or items with commas, or a chain. The data properties of a
// restriction are given.
func (r *slotReader) List(list List, _ int, order ListOrder) {
	switch properties := list.(type) {
	case *Items[DataProperty]:
		if r.nested {
			readSlot(r, (*[]DataProperty)(properties), nil)
			return
		}
	case *Items[ObjectPropertyExpression]:
		if order == AsWritten {
			*properties = r.p.chain()
			r.next++
			return
		}
	}
	if r.next == r.subject {
		r.Slot(list.Add(), nil)
		r.Slot(list.Add(), nil)
		return
	}
	r.p.inList = true
	for again := true; again; again = r.p.takeSign(",") {
		r.Slot(list.Add(), nil)
	}
	r.p.inList = false
}
