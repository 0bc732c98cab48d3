package obo

import (
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/rdf"
)

// oboTag is a tag of stanzas. Reader and writer share the table of tags.
type oboTag struct {
	name string
	// once: a stanza has it at most once; further annotations become property_value. Default: only
	// truth values.
	once bool

	scope string // of synonym: the scope that the tag means, or ""

	// The annotation that a clause is: how its value is written, and its property. Default: none,
	// and the property of oboInOwl with the name of the tag.
	form     oboForm
	property owl.AnnotationProperty

	// By the kind of stanza, the axiom that a clause is about the entity of the stanza and that of
	// its value; a characteristic has the value true. Default: none.
	class, relation, note, individual owl.AxiomKind
}

// oboForm is a way to write the value of an annotation.
type oboForm uint8

const (
	noForm        oboForm = iota
	textForm              // without quotation marks
	quotedForm            // "…" [cross references]
	booleanForm           // true or false
	referenceForm         // an id
	xrefForm              // a cross reference and its description
)

// oboStanzaTags are the tags of stanzas in the order of OBO 1.4.
var oboStanzaTags = []oboTag{
	{name: "id"},
	{name: "is_anonymous", form: booleanForm},
	{name: "name", once: true, form: textForm, property: owl.RDFSLabel},
	{name: "namespace", once: true, form: textForm, property: oioProperty("hasOBONamespace")},
	{name: "alt_id", form: textForm, property: oioProperty("hasAlternativeId")},
	{name: "def", once: true, form: quotedForm, property: oboProperty("IAO_0000115")},
	{name: "comment", once: true, form: textForm, property: owl.RDFSComment},
	{name: "subset", form: referenceForm, property: oioProperty("inSubset")},
	{name: "synonym"},
	{name: "xref", form: xrefForm, property: oioProperty("hasDbXref")},
	{name: "builtin", form: booleanForm},
	{name: "property_value"},
	{name: "domain", once: true, relation: owl.ObjectPropertyDomainKind,
		note: owl.AnnotationPropertyDomainKind},
	{name: "range", once: true, relation: owl.ObjectPropertyRangeKind,
		note: owl.AnnotationPropertyRangeKind},
	{name: "holds_over_chain"},
	{name: "is_anti_symmetric", form: booleanForm, property: oboProperty("IAO_0000427")},
	{name: "is_cyclic", form: booleanForm},
	{name: "is_reflexive", form: booleanForm, relation: owl.ReflexiveObjectPropertyKind},
	{name: "is_symmetric", form: booleanForm, relation: owl.SymmetricObjectPropertyKind},
	{name: "is_asymmetric", form: booleanForm, relation: owl.AsymmetricObjectPropertyKind},
	{name: "is_transitive", form: booleanForm, relation: owl.TransitiveObjectPropertyKind},
	{name: "is_functional", form: booleanForm, relation: owl.FunctionalObjectPropertyKind},
	{name: "is_inverse_functional", form: booleanForm,
		relation: owl.InverseFunctionalObjectPropertyKind},
	{name: "instance_of", individual: owl.ClassAssertionKind},
	{name: "is_a", class: owl.SubClassOfKind, relation: owl.SubObjectPropertyOfKind,
		note: owl.SubAnnotationPropertyOfKind},
	{name: "intersection_of", once: true},
	{name: "union_of", once: true},
	{name: "equivalent_to", class: owl.EquivalentClassesKind,
		relation: owl.EquivalentObjectPropertiesKind},
	{name: "disjoint_from", class: owl.DisjointClassesKind,
		relation: owl.DisjointObjectPropertiesKind},
	{name: "inverse_of", relation: owl.InverseObjectPropertiesKind},
	{name: "transitive_over"},
	{name: "equivalent_to_chain"},
	{name: "relationship"},
	{name: "is_obsolete", form: booleanForm, property: owl.OWLDeprecated},
	{name: "created_by", once: true, form: textForm},
	{name: "creation_date", once: true, form: textForm},
	{name: "replaced_by", form: referenceForm, property: oboProperty("IAO_0100001")},
	{name: "consider", form: textForm},
	{name: "expand_assertion_to", form: quotedForm, property: oboProperty("IAO_0000425")},
	{name: "expand_expression_to", form: quotedForm, property: oboProperty("IAO_0000424")},
	{name: "is_metadata_tag", form: booleanForm},
	{name: "is_class_level", form: booleanForm},
}

