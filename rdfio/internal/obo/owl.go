package obo

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/functional"
	"box2el-owl/rdfio/internal/rdf"
)

const (
	// NoteOBOSkipped counts what OWL, or the mapping from OBO to it, has no place for.
	NoteOBOSkipped doc.NoteKind = "OBO left out"
)

// oboTranslator makes axioms of frames by section 5 of "OBO Flat File Format 1.4 Syntax and
// Semantics". Where the document leaves a choice it does as the OWL API (oboformat) does, except
// that
//
//   - identifier spaces of the header are used (the OWL API 5.1 ignores them), and owl, rdf, rdfs
//     and xsd are known without one;
//   - replaced_by has an IRI as its value, not a string;
//   - is_a, domain and range of annotation properties, and instances, become axioms;
//   - vocabulary that the document does not mention (labels of oboInOwl properties) is not added.
//
// Every entity is declared where it is first used, as its kind follows from its place.
type oboTranslator struct {
	*oboDocument
	o *owl.Ontology

	spaces       map[string]string // by prefix
	defaultSpace string            // of ids without a prefix
	namespace    string            // of frames that do not say
	view         string            // relation of all definitions to their terms; "" if none
	version      string            // of the header
	named        bool              // an ontology clause has been translated
	embedded     bool              // the owl-axioms clauses have been translated
	expanded     map[string]string // from the short name of a relation to its id
	metadata     map[owl.IRI]bool  // relations that are annotation properties
	relations    map[owl.IRI]bool  // relations that are object properties
	classLevel   map[owl.IRI]bool
	declared     map[owl.Entity]bool

	stanza    oboSubject // at hand
	slots     oboSlots   // of the axiom at hand
	expansion owl.Expansion
	tooLong   error // of expansion

	// trace receives each axiom of a stanza, if it is not nil, with the lines that say it.
	trace func(a owl.Axiom, lines []int)
}

// newOBOTranslator returns a translator that has read what the IRIs of a document depend on.
func newOBOTranslator(d *oboDocument) (*oboTranslator, error) {
	t := &oboTranslator{
		oboDocument:  d,
		o:            &owl.Ontology{IRI: owl.TemporaryIRI, Prefixes: owl.StandardPrefixes()},
		defaultSpace: owl.TemporaryIRI.String() + "#",
		expanded:     map[string]string{},
		metadata:     map[owl.IRI]bool{}, relations: map[owl.IRI]bool{},
		classLevel: map[owl.IRI]bool{}, declared: map[owl.Entity]bool{},
		spaces: map[string]string{
			"owl": owl.OWLNamespace, "rdf": owl.RDFNamespace, "rdfs": owl.RDFSNamespace,
			"xsd": owl.XSDNamespace, "oboInOwl": rdf.OIONamespace,
			"xml": "http://www.w3.org/XML/1998/namespace",
		},
	}
	t.o.Prefixes.Set("obo", rdf.OBONamespace)
	t.o.Prefixes.Set("oboInOwl", rdf.OIONamespace)
	if err := t.header(true); err != nil {
		return nil, err
	}
	if !t.named {
		t.report.Note(doc.NoteTemporaryName, 1, 1, "no ontology clause: the ontology and ids "+
			"without a prefix are in <"+owl.TemporaryIRI.String()+">")
	} else if t.version != "" {
		t.o.VersionIRI = owl.NewIRI(oboVersionIRI(t.o.IRI.String(), t.version))
	}
	t.relationKinds()
	return t, nil
}

func (t *oboTranslator) translate() (*owl.Ontology, error) {
	if err := t.header(false); err != nil {
		return nil, err
	}
	for i := range t.frames {
		if i%128 == 0 {
			if err := t.window.Ctx.Err(); err != nil {
				return nil, err
			}
		}
		f := &t.frames[i]
		err := t.frame(f)
		if t.tooLong != nil {
			err = oboError(t.window, f.line, 1, fmt.Errorf("%w: %w", doc.ErrTooLarge, t.tooLong))
		}
		if err != nil {
			return nil, err
		}
	}
	return t.o, nil
}

// Origin is an axiom of a stanza with the lines that say it.
type Origin struct {
	Axiom owl.Axiom
	Lines []int // those on which its clauses begin, from 1
}

// Origins reads a document as Read does, leniently, and returns the axioms that clauses of stanzas
// say.
func Origins(w *doc.Window) (list []Origin, err error) {
	opts := doc.Options{Limits: doc.Limits{}.WithDefaults()}
	_, err = read(w, opts, &doc.Report{},
		func(a owl.Axiom, lines []int) { list = append(list, Origin{a, lines}) })
	return list, err
}

