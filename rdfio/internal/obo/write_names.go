package obo

import (
	"maps"
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
	header  []oboClause // on which the ids depend
	about   map[owl.IRI][]*owl.AnnotationAssertion
	ids     map[owl.IRI]string // "" if the IRI has none
	primary map[owl.IRI]owl.Entity
	own     map[owl.Entity]bool // is declared
	// short holds relations whose ids without a prefix the reader would replace by a cross
	// reference, with the short name that means them nevertheless, or "".
	short   map[owl.IRI]string
	defined map[owl.IRI]*oboDefined
	merged  map[owl.IRI]map[owl.IRI]bool // by alternative ids: what they are merged into
	// declares holds what the clauses declare that were checked last.
	declares map[owl.Entity]bool
}

// oboDefined holds what subsetdef or synonymtypedef say of an annotation property.
type oboDefined struct {
	sub         *owl.SubAnnotationPropertyOf
	text, scope *owl.AnnotationAssertion // nil if absent
}

var (
	oboID          = oioProperty("id")
	oboShorthand   = oioProperty("shorthand")
	oboXrefs       = oioProperty("hasDbXref")
	oboSynonymType = oioProperty("hasSynonymType")
	oboSubset      = oioProperty("SubsetProperty")
	oboSynonym     = oioProperty("SynonymTypeProperty")
	oboScope       = oioProperty("hasScope")
	oboAlternate   = oioProperty("hasAlternativeId")
	oboClassLevel  = oioProperty("is_class_level")
	oboReplaced    = oboProperty("IAO_0100001")
	oboReason      = oboProperty("IAO_0000231")
	oboReversible  = oboProperty("IAO_isReversiblePropertyChain")
	oboTermsMerge  = owl.NewIRI(rdf.OBONamespace + "IAO_0000227")
)

// NewNames returns the ids of the entities of o. An id that an oboInOwl:id annotation gives is
// preferred; prefixes of such ids become idspaces.
func NewNames(o *owl.Ontology) *Names {
	n := &Names{about: map[owl.IRI][]*owl.AnnotationAssertion{}, ids: map[owl.IRI]string{},
		primary: map[owl.IRI]owl.Entity{}, own: map[owl.Entity]bool{}, short: map[owl.IRI]string{},
		defined: map[owl.IRI]*oboDefined{}, merged: map[owl.IRI]map[owl.IRI]bool{}}
	for _, a := range o.Axioms {
		switch a := a.(type) {
		case *owl.Declaration:
			n.own[a.Entity] = true
		case *owl.SubAnnotationPropertyOf:
			known := n.defined[a.Sub.IRI] != nil || a.Sub.IRI.IsReserved()
			if !known && (a.Super == oboSubset || a.Super == oboSynonym) {
				n.defined[a.Sub.IRI] = &oboDefined{sub: a}
			}
		case *owl.AnnotationAssertion:
			if iri, ok := a.Subject.(owl.IRI); ok {
				n.about[iri] = append(n.about[iri], a)
			}
		}
	}
	n.define()
	n.setHeader(o)
	// The header has no faults.
	n.reader, _ = newOBOTranslator(&oboDocument{header: oboFrame{clauses: n.header},
		report: &doc.Report{}})
	_ = n.reader.header(false)
	signature := o.Signature()
	n.relations(signature)
	n.stanzas(signature)
	n.alternatives(signature)
	for iri, subject := range n.primary {
		for _, a := range n.about[iri] {
			if a.Property != oboClassLevel || subject.EntityKind() != owl.ObjectPropertyKind {
				continue
			}
			_, clauses, ok := Clauses(a, n)
			if ok && strings.HasPrefix(clauses[0].Value, "true") {
				n.reader.classLevel[iri] = true
			}
		}
	}
	return n
}

// texts returns the plain texts of an annotation property of an IRI, sorted.
func (n *Names) texts(iri owl.IRI, p owl.AnnotationProperty) (list []string) {
	for _, a := range n.about[iri] {
		if a.Property == p {
			if text, plain := oboPlain(a.Value); plain {
				list = append(list, text)
			}
		}
	}
	slices.Sort(list)
	return list
}

