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

// vocabulary holds the IRIs of the words, and what a triple with the word says of its subject and
// object. The word is the predicate or, from classType on, the object of rdf:type.
var vocabulary = [numWords]struct {
	iri             string
	subject, object termFlags
}{
	rdfType:              {iri: owl.RDFNamespace + "type"},
	subClassOf:           {owl.RDFSNamespace + "subClassOf", usedAsClass, usedAsClass},
	equivalentClass:      {iri: owl.OWLNamespace + "equivalentClass"},
	disjointWith:         {owl.OWLNamespace + "disjointWith", usedAsClass, usedAsClass},
	disjointUnionOf:      {owl.OWLNamespace + "disjointUnionOf", usedAsClass, 0},
	subPropertyOf:        {iri: owl.RDFSNamespace + "subPropertyOf"},
	equivalentProperty:   {iri: owl.OWLNamespace + "equivalentProperty"},
	propertyDisjointWith: {iri: owl.OWLNamespace + "propertyDisjointWith"},
	inverseOf: {owl.OWLNamespace + "inverseOf", usedAsObjectProperty,
		usedAsObjectProperty},
	propertyChainAxiom: {owl.OWLNamespace + "propertyChainAxiom", usedAsObjectProperty, 0},
	domain:             {owl.RDFSNamespace + "domain", 0, usedAsClass},
	rng:                {iri: owl.RDFSNamespace + "range"},
	hasKey:             {owl.OWLNamespace + "hasKey", usedAsClass, 0},
	sameAs:             {iri: owl.OWLNamespace + "sameAs"},
	differentFrom:      {iri: owl.OWLNamespace + "differentFrom"},

	intersectionOf:          {iri: owl.OWLNamespace + "intersectionOf"},
	unionOf:                 {iri: owl.OWLNamespace + "unionOf"},
	complementOf:            {owl.OWLNamespace + "complementOf", usedAsClass, usedAsClass},
	datatypeComplementOf:    {iri: owl.OWLNamespace + "datatypeComplementOf"},
	oneOf:                   {iri: owl.OWLNamespace + "oneOf"},
	onProperty:              {iri: owl.OWLNamespace + "onProperty"},
	onProperties:            {iri: owl.OWLNamespace + "onProperties"},
	someValuesFrom:          {iri: owl.OWLNamespace + "someValuesFrom"},
	allValuesFrom:           {iri: owl.OWLNamespace + "allValuesFrom"},
	hasValue:                {iri: owl.OWLNamespace + "hasValue"},
	hasSelf:                 {iri: owl.OWLNamespace + "hasSelf"},
	minCardinality:          {iri: owl.OWLNamespace + "minCardinality"},
	maxCardinality:          {iri: owl.OWLNamespace + "maxCardinality"},
	cardinality:             {iri: owl.OWLNamespace + "cardinality"},
	minQualifiedCardinality: {iri: owl.OWLNamespace + "minQualifiedCardinality"},
	maxQualifiedCardinality: {iri: owl.OWLNamespace + "maxQualifiedCardinality"},
	qualifiedCardinality:    {iri: owl.OWLNamespace + "qualifiedCardinality"},
	onClass:                 {owl.OWLNamespace + "onClass", 0, usedAsClass},
	onDataRange:             {owl.OWLNamespace + "onDataRange", 0, usedAsDatatype},
	onDatatype:              {owl.OWLNamespace + "onDatatype", 0, usedAsDatatype},
	withRestrictions:        {iri: owl.OWLNamespace + "withRestrictions"},

	members:           {iri: owl.OWLNamespace + "members"},
	distinctMembers:   {iri: owl.OWLNamespace + "distinctMembers"},
	sourceIndividual:  {iri: owl.OWLNamespace + "sourceIndividual"},
	assertionProperty: {iri: owl.OWLNamespace + "assertionProperty"},
	targetIndividual:  {iri: owl.OWLNamespace + "targetIndividual"},
	targetValue:       {iri: owl.OWLNamespace + "targetValue"},
	annotatedSource:   {owl.OWLNamespace + "annotatedSource", reificationNode, 0},
	annotatedProperty: {owl.OWLNamespace + "annotatedProperty", reificationNode, 0},
	annotatedTarget:   {owl.OWLNamespace + "annotatedTarget", reificationNode, 0},
	rdfSubject:        {iri: owl.RDFNamespace + "subject"},
	rdfPredicate:      {iri: owl.RDFNamespace + "predicate"},
	rdfObject:         {iri: owl.RDFNamespace + "object"},

	first:                 {iri: owl.RDFNamespace + "first"},
	rest:                  {iri: owl.RDFNamespace + "rest"},
	propertyChain:         {iri: owl.OWLNamespace + "propertyChain"},
	imports:               {iri: owl.OWLNamespace + "imports"},
	versionIRI:            {iri: owl.OWLNamespace + "versionIRI"},
	swrlBody:              {iri: swrlNamespace + "body"},
	swrlHead:              {iri: swrlNamespace + "head"},
	swrlClassPredicate:    {iri: swrlNamespace + "classPredicate"},
	swrlPropertyPredicate: {iri: swrlNamespace + "propertyPredicate"},
	swrlDataRange:         {iri: swrlNamespace + "dataRange"},
	swrlBuiltin:           {iri: swrlNamespace + "builtin"},
	swrlArgument1:         {iri: swrlNamespace + "argument1"},
	swrlArgument2:         {iri: swrlNamespace + "argument2"},
	swrlArguments:         {iri: swrlNamespace + "arguments"},

	classType:          {owl.OWLNamespace + "Class", declaredClass | owlClassNode, 0},
	rdfsClassType:      {owl.RDFSNamespace + "Class", declaredClass, 0},
	datatypeType:       {owl.RDFSNamespace + "Datatype", declaredDatatype | dataRangeNode, 0},
	objectPropertyType: {owl.OWLNamespace + "ObjectProperty", declaredObjectProperty, 0},
	dataPropertyType:   {owl.OWLNamespace + "DatatypeProperty", declaredDataProperty, 0},
	annotationPropertyType: {owl.OWLNamespace + "AnnotationProperty", declaredAnnotationProperty,
		0},
	ontologyPropertyType: {owl.OWLNamespace + "OntologyProperty", declaredAnnotationProperty, 0},
	namedIndividualType:  {iri: owl.OWLNamespace + "NamedIndividual"},
	rdfPropertyType:      {iri: owl.RDFNamespace + "Property"},
	dataPropertyHint:     {owl.OWLNamespace + "DataProperty", usedAsDataProperty, 0},

	functionalType: {owl.OWLNamespace + "FunctionalProperty", functionalNode, 0},
	inverseFunctionalType: {owl.OWLNamespace + "InverseFunctionalProperty",
		declaredObjectProperty, 0},
	reflexiveType:   {owl.OWLNamespace + "ReflexiveProperty", usedAsObjectProperty, 0},
	irreflexiveType: {owl.OWLNamespace + "IrreflexiveProperty", usedAsObjectProperty, 0},
	symmetricType:   {owl.OWLNamespace + "SymmetricProperty", declaredObjectProperty, 0},
	asymmetricType:  {owl.OWLNamespace + "AsymmetricProperty", usedAsObjectProperty, 0},
	transitiveType:  {owl.OWLNamespace + "TransitiveProperty", declaredObjectProperty, 0},

	ontologyType:                  {owl.OWLNamespace + "Ontology", ontologyNode, 0},
	restrictionType:               {owl.OWLNamespace + "Restriction", usedAsClass, 0},
	selfRestrictionType:           {owl.OWLNamespace + "SelfRestriction", usedAsClass, 0},
	dataRangeType:                 {owl.OWLNamespace + "DataRange", dataRangeNode, 0},
	listType:                      {iri: owl.RDFNamespace + "List"},
	axiomType:                     {owl.OWLNamespace + "Axiom", reificationNode, 0},
	annotationType:                {owl.OWLNamespace + "Annotation", reificationNode, 0},
	allDifferentType:              {owl.OWLNamespace + "AllDifferent", axiomNode, 0},
	allDisjointClassesType:        {owl.OWLNamespace + "AllDisjointClasses", axiomNode, 0},
	allDisjointPropertiesType:     {owl.OWLNamespace + "AllDisjointProperties", axiomNode, 0},
	negativePropertyAssertionType: {owl.OWLNamespace + "NegativePropertyAssertion", axiomNode, 0},
	deprecatedClassType:           {owl.OWLNamespace + "DeprecatedClass", usedAsClass, 0},
	deprecatedPropertyType:        {iri: owl.OWLNamespace + "DeprecatedProperty"},

	swrlImpType:                      {swrlNamespace + "Imp", ruleNode, 0},
	swrlVariableType:                 {iri: swrlNamespace + "Variable"},
	swrlAtomListType:                 {iri: swrlNamespace + "AtomList"},
	swrlBuiltinType:                  {iri: swrlNamespace + "Builtin"},
	swrlClassAtomType:                {swrlNamespace + "ClassAtom", ruleAtomNode, 0},
	swrlDataRangeAtomType:            {swrlNamespace + "DataRangeAtom", ruleAtomNode, 0},
	swrlIndividualPropertyAtomType:   {swrlNamespace + "IndividualPropertyAtom", ruleAtomNode, 0},
	swrlDatavaluedPropertyAtomType:   {swrlNamespace + "DatavaluedPropertyAtom", ruleAtomNode, 0},
	swrlSameIndividualAtomType:       {swrlNamespace + "SameIndividualAtom", ruleAtomNode, 0},
	swrlDifferentIndividualsAtomType: {swrlNamespace + "DifferentIndividualsAtom", ruleAtomNode, 0},
	swrlBuiltinAtomType:              {swrlNamespace + "BuiltinAtom", ruleAtomNode, 0},

	nilList: {iri: owl.RDFNamespace + "nil"},
}

// local returns the IRI of the word without its namespace, for messages.
func (w word) local() string { return w.iri().Fragment() }

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
			renamed[old] = terms.IRI([]byte(vocabulary[w].iri))
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
