package owl

import "strings"

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
	classes := all[ClassKind]
	classes["SuperClassOf:"] = section(SubClassOfKind, 1)
	classes["DisjointUnionOf:"] = func(p *documentParser) { p.together(DisjointUnionKind, 0) }
	classes["HasKey:"] = (*documentParser).key
	classes["Individuals:"] = section(ClassAssertionKind, 0)
	objects, data := all[ObjectPropertyKind], all[DataPropertyKind]
	objects["SuperPropertyOf:"] = section(SubObjectPropertyOfKind, 1)
	objects["Characteristics:"] = func(p *documentParser) { p.each(p.characteristic) }
	data["SuperPropertyOf:"] = section(SubDataPropertyOfKind, 1)
	data["Characteristics:"] = func(p *documentParser) { p.each(p.functionalOnly) }
	all[NamedIndividualKind]["Facts:"] = func(p *documentParser) { p.each(p.factOfSubject) }
	return all
}()

// section makes an axiom of each item and the subject, which is slot number subject.
func section(kind AxiomKind, subject int) func(*documentParser) {
	return func(p *documentParser) {
		p.each(func() Axiom { return p.readAxiom(kind, subject) })
	}
}

// headerSections holds the sections of the frame Ontology:.
var headerSections = map[string]func(*documentParser){
	"Import:": func(p *documentParser) {
		if iri := p.anyIRI(); p.err == nil {
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
	var subject AnnotationSubject
	switch i, isAnonymous := p.subject.individual.(AnonymousIndividual); {
	case p.subject.entity != nil:
		subject = p.subject.entity.EntityIRI()
	case isAnonymous:
		subject = i
	default:
		p.expected("no annotations of an expression")
		return
	}
	p.each(func() Axiom {
		return &AnnotationAssertion{Property: p.annotationProperty(), Subject: subject,
			Value: p.annotationValue()}
	})
}

// key takes the properties of HasKey, with or without commas.
func (p *documentParser) key() {
	a := &HasKey{Class: p.subject.class}
	annotations := p.annotations()
	for again := true; again && p.err == nil; again = p.takeSign(",") || !p.atEnd() {
		if p.propertyKind() == DataPropertyKind {
			a.DataProperties = append(a.DataProperties, p.dataProperty())
		} else {
			a.ObjectProperties = append(a.ObjectProperties, p.objectProperty())
		}
	}
	p.add(a, annotations)
}

// chain takes p o q.
func (p *manchesterParser) chain() []ObjectPropertyExpression {
	chain := []ObjectPropertyExpression{p.objectProperty()}
	for p.takeKeyword("o") {
		chain = append(chain, p.objectProperty())
	}
	return chain
}

// objectCharacteristics holds the kinds of axioms that are characteristics of an object property,
// by their names in lower case.
var objectCharacteristics = func() map[string]AxiomKind {
	found := make(map[string]AxiomKind)
	for kind := range AxiomShapes {
		if name, ok := characteristicName(AxiomKind(kind)); ok {
			found[strings.ToLower(name)] = AxiomKind(kind)
		}
	}
	return found
}()

// characteristicName returns the name of a characteristic of object properties, such as Transitive.
func characteristicName(kind AxiomKind) (name string, ok bool) {
	return strings.CutSuffix(AxiomShapes[kind].Name, "ObjectProperty")
}

func (p *documentParser) characteristic() Axiom {
	for word, kind := range objectCharacteristics {
		if p.takeKeyword(word) {
			return p.readAxiom(kind, 0)
		}
	}
	p.expected("a characteristic such as Transitive")
	return nil
}

func (p *documentParser) functionalOnly() Axiom {
	if !p.takeKeyword("functional") {
		p.expected("Functional")
	}
	return p.readAxiom(FunctionalDataPropertyKind, 0)
}

// factOfSubject takes a property and its value, or not and both.
func (p *documentParser) factOfSubject() Axiom {
	if p.takeKeyword("not") {
		return negated(p.positiveFactOf(p.subject.individual))
	}
	return p.positiveFactOf(p.subject.individual)
}

func (p *documentParser) positiveFactOf(source Individual) Axiom {
	if p.isKeyword(0, "inverse") {
		return &ObjectPropertyAssertion{Property: p.inverse(), Source: source,
			Target: p.individual()}
	}
	iri, kinds := p.nameOf("a property", restrictionKinds)
	if kinds == dataKind || kinds == restrictionKinds && p.literalLength(0) > 0 {
		return &DataPropertyAssertion{Property: DataProperty{iri}, Source: source,
			Target: p.literal()}
	}
	return &ObjectPropertyAssertion{Property: ObjectProperty{iri}, Source: source,
		Target: p.individual()}
}

// anyIRI takes an IRI.
func (p *documentParser) anyIRI() IRI { return p.iri("an IRI") }

// slotReader reads the slots of an axiom in Manchester syntax. It is a SlotVisitor for axioms of
// entities, expressions, individuals and IRIs.
type slotReader struct {
	SlotVisitor // nil

	p *manchesterParser
	// subject is the index of the slot that is the subject of the frame; -1 if there is none.
	subject int
	frame   frameSubject
	// middle takes the keyword between the sides of an axiom, if it is not nil.
	middle func(what string)
	next   int // slot
}

// readAxiom reads an axiom of a section, of a list if subject is -1.
func (p *documentParser) readAxiom(kind AxiomKind, subject int) Axiom {
	return fillAxiom(kind, &slotReader{p: &p.manchesterParser, subject: subject, frame: p.subject})
}

func fillAxiom(kind AxiomKind, r *slotReader) Axiom {
	a := AxiomShapes[kind].New()
	AxiomShapes[kind].Visit(a, r)
	return a
}

// readSlot reads a slot. After the first one, endOf names what could have followed.
func readSlot[T any](r *slotReader, slot *T, subject T, item func() T, endOf string) {
	if *slot = subject; r.next != r.subject {
		*slot = item()
	}
	if r.next++; r.next == 1 && r.middle != nil {
		r.middle(endOf)
	}
}

// readSlots reads a list: the subject and an item, the two sides of an axiom, or items with commas.
func readSlots[T any](r *slotReader, list *[]T, subject T, item func() T) {
	switch {
	case r.next == r.subject:
		*list = []T{subject, item()}
	case r.middle != nil && r.next == 0:
		*list = sides(r.p, r.middle, item)
	default:
		*list = commaList(r.p, item)
	}
}

func (r *slotReader) Class(c *ClassExpression) {
	readSlot(r, c, r.frame.class, r.p.description, endOfClass)
}

func (r *slotReader) NamedClass(c *Class) {
	class, ok := r.frame.class.(Class)
	if r.subject == 0 && !ok {
		r.p.expected("a class as the subject of DisjointUnionOf")
	}
	readSlot(r, c, class, func() Class { return Class{r.p.name("a class", 1<<ClassKind)} },
		endOfName)
}

func (r *slotReader) Classes(list *[]ClassExpression, _ int, _ ListOrder) {
	readSlots(r, list, r.frame.class, r.p.description)
}

func (r *slotReader) ObjectProperty(p *ObjectPropertyExpression) {
	readSlot(r, p, r.frame.property, r.p.objectProperty, endOfName)
}

func (r *slotReader) ObjectProperties(list *[]ObjectPropertyExpression, _ int, _ ListOrder) {
	readSlots(r, list, r.frame.property, r.p.objectProperty)
}

func (r *slotReader) Inverses(first, second *ObjectPropertyExpression) {
	r.ObjectProperty(first)
	r.ObjectProperty(second)
}

func (r *slotReader) Chain(list *[]ObjectPropertyExpression) {
	*list = r.p.chain()
	r.next++
}

func (r *slotReader) DataProperty(p *DataProperty) {
	subject, _ := r.frame.entity.(DataProperty)
	readSlot(r, p, subject, r.p.dataProperty, endOfName)
}

func (r *slotReader) DataProperties(list *[]DataProperty, _ int, _ ListOrder) {
	subject, _ := r.frame.entity.(DataProperty)
	readSlots(r, list, subject, r.p.dataProperty)
}

func (r *slotReader) AnnotationProperty(p *AnnotationProperty) {
	subject, _ := r.frame.entity.(AnnotationProperty)
	readSlot(r, p, subject, r.p.annotationProperty, endOfName)
}

func (r *slotReader) Individual(i *Individual) {
	readSlot(r, i, r.frame.individual, r.p.individual, endOfName)
}

func (r *slotReader) Individuals(list *[]Individual, _ int, _ ListOrder) {
	readSlots(r, list, r.frame.individual, r.p.individual)
}

func (r *slotReader) Datatype(t *Datatype) {
	subject, _ := r.frame.entity.(Datatype)
	readSlot(r, t, subject, r.p.datatype, endOfName)
}

func (r *slotReader) DataRange(d *DataRange) { readSlot(r, d, nil, r.p.dataRange, endOfName) }

func (r *slotReader) IRI(i *IRI) {
	what := "an IRI"
	if r.subject < 0 {
		what = "an IRI or a name"
	}
	readSlot(r, i, IRI{}, func() IRI { return r.p.iri(what) }, endOfName)
}
