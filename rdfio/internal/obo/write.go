package obo

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"maps"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/functional"
	"box2el-owl/rdfio/internal/rdf"
)

// Write writes OBO 1.4: the header, and stanzas of terms, relations and instances in the order of
// their ids, their clauses in the order of the specification. What no clause can express goes to
// the header clause owl-axioms in functional syntax, as the OWL API does; so do annotations and
// names of the ontology, which the OWL API ignores there.
//
// Reading makes these additions: oboInOwl:id of each stanza, is_metadata_tag of each annotation
// property with a stanza, format-version, declarations, and the deprecation of alternative ids that
// the ontology does not mention otherwise. Declarations of built-in entities are not written.
func Write(w io.Writer, o *owl.Ontology) error {
	names := NewNames(o)
	d := oboWriter{names: names, stanzas: map[owl.Entity][]Clause{},
		used: map[owl.Entity]bool{}, rest: owl.Ontology{Prefixes: names.reader.o.Prefixes}}
	for _, a := range owl.SortedSet(o.Axioms) {
		d.axiom(a)
	}
	d.declare(false)
	d.headerOf(o)
	d.declare(true)
	if r := &d.rest; !r.IRI.IsZero() || !r.VersionIRI.IsZero() ||
		len(r.Imports)+len(r.Annotations)+len(r.Axioms) > 0 {
		var text bytes.Buffer
		if err := functional.Write(&text, &d.rest); err != nil {
			return err
		}
		d.header = append(d.header,
			Clause{Tag: "owl-axioms", Value: oboEscape(text.String(), "{!")})
	}
	out := bufio.NewWriterSize(w, 64<<10)
	d.write(out)
	return out.Flush()
}

// oboWriter collects the clauses of stanzas.
type oboWriter struct {
	names        *Names
	header       []Clause
	stanzas      map[owl.Entity][]Clause
	declarations []*owl.Declaration
	used         map[owl.Entity]bool // is declared by a clause
	rest         owl.Ontology        // of owl-axioms
}

// axiom adds the clauses of an axiom to a stanza, or the axiom to owl-axioms.
func (d *oboWriter) axiom(a owl.Axiom) {
	if declaration, ok := a.(*owl.Declaration); ok && len(declaration.Annotations) == 0 {
		if !declaration.Entity.EntityIRI().IsReserved() {
			d.declarations = append(d.declarations, declaration)
		}
		return
	}
	subject, clauses, ok := Clauses(a, d.names)
	if annotation, isAnnotation := a.(*owl.AnnotationAssertion); ok && d.repeats(subject, clauses) {
		ok = isAnnotation
		if isAnnotation {
			subject, clauses, ok = d.names.propertyValue(annotation)
		}
	}
	if ok && len(clauses) > 0 {
		maps.Copy(d.used, d.names.declares)
	}
	switch {
	case !ok:
		d.rest.Axioms = append(d.rest.Axioms, a)
	case subject != nil:
		d.stanzas[subject] = append(d.stanzas[subject], clauses...)
	default:
		d.header = append(d.header, clauses...)
	}
}

// repeats reports whether a stanza has a clause that it may have once.
func (d *oboWriter) repeats(subject owl.Entity, clauses []Clause) bool {
	return subject != nil && len(clauses) > 0 && oboTags[clauses[0].Tag].once &&
		slices.ContainsFunc(d.stanzas[subject],
			func(c Clause) bool { return c.Tag == clauses[0].Tag })
}

// declare makes stanzas for declared entities that no clause declares, or puts the declarations of
// such annotation properties into owl-axioms.
func (d *oboWriter) declare(notes bool) {
	for _, a := range d.declarations {
		e := a.Entity
		_, stanza := d.stanzas[e]
		_, isNote := e.(owl.AnnotationProperty)
		if isNote != notes || stanza || d.used[e] {
			continue
		}
		if subject, _, ok := Clauses(a, d.names); ok && !isNote {
			d.stanzas[subject] = nil
		} else {
			d.rest.Axioms = append(d.rest.Axioms, a)
		}
	}
	for e, clauses := range d.stanzas {
		flag := Clause{Tag: "is_metadata_tag", Value: "true"}
		if _, isNote := e.(owl.AnnotationProperty); isNote && !slices.Contains(clauses, flag) {
			d.stanzas[e] = append(clauses, flag)
		}
	}
}

