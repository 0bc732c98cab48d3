package owlrdf

import (
	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// word is a term of the vocabularies of the mapping. noWord is any other term.
type word uint8

const (
	noWord word = iota

	// Predicates of axioms.
	rdfType
	subClassOf
	equivalentClass
	disjointWith
	disjointUnionOf
	subPropertyOf
	equivalentProperty
	propertyDisjointWith
	inverseOf // also of property expressions
	propertyChainAxiom
	domain
	rng
	hasKey
	sameAs
	differentFrom

	// Predicates of class expressions and data ranges.
	intersectionOf
	unionOf
	complementOf
	datatypeComplementOf
	oneOf
	onProperty
	onProperties
	someValuesFrom
	allValuesFrom
	hasValue
	hasSelf
	minCardinality
	maxCardinality
	cardinality
	minQualifiedCardinality
	maxQualifiedCardinality
	qualifiedCardinality
	onClass
	onDataRange
	onDatatype
	withRestrictions

	// Predicates of nodes that are axioms and annotations.
	members
	distinctMembers
	sourceIndividual
	assertionProperty
	targetIndividual
	targetValue
	annotatedSource
	annotatedProperty
	annotatedTarget
	rdfSubject // of reified axioms in drafts of OWL 1.1
	rdfPredicate
	rdfObject

	// Predicates of lists, the header and rules.
	first
	rest
	propertyChain // of the drafts of OWL 2, on the left of rdfs:subPropertyOf
	imports
	versionIRI
	swrlBody
	swrlHead
	swrlClassPredicate
	swrlPropertyPredicate
	swrlDataRange
	swrlBuiltin
	swrlArgument1
	swrlArgument2
	swrlArguments

	// Types that declare entities.
	classType
	rdfsClassType
	datatypeType
	objectPropertyType
	dataPropertyType
	annotationPropertyType
	ontologyPropertyType
	namedIndividualType
	rdfPropertyType
	dataPropertyHint // owl:DataProperty, which is not in OWL

	// Types of properties.
	functionalType
	inverseFunctionalType
	reflexiveType
	irreflexiveType
	symmetricType
	asymmetricType
	transitiveType

	// Types of other nodes.
	ontologyType
	restrictionType
	selfRestrictionType
	dataRangeType
	listType
	axiomType
	annotationType
	allDifferentType
	allDisjointClassesType
	allDisjointPropertiesType
	negativePropertyAssertionType
	deprecatedClassType
	deprecatedPropertyType
	swrlImpType
	swrlVariableType
	swrlAtomListType
	swrlBuiltinType
	swrlClassAtomType
	swrlDataRangeAtomType
	swrlIndividualPropertyAtomType
	swrlDatavaluedPropertyAtomType
	swrlSameIndividualAtomType
	swrlDifferentIndividualsAtomType
	swrlBuiltinAtomType

	nilList
	numWords
)

const swrlNamespace = "http://www.w3.org/2003/11/swrl#"

// wordIRIs holds the IRIs of the words.
var wordIRIs = [numWords]string{
	rdfType:              owl.RDFNamespace + "type",
	subClassOf:           owl.RDFSNamespace + "subClassOf",
	equivalentClass:      owl.OWLNamespace + "equivalentClass",
	disjointWith:         owl.OWLNamespace + "disjointWith",
	disjointUnionOf:      owl.OWLNamespace + "disjointUnionOf",
	subPropertyOf:        owl.RDFSNamespace + "subPropertyOf",
	equivalentProperty:   owl.OWLNamespace + "equivalentProperty",
	propertyDisjointWith: owl.OWLNamespace + "propertyDisjointWith",
	inverseOf:            owl.OWLNamespace + "inverseOf",
	propertyChainAxiom:   owl.OWLNamespace + "propertyChainAxiom",
	domain:               owl.RDFSNamespace + "domain",
	rng:                  owl.RDFSNamespace + "range",
	hasKey:               owl.OWLNamespace + "hasKey",
	sameAs:               owl.OWLNamespace + "sameAs",
	differentFrom:        owl.OWLNamespace + "differentFrom",

	intersectionOf:          owl.OWLNamespace + "intersectionOf",
	unionOf:                 owl.OWLNamespace + "unionOf",
	complementOf:            owl.OWLNamespace + "complementOf",
	datatypeComplementOf:    owl.OWLNamespace + "datatypeComplementOf",
	oneOf:                   owl.OWLNamespace + "oneOf",
	onProperty:              owl.OWLNamespace + "onProperty",
	onProperties:            owl.OWLNamespace + "onProperties",
	someValuesFrom:          owl.OWLNamespace + "someValuesFrom",
	allValuesFrom:           owl.OWLNamespace + "allValuesFrom",
	hasValue:                owl.OWLNamespace + "hasValue",
	hasSelf:                 owl.OWLNamespace + "hasSelf",
	minCardinality:          owl.OWLNamespace + "minCardinality",
	maxCardinality:          owl.OWLNamespace + "maxCardinality",
	cardinality:             owl.OWLNamespace + "cardinality",
	minQualifiedCardinality: owl.OWLNamespace + "minQualifiedCardinality",
	maxQualifiedCardinality: owl.OWLNamespace + "maxQualifiedCardinality",
	qualifiedCardinality:    owl.OWLNamespace + "qualifiedCardinality",
	onClass:                 owl.OWLNamespace + "onClass",
	onDataRange:             owl.OWLNamespace + "onDataRange",
	onDatatype:              owl.OWLNamespace + "onDatatype",
	withRestrictions:        owl.OWLNamespace + "withRestrictions",

	members:           owl.OWLNamespace + "members",
	distinctMembers:   owl.OWLNamespace + "distinctMembers",
	sourceIndividual:  owl.OWLNamespace + "sourceIndividual",
	assertionProperty: owl.OWLNamespace + "assertionProperty",
	targetIndividual:  owl.OWLNamespace + "targetIndividual",
	targetValue:       owl.OWLNamespace + "targetValue",
	annotatedSource:   owl.OWLNamespace + "annotatedSource",
	annotatedProperty: owl.OWLNamespace + "annotatedProperty",
	annotatedTarget:   owl.OWLNamespace + "annotatedTarget",
	rdfSubject:        owl.RDFNamespace + "subject",
	rdfPredicate:      owl.RDFNamespace + "predicate",
	rdfObject:         owl.RDFNamespace + "object",

	first:                 owl.RDFNamespace + "first",
	rest:                  owl.RDFNamespace + "rest",
	propertyChain:         owl.OWLNamespace + "propertyChain",
	imports:               owl.OWLNamespace + "imports",
	versionIRI:            owl.OWLNamespace + "versionIRI",
	swrlBody:              swrlNamespace + "body",
	swrlHead:              swrlNamespace + "head",
	swrlClassPredicate:    swrlNamespace + "classPredicate",
	swrlPropertyPredicate: swrlNamespace + "propertyPredicate",
	swrlDataRange:         swrlNamespace + "dataRange",
	swrlBuiltin:           swrlNamespace + "builtin",
	swrlArgument1:         swrlNamespace + "argument1",
	swrlArgument2:         swrlNamespace + "argument2",
	swrlArguments:         swrlNamespace + "arguments",

	classType:              owl.OWLNamespace + "Class",
	rdfsClassType:          owl.RDFSNamespace + "Class",
	datatypeType:           owl.RDFSNamespace + "Datatype",
	objectPropertyType:     owl.OWLNamespace + "ObjectProperty",
	dataPropertyType:       owl.OWLNamespace + "DatatypeProperty",
	annotationPropertyType: owl.OWLNamespace + "AnnotationProperty",
	ontologyPropertyType:   owl.OWLNamespace + "OntologyProperty",
	namedIndividualType:    owl.OWLNamespace + "NamedIndividual",
	rdfPropertyType:        owl.RDFNamespace + "Property",
	dataPropertyHint:       owl.OWLNamespace + "DataProperty",

	functionalType:        owl.OWLNamespace + "FunctionalProperty",
	inverseFunctionalType: owl.OWLNamespace + "InverseFunctionalProperty",
	reflexiveType:         owl.OWLNamespace + "ReflexiveProperty",
	irreflexiveType:       owl.OWLNamespace + "IrreflexiveProperty",
	symmetricType:         owl.OWLNamespace + "SymmetricProperty",
	asymmetricType:        owl.OWLNamespace + "AsymmetricProperty",
	transitiveType:        owl.OWLNamespace + "TransitiveProperty",

	ontologyType:                     owl.OWLNamespace + "Ontology",
	restrictionType:                  owl.OWLNamespace + "Restriction",
	selfRestrictionType:              owl.OWLNamespace + "SelfRestriction",
	dataRangeType:                    owl.OWLNamespace + "DataRange",
	listType:                         owl.RDFNamespace + "List",
	axiomType:                        owl.OWLNamespace + "Axiom",
	annotationType:                   owl.OWLNamespace + "Annotation",
	allDifferentType:                 owl.OWLNamespace + "AllDifferent",
	allDisjointClassesType:           owl.OWLNamespace + "AllDisjointClasses",
	allDisjointPropertiesType:        owl.OWLNamespace + "AllDisjointProperties",
	negativePropertyAssertionType:    owl.OWLNamespace + "NegativePropertyAssertion",
	deprecatedClassType:              owl.OWLNamespace + "DeprecatedClass",
	deprecatedPropertyType:           owl.OWLNamespace + "DeprecatedProperty",
	swrlImpType:                      swrlNamespace + "Imp",
	swrlVariableType:                 swrlNamespace + "Variable",
	swrlAtomListType:                 swrlNamespace + "AtomList",
	swrlBuiltinType:                  swrlNamespace + "Builtin",
	swrlClassAtomType:                swrlNamespace + "ClassAtom",
	swrlDataRangeAtomType:            swrlNamespace + "DataRangeAtom",
	swrlIndividualPropertyAtomType:   swrlNamespace + "IndividualPropertyAtom",
	swrlDatavaluedPropertyAtomType:   swrlNamespace + "DatavaluedPropertyAtom",
	swrlSameIndividualAtomType:       swrlNamespace + "SameIndividualAtom",
	swrlDifferentIndividualsAtomType: swrlNamespace + "DifferentIndividualsAtom",
	swrlBuiltinAtomType:              swrlNamespace + "BuiltinAtom",

	nilList: owl.RDFNamespace + "nil",
}

// local returns the IRI of the word without its namespace, for messages.
func (w word) local() string { return owl.NewIRI(wordIRIs[w]).Fragment() }

// isConstructor reports whether the word is a predicate of class expressions, data ranges or
// property expressions.
func (w word) isConstructor() bool {
	return w >= intersectionOf && w <= withRestrictions || w == inverseOf
}

// isConnective reports whether the word is the predicate of an intersection, union, complement or
// enumeration.
func (w word) isConnective() bool { return w >= intersectionOf && w <= oneOf }

// qualified returns the word of a cardinality restriction with a filler.
func (w word) qualified() word { return w + minQualifiedCardinality - minCardinality }

// unqualified returns the word of a cardinality restriction without a filler, and other words
// unchanged.
func (w word) unqualified() word {
	if w >= minQualifiedCardinality && w <= qualifiedCardinality {
		return w - minQualifiedCardinality + minCardinality
	}
	return w
}

// classWords holds the predicates of class expressions by kind, those of unqualified cardinalities;
// rangeWords holds those of data ranges.
var (
	classWords = [...]word{
		owl.ObjectIntersectionOfKind:   intersectionOf,
		owl.ObjectUnionOfKind:          unionOf,
		owl.ObjectComplementOfKind:     complementOf,
		owl.ObjectOneOfKind:            oneOf,
		owl.ObjectSomeValuesFromKind:   someValuesFrom,
		owl.ObjectAllValuesFromKind:    allValuesFrom,
		owl.ObjectHasValueKind:         hasValue,
		owl.ObjectHasSelfKind:          hasSelf,
		owl.ObjectMinCardinalityKind:   minCardinality,
		owl.ObjectMaxCardinalityKind:   maxCardinality,
		owl.ObjectExactCardinalityKind: cardinality,
		owl.DataSomeValuesFromKind:     someValuesFrom,
		owl.DataAllValuesFromKind:      allValuesFrom,
		owl.DataHasValueKind:           hasValue,
		owl.DataMinCardinalityKind:     minCardinality,
		owl.DataMaxCardinalityKind:     maxCardinality,
		owl.DataExactCardinalityKind:   cardinality,
	}
	rangeWords = [...]word{
		owl.DataIntersectionOfKind: intersectionOf,
		owl.DataUnionOfKind:        unionOf,
		owl.DataComplementOfKind:   datatypeComplementOf,
		owl.DataOneOfKind:          oneOf,
	}
)

// classKinds and dataKinds hold the kinds of class expressions by word, those of data properties
// apart; rangeKinds holds the kinds of data ranges.
var (
	classKinds = kindsByWord[owl.ExpressionKind](classWords[:owl.DataSomeValuesFromKind], 0)
	dataKinds  = kindsByWord(classWords[owl.DataSomeValuesFromKind:], owl.DataSomeValuesFromKind)
	rangeKinds = kindsByWord[owl.DataRangeKind](rangeWords[:], 0)
)

func kindsByWord[K ~int8](words []word, first K) (kinds [numWords]K) {
	for i, w := range words {
		kinds[w] = first + K(i)
	}
	if kind := kinds[datatypeComplementOf]; kind != 0 {
		kinds[complementOf] = kind // in OWL 1
	}
	return kinds
}

// builtins are the entities that need no declaration. rdf:HTML is a datatype of RDF 1.1.
var builtins = append(owl.BuiltIn(), owl.Datatype{IRI: owl.NewIRI(owl.RDFNamespace + "HTML")})

// owl11Namespace is the namespace of the OWL 1.1 submission of 2006.
const owl11Namespace = "http://www.w3.org/2006/12/owl11#"

// owl11Words maps names of OWL 1.1 to their words of OWL 2.
var owl11Words = map[string]word{
	"disjointUnionOf":           disjointUnionOf,
	"disjointObjectProperties":  propertyDisjointWith,
	"disjointDataProperties":    propertyDisjointWith,
	"ReflexiveProperty":         reflexiveType,
	"IrreflexiveProperty":       irreflexiveType,
	"AntisymmetricProperty":     asymmetricType,
	"SelfRestriction":           selfRestrictionType,
	"onClass":                   onClass,
	"onDataRange":               onDataRange,
	"dataComplementOf":          datatypeComplementOf,
	"NegativePropertyAssertion": negativePropertyAssertionType,
}

// renameOWL11 replaces the vocabulary of OWL 1.1 in predicates and objects by that of OWL 2.
func renameOWL11(terms *rdf.Table, statements []rdf.Statement, report *doc.Report) {
	renamed := map[rdf.ID]rdf.ID{}
	read := rdf.ID(len(terms.Terms))
	for name, w := range owl11Words {
		if old := terms.IRI([]byte(owl11Namespace + name)); old < read {
			renamed[old] = terms.IRI([]byte(wordIRIs[w]))
		}
	}
	if len(renamed) == 0 {
		return
	}
	for i := range statements {
		st := &statements[i]
		for _, t := range []*rdf.ID{&st.P, &st.O} {
			if term, ok := renamed[*t]; ok {
				report.Note(doc.NoteOldVocabulary, int(st.Line), 0, "<"+string(terms.Bytes(*t))+">")
				*t = term
			}
		}
	}
}