// define finds the texts of subsets and synonym types, and their scopes. Of several, it is the
// least.
func (n *Names) define() {
	for iri, d := range n.defined {
		property := owl.RDFSComment
		if d.sub.Super == oboSynonym {
			property = owl.RDFSLabel
		}
		for _, a := range n.about[iri] {
			text, _ := oboPlain(a.Value)
			switch {
			case len(a.Annotations) > 0:
			case a.Property == property && text != "":
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
	for iri := range n.about {
		for _, id := range n.texts(iri, oboID) {
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
	return slices.Sorted(maps.Keys(found))
}

// relations finds the IRIs that are relations, and the short names of their ids.
func (n *Names) relations(signature []owl.Entity) {
	for _, e := range signature {
		switch iri := e.EntityIRI(); e.(type) {
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
		f := oboFrame{kind: "Typedef"}
		for _, x := range n.texts(iri, oboXrefs) {
			f.clauses = append(f.clauses, oboClause{tag: "xref", value: oboXrefID(x)})
		}
		full := f.expandedID()
		if full == "" {
			continue
		}
		n.short[iri] = ""
		if slices.ContainsFunc(n.about[iri], func(a *owl.AnnotationAssertion) bool {
			return a.Property == oboXrefs && len(a.Annotations) > 0 // may not become a clause
		}) {
			continue
		}
		others := n.texts(iri, oboID)
		for _, s := range n.texts(iri, oboShorthand) {
			_, taken := n.reader.expanded[s]
			if !taken && !strings.Contains(s, ":") && oboReadsWord(s) &&
				n.reader.iri(full) == iri &&
				(len(others) == 0 || slices.Contains(others, s)) {
				n.reader.expanded[s], n.short[iri] = full, s
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
	_, isNote := e.(owl.AnnotationProperty)
	if iri.IsReserved() || isNote && !n.reader.metadata[iri] {
		return ""
	}
	return oboStanzas[e.EntityKind()]
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
	_, short := n.short[iri]
	return expanded || strings.Contains(id, ":") || !short
}

// candidates returns ids that may mean an IRI, the best ones first.
func (n *Names) candidates(iri owl.IRI) []string {
	s := iri.String()
	list := n.texts(iri, oboID)
	if short := n.short[iri]; short != "" {
		list = []string{short}
	}
	given := len(list)
	for prefix, space := range n.reader.spaces {
		// which the OWL API does not know
		if prefix == "oboInOwl" || prefix == "rdf" || prefix == "xml" {
			continue
		}
		if local, ok := strings.CutPrefix(s, space); ok && local != "" {
			list = append(list, prefix+":"+local)
		}
	}
	slices.Sort(list[given:])
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

// alternatives finds the alternative ids whose entities the reader may deprecate: because the
// ontology does so as well, or because it has no other axioms about them.
func (n *Names) alternatives(signature []owl.Entity) {
	mentioned := map[owl.IRI]bool{}
	for _, e := range signature {
		mentioned[e.EntityIRI()] = true
	}
	said := map[owl.IRI]map[string]bool{} // by alternative id: what is said of it
	canonical := func(a owl.Axiom) string { return string(owl.AppendCanonical(nil, a)) }
	for target, list := range n.about {
		for _, a := range list {
			text, plain := oboPlain(a.Value)
			if a.Property != oboAlternate || !plain || !oboReadsWord(text) ||
				len(a.Annotations) > 0 || n.primary[target] == nil {
				continue
			}
			iri := n.reader.iri(text)
			if n.merged[iri] == nil {
				n.merged[iri], said[iri] = map[owl.IRI]bool{}, map[string]bool{}
				for _, b := range n.about[iri] {
					said[iri][canonical(b)] = true
				}
			}
			known := true
			for _, implied := range oboMerged(iri, target) {
				known = known && said[iri][canonical(implied)]
			}
			if known || n.about[iri] == nil && !mentioned[iri] {
				n.merged[iri][target] = true
			}
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