// headerOf makes the clauses of the header.
func (d *oboWriter) headerOf(o *owl.Ontology) {
	named := o.VersionIRI.IsZero() && (o.IRI.IsZero() || o.IRI == owl.TemporaryIRI)
	for _, c := range d.names.header {
		if c.tag != "logical-definition-view-relation" { // is an annotation, too
			d.header = append(d.header, Clause{Tag: c.tag, Value: c.value})
		}
		named = named || c.tag == "ontology"
	}
	if !named {
		d.rest.IRI, d.rest.VersionIRI = o.IRI, o.VersionIRI
	}
	sorted := o.SortedHeader()
	for _, iri := range sorted.Imports {
		// The OWL API reads a name that is no IRI as a file.
		if id := iri.String(); oboReadsWord(id) && rdf.EscapeIRI(oboDocumentIRI(id)) == id {
			d.header = append(d.header, Clause{Tag: "import", Value: oboWord(id)})
		} else {
			d.rest.Imports = append(d.rest.Imports, iri)
		}
	}
	for _, a := range sorted.Annotations {
		c, ok := d.names.headerClause(a)
		if ok && (c.Tag == "default-namespace" && !d.useNamespace(a) || oboHeaderOnce[c.Tag] > 0 &&
			slices.ContainsFunc(d.header, func(have Clause) bool { return have.Tag == c.Tag })) {
			c, ok = d.names.headerValue(a)
		}
		if ok {
			maps.Copy(d.used, d.names.declares)
			d.header = append(d.header, c)
		} else {
			d.rest.Annotations = append(d.rest.Annotations, a)
		}
	}
	if !slices.ContainsFunc(sorted.Annotations, isFormatVersion) {
		d.header = append(d.header, Clause{Tag: "format-version", Value: "1.4"})
	}
	slices.SortFunc(d.header, func(a, b Clause) int {
		return cmp.Or(oboHeaderOrder[a.Tag]-oboHeaderOrder[b.Tag],
			strings.Compare(a.Value, b.Value))
	})
}

// headerClause renders an annotation of the ontology by the tag of its property.
func (n *Names) headerClause(a owl.Annotation) (Clause, bool) {
	tag := oboPropertyTags[a.Property]
	if a.Property == owl.RDFSComment {
		tag = "remark"
	} else if local, ok := strings.CutPrefix(a.Property.IRI.String(), rdf.OIONamespace); ok &&
		tag == "" {
		tag = local
	}
	text, plain := oboPlain(a.Value)
	switch {
	case !plain || text != strings.TrimSpace(text) || oboHeaderOrder[tag] == 0,
		tag == "ontology" || tag == "data-version" || tag == "idspace",
		tag == "logical-definition-view-relation" && n.reader.view == "":
		return n.headerValue(a)
	}
	c := Clause{Tag: tag,
		Value: strings.TrimLeft(oboText(text)+n.modifiers("", a.Annotations), " ")}
	if !n.readsHeader(c, a) {
		return n.headerValue(a)
	}
	return c, true
}

// headerValue renders an annotation of the ontology as property_value.
func (n *Names) headerValue(a owl.Annotation) (Clause, bool) {
	c := n.valueOf(a)
	return c, n.readsHeader(c, a)
}

// readsHeader reports whether the reader makes this annotation of the clause, and nothing else.
func (n *Names) readsHeader(c Clause, a owl.Annotation) bool {
	t := n.emptyReader()
	v := oboValue{text: c.Value}
	t.headerClause(&oboClause{tag: c.Tag, value: c.Value}, &v)
	if v.err != nil || len(v.faults) > 0 || !oboOneLine(c.Value) || len(t.o.Annotations) != 1 {
		return false
	}
	n.declares = t.declared
	return bytes.Equal(owl.AppendCanonicalAnnotation(nil, t.o.Annotations[0]),
		owl.AppendCanonicalAnnotation(nil, a))
}

// useNamespace reports whether each stanza has a namespace, and leaves those out that
// default-namespace implies then.
func (d *oboWriter) useNamespace(a owl.Annotation) bool {
	text, _ := oboPlain(a.Value)
	usual := Clause{Tag: "namespace", Value: oboText(text)}
	for e, clauses := range d.stanzas {
		if d.names.primary[e.EntityIRI()] != e { // has no annotations
			clauses = d.stanzas[d.names.primary[e.EntityIRI()]]
			if !slices.Contains(clauses, usual) {
				return false
			}
		}
		if !slices.ContainsFunc(clauses, func(c Clause) bool { return c.Tag == "namespace" }) {
			return false
		}
	}
	for e, clauses := range d.stanzas {
		d.stanzas[e] = slices.DeleteFunc(clauses, func(c Clause) bool { return c == usual })
	}
	return true
}

// write writes the header, and the stanzas in their order.
func (d *oboWriter) write(out *bufio.Writer) {
	for _, c := range d.header {
		out.WriteString(c.String())
		out.WriteByte('\n')
	}
	list := slices.SortedFunc(maps.Keys(d.stanzas), func(a, b owl.Entity) int {
		return cmp.Or(slices.Index(oboKinds, d.names.Stanza(a))-
			slices.Index(oboKinds, d.names.Stanza(b)),
			strings.Compare(d.names.idOf(a), d.names.idOf(b)))
	})
	for _, e := range list {
		clauses := d.stanzas[e]
		slices.SortStableFunc(clauses, Compare)
		out.WriteString("\n[" + d.names.Stanza(e) + "]\nid: " + oboWord(d.names.idOf(e)) + "\n")
		for _, c := range clauses {
			out.WriteString(c.String())
			out.WriteByte('\n')
		}
	}
}