var (
	oboTags      = map[string]*oboTag{}        // of stanzas, by name
	oboOrder     = map[string]int{}            // of stanzas, from 1
	oboAxiomTags = map[owl.AxiomKind]*oboTag{} // by the axioms that the writer makes of them

	// oboProperties holds the properties of tags and modifiers, if they are not those of oboInOwl
	// with the same name. Remark is a tag of the header.
	oboProperties = map[string]owl.AnnotationProperty{
		"remark":            owl.RDFSComment,
		"format-version":    oioProperty("hasOBOFormatVersion"),
		"namespace-id-rule": oioProperty("NamespaceIdRule"),
		"synonymtype":       oioProperty("hasSynonymType"),
		"scope":             oioProperty("hasScope"),
	}
	oboPropertyTags = map[owl.AnnotationProperty]string{} // tags and modifiers by their property
)

func init() {
	for i := range oboStanzaTags {
		t := &oboStanzaTags[i]
		oboTags[t.name], oboOrder[t.name] = t, i+1
		// The OWL API drops or misreads the axioms of annotation properties.
		for _, kind := range []owl.AxiomKind{t.class, t.relation, t.individual} {
			oboAxiomTags[kind] = t
		}
		t.once = t.once || t.form == booleanForm
		if t.form != noForm {
			if t.property.IRI.IsZero() {
				t.property = oioProperty(t.name)
			}
			oboProperties[t.name] = t.property
		}
	}
	delete(oboAxiomTags, 0)                                                        // of no axiom
	oboTags["xref_analog"], oboTags["xref_unk"] = oboTags["xref"], oboTags["xref"] // of OBO 1.0
	oboTags["inverse_of_on_instance_level"] = oboTags["inverse_of"]
	for _, scope := range oboSynonymScopes {
		oboTags[strings.ToLower(scope)+"_synonym"] = &oboTag{name: "synonym", scope: scope}
	}
	for tag, p := range oboProperties {
		if tag != "remark" {
			oboPropertyTags[p] = tag
		}
	}
}

func oboProperty(local string) owl.AnnotationProperty {
	return owl.AnnotationProperty{IRI: owl.NewIRI(rdf.OBONamespace + local)}
}

func oioProperty(local string) owl.AnnotationProperty {
	return owl.AnnotationProperty{IRI: owl.NewIRI(rdf.OIONamespace + local)}
}

// oboStanzas holds the kinds of stanzas.
var oboStanzas = map[owl.EntityKind]string{
	owl.ClassKind: "Term", owl.ObjectPropertyKind: "Typedef",
	owl.AnnotationPropertyKind: "Typedef", owl.NamedIndividualKind: "Instance",
}

// oboSynonymScopes holds the scopes by the properties of synonyms.
var oboSynonymScopes = map[owl.AnnotationProperty]string{
	oioProperty("hasExactSynonym"): "EXACT", oioProperty("hasBroadSynonym"): "BROAD",
	oioProperty("hasNarrowSynonym"): "NARROW", oioProperty("hasRelatedSynonym"): "RELATED",
}

// oboHeaderOrder holds the tags of the header in the order of OBO 1.4, from 1; oboHeaderOnce those
// that it has at most once.
var (
	oboHeaderOrder = inOrder(`format-version data-version date saved-by auto-generated-by import
		subsetdef synonymtypedef default-namespace namespace-id-rule idspace
		treat-xrefs-as-equivalent treat-xrefs-as-genus-differentia
		treat-xrefs-as-reverse-genus-differentia treat-xrefs-as-relationship treat-xrefs-as-is_a
		treat-xrefs-as-has-subclass id-mapping default-relationship-id-prefix
		logical-definition-view-relation remark ontology property_value owl-axioms`)
	oboHeaderOnce = inOrder(`format-version date saved-by auto-generated-by default-namespace
		logical-definition-view-relation`)
)

func inOrder(tags string) map[string]int {
	order := map[string]int{}
	for i, tag := range strings.Fields(tags) {
		order[tag] = i + 1
	}
	return order
}
