package owl

import "strings"

// manchesterSections holds the sections of frames, by the keywords of both.
var manchesterSections = map[string]map[string]func(*documentParser){
	"Class:": {
		"Annotations:": (*documentParser).annotationAssertions,
		"SubClassOf:": classSection(func(c, d ClassExpression) Axiom {
			return &SubClassOf{Sub: c, Super: d}
		}),
		"SuperClassOf:": classSection(func(c, d ClassExpression) Axiom {
			return &SubClassOf{Sub: d, Super: c}
		}),
		"EquivalentTo:": classSection(func(c, d ClassExpression) Axiom {
			return &EquivalentClasses{Classes: []ClassExpression{c, d}}
		}),
		"DisjointWith:": classSection(func(c, d ClassExpression) Axiom {
			return &DisjointClasses{Classes: []ClassExpression{c, d}}
		}),
		"DisjointUnionOf:": (*documentParser).disjointUnion,
		"HasKey:":          (*documentParser).key,
		"Individuals:": func(p *documentParser) {
			each(p, p.individual, func(i Individual) Axiom {
				return &ClassAssertion{Class: p.subject.class, Individual: i}
			})
		},
	},
	"Datatype:": {
		"Annotations:": (*documentParser).annotationAssertions,
		"EquivalentTo:": func(p *documentParser) {
			each(p, p.dataRange, func(r DataRange) Axiom {
				return &DatatypeDefinition{Datatype: p.subject.entity.(Datatype), Range: r}
			})
		},
	},
	"ObjectProperty:": {
		"Annotations:": (*documentParser).annotationAssertions,
		"SubPropertyOf:": objectSection(func(p, q ObjectPropertyExpression) Axiom {
			return &SubObjectPropertyOf{Sub: p, Super: q}
		}),
		"SuperPropertyOf:": objectSection(func(p, q ObjectPropertyExpression) Axiom {
			return &SubObjectPropertyOf{Sub: q, Super: p}
		}),
		"EquivalentTo:": objectSection(func(p, q ObjectPropertyExpression) Axiom {
			return &EquivalentObjectProperties{Properties: []ObjectPropertyExpression{p, q}}
		}),
		"DisjointWith:": objectSection(func(p, q ObjectPropertyExpression) Axiom {
			return &DisjointObjectProperties{Properties: []ObjectPropertyExpression{p, q}}
		}),
		"InverseOf:": objectSection(func(p, q ObjectPropertyExpression) Axiom {
			return &InverseObjectProperties{First: p, Second: q}
		}),
		"Domain:": func(p *documentParser) {
			each(p, p.description, func(c ClassExpression) Axiom {
				return &ObjectPropertyDomain{Property: p.subject.property, Domain: c}
			})
		},
		"Range:": func(p *documentParser) {
			each(p, p.description, func(c ClassExpression) Axiom {
				return &ObjectPropertyRange{Property: p.subject.property, Range: c}
			})
		},
		"Characteristics:": func(p *documentParser) {
			each(p, p.characteristic, func(axiom func(ObjectPropertyExpression) Axiom) Axiom {
				return axiom(p.subject.property)
			})
		},
		"SubPropertyChain:": func(p *documentParser) {
			each(p, p.chain, func(chain []ObjectPropertyExpression) Axiom {
				return &SubPropertyChainOf{Chain: chain, Super: p.subject.property}
			})
		},
	},
	"DataProperty:": {
		"Annotations:": (*documentParser).annotationAssertions,
		"SubPropertyOf:": dataSection(func(p, q DataProperty) Axiom {
			return &SubDataPropertyOf{Sub: p, Super: q}
		}),
		"SuperPropertyOf:": dataSection(func(p, q DataProperty) Axiom {
			return &SubDataPropertyOf{Sub: q, Super: p}
		}),
		"EquivalentTo:": dataSection(func(p, q DataProperty) Axiom {
			return &EquivalentDataProperties{Properties: []DataProperty{p, q}}
		}),
		"DisjointWith:": dataSection(func(p, q DataProperty) Axiom {
			return &DisjointDataProperties{Properties: []DataProperty{p, q}}
		}),
		"Domain:": func(p *documentParser) {
			each(p, p.description, func(c ClassExpression) Axiom {
				return &DataPropertyDomain{Property: p.subject.entity.(DataProperty), Domain: c}
			})
		},
		"Range:": func(p *documentParser) {
			each(p, p.dataRange, func(r DataRange) Axiom {
				return &DataPropertyRange{Property: p.subject.entity.(DataProperty), Range: r}
			})
		},
		"Characteristics:": func(p *documentParser) {
			each(p, p.functionalOnly, func(property DataProperty) Axiom {
				return &FunctionalDataProperty{Property: property}
			})
		},
	},
	"AnnotationProperty:": {
		"Annotations:": (*documentParser).annotationAssertions,
		"SubPropertyOf:": func(p *documentParser) {
			each(p, p.annotationProperty, func(q AnnotationProperty) Axiom {
				return &SubAnnotationPropertyOf{Sub: p.subject.entity.(AnnotationProperty),
					Super: q}
			})
		},
		"Domain:": func(p *documentParser) {
			each(p, p.anyIRI, func(iri IRI) Axiom {
				return &AnnotationPropertyDomain{Property: p.subject.entity.(AnnotationProperty),
					Domain: iri}
			})
		},
		"Range:": func(p *documentParser) {
			each(p, p.anyIRI, func(iri IRI) Axiom {
				return &AnnotationPropertyRange{Property: p.subject.entity.(AnnotationProperty),
					Range: iri}
			})
		},
	},
	"Individual:":      individualSections,
	"NamedIndividual:": individualSections,
}

