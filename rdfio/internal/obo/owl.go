package obo

import (
	"errors"
	"fmt"
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
	doc    *oboDocument
	opts   doc.Options
	report *doc.Report
	o      *owl.Ontology

	spaces       map[string]string // by prefix
	defaultSpace string            // of ids without a prefix
	namespace    string            // of frames that do not say
	view         string            // relation of all definitions to their terms; "" if none
	named        bool              // an ontology clause has been translated
	embedded     bool              // the owl-axioms clauses have been translated
	typedefs     map[string]*oboFrame
	expanded     map[string]string // from the short name of a relation to its id
	metadata     map[owl.IRI]bool  // relations that are annotation properties
	relations    map[owl.IRI]bool  // relations that are object properties
	classLevel   map[owl.IRI]bool
	declared     map[owl.Entity]bool

	expansion owl.Expansion
	tooLong   error // of expansion

	// trace receives each axiom of a stanza, if it is not nil, with the lines that say it.
	trace func(a owl.Axiom, lines []int)
}

func newOBOTranslator(d *oboDocument, opts doc.Options, report *doc.Report) *oboTranslator {
	t := &oboTranslator{
		doc: d, opts: opts, report: report,
		o:        &owl.Ontology{Prefixes: owl.StandardPrefixes()},
		typedefs: map[string]*oboFrame{}, expanded: map[string]string{},
		metadata: map[owl.IRI]bool{}, relations: map[owl.IRI]bool{}, classLevel: map[owl.IRI]bool{},
		declared: map[owl.Entity]bool{},
		spaces: map[string]string{
			"owl": owl.OWLNamespace, "rdf": owl.RDFNamespace, "rdfs": owl.RDFSNamespace, "xsd": owl.XSDNamespace,
			"oboInOwl": rdf.OIONamespace, "xml": "http://www.w3.org/XML/1998/namespace",
		},
	}
	t.o.Prefixes.Set("obo", rdf.OBONamespace)
	t.o.Prefixes.Set("oboInOwl", rdf.OIONamespace)
	t.names()
	t.relationKinds()
	return t
}