// attempt translates a clause, and tolerates its faults. If it cannot be read, what it has added is
// taken back. The value v is made here; its memory is the caller's.
func (t *oboTranslator) attempt(c *oboClause, v *oboValue,
	translate func(c *oboClause, v *oboValue)) error {
	*v = oboValue{text: c.value}
	axioms, annotations := len(t.o.Axioms), len(t.o.Annotations)
	imports, skipped := len(t.o.Imports), t.report.Skipped
	translate(c, v)
	if v.err == nil {
		return t.tolerate(c, v)
	}
	err := v.err
	var placed *doc.ParseError
	if !errors.As(err, &placed) {
		err = oboError(t.window, c.line, c.col, fmt.Errorf("%s: %w", c.tag, err))
	}
	if t.window.Ctx.Err() != nil || errors.Is(err, doc.ErrTooLarge) {
		return err
	}
	for _, a := range t.o.Axioms[axioms:] {
		if d, ok := a.(*owl.Declaration); ok {
			delete(t.declared, d.Entity)
		}
	}
	t.o.Axioms, t.o.Annotations = t.o.Axioms[:axioms], t.o.Annotations[:annotations]
	t.o.Imports, t.report.Skipped = t.o.Imports[:imports], skipped
	made := "the line is left out"
	if c.tag == "intersection_of" || c.tag == "union_of" {
		made += ", and the definition is made of the others"
	}
	return t.opts.Tolerate(doc.NoteLineLeftOut, err, made)
}

func (t *oboTranslator) skipped(c *oboClause, why string) {
	t.report.Note(NoteOBOSkipped, c.line, c.col, c.tag+": "+why)
}

// oboDocumentIRI turns the value of ontology: or import: into an IRI.
func oboDocumentIRI(id string) string {
	switch {
	case id == "" || isURL(id):
		return id
	case strings.HasSuffix(id, ".owl") || strings.HasSuffix(id, ".obo"):
		return rdf.OBONamespace + id
	}
	return rdf.OBONamespace + id + ".owl"
}

// oboVersionIRI puts the data version in front of the last part of the ontology's IRI, unless it
// is an IRI itself, or one without the OBO namespace.
func oboVersionIRI(ontology, version string) string {
	switch {
	case isURL(version):
		return version
	case strings.HasSuffix(version, ".owl") || strings.HasSuffix(version, ".obo"):
		return rdf.OBONamespace + version
	}
	base := strings.TrimSuffix(ontology, ".owl")
	return base + "/" + version + "/" + base[strings.LastIndexByte(base, '/')+1:] + ".owl"
}

func isURL(id string) bool {
	for _, scheme := range []string{"http:", "https:", "ftp:", "urn:", "file:", "mailto:"} {
		if strings.HasPrefix(id, scheme) {
			return true
		}
	}
	return false
}

// relationKinds finds the relations that are annotation properties, and the short names of other
// ids (section 5.9.3: an id without a prefix and a cross reference with one; of several references
// RO comes first, then BFO).
func (t *oboTranslator) relationKinds() {
	var typedefs []*oboFrame
	for i := range t.frames {
		f := &t.frames[i]
		if f.kind != "Typedef" {
			continue
		}
		typedefs = append(typedefs, f)
		if id := f.expandedID(); id != "" && !strings.Contains(f.id, ":") {
			t.expanded[f.id] = id
		}
	}
	for _, f := range typedefs {
		iri := t.iri(f.id)
		if f.is("is_metadata_tag") {
			t.metadata[iri] = true
			continue
		}
		t.relations[iri] = true
		if f.is("is_class_level") {
			t.classLevel[iri] = true
		}
	}
}

// expandedID returns the cross reference of a short name, or "".
func (f *oboFrame) expandedID() string {
	ranks := map[string]int{"RO": 3, "BFO": 2}
	best, rank := "", 0
	for _, c := range f.clauses {
		v := oboValue{text: c.value}
		if c.tag != "xref" || v.peek() == '"' {
			continue
		}
		id := v.word()
		prefix, _, found := strings.Cut(id, ":")
		if r := max(ranks[prefix], 1); found && r > rank {
			best, rank = id, r
		}
	}
	return best
}

// is reports whether the frame has the tag with the value true.
func (f *oboFrame) is(tag string) bool {
	return slices.ContainsFunc(f.clauses, func(c oboClause) bool {
		return c.tag == tag && oboTrue(c.value)
	})
}

func oboTrue(value string) bool {
	v := oboValue{text: value}
	return v.word() == "true"
}

// iri turns an id into an IRI (section 5.9).
func (t *oboTranslator) iri(id string) owl.IRI {
	if full, ok := t.expanded[id]; ok {
		id = full
	}
	if isURL(id) {
		return owl.NewIRI(rdf.EscapeIRI(id))
	}
	prefix, local, found := strings.Cut(id, ":")
	switch {
	case !found:
		return t.inSpace(t.defaultSpace, id)
	case t.spaces[prefix] != "":
		return t.inSpace(t.spaces[prefix], local)
	case strings.Contains(local, "_"): // a NonCanonical-Prefixed-ID
		return owl.NewIRI(rdf.OBONamespace + rdf.EscapeIRI(prefix) + "#_" + escapeOBOLocal(local))
	}
	return owl.NewIRI(rdf.OBONamespace + rdf.EscapeIRI(prefix) + "_" + escapeOBOLocal(local))
}