var individualSections = map[string]func(*documentParser){
	"Annotations:": (*documentParser).annotationAssertions,
	"Types:": func(p *documentParser) {
		each(p, p.description, func(c ClassExpression) Axiom {
			return &ClassAssertion{Class: c, Individual: p.subject.individual}
		})
	},
	"Facts:": func(p *documentParser) { each(p, p.factOfSubject, func(a Axiom) Axiom { return a }) },
	"SameAs:": func(p *documentParser) {
		each(p, p.individual, func(i Individual) Axiom {
			return &SameIndividual{Individuals: []Individual{p.subject.individual, i}}
		})
	},
	"DifferentFrom:": func(p *documentParser) {
		each(p, p.individual, func(i Individual) Axiom {
			return &DifferentIndividuals{Individuals: []Individual{p.subject.individual, i}}
		})
	},
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

// classSection makes an axiom of the subject and each item.
func classSection(axiom func(subject, item ClassExpression) Axiom) func(*documentParser) {
	return func(p *documentParser) {
		each(p, p.description, func(c ClassExpression) Axiom { return axiom(p.subject.class, c) })
	}
}

func objectSection(
	axiom func(subject, item ObjectPropertyExpression) Axiom) func(*documentParser) {
	return func(p *documentParser) {
		each(p, p.objectProperty, func(q ObjectPropertyExpression) Axiom {
			return axiom(p.subject.property, q)
		})
	}
}

func dataSection(axiom func(subject, item DataProperty) Axiom) func(*documentParser) {
	return func(p *documentParser) {
		each(p, p.dataProperty, func(q DataProperty) Axiom {
			return axiom(p.subject.entity.(DataProperty), q)
		})
	}
}

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
	item := func() *AnnotationAssertion {
		return &AnnotationAssertion{Property: p.annotationProperty(), Subject: subject,
			Value: p.annotationValue()}
	}
	each(p, item, func(a *AnnotationAssertion) Axiom { return a })
}

func (p *documentParser) disjointUnion() {
	class, ok := p.subject.class.(Class)
	if !ok {
		p.expected("a class as the subject of DisjointUnionOf")
		return
	}
	together(p, p.description, func(list []ClassExpression) Axiom {
		return &DisjointUnion{Class: class, Classes: list}
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
func (p *documentParser) chain() []ObjectPropertyExpression {
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

// soleProperty is a SlotVisitor for axioms whose only slot is an object property.
type soleProperty struct {
	SlotVisitor // nil
	slot        *ObjectPropertyExpression
}

func (s *soleProperty) ObjectProperty(p *ObjectPropertyExpression) { s.slot = p }

// propertyOf returns the only slot of a characteristic.
func propertyOf(a Axiom) *ObjectPropertyExpression {
	var s soleProperty
	AxiomShapes[a.Kind()].Visit(a, &s)
	return s.slot
}

func newCharacteristic(kind AxiomKind, p ObjectPropertyExpression) Axiom {
	a := AxiomShapes[kind].New()
	*propertyOf(a) = p
	return a
}

func (p *documentParser) characteristic() func(ObjectPropertyExpression) Axiom {
	for word, kind := range objectCharacteristics {
		if p.takeKeyword(word) {
			return func(e ObjectPropertyExpression) Axiom { return newCharacteristic(kind, e) }
		}
	}
	p.expected("a characteristic such as Transitive")
	return nil
}

func (p *documentParser) functionalOnly() DataProperty {
	if !p.takeKeyword("functional") {
		p.expected("Functional")
	}
	return p.subject.entity.(DataProperty)
}

// factOfSubject takes a property and its value, or not and both.
func (p *documentParser) factOfSubject() Axiom {
	negative := p.takeKeyword("not")
	source := p.subject.individual
	if p.isKeyword(0, "inverse") {
		return objectFactOf(negative, p.inverse(), source, p.individual())
	}
	iri, kinds := p.nameOf("a property", restrictionKinds)
	if kinds == restrictionKinds {
		kinds = objectKind
		if p.literalLength(0) > 0 {
			kinds = dataKind
		}
	}
	if kinds == objectKind {
		return objectFactOf(negative, ObjectProperty{iri}, source, p.individual())
	}
	value := p.literal()
	if negative {
		return &NegativeDataPropertyAssertion{Property: DataProperty{iri}, Source: source,
			Target: value}
	}
	return &DataPropertyAssertion{Property: DataProperty{iri}, Source: source, Target: value}
}

func objectFactOf(negative bool, p ObjectPropertyExpression, source, target Individual) Axiom {
	if negative {
		return &NegativeObjectPropertyAssertion{Property: p, Source: source, Target: target}
	}
	return &ObjectPropertyAssertion{Property: p, Source: source, Target: target}
}

// anyIRI takes an IRI.
func (p *documentParser) anyIRI() IRI { return p.iri("an IRI") }