func (d *oboDocument) translate(t *oboTranslator) (*owl.Ontology, error) {
	for i := range d.header.clauses {
		c := &d.header.clauses[i]
		v := oboValue{text: c.value}
		start := t.position()
		if err := t.settle(c, &v, start, t.headerClause(c, &v)); err != nil {
			return nil, err
		}
	}
	for i := range d.frames {
		if i%128 == 0 {
			if err := d.window.Ctx.Err(); err != nil {
				return nil, err
			}
		}
		f := &d.frames[i]
		err := t.frame(f)
		if t.tooLong != nil {
			err = oboError(d.window, f.line, 1, fmt.Errorf("%w: %w", doc.ErrTooLarge, t.tooLong))
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
	d, err := readOBOFrames(w, opts, &doc.Report{})
	if err != nil {
		return nil, err
	}
	t := newOBOTranslator(d, opts, &doc.Report{})
	t.trace = func(a owl.Axiom, lines []int) { list = append(list, Origin{a, lines}) }
	_, err = d.translate(t)
	return list, err
}

// traceFrom passes the axioms from a position on to trace.
func (t *oboTranslator) traceFrom(start int, lines ...int) {
	for _, a := range t.o.Axioms[min(start, len(t.o.Axioms)):] {
		t.trace(a, lines)
	}
}

// oboPosition is a point in the growth of the ontology.
type oboPosition struct{ axioms, annotations, imports, skipped int }

func (t *oboTranslator) position() oboPosition {
	return oboPosition{len(t.o.Axioms), len(t.o.Annotations), len(t.o.Imports), t.report.Skipped}
}

// settle tolerates the faults of a clause that has been translated. If err is not nil, it takes
// back what the clause has added since start.
func (t *oboTranslator) settle(c *oboClause, v *oboValue, start oboPosition, err error) error {
	if err == nil {
		if v == nil || len(v.faults) == 0 {
			return nil
		}
		return t.doc.settle(c, v)
	}
	if t.doc.window.Ctx.Err() != nil || errors.Is(err, doc.ErrTooLarge) {
		return t.fault(c, err)
	}
	for _, a := range t.o.Axioms[start.axioms:] {
		if d, ok := a.(*owl.Declaration); ok {
			delete(t.declared, d.Entity)
		}
	}
	t.o.Axioms = t.o.Axioms[:start.axioms]
	t.o.Annotations = t.o.Annotations[:start.annotations]
	t.o.Imports = t.o.Imports[:start.imports]
	t.report.Skipped = start.skipped
	made := "the line is left out"
	if c.tag == "intersection_of" || c.tag == "union_of" {
		made += ", and the definition is made of the others"
	}
	return t.opts.Tolerate(doc.NoteLineLeftOut, t.fault(c, err), made)
}

// fault places an error in a clause.
func (t *oboTranslator) fault(c *oboClause, err error) error {
	var placed *doc.ParseError
	if errors.As(err, &placed) {
		return err
	}
	return oboError(t.doc.window, c.line, c.col, fmt.Errorf("%s: %w", c.tag, err))
}

func (t *oboTranslator) skipped(c *oboClause, why string) {
	t.report.Note(NoteOBOSkipped, c.line, c.col, c.tag+": "+why)
}

// names reads the clauses of the header on which the IRIs of everything else depend. headerClause
// notes their faults. Without a name the ontology is obo:TEMP, as the OWL API has it.
func (t *oboTranslator) names() {
	t.o.IRI = owl.TemporaryIRI
	t.defaultSpace = owl.TemporaryIRI.String() + "#"
	named, version := false, ""
	for i := range t.doc.header.clauses {
		c := &t.doc.header.clauses[i]
		v := oboValue{text: c.value}
		switch c.tag {
		case "ontology":
			id := v.word()
			if named || id == "" {
				continue
			}
			named = true
			t.defaultSpace = rdf.OBONamespace + id + "#"
			t.o.IRI = owl.NewIRI(oboDocumentIRI(id))
			if isURL(id) {
				t.defaultSpace = id + "#"
			}
		case "data-version":
			version = v.word()
		case "idspace":
			prefix, space := v.word(), v.word()
			if prefix == "" || space == "" {
				continue
			}
			t.spaces[prefix] = space
			t.o.Prefixes.Set(prefix, space)
			if t.opts.Prefix != nil {
				t.opts.Prefix(prefix, space)
			}
		case "default-namespace":
			t.namespace = v.unquoted()
		case "logical-definition-view-relation":
			t.view = v.word()
		}
	}
	if !named {
		t.report.Note(doc.NoteTemporaryName, 1, 1,
			"no ontology clause: the ontology and ids without a prefix are in <"+owl.TemporaryIRI.String()+">")
	} else if version != "" {
		t.o.VersionIRI = owl.NewIRI(oboVersionIRI(t.o.IRI.String(), version))
	}
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
	for i := range t.doc.frames {
		f := &t.doc.frames[i]
		if f.kind != "Typedef" {
			continue
		}
		t.typedefs[f.id] = f
		if !strings.Contains(f.id, ":") {
			if id := f.expandedID(); id != "" {
				t.expanded[f.id] = id
			}
		}
	}
	for i := range t.doc.frames {
		f := &t.doc.frames[i]
		if f.kind != "Typedef" {
			continue
		}
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
	best, rank := "", 0
	for i := range f.clauses {
		if f.clauses[i].tag != "xref" {
			continue
		}
		v := oboValue{text: f.clauses[i].value}
		if v.peek() == '"' {
			continue
		}
		id := v.word()
		prefix, _, found := strings.Cut(id, ":")
		r := 1
		switch {
		case !found:
			continue
		case prefix == "RO":
			r = 3
		case prefix == "BFO":
			r = 2
		}
		if r > rank {
			best, rank = id, r
		}
	}
	return best
}

// is reports whether the frame has the tag with the value true.
func (f *oboFrame) is(tag string) bool {
	for i := range f.clauses {
		if f.clauses[i].tag == tag && oboTrue(&f.clauses[i]) {
			return true
		}
	}
	return false
}

func oboTrue(c *oboClause) bool {
	v := oboValue{text: c.value}
	return v.word() == "true"
}

// iri turns an id into an IRI (section 5.9).
func (t *oboTranslator) iri(id string) owl.IRI {
	if isURL(id) {
		return owl.NewIRI(rdf.EscapeIRI(id))
	}
	if full, ok := t.expanded[id]; ok {
		id = full
		if isURL(id) {
			return owl.NewIRI(rdf.EscapeIRI(id))
		}
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
	if t.doc.window != nil && t.tooLong == nil { // a writer has no window
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
	const hex = "0123456789ABCDEF"
	i := 0
	for i < len(s) && oboLocalByte(s[i]) {
		i++
	}
	if i == len(s) {
		return s
	}
	b := append(make([]byte, 0, len(s)+8), s[:i]...)
	for ; i < len(s); i++ {
		c := s[i]
		encoded := c == '%' && i+2 < len(s) && rdf.IsHexDigit(s[i+1]) && rdf.IsHexDigit(s[i+2])
		if encoded || oboLocalByte(c) {
			b = append(b, c)
		} else {
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(b)
}

// oboLocalByte reports whether a byte needs no encoding: letters, digits, ".-*_" and UTF-8.
func oboLocalByte(c byte) bool {
	return c >= utf8.RuneSelf || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' ||
		c == '.' || c == '-' || c == '*' || c == '_'
}

// oboProperties are the properties of tags and modifiers that are not oboInOwl's of the same name.
var oboProperties = map[string]owl.AnnotationProperty{
	"name":                 owl.RDFSLabel,
	"comment":              owl.RDFSComment,
	"remark":               owl.RDFSComment,
	"is_obsolete":          owl.OWLDeprecated,
	"is_anti_symmetric":    oboProperty("IAO_0000427"),
	"def":                  oboProperty("IAO_0000115"),
	"expand_expression_to": oboProperty("IAO_0000424"),
	"expand_assertion_to":  oboProperty("IAO_0000425"),
	"replaced_by":          oboProperty("IAO_0100001"),
	"namespace":            oioProperty("hasOBONamespace"),
	"xref":                 oioProperty("hasDbXref"),
	"alt_id":               oioProperty("hasAlternativeId"),
	"subset":               oioProperty("inSubset"),
	"format-version":       oioProperty("hasOBOFormatVersion"),
	"synonymtype":          oioProperty("hasSynonymType"),
	"scope":                oioProperty("hasScope"),
	"namespace-id-rule":    oioProperty("NamespaceIdRule"),
}

func oboProperty(local string) owl.AnnotationProperty {
	return owl.AnnotationProperty{IRI: owl.NewIRI(rdf.OBONamespace + local)}
}

func oioProperty(local string) owl.AnnotationProperty {
	return owl.AnnotationProperty{IRI: owl.NewIRI(rdf.OIONamespace + local)}
}

// tagProperty returns the annotation property of a tag or modifier.
func (t *oboTranslator) tagProperty(tag string) owl.AnnotationProperty {
	p, ok := oboProperties[tag]
	switch {
	case ok:
	case strings.Contains(tag, ":"):
		p = owl.AnnotationProperty{IRI: t.iri(tag)}
	default:
		p = oioProperty(rdf.EscapeIRI(tag))
	}
	return t.declareAnnotationProperty(p)
}

func (t *oboTranslator) declareAnnotationProperty(p owl.AnnotationProperty) owl.AnnotationProperty {
	s := p.IRI.String()
	builtIn := strings.HasPrefix(s, owl.RDFSNamespace) || strings.HasPrefix(s, owl.OWLNamespace)
	if !builtIn && !t.relations[p.IRI] { // one IRI may not be a property of two kinds
		t.declare(p)
	}
	return p
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

// headerClause translates a clause of the header; names has read some of them before.
func (t *oboTranslator) headerClause(c *oboClause, v *oboValue) error {
	switch c.tag {
	case "ontology":
		id := v.word()
		if id == "" {
			return errors.New("expected an id")
		}
		v.end()
		if t.named {
			v.fault(doc.NoteTwice, "a second ontology clause", "the line is left out")
		}
		t.named = true
	case "data-version":
		v.word()
		v.end()
	case "idspace":
		prefix, space := v.word(), v.word()
		if prefix == "" || space == "" {
			return errors.New("expected a prefix and an IRI")
		}
		if v.peek() != 0 {
			t.skipped(c, "the description")
		}
	case "import":
		t.o.Imports = append(t.o.Imports, owl.NewIRI(rdf.EscapeIRI(oboDocumentIRI(v.word()))))
	case "subsetdef":
		return t.definedProperty(v, "SubsetProperty", owl.RDFSComment)
	case "synonymtypedef":
		return t.definedProperty(v, "SynonymTypeProperty", owl.RDFSLabel)
	case "property_value":
		p, value, err := t.propertyValue(v)
		if err != nil {
			return err
		}
		annotations, err := t.annotations(v)
		t.o.Annotations = append(t.o.Annotations,
			owl.Annotation{Property: p, Value: value, Annotations: annotations})
		return err
	case "owl-axioms":
		if t.embedded {
			return nil
		}
		t.embedded = true
		return t.embeddedAxioms()
	default:
		if strings.HasPrefix(c.tag, "treat-xrefs-as-") || c.tag == "id-mapping" ||
			c.tag == "default-relationship-id-prefix" {
			t.skipped(c, "kept as an annotation, and not applied")
		}
		text := v.unquoted()
		annotations, err := t.annotations(v)
		t.o.Annotations = append(t.o.Annotations,
			owl.Annotation{Property: t.tagProperty(c.tag), Value: owl.NewString(text),
				Annotations: annotations})
		return err
	}
	return nil
}

// definedProperty translates subsetdef and synonymtypedef: an id, a quoted text, for the latter a
// scope.
func (t *oboTranslator) definedProperty(v *oboValue, super string,
	textProperty owl.AnnotationProperty) error {
	id := v.name()
	if id == "" {
		return errors.New("expected an id")
	}
	p := t.declareAnnotationProperty(owl.AnnotationProperty{IRI: t.iri(id)})
	var text, scope string
	if v.peek() == '"' {
		var err error
		if text, err = v.quoted(); err != nil {
			return err
		}
	}
	if c := v.peek(); c != 0 && c != '{' && super == "SynonymTypeProperty" {
		scope = v.word()
	}
	annotations, err := t.annotations(v)
	if err != nil {
		return err
	}
	annotated := owl.Annotated{Annotations: annotations}
	t.add(&owl.SubAnnotationPropertyOf{Annotated: annotated,
		Sub: p, Super: t.declareAnnotationProperty(oioProperty(super))})
	if text != "" {
		t.add(&owl.AnnotationAssertion{Property: textProperty, Subject: p.IRI,
			Value: owl.NewString(text)})
	}
	if scope == "" {
		return nil
	}
	if s, ok := t.synonymScope(v, scope); ok {
		t.add(&owl.AnnotationAssertion{Property: t.tagProperty("scope"), Subject: p.IRI,
			Value: s.IRI})
	} else {
		v.fault(doc.NoteSynonymScope, unknownScope(scope), "left out")
	}
	return nil
}

// embeddedAxioms reads the axioms of all owl-axioms clauses: together they are one document in
// functional syntax (section 5.0.4). If they are not, each that is a document alone is read.
func (t *oboTranslator) embeddedAxioms() error {
	var clauses []*oboClause
	var texts []string
	for i := range t.doc.header.clauses {
		if c := &t.doc.header.clauses[i]; c.tag == "owl-axioms" {
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
		if err := t.settle(c, nil, t.position(), t.functional(texts[i])); err != nil {
			return err
		}
	}
	return nil
}

func (t *oboTranslator) functional(text string) error {
	w := doc.NewWindow(t.doc.window.Ctx, strings.NewReader(text), t.doc.window.File, t.opts.Limits)
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

// subject declares the entity that a stanza is about.
func (t *oboTranslator) subject(f *oboFrame) oboSubject {
	s := oboSubject{oboTranslator: t, frame: f}
	switch f.kind {
	case "Term":
		s.term = t.class(f.id)
		s.name = s.term.IRI
	case "Typedef":
		s.name = t.iri(f.id)
		if t.metadata[s.name] {
			s.note = t.declareAnnotationProperty(owl.AnnotationProperty{IRI: s.name})
		} else {
			s.relation = t.objectProperty(f.id)
		}
	case "Instance":
		s.instance = t.individual(f.id)
		s.name = s.instance.IRI
	}
	return s
}

// frame translates a stanza.
func (t *oboTranslator) frame(f *oboFrame) error {
	s := t.subject(f)
	if _, ok := t.expanded[f.id]; ok && f.kind == "Typedef" {
		s.annotate(t.tagProperty("shorthand"), owl.NewString(f.id), nil)
	}
	s.annotate(t.tagProperty("id"), owl.NewString(f.id), nil)

	namespace, named, defined := t.namespace, 0, 0
	var v oboValue
	for i := range f.clauses {
		c := &f.clauses[i]
		v = oboValue{text: c.value}
		switch c.tag {
		case "namespace":
			namespace = ""
		case "name":
			v.once(&named, c, shortID(f.id))
		case "def":
			v.once(&defined, c, shortID(f.id))
		}
		start := t.position()
		if err := s.clause(c, &v); err != nil || len(v.faults) > 0 {
			if err := t.settle(c, &v, start, err); err != nil {
				return err
			}
		}
		if t.trace != nil {
			t.traceFrom(start.axioms, c.line)
		}
	}
	if namespace != "" {
		s.annotate(t.tagProperty("namespace"), owl.NewString(namespace), nil)
	}
	s.definition()
	return nil
}

// once notes a clause that should be there only once. Line is that of the first one.
func (v *oboValue) once(line *int, c *oboClause, id string) {
	if *line > 0 {
		v.fault(doc.NoteTwice, fmt.Sprintf("a second %s of %s, after that of line %d", c.tag, id,
			*line), "both are read")
		return
	}
	*line = c.line
}

// oboSubject is the entity that a frame is about, as the kind of the frame says.
type oboSubject struct {
	*oboTranslator
	frame *oboFrame
	name  owl.IRI

	term     owl.Class              // of a Term
	relation owl.ObjectProperty     // of a Typedef
	note     owl.AnnotationProperty // of a Typedef with is_metadata_tag
	instance owl.NamedIndividual    // of an Instance

	genusDifferentia, union []owl.ClassExpression // of intersection_of and union_of
	genusAnnotations        []owl.Annotation
	unionAnnotations        []owl.Annotation
}

func (s *oboSubject) annotate(p owl.AnnotationProperty, value owl.AnnotationValue,
	annotations []owl.Annotation) {
	s.add(&owl.AnnotationAssertion{Annotated: owl.Annotated{Annotations: annotations}, Property: p,
		Subject: s.name, Value: value})
}

// clause translates one clause of a frame.
func (s *oboSubject) clause(c *oboClause, v *oboValue) error {
	switch c.tag {
	case "name", "comment", "namespace", "alt_id", "created_by", "creation_date", "consider":
		if c.tag == "alt_id" {
			s.alternative(v.text)
		}
		return s.text(c, v)
	case "def", "expand_expression_to", "expand_assertion_to":
		return s.definitionText(c, v)
	case "synonym":
		return s.synonym(c, v, "")
	case "exact_synonym", "broad_synonym", "narrow_synonym", "related_synonym": // OBO 1.0
		return s.synonym(c, v, strings.ToUpper(strings.TrimSuffix(c.tag, "_synonym")))
	case "xref", "xref_analog", "xref_unk":
		return s.xref(v)
	case "subset":
		id := v.name()
		if id == "" || id[0] == '{' {
			return errors.New("expected an id")
		}
		annotations, err := s.annotations(v)
		if err != nil {
			return err
		}
		value := s.iri(id)
		s.declareAnnotationProperty(owl.AnnotationProperty{IRI: value})
		s.annotate(s.tagProperty(c.tag), value, annotations)
		return nil
	case "replaced_by":
		id, annotations, err := s.idAndAnnotations(v)
		if err != nil {
			return err
		}
		s.annotate(s.tagProperty(c.tag), s.iri(id), annotations)
		return nil
	case "property_value":
		p, value, err := s.propertyValue(v)
		if err != nil {
			return err
		}
		annotations, err := s.annotations(v)
		target, named := value.(owl.IRI)
		if named && s.frame.kind == "Instance" && s.relations[p.IRI] {
			s.assert(owl.ObjectProperty(p), owl.NamedIndividual{IRI: target}, annotations)
			return err
		}
		s.annotate(p, value, annotations)
		return err
	case "is_obsolete", "is_anonymous", "builtin", "is_class_level", "is_metadata_tag", "is_cyclic",
		"is_anti_symmetric":
		return s.boolean(c, v)
	}
	switch s.frame.kind {
	case "Term":
		return s.termClause(c, v)
	case "Instance":
		return s.instanceClause(c, v)
	}
	if !s.note.IRI.IsZero() {
		return s.metadataClause(c, v)
	}
	return s.relationClause(c, v)
}

// text translates a tag with an unquoted text as its value.
func (s *oboSubject) text(c *oboClause, v *oboValue) error {
	text := v.unquoted()
	annotations, err := s.annotations(v)
	s.annotate(s.tagProperty(c.tag), owl.NewString(text), annotations)
	return err
}

// shortID returns an id, or its beginning if it is long: notes about many lines of a stanza name
// it.
func shortID(id string) string {
	const longest = 200
	if len(id) <= longest {
		return id
	}
	return strings.ToValidUTF8(id[:longest], "") + "…"
}

// other keeps a tag that the mapping does not know as an annotation.
func (s *oboSubject) other(c *oboClause, v *oboValue) error {
	s.report.Note(doc.NoteKeptAsAnnotation, c.line,
		c.col, fmt.Sprintf("%s of %s %s", c.tag, s.frame.kind, shortID(s.frame.id)))
	return s.text(c, v)
}

func (s *oboSubject) boolean(c *oboClause, v *oboValue) error {
	switch word := v.word(); word {
	case "true", "false":
		annotations, err := s.annotations(v)
		s.annotate(s.tagProperty(c.tag), owl.NewLiteral(word, owl.XSDBoolean), annotations)
		return err
	default:
		return fmt.Errorf("expected true or false, found %s", oboExcerpt(c.value))
	}
}

// alternative makes the alternative id a deprecated entity that points to this one, unless it has
// a frame of its own.
func (s *oboSubject) alternative(value string) {
	v := oboValue{text: value}
	iri := s.iri(v.word())
	var e owl.Entity = owl.Class{IRI: iri}
	switch s.frame.kind {
	case "Typedef":
		e = owl.ObjectProperty{IRI: iri}
		if !s.note.IRI.IsZero() {
			e = owl.AnnotationProperty{IRI: iri}
		}
	case "Instance":
		e = owl.NamedIndividual{IRI: iri}
	}
	s.declare(e)
	reason := s.declareAnnotationProperty(oboProperty("IAO_0000231"))
	// terms merged
	s.add(&owl.AnnotationAssertion{Property: reason, Subject: iri,
		Value: owl.NewIRI(rdf.OBONamespace + "IAO_0000227")})
	s.add(&owl.AnnotationAssertion{Property: s.tagProperty("replaced_by"), Subject: iri,
		Value: s.name})
	s.add(&owl.AnnotationAssertion{Property: owl.OWLDeprecated, Subject: iri,
		Value: owl.NewLiteral("true", owl.XSDBoolean)})
}

// definitionText translates a quoted text with cross references, which annotate it.
func (s *oboSubject) definitionText(c *oboClause, v *oboValue) error {
	text, err := v.quoted()
	if err != nil {
		return err
	}
	if c := v.peek(); c != 0 && c != '[' && c != '{' { // perhaps the text has quotation marks in it
		return fmt.Errorf("expected the end of the line, found %s", oboExcerpt(v.rest()))
	}
	annotations, err := s.xrefAnnotations(c, v)
	if err != nil {
		return err
	}
	more, err := s.annotations(v)
	s.annotate(s.tagProperty(c.tag), owl.NewString(text), append(annotations, more...))
	return err
}

func (s *oboSubject) xrefAnnotations(c *oboClause, v *oboValue) ([]owl.Annotation, error) {
	xrefs, err := v.xrefs()
	if err != nil {
		return nil, err
	}
	var list []owl.Annotation
	for _, x := range xrefs {
		list = append(list, s.xrefAnnotation(x))
	}
	return list, nil
}

func (s *oboSubject) xrefAnnotation(x oboXref) owl.Annotation {
	a := owl.Annotation{Property: s.tagProperty("xref"), Value: owl.NewString(x.id)}
	if x.description != "" {
		a.Annotations = []owl.Annotation{{Property: owl.RDFSLabel,
			Value: owl.NewString(x.description)}}
	}
	return a
}

// synonym translates "text" SCOPE TYPE [xrefs]; scope and type may be absent.
func (s *oboSubject) synonym(c *oboClause, v *oboValue, scope string) error {
	text, err := v.quoted()
	if err != nil {
		return err
	}
	var kind string
	for _, word := range []*string{&scope, &kind} {
		if c := v.peek(); *word == "" && c != 0 && c != '[' && c != '{' {
			*word = v.word()
		}
	}
	if scope == "" {
		scope = "RELATED"
	}
	p, ok := s.synonymScope(v, scope)
	switch {
	case ok:
	case kind != "" || strings.Contains(scope, `"`): // perhaps the text has quotation marks in it
		return errors.New(unknownScope(scope))
	default:
		v.fault(doc.NoteSynonymScope, unknownScope(scope), "read as the type of a RELATED synonym")
		p, _ = s.synonymScope(v, "RELATED")
		kind = scope
	}
	annotations, err := s.xrefAnnotations(c, v)
	if err != nil {
		return err
	}
	if kind != "" {
		iri := s.iri(kind)
		s.declareAnnotationProperty(owl.AnnotationProperty{IRI: iri})
		annotations = append(annotations,
			owl.Annotation{Property: s.tagProperty("synonymtype"), Value: iri})
	}
	more, err := s.annotations(v)
	s.annotate(p, owl.NewString(text), append(annotations, more...))
	return err
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
		return t.declareAnnotationProperty(p), true
	}
	return owl.AnnotationProperty{}, false
}

func unknownScope(scope string) string {
	return "expected EXACT, BROAD, NARROW or RELATED, found " + oboExcerpt(scope)
}

// xref translates a cross reference; its description becomes a label of the annotation.
func (s *oboSubject) xref(v *oboValue) error {
	start := v.pos
	for v.pos < len(v.text) && v.text[v.pos] != '"' && v.text[v.pos] != '!' &&
		v.text[v.pos] != '{' {
		if v.text[v.pos] == '\\' && v.pos+1 < len(v.text) {
			v.pos++
		}
		v.pos++
	}
	x := oboXref{id: oboUnescape(strings.TrimSpace(v.text[start:v.pos]))}
	if v.peek() == '"' {
		var err error
		if x.description, err = v.quoted(); err != nil {
			return err
		}
	}
	a := s.xrefAnnotation(x)
	more, err := s.annotations(v)
	s.annotate(a.Property, a.Value, append(a.Annotations, more...))
	return err
}

// propertyValue reads PROPERTY ID or PROPERTY "text" DATATYPE. Before a datatype of XML Schema the
// quotation marks may be absent.
func (t *oboTranslator) propertyValue(v *oboValue) (p owl.AnnotationProperty,
	value owl.AnnotationValue, err error) {
	id := v.word()
	if id == "" {
		return p, nil, errors.New("expected a property")
	}
	p = t.declareAnnotationProperty(owl.AnnotationProperty{IRI: t.iri(id)})
	if v.peek() != '"' {
		start := v.pos
		id := v.word()
		if id == "" {
			return p, nil, errors.New("expected a value behind the property")
		}
		if c := v.peek(); c == 0 || c == '{' {
			return p, t.iri(id), nil
		}
		behind := v.pos
		v.pos = start
		text := v.unquoted()
		if i := strings.LastIndexAny(text, " \t"); i >= 0 && strings.HasPrefix(text[i+1:], "xsd:") {
			v.fault(doc.NoteUnquotedValue, "expected a quoted string, found "+oboExcerpt(text),
				"read as a literal of "+text[i+1:])
			return p, owl.NewLiteral(strings.TrimRight(text[:i], " \t"),
				owl.Datatype{IRI: t.iri(text[i+1:])}), nil
		}
		v.pos = behind
		return p, t.iri(id), nil
	}
	text, err := v.quoted()
	if err != nil {
		return p, nil, err
	}
	if c := v.peek(); c != 0 && c != '{' {
		return p, owl.NewLiteral(text, owl.Datatype{IRI: t.iri(v.word())}), nil
	}
	return p, owl.NewString(text), nil
}

// oboStructural are the modifiers that are part of what a clause says, and no annotations of it.
var oboStructural = map[string]bool{
	"cardinality": true, "minCardinality": true, "maxCardinality": true, "all_only": true, "all_some": true,
	"gci_relation": true, "gci_filler": true,
}

// annotations reads trailing modifiers as annotations; nothing but a comment may follow them.
func (t *oboTranslator) annotations(v *oboValue) ([]owl.Annotation, error) {
	_, annotations, err := t.modifiers(v)
	return annotations, err
}

// modifiers separates the structural modifiers from those that are annotations.
func (t *oboTranslator) modifiers(v *oboValue) (structural map[string]string,
	annotations []owl.Annotation, err error) {
	list, err := v.modifiers(true)
	if err != nil {
		return nil, nil, err
	}
	for _, m := range list {
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
	return structural, annotations, nil
}

// idAndAnnotations reads an id and trailing modifiers.
func (t *oboTranslator) idAndAnnotations(v *oboValue) (string, []owl.Annotation, error) {
	id := v.word()
	if id == "" || id[0] == '{' {
		return "", nil, errors.New("expected an id")
	}
	annotations, err := t.annotations(v)
	return id, annotations, err
}

// termClause translates the clauses that only terms have.
func (s *oboSubject) termClause(c *oboClause, v *oboValue) error {
	switch c.tag {
	case "is_a", "disjoint_from", "equivalent_to":
		id := v.word()
		if id == "" {
			return errors.New("expected an id")
		}
		structural, annotations, err := s.modifiers(v)
		if err != nil {
			return err
		}
		annotated := owl.Annotated{Annotations: annotations}
		other := s.class(id)
		switch c.tag {
		case "is_a":
			s.add(&owl.SubClassOf{Annotated: annotated, Sub: s.inContext(structural), Super: other})
		case "disjoint_from":
			s.add(&owl.DisjointClasses{Annotated: annotated,
				Classes: []owl.ClassExpression{s.term, other}})
		default:
			s.add(&owl.EquivalentClasses{Annotated: annotated,
				Classes: []owl.ClassExpression{s.term, other}})
		}
	case "relationship":
		relation, id := v.word(), v.word()
		if id == "" {
			return errors.New("expected a relation and an id")
		}
		structural, annotations, err := s.modifiers(v)
		if err != nil {
			return err
		}
		if iri := s.iri(relation); s.metadata[iri] {
			s.annotate(owl.AnnotationProperty{IRI: iri}, s.iri(id), annotations)
			return nil
		}
		super, err := s.restriction(relation, id, structural)
		if err != nil {
			return err
		}
		s.add(&owl.SubClassOf{Annotated: owl.Annotated{Annotations: annotations},
			Sub: s.inContext(structural), Super: super})
	case "intersection_of", "union_of":
		operand, annotations, err := s.operand(v)
		if err != nil {
			return err
		}
		if c.tag == "union_of" {
			s.union = append(s.union, operand)
			s.unionAnnotations = append(s.unionAnnotations, annotations...)
			return nil
		}
		s.genusDifferentia = append(s.genusDifferentia, operand)
		s.genusAnnotations = append(s.genusAnnotations, annotations...)
	default:
		return s.other(c, v)
	}
	return nil
}

// operand reads ID or RELATION ID.
func (s *oboSubject) operand(v *oboValue) (owl.ClassExpression, []owl.Annotation, error) {
	first := v.word()
	if first == "" {
		return nil, nil, errors.New("expected an id, or a relation and an id")
	}
	second := ""
	if c := v.peek(); c != 0 && c != '{' {
		second = v.word()
	}
	known := len(v.faults)
	structural, annotations, err := s.modifiers(v)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range v.faults[known:] {
		// with words behind it, "A b" may be a name as well as a relation and an id
		if f.kind == doc.NoteWords {
			return nil, nil, errors.New(f.fault)
		}
	}
	if second == "" {
		return s.class(first), annotations, nil
	}
	e, err := s.restriction(first, second, structural)
	return e, annotations, err
}

// inContext is the left side of a general class inclusion: the term, where gci_relation and
// gci_filler are given only as far as it has that relation.
func (s *oboSubject) inContext(structural map[string]string) owl.ClassExpression {
	relation, filler := structural["gci_relation"], structural["gci_filler"]
	if relation == "" || filler == "" {
		return s.term
	}
	return &owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{s.term,
		&owl.ObjectSomeValuesFrom{Property: s.objectProperty(relation), Filler: s.class(filler)}}}
}

// restriction translates a relation to a class with its cardinality and quantifier modifiers.
func (s *oboSubject) restriction(relation, id string,
	structural map[string]string) (owl.ClassExpression, error) {
	p := s.objectProperty(relation)
	counts := map[string]int{}
	for _, name := range []string{"cardinality", "minCardinality", "maxCardinality"} {
		counts[name] = -1
		if text, ok := structural[name]; ok {
			n, err := strconv.ParseInt(text, 10, 32)
			if err != nil || n < 0 {
				return nil, fmt.Errorf("%s: expected a number, found %s", name, oboExcerpt(text))
			}
			counts[name] = int(n)
		}
	}
	if s.classLevel[p.IRI] && len(structural) == 0 {
		return &owl.ObjectHasValue{Property: p, Individual: s.individual(id)}, nil
	}
	filler := s.class(id)
	exact, least, most := counts["cardinality"], counts["minCardinality"], counts["maxCardinality"]
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
		return parts[0], nil
	}
	return &owl.ObjectIntersectionOf{Operands: parts}, nil
}

// definition turns the collected intersection_of and union_of clauses into equivalences.
func (s *oboSubject) definition() {
	for _, d := range []struct {
		tag         string
		operands    []owl.ClassExpression
		annotations []owl.Annotation
		whole       owl.ClassExpression
	}{
		{"intersection_of", s.genusDifferentia, s.genusAnnotations, &owl.ObjectIntersectionOf{Operands: s.genusDifferentia}},
		{"union_of", s.union, s.unionAnnotations, &owl.ObjectUnionOf{Operands: s.union}},
	} {
		switch len(d.operands) {
		case 0:
			continue
		case 1:
			s.report.Note(doc.NoteSyntax, s.frame.line,
				1, fmt.Sprintf("a single %s in the stanza of %s", d.tag, s.frame.id))
			d.whole = d.operands[0]
		}
		if s.view != "" && d.tag == "intersection_of" {
			d.whole = &owl.ObjectSomeValuesFrom{Property: s.objectProperty(s.view), Filler: d.whole}
		}
		s.add(&owl.EquivalentClasses{Annotated: owl.Annotated{Annotations: d.annotations},
			Classes: []owl.ClassExpression{s.term, d.whole}})
		if s.trace == nil {
			continue
		}
		var lines []int
		for _, c := range s.frame.clauses {
			if c.tag == d.tag {
				lines = append(lines, c.line)
			}
		}
		s.traceFrom(len(s.o.Axioms)-1, lines...)
	}
}

// relationClause translates the clauses of a relation that is an object property.
func (s *oboSubject) relationClause(c *oboClause, v *oboValue) error {
	p := s.relation
	if kind, ok := oboCharacteristics[c.tag]; ok {
		return s.characteristic(c, v, kind)
	}
	switch c.tag {
	case "relationship":
		ahead := oboValue{text: c.value}
		if p := (owl.AnnotationProperty{IRI: s.iri(ahead.word())}); s.metadata[p.IRI] {
			v.word()
			id, annotations, err := s.idAndAnnotations(v)
			if err != nil {
				return err
			}
			s.annotate(p, s.iri(id), annotations)
			return nil
		}
		s.skipped(c, fmt.Sprintf("%s of the relation %s", c.value, shortID(s.frame.id)))
		return nil
	case "intersection_of", "union_of":
		s.skipped(c, fmt.Sprintf("%s of the relation %s", c.value, shortID(s.frame.id)))
		return nil
	case "domain", "range", "is_a", "inverse_of", "inverse_of_on_instance_level", "disjoint_from",
		"equivalent_to", "transitive_over":
		id, annotations, err := s.idAndAnnotations(v)
		if err != nil {
			return err
		}
		annotated := owl.Annotated{Annotations: annotations}
		switch c.tag {
		case "domain":
			s.add(&owl.ObjectPropertyDomain{Annotated: annotated, Property: p, Domain: s.class(id)})
			return nil
		case "range":
			s.add(&owl.ObjectPropertyRange{Annotated: annotated, Property: p, Range: s.class(id)})
			return nil
		}
		other := s.objectProperty(id)
		switch c.tag {
		case "is_a":
			s.add(&owl.SubObjectPropertyOf{Annotated: annotated, Sub: p, Super: other})
		case "inverse_of", "inverse_of_on_instance_level": // the latter is of OBO 1.0
			s.add(&owl.InverseObjectProperties{Annotated: annotated, First: p, Second: other})
		case "disjoint_from":
			s.add(&owl.DisjointObjectProperties{Annotated: annotated,
				Properties: []owl.ObjectPropertyExpression{p, other}})
		case "equivalent_to":
			s.add(&owl.EquivalentObjectProperties{Annotated: annotated,
				Properties: []owl.ObjectPropertyExpression{p, other}})
		case "transitive_over":
			s.add(&owl.SubPropertyChainOf{Annotated: annotated,
				Chain: []owl.ObjectPropertyExpression{p, other}, Super: p})
		}
	case "holds_over_chain", "equivalent_to_chain":
		return s.chain(c, v)
	default:
		return s.other(c, v)
	}
	return nil
}

// oboCharacteristics holds the axioms of the tags that are characteristics of a relation.
var oboCharacteristics = map[string]owl.AxiomKind{
	"is_transitive":         owl.TransitiveObjectPropertyKind,
	"is_reflexive":          owl.ReflexiveObjectPropertyKind,
	"is_symmetric":          owl.SymmetricObjectPropertyKind,
	"is_asymmetric":         owl.AsymmetricObjectPropertyKind,
	"is_functional":         owl.FunctionalObjectPropertyKind,
	"is_inverse_functional": owl.InverseFunctionalObjectPropertyKind,
}

func (s *oboSubject) characteristic(c *oboClause, v *oboValue, kind owl.AxiomKind) error {
	switch word := v.word(); word {
	case "true":
	case "false": // OWL assumes it anyway
		v.pos = 0
		return s.boolean(c, v)
	default:
		return fmt.Errorf("expected true or false, found %s", oboExcerpt(c.value))
	}
	annotations, err := s.annotations(v)
	if err != nil {
		return err
	}
	a := owl.AxiomShapes[kind].New()
	owl.AxiomShapes[kind].Visit(a, relationSlot{property: s.relation})
	owl.Annotate(a, annotations)
	s.add(a)
	return nil
}

// relationSlot fills the slot of a characteristic.
type relationSlot struct {
	owl.SlotVisitor // nil
	property        owl.ObjectProperty
}

func (r relationSlot) ObjectProperty(p *owl.ObjectPropertyExpression) { *p = r.property }

// chain translates holds_over_chain; equivalent_to_chain says more than OWL can, and is marked by
// an annotation.
func (s *oboSubject) chain(c *oboClause, v *oboValue) error {
	var chain []owl.ObjectPropertyExpression
	for c := v.peek(); c != 0 && c != '{'; c = v.peek() {
		chain = append(chain, s.objectProperty(v.word()))
	}
	if len(chain) < 2 {
		return errors.New("expected two relations or more")
	}
	annotations, err := s.annotations(v)
	if err != nil {
		return err
	}
	if c.tag == "equivalent_to_chain" {
		p := s.declareAnnotationProperty(oboProperty("IAO_isReversiblePropertyChain"))
		annotations = append(annotations, owl.Annotation{Property: p, Value: owl.NewString("true")})
	}
	s.add(&owl.SubPropertyChainOf{Annotated: owl.Annotated{Annotations: annotations}, Chain: chain,
		Super: s.relation})
	return nil
}

// metadataClause translates the clauses of a relation that is an annotation property.
func (s *oboSubject) metadataClause(c *oboClause, v *oboValue) error {
	switch c.tag {
	case "is_a", "domain", "range":
		id, annotations, err := s.idAndAnnotations(v)
		if err != nil {
			return err
		}
		annotated := owl.Annotated{Annotations: annotations}
		iri := s.iri(id)
		switch c.tag {
		case "is_a":
			super := s.declareAnnotationProperty(owl.AnnotationProperty{IRI: iri})
			s.add(&owl.SubAnnotationPropertyOf{Annotated: annotated, Sub: s.note, Super: super})
		case "domain":
			s.add(&owl.AnnotationPropertyDomain{Annotated: annotated, Property: s.note,
				Domain: iri})
		case "range":
			s.add(&owl.AnnotationPropertyRange{Annotated: annotated, Property: s.note, Range: iri})
		}
		return nil
	}
	return s.other(c, v)
}

// instanceClause translates the clauses that only instances have.
func (s *oboSubject) instanceClause(c *oboClause, v *oboValue) error {
	switch c.tag {
	case "instance_of":
		id, annotations, err := s.idAndAnnotations(v)
		if err != nil {
			return err
		}
		s.add(&owl.ClassAssertion{Annotated: owl.Annotated{Annotations: annotations},
			Class: s.class(id), Individual: s.instance})
	case "relationship":
		relation := v.word()
		id, annotations, err := s.idAndAnnotations(v)
		if err != nil {
			return err
		}
		s.assert(s.objectProperty(relation), s.individual(id), annotations)
	default:
		return s.other(c, v)
	}
	return nil
}

func (s *oboSubject) assert(p owl.ObjectProperty, target owl.NamedIndividual,
	annotations []owl.Annotation) {
	s.declare(p)
	s.declare(target)
	s.add(&owl.ObjectPropertyAssertion{Annotated: owl.Annotated{Annotations: annotations},
		Property: p, Source: s.instance, Target: target})
}