// inSpace returns the IRI of a local id. Beyond the bound it sets t.tooLong, which ends reading.
func (t *oboTranslator) inSpace(space, local string) owl.IRI {
	if t.window != nil && t.tooLong == nil { // a writer has no window
		t.tooLong = t.expansion.Add(len(space))
	}
	if t.tooLong != nil {
		return owl.NewIRI(local)
	}
	return owl.NewIRI(space + escapeOBOLocal(local))
}

// escapeOBOLocal percent-encodes the part of an id behind its prefix as the OWL API does, so that a
// "#" or "/" in it is not taken for a part of the IRI. What is encoded already, and characters
// beyond ASCII, stay.
func escapeOBOLocal(s string) string {
	if strings.IndexFunc(s, encodedInOBO) < 0 {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		encoded := s[i] == '%' && i+2 < len(s) && rdf.IsHexDigit(s[i+1]) && rdf.IsHexDigit(s[i+2])
		if encoded || !encodedInOBO(rune(s[i])) {
			b.WriteByte(s[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", s[i])
		}
	}
	return b.String()
}

// encodedInOBO reports whether a character is encoded: all of ASCII but letters, digits and ".-*_".
func encodedInOBO(c rune) bool {
	return c < utf8.RuneSelf && (c < '0' || '9' < c) && (c|0x20 < 'a' || 'z' < c|0x20) &&
		c != '.' && c != '-' && c != '*' && c != '_'
}

// tagProperty returns the annotation property of a tag or modifier.
func (t *oboTranslator) tagProperty(tag string) owl.AnnotationProperty {
	p, ok := oboProperties[tag]
	switch {
	case ok:
	case strings.Contains(tag, ":"):
		p.IRI = t.iri(tag)
	default:
		p = oioProperty(rdf.EscapeIRI(tag))
	}
	return t.annotationProperty(p.IRI)
}

// The methods below declare the entity that an id or IRI means where it is first used.

func (t *oboTranslator) annotationProperty(iri owl.IRI) owl.AnnotationProperty {
	s := iri.String()
	builtIn := strings.HasPrefix(s, owl.RDFSNamespace) || strings.HasPrefix(s, owl.OWLNamespace)
	p := owl.AnnotationProperty{IRI: iri}
	if !builtIn && !t.relations[iri] { // one IRI may not be a property of two kinds
		t.declare(p)
	}
	return p
}

func (t *oboTranslator) class(id string) owl.Class {
	c := owl.Class{IRI: t.iri(id)}
	if c != owl.Thing && c != owl.Nothing {
		t.declare(c)
	}
	return c
}

func (t *oboTranslator) objectProperty(id string) owl.ObjectProperty {
	p := owl.ObjectProperty{IRI: t.iri(id)}
	if p != owl.TopObjectProperty && p != owl.BottomObjectProperty {
		t.declare(p)
	}
	return p
}

func (t *oboTranslator) individual(id string) owl.NamedIndividual {
	i := owl.NamedIndividual{IRI: t.iri(id)}
	t.declare(i)
	return i
}

func (t *oboTranslator) declare(e owl.Entity) {
	if !t.declared[e] {
		t.declared[e] = true
		t.add(&owl.Declaration{Entity: e})
	}
}

func (t *oboTranslator) add(a owl.Axiom) {
	if t.opts.Sparse && a.Kind() == owl.AnnotationAssertionKind {
		t.report.Skipped++
		return
	}
	t.o.Axioms = append(t.o.Axioms, a)
}

// oboNaming are the clauses of the header on which names of others depend. They are read first.
var oboNaming = inOrder("ontology data-version idspace")

// header translates the clauses of the header that others depend on, or the others.
func (t *oboTranslator) header(naming bool) error {
	var v oboValue
	for i := range t.oboDocument.header.clauses {
		c := &t.oboDocument.header.clauses[i]
		if (oboNaming[c.tag] > 0) != naming {
			continue
		}
		if err := t.attempt(c, &v, t.headerClause); err != nil {
			return err
		}
	}
	return nil
}

func (t *oboTranslator) headerClause(c *oboClause, v *oboValue) {
	switch c.tag {
	case "ontology":
		id := v.word()
		v.end()
		switch {
		case id == "":
			v.fail("expected an id")
		case t.named:
			v.fault(doc.NoteTwice, "a second ontology clause", "the line is left out")
		default:
			t.named = true
			t.o.IRI = owl.NewIRI(oboDocumentIRI(id))
			t.defaultSpace = rdf.OBONamespace + id + "#"
			if isURL(id) {
				t.defaultSpace = id + "#"
			}
		}
	case "data-version":
		t.version = v.word()
		v.end()
	case "idspace":
		prefix, space := v.word(), v.word()
		if prefix == "" || space == "" {
			v.fail("expected a prefix and an IRI")
			return
		}
		t.spaces[prefix] = space
		t.o.Prefixes.Set(prefix, space)
		if t.opts.Prefix != nil {
			t.opts.Prefix(prefix, space)
		}
		if v.peek() != 0 {
			t.skipped(c, "the description")
		}
	case "import":
		t.o.Imports = append(t.o.Imports, owl.NewIRI(rdf.EscapeIRI(oboDocumentIRI(v.word()))))
	case "subsetdef":
		t.definedProperty(v, "SubsetProperty", owl.RDFSComment)
	case "synonymtypedef":
		t.definedProperty(v, "SynonymTypeProperty", owl.RDFSLabel)
	case "property_value":
		p, value := t.propertyValue(v)
		t.o.Annotations = append(t.o.Annotations,
			owl.Annotation{Property: p, Value: value, Annotations: t.annotations(v)})
	case "owl-axioms":
		if !t.embedded {
			t.embedded = true
			v.err = t.embeddedAxioms()
		}
	default:
		text := *v
		switch {
		case c.tag == "default-namespace":
			t.namespace = text.unquoted()
		case c.tag == "logical-definition-view-relation":
			t.view = text.word()
		case strings.HasPrefix(c.tag, "treat-xrefs-as-") || c.tag == "id-mapping" ||
			c.tag == "default-relationship-id-prefix":
			t.skipped(c, "kept as an annotation, and not applied")
		}
		value := owl.NewString(v.unquoted())
		annotations := t.annotations(v)
		t.o.Annotations = append(t.o.Annotations, owl.Annotation{Property: t.tagProperty(c.tag),
			Value: value, Annotations: annotations})
	}
}

// definedProperty translates subsetdef and synonymtypedef: an id, a quoted text, for the latter a
// scope.
func (t *oboTranslator) definedProperty(v *oboValue, super string,
	textProperty owl.AnnotationProperty) {
	id := v.name()
	if id == "" {
		v.fail("expected an id")
	}
	p := t.annotationProperty(t.iri(id))
	var text, scope string
	if v.peek() == '"' {
		text = v.quoted()
	}
	if !v.ends() && super == "SynonymTypeProperty" {
		scope = v.word()
	}
	a := &owl.SubAnnotationPropertyOf{Sub: p}
	a.Annotations = t.annotations(v)
	a.Super = t.annotationProperty(oioProperty(super).IRI)
	t.add(a)
	if text != "" {
		t.add(&owl.AnnotationAssertion{Property: textProperty, Subject: p.IRI,
			Value: owl.NewString(text)})
	}
	if scope == "" {
		return
	}
	if s, ok := t.synonymScope(v, scope); ok {
		t.add(&owl.AnnotationAssertion{Property: t.tagProperty("scope"), Subject: p.IRI,
			Value: s.IRI})
	} else {
		v.fault(doc.NoteSynonymScope, unknownScope(scope), "left out")
	}
}

// embeddedAxioms reads the axioms of all owl-axioms clauses: together they are one document in
// functional syntax (section 5.0.4). If they are not, each that is a document alone is read.
func (t *oboTranslator) embeddedAxioms() error {
	var clauses []*oboClause
	var texts []string
	for i := range t.oboDocument.header.clauses {
		if c := &t.oboDocument.header.clauses[i]; c.tag == "owl-axioms" {
			clauses = append(clauses, c)
			// braces and exclamation marks are the axioms' own
			texts = append(texts, oboUnescape(c.value))
		}
	}
	err := t.functional(strings.Join(texts, "\n"))
	if err == nil || len(clauses) == 1 {
		return err
	}
	for i, c := range clauses {
		err := t.attempt(c, new(oboValue), func(_ *oboClause, v *oboValue) {
			v.err = t.functional(texts[i])
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *oboTranslator) functional(text string) error {
	w := doc.NewWindow(t.window.Ctx, strings.NewReader(text), t.window.File, t.opts.Limits)
	opts := t.opts
	opts.Prefix, opts.Warn = nil, nil
	o, err := functional.Read(w, opts, t.report)
	var placed *doc.ParseError
	if errors.As(err, &placed) {
		return placed.Err // its place is one inside the value
	}
	if err != nil {
		return err
	}
	t.o.Axioms = append(t.o.Axioms, o.Axioms...)
	t.o.Annotations = append(t.o.Annotations, o.Annotations...)
	t.o.Imports = append(t.o.Imports, o.Imports...)
	if t.o.IRI == owl.TemporaryIRI && !o.IRI.IsZero() { // the name is none that OBO can say
		t.o.IRI, t.o.VersionIRI = o.IRI, o.VersionIRI
	}
	return nil
}

// oboSubject is the entity that a stanza is about, as the kind of the stanza says: a class, an
// object or annotation property, or an individual.
type oboSubject struct {
	*oboTranslator
	frame               *oboFrame
	entity              owl.Entity
	name                owl.IRI // of entity
	intersection, union oboDefinition
}

// oboDefinition collects the clauses intersection_of or union_of of a term.
type oboDefinition struct {
	operands    []owl.ClassExpression
	annotations []owl.Annotation
	lines       []int
}

// subject declares the entity that a stanza is about.
func (t *oboTranslator) subject(f *oboFrame) oboSubject {
	s := oboSubject{oboTranslator: t, frame: f, name: t.iri(f.id)}
	switch {
	case f.kind == "Term":
		s.entity = t.class(f.id)
	case f.kind == "Instance":
		s.entity = t.individual(f.id)
	case t.metadata[s.name]:
		s.entity = t.annotationProperty(s.name)
	default:
		s.entity = t.objectProperty(f.id)
	}
	return s
}

// frame translates a stanza.
func (t *oboTranslator) frame(f *oboFrame) error {
	t.stanza = t.subject(f)
	s := &t.stanza
	if _, ok := t.expanded[f.id]; ok && f.kind == "Typedef" {
		s.annotate(t.tagProperty("shorthand"), owl.NewString(f.id), nil)
	}
	s.annotate(t.tagProperty("id"), owl.NewString(f.id), nil)

	namespace, first := t.namespace, map[string]int{} // lines of name and def
	var v oboValue
	for i := range f.clauses {
		c, start := &f.clauses[i], len(t.o.Axioms)
		if c.tag == "namespace" {
			namespace = ""
		}
		err := t.attempt(c, &v, func(c *oboClause, v *oboValue) {
			switch line := first[c.tag]; {
			case c.tag != "name" && c.tag != "def":
			case line > 0:
				v.fault(doc.NoteTwice, fmt.Sprintf("a second %s of %.200s, after that of line %d",
					c.tag, f.id, line), "both are read")
			default:
				first[c.tag] = c.line
			}
			s.clause(c, v)
		})
		if err != nil {
			return err
		}
		for _, a := range t.o.Axioms[start:] {
			if t.trace != nil {
				t.trace(a, []int{c.line})
			}
		}
	}
	if namespace != "" {
		s.annotate(t.tagProperty("namespace"), owl.NewString(namespace), nil)
	}
	s.define("intersection_of", &s.intersection)
	s.define("union_of", &s.union)
	return nil
}

func (s *oboSubject) annotate(p owl.AnnotationProperty, value owl.AnnotationValue,
	annotations []owl.Annotation) {
	s.add(&owl.AnnotationAssertion{Annotated: owl.Annotated{Annotations: annotations}, Property: p,
		Subject: s.name, Value: value})
}

// clause translates one clause of a stanza. If it sets v.err, what it has added is taken back.
func (s *oboSubject) clause(c *oboClause, v *oboValue) {
	tag := oboTags[c.tag]
	if tag == nil {
		s.other(c, v)
		return
	}
	switch tag.name {
	case "property_value":
		s.value(v)
	case "synonym":
		s.synonym(v, tag.scope)
	case "relationship":
		s.relationship(c, v)
	case "intersection_of":
		s.intersection.add(s, c, v)
	case "union_of":
		s.union.add(s, c, v)
	case "transitive_over", "holds_over_chain", "equivalent_to_chain":
		s.chain(c, v)
	default:
		switch kind := s.axiomKind(tag); {
		case kind != 0 && (tag.form == noForm || oboTrue(v.text)):
			s.axiom(kind, v)
		case tag.form == noForm || tag.relation != 0 && kind == 0:
			s.other(c, v)
		default:
			s.annotation(tag, v)
		}
	}
}

// other keeps a tag that has no meaning in this stanza as an annotation.
func (s *oboSubject) other(c *oboClause, v *oboValue) {
	s.report.Note(doc.NoteKeptAsAnnotation, c.line,
		c.col, fmt.Sprintf("%s of %s %.200s", c.tag, s.frame.kind, s.frame.id))
	s.annotate(s.tagProperty(c.tag), owl.NewString(v.unquoted()), s.annotations(v))
}

// annotation translates a clause that is an annotation of the form of its tag.
func (s *oboSubject) annotation(tag *oboTag, v *oboValue) {
	var value owl.AnnotationValue
	var annotations []owl.Annotation
	switch tag.form {
	case booleanForm:
		value = owl.NewLiteral(v.boolean(), owl.XSDBoolean)
	case quotedForm:
		value = owl.NewString(v.quoted())
		if !v.ends() && v.peek() != '[' { // perhaps the text has quotation marks in it
			v.fail("expected the end of the line, found %s", oboExcerpt(v.rest()))
		}
		annotations = s.xrefs(v)
	case xrefForm:
		a := s.xref(v.described(v.until("\"!{")))
		value, annotations = a.Value, a.Annotations
	case referenceForm:
		if tag.name == "subset" {
			value = s.annotationProperty(s.iri(v.required(v.name()))).IRI
		} else {
			value = s.iri(v.required(v.word()))
		}
	default:
		if tag.name == "alt_id" {
			s.alternative(v.text)
		}
		value = owl.NewString(v.unquoted())
	}
	annotations = append(annotations, s.annotations(v)...)
	s.annotate(s.annotationProperty(tag.property.IRI), value, annotations)
}

// alternative makes the alternative id a deprecated entity that points to this one, unless it has
// a stanza of its own.
func (s *oboSubject) alternative(value string) {
	v := oboValue{text: value}
	iri := s.iri(v.word())
	s.declare(owl.NewEntity(s.entity.EntityKind(), iri))
	for _, a := range oboMerged(iri, s.name) {
		s.annotationProperty(a.Property.IRI)
		s.add(a)
	}
}

// oboMerged returns what an alternative id implies: the term was merged into another one.
func oboMerged(iri, into owl.IRI) []*owl.AnnotationAssertion {
	return []*owl.AnnotationAssertion{
		{Property: oboReason, Subject: iri, Value: oboTermsMerge},
		{Property: oboReplaced, Subject: iri, Value: into},
		{Property: owl.OWLDeprecated, Subject: iri, Value: owl.NewLiteral("true", owl.XSDBoolean)},
	}
}

// xrefs reads cross references, which annotate a definition or synonym.
func (s *oboSubject) xrefs(v *oboValue) (list []owl.Annotation) {
	for _, x := range v.xrefs() {
		list = append(list, s.xref(x))
	}
	return list
}

// xref returns a cross reference. Its description becomes a label of the annotation.
func (s *oboSubject) xref(x oboXref) owl.Annotation {
	a := owl.Annotation{Property: s.tagProperty("xref"), Value: owl.NewString(x.id)}
	if x.description != "" {
		a.Annotations = []owl.Annotation{{Property: owl.RDFSLabel,
			Value: owl.NewString(x.description)}}
	}
	return a
}

// synonym translates "text" SCOPE TYPE [xrefs]; scope and type may be absent.
func (s *oboSubject) synonym(v *oboValue, scope string) {
	text, kind := v.quoted(), ""
	for _, word := range []*string{&scope, &kind} {
		if *word == "" && !v.ends() && v.peek() != '[' {
			*word = v.word()
		}
	}
	scope = cmp.Or(scope, "RELATED")
	p, ok := s.synonymScope(v, scope)
	switch {
	case ok:
	case kind != "" || strings.Contains(scope, `"`): // perhaps the text has quotation marks in it
		v.fail("%s", unknownScope(scope))
	default:
		v.fault(doc.NoteSynonymScope, unknownScope(scope), "read as the type of a RELATED synonym")
		p, _ = s.synonymScope(v, "RELATED")
		kind = scope
	}
	annotations := s.xrefs(v)
	if kind != "" {
		annotations = append(annotations, owl.Annotation{Property: s.tagProperty("synonymtype"),
			Value: s.annotationProperty(s.iri(kind)).IRI})
	}
	s.annotate(p, owl.NewString(text), append(annotations, s.annotations(v)...))
}

// synonymScope returns the property of EXACT, BROAD, NARROW or RELATED; in lower case they are a
// fault.
func (t *oboTranslator) synonymScope(v *oboValue, scope string) (owl.AnnotationProperty, bool) {
	upper := strings.ToUpper(scope)
	for p, word := range oboSynonymScopes {
		if word != upper {
			continue
		}
		if scope != upper {
			v.fault(doc.NoteSynonymScope, unknownScope(scope), "read as "+upper)
		}
		return t.annotationProperty(p.IRI), true
	}
	return owl.AnnotationProperty{}, false
}

func unknownScope(scope string) string {
	return "expected EXACT, BROAD, NARROW or RELATED, found " + oboExcerpt(scope)
}

// value translates property_value: of an instance, it may be an assertion.
func (s *oboSubject) value(v *oboValue) {
	p, value := s.propertyValue(v)
	annotations := s.annotations(v)
	i, isInstance := s.entity.(owl.NamedIndividual)
	if target, ok := value.(owl.IRI); ok && isInstance && s.relations[p.IRI] {
		s.assert(i, owl.ObjectProperty(p), owl.NamedIndividual{IRI: target}, annotations)
		return
	}
	s.annotate(p, value, annotations)
}

// propertyValue reads PROPERTY ID or PROPERTY "text" DATATYPE. Before a datatype of XML Schema the
// quotation marks may be absent.
func (t *oboTranslator) propertyValue(v *oboValue) (owl.AnnotationProperty, owl.AnnotationValue) {
	id := v.word()
	if id == "" {
		v.fail("expected a property")
	}
	p := t.annotationProperty(t.iri(id))
	if v.peek() == '"' {
		text, datatype := v.quoted(), owl.XSDString
		if !v.ends() {
			datatype.IRI = t.iri(v.word())
		}
		return p, owl.NewLiteral(text, datatype)
	}
	words := *v
	if id = v.word(); id == "" {
		v.fail("expected a value behind the property")
	}
	if !v.ends() {
		text := words.unquoted()
		i := strings.LastIndexAny(text, " \t")
		if i >= 0 && strings.HasPrefix(text[i+1:], "xsd:") {
			v.pos = words.pos
			v.fault(doc.NoteUnquotedValue, "expected a quoted string, found "+oboExcerpt(text),
				"read as a literal of "+text[i+1:])
			return p, owl.NewLiteral(strings.TrimRight(text[:i], " \t"),
				owl.Datatype{IRI: t.iri(text[i+1:])})
		}
	}
	return p, t.iri(id)
}

// oboStructural are the modifiers that are part of what a clause says, and no annotations of it.
var oboStructural = map[string]bool{
	"cardinality": true, "minCardinality": true, "maxCardinality": true, "all_only": true,
	"all_some": true, "gci_relation": true, "gci_filler": true,
}

// annotations reads trailing modifiers as annotations; nothing but a comment may follow them.
func (t *oboTranslator) annotations(v *oboValue) []owl.Annotation {
	_, annotations := t.modifiers(v)
	return annotations
}

// modifiers separates the structural modifiers from those that are annotations.
func (t *oboTranslator) modifiers(v *oboValue) (structural map[string]string,
	annotations []owl.Annotation) {
	for _, m := range v.modifiers(true) {
		if oboStructural[m.name] {
			if structural == nil {
				structural = map[string]string{}
			}
			structural[m.name] = m.value
			continue
		}
		annotations = append(annotations,
			owl.Annotation{Property: t.tagProperty(m.name), Value: owl.NewString(m.value)})
	}
	v.end()
	return structural, annotations
}

// axiomKind returns the kind of the axiom that a tag means in this stanza; 0 if it means none.
func (s *oboSubject) axiomKind(tag *oboTag) owl.AxiomKind {
	switch s.entity.(type) {
	case owl.Class:
		return tag.class
	case owl.ObjectProperty:
		return tag.relation
	case owl.AnnotationProperty:
		return tag.note
	}
	return tag.individual
}

// axiom translates a clause that is an axiom about the entity of the stanza and that of an id, or a
// characteristic.
func (s *oboSubject) axiom(kind owl.AxiomKind, v *oboValue) {
	id := v.id()
	structural, annotations := s.modifiers(v)
	shape := &owl.AxiomShapes[kind]
	a := shape.New()
	owl.Annotate(a, annotations)
	s.slots = oboSlots{oboSubject: s, id: id}
	shape.Visit(a, &s.slots)
	if a, ok := a.(*owl.SubClassOf); ok {
		a.Sub = s.inContext(structural)
	}
	s.add(a)
}

// oboSlots fills the slots of an axiom: the first for the kind of the stanza with its entity, the
// other one with that of an id.
type oboSlots struct {
	owl.SlotVisitor // nil
	*oboSubject
	id     string
	filled bool // the slot for the entity of the stanza
}

func fill[T owl.Entity](f *oboSlots, other func(id string) T) T {
	if own, ok := f.entity.(T); ok && !f.filled {
		f.filled = true
		return own
	}
	return other(f.id)
}

func (f *oboSlots) Slot(slot, _ any) {
	switch x := slot.(type) {
	case *owl.ClassExpression:
		*x = fill(f, f.class)
	case *owl.ObjectPropertyExpression:
		*x = fill(f, f.objectProperty)
	case *owl.Individual:
		*x = fill(f, f.individual)
	case *owl.AnnotationProperty:
		*x = fill(f, func(id string) owl.AnnotationProperty {
			return f.annotationProperty(f.iri(id))
		})
	case *owl.IRI:
		*x = f.iri(f.id)
	default:
		panic(fmt.Sprintf("unexpected slot %T", slot))
	}
}

// List fills a pair.
func (f *oboSlots) List(list owl.List, _ int, _ owl.ListOrder) {
	f.Slot(list.Add(), nil)
	f.Slot(list.Add(), nil)
}

// relationship translates a relation of a term or instance. That of a relation has a place in OWL
// only if it is an annotation.
func (s *oboSubject) relationship(c *oboClause, v *oboValue) {
	if s.entity.EntityKind() == owl.AnnotationPropertyKind {
		s.other(c, v)
		return
	}
	relation := v.word()
	p := owl.AnnotationProperty{IRI: s.iri(relation)}
	source, isInstance := s.entity.(owl.NamedIndividual)
	_, isRelation := s.entity.(owl.ObjectProperty)
	if isRelation && !s.metadata[p.IRI] {
		s.ofRelation(c)
		return
	}
	id := v.word()
	if id == "" || id[0] == '{' {
		v.fail("expected a relation and an id")
	}
	structural, annotations := s.modifiers(v)
	switch {
	case isInstance:
		s.assert(source, s.objectProperty(relation), s.individual(id), annotations)
	case s.metadata[p.IRI]:
		s.annotate(p, s.iri(id), annotations)
	default:
		super := s.restriction(v, relation, id, structural)
		s.add(&owl.SubClassOf{Annotated: owl.Annotated{Annotations: annotations},
			Sub: s.inContext(structural), Super: super})
	}
}

// ofRelation notes what OWL cannot say of a relation.
func (s *oboSubject) ofRelation(c *oboClause) {
	s.skipped(c, fmt.Sprintf("%s of the relation %.200s", c.value, s.frame.id))
}

// add reads ID or RELATION ID.
func (d *oboDefinition) add(s *oboSubject, c *oboClause, v *oboValue) {
	switch s.entity.(type) {
	case owl.Class:
	case owl.ObjectProperty:
		s.ofRelation(c)
		return
	default:
		s.other(c, v)
		return
	}
	first, second := v.word(), ""
	if first == "" {
		v.fail("expected an id, or a relation and an id")
	}
	if !v.ends() {
		second = v.word()
	}
	known := len(v.faults)
	structural, annotations := s.modifiers(v)
	for _, f := range v.faults[known:] {
		// with words behind it, "A b" may be a name as well as a relation and an id
		if f.kind == doc.NoteWords {
			v.fail("%s", f.fault)
		}
	}
	var operand owl.ClassExpression
	if second == "" {
		operand = s.class(first)
	} else {
		operand = s.restriction(v, first, second, structural)
	}
	d.lines = append(d.lines, c.line)
	if v.err == nil {
		d.operands = append(d.operands, operand)
		d.annotations = append(d.annotations, annotations...)
	}
}

// inContext is the left side of a general class inclusion: the term, where gci_relation and
// gci_filler are given only as far as it has that relation.
func (s *oboSubject) inContext(structural map[string]string) owl.ClassExpression {
	term := s.entity.(owl.Class)
	relation, filler := structural["gci_relation"], structural["gci_filler"]
	if relation == "" || filler == "" {
		return term
	}
	return &owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{term,
		&owl.ObjectSomeValuesFrom{Property: s.objectProperty(relation), Filler: s.class(filler)}}}
}

// restriction translates a relation to a class with its cardinality and quantifier modifiers.
func (s *oboSubject) restriction(v *oboValue, relation, id string,
	structural map[string]string) owl.ClassExpression {
	p := s.objectProperty(relation)
	count := func(name string) int {
		text, given := structural[name]
		if !given {
			return -1
		}
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil || n < 0 {
			v.fail("%s: expected a number, found %s", name, oboExcerpt(text))
		}
		return int(n)
	}
	exact, least, most := count("cardinality"), count("minCardinality"), count("maxCardinality")
	if s.classLevel[p.IRI] && len(structural) == 0 {
		return &owl.ObjectHasValue{Property: p, Individual: s.individual(id)}
	}
	filler := s.class(id)
	var parts []owl.ClassExpression
	if exact > 0 {
		parts = append(parts, &owl.ObjectExactCardinality{N: exact, Property: p, Filler: filler})
	}
	if exact == 0 || most == 0 {
		parts = append(parts, &owl.ObjectAllValuesFrom{Property: p,
			Filler: &owl.ObjectComplementOf{Operand: filler}})
	}
	if least >= 0 {
		parts = append(parts, &owl.ObjectMinCardinality{N: least, Property: p, Filler: filler})
	}
	if most > 0 {
		parts = append(parts, &owl.ObjectMaxCardinality{N: most, Property: p, Filler: filler})
	}
	allOnly := structural["all_only"] == "true"
	if structural["all_some"] == "true" || len(parts) == 0 && !allOnly {
		parts = append(parts, &owl.ObjectSomeValuesFrom{Property: p, Filler: filler})
	}
	if allOnly {
		parts = append(parts, &owl.ObjectAllValuesFrom{Property: p, Filler: filler})
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return &owl.ObjectIntersectionOf{Operands: parts}
}

// define turns the collected clauses of a tag into an equivalence.
func (s *oboSubject) define(tag string, d *oboDefinition) {
	var whole owl.ClassExpression
	switch {
	case len(d.operands) == 0:
		return
	case len(d.operands) == 1:
		s.report.Note(doc.NoteSyntax, s.frame.line,
			1, fmt.Sprintf("a single %s in the stanza of %s", tag, s.frame.id))
		whole = d.operands[0]
	case d == &s.union:
		whole = &owl.ObjectUnionOf{Operands: d.operands}
	default:
		whole = &owl.ObjectIntersectionOf{Operands: d.operands}
	}
	if s.view != "" && d == &s.intersection {
		whole = &owl.ObjectSomeValuesFrom{Property: s.objectProperty(s.view), Filler: whole}
	}
	a := &owl.EquivalentClasses{Annotated: owl.Annotated{Annotations: d.annotations},
		Classes: []owl.ClassExpression{s.entity.(owl.Class), whole}}
	if s.add(a); s.trace != nil {
		s.trace(a, d.lines)
	}
}

// chain translates holds_over_chain, and transitive_over, whose chain begins with the relation of
// the stanza. An equivalent_to_chain says more than OWL can, and is marked by an annotation.
func (s *oboSubject) chain(c *oboClause, v *oboValue) {
	relation, ok := s.entity.(owl.ObjectProperty)
	if !ok {
		s.other(c, v)
		return
	}
	var chain []owl.ObjectPropertyExpression
	if c.tag == "transitive_over" {
		chain = append(chain, relation, s.objectProperty(v.id()))
	} else {
		for !v.ends() {
			chain = append(chain, s.objectProperty(v.word()))
		}
		if len(chain) < 2 {
			v.fail("expected two relations or more")
		}
	}
	annotations := s.annotations(v)
	if c.tag == "equivalent_to_chain" {
		annotations = append(annotations, owl.Annotation{
			Property: s.annotationProperty(oboReversible.IRI), Value: owl.NewString("true")})
	}
	s.add(&owl.SubPropertyChainOf{Annotated: owl.Annotated{Annotations: annotations}, Chain: chain,
		Super: relation})
}

func (s *oboSubject) assert(source owl.NamedIndividual, p owl.ObjectProperty,
	target owl.NamedIndividual, annotations []owl.Annotation) {
	s.declare(p)
	s.declare(target)
	s.add(&owl.ObjectPropertyAssertion{Annotated: owl.Annotated{Annotations: annotations},
		Property: p, Source: source, Target: target})
}
