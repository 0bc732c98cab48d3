package obo

import (
	"slices"
	"strings"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// Names renders IRIs as the ids of an OBO document, and knows which stanza is about an entity.
// Every id and every clause is checked by the reader: what it reads otherwise is not rendered.
// Names is not safe for concurrent use.
type Names struct {
	reader  *oboTranslator
	report  doc.Report
	header  []oboClause // on which the ids depend
	given   map[owl.IRI][]string
	ids     map[owl.IRI]string // "" if the IRI has none
	labels  map[owl.IRI]string
	primary map[owl.IRI]owl.Entity
	own     map[owl.Entity]bool // is declared
	// short holds relations whose short ids the reader would replace by a cross reference.
	short   map[owl.IRI]bool
	defined map[owl.IRI]*oboDefined
	merged  map[owl.IRI]map[owl.IRI]bool
	// declares holds what the clauses declare that were checked last.
	declares map[owl.Entity]bool
}

// oboDefined holds what subsetdef or synonymtypedef say of an annotation property.
type oboDefined struct {
	sub         *owl.SubAnnotationPropertyOf
	text, scope *owl.AnnotationAssertion // nil if absent
}

var (
	oboID         = oioProperty("id")
	oboShorthand  = oioProperty("shorthand")
	oboXrefs      = oioProperty("hasDbXref")
	oboSubset     = oioProperty("SubsetProperty")
	oboSynonym    = oioProperty("SynonymTypeProperty")
	oboScope      = oioProperty("hasScope")
	oboAlternate  = oioProperty("hasAlternativeId")
	oboClassLevel = oioProperty("is_class_level")
	oboReplaced   = oboProperty("IAO_0100001")
	oboReason     = oboProperty("IAO_0000231")
	oboTermsMerge = owl.NewIRI(rdf.OBONamespace + "IAO_0000227")
)

// NewNames returns the ids of the entities of o. An id that an oboInOwl:id annotation gives is
// preferred; prefixes of such ids become idspaces.
func NewNames(o *owl.Ontology) *Names {
	n := &Names{given: map[owl.IRI][]string{}, ids: map[owl.IRI]string{},
		labels:  map[owl.IRI]string{},
		primary: map[owl.IRI]owl.Entity{}, short: map[owl.IRI]bool{},
		merged: map[owl.IRI]map[owl.IRI]bool{},
		own:    map[owl.Entity]bool{}, defined: map[owl.IRI]*oboDefined{}}
	shorthands, xrefs := map[owl.IRI][]string{}, map[owl.IRI][]string{}
	for _, a := range o.Axioms {
		switch a := a.(type) {
		case *owl.Declaration:
			n.own[a.Entity] = true
		case *owl.SubAnnotationPropertyOf:
			if a.Super == oboSubset || a.Super == oboSynonym {
				n.define(a)
			}
		case *owl.AnnotationAssertion:
			iri, named := a.Subject.(owl.IRI)
			text, plain := oboPlain(a.Value)
			if !named || !plain {
				continue
			}
			switch a.Property {
			case oboID:
				n.given[iri] = append(n.given[iri], text)
			case oboShorthand:
				shorthands[iri] = append(shorthands[iri], text)
			case oboXrefs:
				xrefs[iri] = append(xrefs[iri], text)
				if len(a.Annotations) > 0 { // may not become a clause
					shorthands[iri] = append(shorthands[iri], "")
				}
			case owl.RDFSLabel:
				if label, known := n.labels[iri]; !known || text < label {
					n.labels[iri] = text
				}
			}
		}
	}
	for _, list := range n.given {
		slices.Sort(list)
	}
	n.setHeader(o)
	n.reader = newOBOTranslator(&oboDocument{header: oboFrame{clauses: n.header}}, doc.Options{},
		&n.report)
	signature := o.Signature()
	n.relations(signature, shorthands, xrefs)
	n.stanzas(signature)
	n.texts(o)
	n.alternatives(o)
	for _, a := range o.Axioms {
		if a, ok := a.(*owl.AnnotationAssertion); ok && a.Property == oboClassLevel {
			subject, clauses, ok := Clauses(a, n)
			if p, isRelation := subject.(owl.ObjectProperty); ok && isRelation &&
				clauses[0].Value[0] == 't' {
				n.reader.classLevel[p.IRI] = true
			}
		}
	}
	return n
}

// oboPlain returns the text of a plain literal.
func oboPlain(v owl.AnnotationValue) (string, bool) {
	l, ok := v.(*owl.Literal)
	if !ok || l.Lang != "" || l.Datatype != owl.XSDString {
		return "", false
	}
	return l.Lexical, true
}

// setHeader makes the header clauses on which ids and definitions depend: ontology, data-version,
// idspace, logical-definition-view-relation.
func (n *Names) setHeader(o *owl.Ontology) {
	add := func(tag, value string) {
		n.header = append(n.header,
			oboClause{tag: tag, value: value})
	}
	if id, ok := oboOntologyID(o.IRI.String()); ok && o.IRI != owl.TemporaryIRI {
		version, known := oboDataVersion(o)
		if known || o.VersionIRI.IsZero() {
			add("ontology", oboWord(id))
			if known {
				add("data-version", oboWord(version))
			}
		}
	}
	for _, prefix := range n.idspaces(o) {
		space, _ := o.Prefixes.Namespace(prefix)
		add("idspace", oboWord(prefix)+" "+oboWord(space))
	}
	view := slices.DeleteFunc(slices.Clone(o.Annotations), func(a owl.Annotation) bool {
		return a.Property != oioProperty("logical-definition-view-relation")
	})
	if len(view) == 1 && len(view[0].Annotations) == 0 {
		if text, ok := oboPlain(view[0].Value); ok && oboReadsWord(text) {
			add("logical-definition-view-relation", oboWord(text))
		}
	}
}

// oboOntologyID returns the value of ontology: for an IRI.
func oboOntologyID(iri string) (string, bool) {
	short := strings.TrimPrefix(iri, rdf.OBONamespace)
	for _, id := range []string{strings.TrimSuffix(short, ".owl"), short, iri} {
		if oboReadsWord(id) && rdf.EscapeIRI(oboDocumentIRI(id)) == iri &&
			oboDocumentIRI(id) == iri {
			return id, true
		}
	}
	return "", false
}

// oboDataVersion returns the value of data-version:.
func oboDataVersion(o *owl.Ontology) (string, bool) {
	version := o.VersionIRI.String()
	base := strings.TrimSuffix(o.IRI.String(), ".owl")
	last := base[strings.LastIndexByte(base, '/')+1:]
	middle, _ := strings.CutPrefix(version, base+"/")
	middle, _ = strings.CutSuffix(middle, "/"+last+".owl")
	for _, v := range []string{middle, strings.TrimPrefix(version, rdf.OBONamespace), version} {
		if oboReadsWord(v) && oboVersionIRI(o.IRI.String(), v) == version {
			return v, true
		}
	}
	return "", false
}

func isFormatVersion(a owl.Annotation) bool {
	return a.Property == oioProperty("hasOBOFormatVersion")
}

// idspaces returns the prefixes of the document that given ids have and that mean something else
// without an idspace clause. Annotation properties of a document that was OBO have prefixes, too.
// All other IRIs are their ids, because the OWL API ignores idspace.
func (n *Names) idspaces(o *owl.Ontology) []string {
	found := map[string]bool{}
	isOBO := slices.ContainsFunc(o.Annotations, isFormatVersion)
	for _, e := range o.Signature() {
		if p, ok := e.(owl.AnnotationProperty); ok && isOBO && !p.IRI.IsReserved() {
			prefix, _, ok := o.Prefixes.Split(p.IRI.String(), func(local string) bool {
				return local != "" && escapeOBOLocal(local) == local
			})
			space, _ := o.Prefixes.Namespace(prefix)
			if ok && prefix != "" && oboReadsWord(prefix) && oboReadsWord(space) &&
				!strings.HasPrefix(space, rdf.OBONamespace) && space != rdf.OIONamespace {
				found[prefix] = true
			}
		}
	}
	for iri, ids := range n.given {
		for _, id := range ids {
			prefix, local, _ := strings.Cut(id, ":")
			space, declared := o.Prefixes.Namespace(prefix)
			if declared && !found[prefix] && prefix != "" && oboReadsWord(prefix) &&
				oboReadsWord(space) &&
				space+escapeOBOLocal(local) == iri.String() &&
				space != rdf.OBONamespace+prefix+"_" {
				found[prefix] = true
			}
		}
	}
	list := make([]string, 0, len(found))
	for prefix := range found {
		list = append(list, prefix)
	}
	slices.Sort(list)
	return list
}

// relations finds the IRIs that are relations, and the short names of their ids.
func (n *Names) relations(signature []owl.Entity, shorthands, xrefs map[owl.IRI][]string) {
	for _, e := range signature {
		iri := e.EntityIRI()
		switch e.(type) {
		case owl.ObjectProperty:
			n.reader.relations[iri] = true
		case owl.AnnotationProperty:
			if n.defined[iri] == nil {
				n.reader.metadata[iri] = true
			}
		}
	}
	for iri := range n.reader.relations {
		delete(n.reader.metadata, iri)
	}
	for _, e := range signature {
		iri := e.EntityIRI()
		if iri.IsReserved() || !n.reader.relations[iri] && !n.reader.metadata[iri] {
			continue
		}
		slices.Sort(xrefs[iri])
		f := oboFrame{kind: "Typedef"}
		for _, x := range xrefs[iri] {
			f.clauses = append(f.clauses, oboClause{tag: "xref", value: oboXrefID(x)})
		}
		full := f.expandedID()
		if full == "" {
			continue
		}
		n.short[iri] = true
		if slices.Contains(shorthands[iri], "") {
			continue
		}
		for _, s := range shorthands[iri] {
			_, taken := n.reader.expanded[s]
			others := n.given[iri]
			if !taken && !strings.Contains(s, ":") && oboReadsWord(s) &&
				n.reader.iri(full) == iri &&
				(len(others) == 0 || slices.Contains(others, s)) {
				n.reader.expanded[s] = full
				n.given[iri] = []string{s}
				break
			}
		}
	}
}

// stanzas finds the stanza that has the annotations of each IRI.
func (n *Names) stanzas(signature []owl.Entity) {
	for _, e := range signature {
		iri := e.EntityIRI()
		if n.Stanza(e) == "" || n.ID(iri) == "" {
			continue
		}
		if other, known := n.primary[iri]; !known || e.EntityKind() < other.EntityKind() {
			n.primary[iri] = e
		}
	}
}

// Stanza returns the kind of the stanza that is about an entity, "" if none is.
func (n *Names) Stanza(e owl.Entity) string {
	iri := e.EntityIRI()
	if iri.IsReserved() {
		return ""
	}
	switch e.(type) {
	case owl.Class:
		return "Term"
	case owl.ObjectProperty:
		return "Typedef"
	case owl.AnnotationProperty:
		if n.reader.metadata[iri] {
			return "Typedef"
		}
	case owl.NamedIndividual:
		return "Instance"
	}
	return ""
}

// ID returns the id of an IRI, unescaped, or "" if no id means this IRI.
func (n *Names) ID(iri owl.IRI) string {
	if id, known := n.ids[iri]; known {
		return id
	}
	id := ""
	for _, candidate := range n.candidates(iri) {
		if n.means(candidate, iri) {
			id = candidate
			break
		}
	}
	n.ids[iri] = id
	return id
}

func (n *Names) means(id string, iri owl.IRI) bool {
	if !oboReadsWord(id) || n.reader.iri(id) != iri {
		return false
	}
	_, expanded := n.reader.expanded[id]
	return expanded || strings.Contains(id, ":") || !n.short[iri]
}

// candidates returns ids that may mean an IRI, the best ones first.
func (n *Names) candidates(iri owl.IRI) []string {
	s := iri.String()
	list := slices.Clone(n.given[iri])
	for prefix, space := range n.reader.spaces {
		// which the OWL API does not know
		if prefix == "oboInOwl" || prefix == "rdf" || prefix == "xml" {
			continue
		}
		if local, ok := strings.CutPrefix(s, space); ok && local != "" {
			list = append(list, prefix+":"+local)
		}
	}
	slices.Sort(list[len(n.given[iri]):])
	local, ok := strings.CutPrefix(s, n.reader.defaultSpace)
	// the OWL API knows no other space
	if ok && local != "" && strings.HasPrefix(s, rdf.OBONamespace) {
		list = append(list, local)
	}
	if short, ok := strings.CutPrefix(s, rdf.OBONamespace); ok {
		if i := strings.Index(short, "#_"); i > 0 {
			list = append(list, short[:i]+":"+short[i+2:])
		}
		if i := strings.LastIndexByte(short, '_'); i > 0 && i+1 < len(short) {
			list = append(list, short[:i]+":"+short[i+1:])
		}
	}
	// the OWL API knows no others
	if strings.HasPrefix(s, "http:") || strings.HasPrefix(s, "https:") {
		list = append(list, s)
	}
	return list
}

// define notes a subset or synonym type. A property that is both, or twice, is defined by the
// first.
func (n *Names) define(a *owl.SubAnnotationPropertyOf) {
	if n.defined[a.Sub.IRI] == nil && !a.Sub.IRI.IsReserved() {
		n.defined[a.Sub.IRI] = &oboDefined{sub: a}
	}
}

// texts finds the texts of subsets and synonym types, and their scopes.
func (n *Names) texts(o *owl.Ontology) {
	for _, a := range o.Axioms {
		a, ok := a.(*owl.AnnotationAssertion)
		if !ok || len(a.Annotations) > 0 {
			continue
		}
		iri, _ := a.Subject.(owl.IRI)
		d := n.defined[iri]
		if d == nil {
			continue
		}
		text, plain := oboPlain(a.Value)
		property := owl.RDFSComment
		if d.sub.Super == oboSynonym {
			property = owl.RDFSLabel
		}
		switch {
		case a.Property == property && plain && text != "":
			if d.text == nil || owl.Compare(a, d.text) < 0 {
				d.text = a
			}
		case a.Property == oboScope && d.sub.Super == oboSynonym && oboScopeOf(a.Value) != "":
			if d.scope == nil || owl.Compare(a, d.scope) < 0 {
				d.scope = a
			}
		}
	}
}

// alternatives finds the alternative ids whose entities the reader may deprecate: because the
// ontology does so as well, or because it has no other axioms about them.
func (n *Names) alternatives(o *owl.Ontology) {
	const reason, replaced, deprecated = 1, 2, 4
	said := map[owl.IRI]int{}
	by := map[[2]owl.IRI]bool{}
	var alternates []*owl.AnnotationAssertion
	for _, a := range o.Axioms {
		a, ok := a.(*owl.AnnotationAssertion)
		if !ok {
			continue
		}
		iri, _ := a.Subject.(owl.IRI)
		if iri.IsZero() {
			continue
		}
		if a.Property == oboAlternate {
			alternates = append(alternates, a)
		}
		said[iri] |= 0
		if len(a.Annotations) > 0 {
			continue
		}
		value, _ := a.Value.(owl.IRI)
		switch a.Property {
		case oboReason:
			if value == oboTermsMerge {
				said[iri] |= reason
			}
		case oboReplaced:
			if !value.IsZero() {
				by[[2]owl.IRI{iri, value}] = true
			}
		case owl.OWLDeprecated:
			if l, ok := a.Value.(*owl.Literal); ok &&
				*l == *owl.NewLiteral("true", owl.XSDBoolean) {
				said[iri] |= deprecated
			}
		}
	}
	for _, e := range o.Signature() {
		said[e.EntityIRI()] |= 0
	}
	for _, a := range alternates {
		text, plain := oboPlain(a.Value)
		if !plain || !oboReadsWord(text) || len(a.Annotations) > 0 ||
			n.primary[a.Subject.(owl.IRI)] == nil {
			continue
		}
		iri, target := n.reader.iri(text), a.Subject.(owl.IRI)
		what, known := said[iri]
		if by[[2]owl.IRI{iri, target}] {
			what |= replaced
		}
		if !known || what == reason|replaced|deprecated {
			if n.merged[iri] == nil {
				n.merged[iri] = map[owl.IRI]bool{}
			}
			n.merged[iri][target] = true
		}
	}
}

// oboReadsWord reports whether the reader finds an id in its escaped form.
func oboReadsWord(id string) bool {
	v := oboValue{text: oboWord(id)}
	return id != "" && id[0] != '{' && v.word() == id && v.peek() == 0 && len(v.faults) == 0 &&
		oboOneLine(id)
}

// oboWord escapes an id.
func oboWord(id string) string { return oboEscape(id, " !{\"[") }

// oboXrefID escapes a cross reference.
func oboXrefID(id string) string { return oboEscape(id, " !{\",]") }

// oboQuoted renders a quoted text.
func oboQuoted(text string) string { return `"` + oboEscape(text, `"`) + `"` }

// oboText escapes a text without quotation marks.
func oboText(text string) string {
	inner := strings.Trim(text, " ")
	if inner == "" {
		return oboEscape(text, " ")
	}
	start := strings.Index(text, inner)
	return oboEscape(text[:start], " ") + oboEscape(inner, "!{") +
		oboEscape(text[start+len(inner):], " ")
}

// oboEscape puts a backslash before each backslash and each character of special, and writes
// line feeds, tabs and special blanks as letters.
func oboEscape(s, special string) string {
	if !strings.ContainsAny(s, special+"\\\n\t") {
		return s
	}
	b := make([]byte, 0, len(s)+8)
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c == ' ' && strings.IndexByte(special, c) >= 0:
			b = append(b, `\W`...)
		case c == '\\' || strings.IndexByte(special, c) >= 0:
			b = append(b, '\\', c)
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// oboOneLine reports whether a value is a line for every reader: valid UTF-8 without line ends.
func oboOneLine(value string) bool {
	return !strings.ContainsAny(value, "\r\n") && utf8.ValidString(value)
}
