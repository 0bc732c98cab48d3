package owl

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Names finds the entities of an ontology by their names. The following names are tried in this
// order, until one matches:
//
//   - an IRI: in full, <http://…> or bare; abbreviated by a prefix of the document (or owl, rdf,
//     rdfs, xsd); or an OBO id, GO:0005634 for http://purl.obolibrary.org/obo/GO_0005634;
//   - an rdfs:label or skos:prefLabel in any language, exactly; entities whose preferred label (see
//     Ontology.Labels) matches come before the others, and deprecated entities are passed over if
//     there are others;
//   - a label, ignoring case, white space and underscores;
//   - the IRI of a name without a colon by the empty prefix (simpleIRI of the Manchester syntax,
//     section 2.1);
//   - the short form, which is the part of the IRI after the last '#', '/' or ':'; then the same,
//     ignoring case;
//   - an exact synonym, then any other synonym, ignoring case, white space and underscores.
//
// A name in single quotation marks, with a backslash before such a mark or a backslash, is tried as
// a label first and as an IRI last.
//
// The first call indexes the ontology in linear time; further tables are made on first use. After
// that an answer takes constant time, and the error for an unknown name one pass over the names of
// similar length. Names is safe for concurrent use.
type Names struct {
	ontology *Ontology // nil after index
	prefixes *Prefixes
	builtIn  BuiltInLabels // may be nil

	entities *signature // occurring and built-in entities
	best     map[IRI]*Literal
	labels   nameTable

	deprecated map[IRI]bool

	// Further tables, each made by its first call. All but shortForms have folded names.
	foldedLabels, shortForms, foldedForms, exactSynonyms, otherSynonyms func() nameTable

	written sync.Map // from IRI to string; see inManchester

	build sync.Once
}

// NewNames returns the names of o, with the prefixes of the document.
func NewNames(o *Ontology) *Names { return &Names{ontology: o, prefixes: o.Prefixes} }

// BuiltInLabels returns a label for an entity that many files use without a label, and the ontology
// that the label is from.
type BuiltInLabels func(IRI) (label, source string, ok bool)

// WithBuiltIn adds labels for the classes, object properties and annotation properties without a
// label in the ontology.
// Label and Manchester write them with their source: "develops from (RO)". Entity finds them with
// and without the source. It must be called before n is used, and returns n.
func (n *Names) WithBuiltIn(labels BuiltInLabels) *Names {
	n.builtIn = labels
	return n
}

// MarkedLabel returns a built-in label with its source.
func MarkedLabel(label, source string) string { return label + " (" + source + ")" }

// NamedEntity is an entity with its names.
type NamedEntity struct {
	Entity Entity
	// Label is the result of Names.Label.
	Label string
	// ID is the result of Names.ID.
	ID string
}

// Entity returns the entity with a name among those of the given kinds, by default of all kinds. If
// one IRI names entities of several of the kinds, it returns that of the first kind. The error is a
// *NameError.
func (n *Names) Entity(name string, kinds ...EntityKind) (Entity, error) {
	want := kindsOf(kinds)
	text, quoted := strings.TrimSpace(name), false
	if label, ok := unquoteLabel(text); ok {
		text, quoted = label, true
	}
	iri, found, err := n.find(text, quoted, false, want)
	if err != nil {
		return nil, err
	}
	if len(kinds) == 0 {
		return NewEntity(found.first(), iri), nil
	}
	for _, kind := range kinds {
		if found.has(kind) {
			return NewEntity(kind, iri), nil
		}
	}
	// unreachable, because found is a subset of want
	return nil, &NameError{Name: text, Wanted: want.list(), Err: ErrUnknownName}
}

// Class returns the class with a name. The error is a *NameError.
func (n *Names) Class(name string) (Class, error) {
	e, err := n.Entity(name, ClassKind)
	if err != nil {
		return Class{}, err
	}
	return e.(Class), nil
}

// Obsolete reports whether an entity is deprecated.
func (n *Names) Obsolete(iri IRI) bool {
	n.build.Do(n.index)
	return n.deprecated[iri]
}

// Label returns the label of Ontology.Labels, a built-in label with its source, or "".
func (n *Names) Label(iri IRI) string {
	n.build.Do(n.index)
	if l := n.best[iri]; l != nil {
		return l.Lexical
	}
	return ""
}

// ID returns a short form of an IRI without its label, which Entity finds: an OBO id, an
// abbreviated IRI, or <…>.
func (n *Names) ID(iri IRI) string {
	n.build.Do(n.index)
	if id, ok := OBOID(iri.String()); ok && slices.Equal(n.byIRI(id, anyKind), []IRI{iri}) {
		return id
	}
	return Manchester{Prefixes: n.prefixes}.IRI(iri)
}

// IsShared reports whether a text is the label or the end of the IRI of several entities.
func (n *Names) IsShared(text string) bool {
	n.build.Do(n.index)
	found := append(n.labels.find(text, n, anyKind), n.shortForms().find(text, n, anyKind)...)
	return slices.ContainsFunc(found, func(iri IRI) bool { return iri != found[0] })
}

// Manchester returns a renderer whose output a Parser with these names parses to the same
// expression. It writes the label of an entity, or the ID if another entity has the same label.
func (n *Names) Manchester() Manchester {
	return Manchester{names: n}
}

// inManchester returns the text that the renderer of Manchester writes for an IRI. The texts of
// entities of the ontology are cached.
func (n *Names) inManchester(iri IRI) string {
	if known, ok := n.written.Load(iri); ok {
		return known.(string)
	}
	text := n.ID(iri)
	if n.distinctLabel(iri) != "" {
		text = Manchester{Label: n.distinctLabel}.IRI(iri)
	}
	if n.kinds(iri) != 0 {
		n.written.Store(iri, text)
	}
	return text
}

func (n *Names) distinctLabel(iri IRI) string {
	label := n.Label(iri)
	if label == "" || n.kinds(iri) == 0 {
		return ""
	}
	for _, other := range n.labels[label] {
		obsolete := n.deprecated[other] && !n.deprecated[iri]
		if other != iri && !obsolete && n.best[other].Lexical == label && n.kinds(other) != 0 {
			return ""
		}
	}
	return label
}

// Describe returns an entity with its names.
func (n *Names) Describe(e Entity) NamedEntity {
	return NamedEntity{Entity: e, Label: n.Label(e.EntityIRI()), ID: n.ID(e.EntityIRI())}
}

// find returns the IRI with a name, and the kinds among want that it has. With allowNew, an IRI
// that names nothing may have any of the kinds. The error is a *NameError.
func (n *Names) find(name string, quoted, allowNew bool, want kindSet) (IRI, kindSet, error) {
	n.build.Do(n.index)
	switch found := n.candidates(name, quoted, want); len(found) {
	case 0:
	case 1:
		return found[0], n.kinds(found[0]) & want, nil
	default:
		return IRI{}, 0, n.ambiguous(name, want, found)
	}
	if allowNew && !quoted {
		if iri, ok := n.newIRI(name); ok {
			return iri, want, nil
		}
	}
	return IRI{}, 0, n.unknown(name, quoted, want)
}

// known returns the kinds among want of the entities with a name.
func (n *Names) known(name string, quoted bool, want kindSet) kindSet {
	n.build.Do(n.index)
	var set kindSet
	for _, iri := range n.candidates(name, quoted, want) {
		set |= n.kinds(iri) & want
	}
	return set
}

// newIRI returns the IRI of a name that is a full IRI or abbreviated by a declared prefix.
func (n *Names) newIRI(name string) (IRI, bool) {
	if full, ok := n.expandPrefix(name); ok {
		return NewIRI(full), true
	}
	list := n.expansions(name)
	if len(list) == 0 || name[0] != '<' && !strings.Contains(name, "://") {
		return IRI{}, false
	}
	return NewIRI(list[0]), true
}

// candidates returns the distinct IRIs of the wanted kinds with a name, by the first kind of match
// that has any.
func (n *Names) candidates(name string, quoted bool, want kindSet) []IRI {
	folded := func(table func() nameTable) []IRI { return table().find(Fold(name), n, want) }
	levels := []func() []IRI{
		func() []IRI { return n.byIRI(name, want) },
		func() []IRI { return n.byLabel(name, want) },
		func() []IRI { return n.current(folded(n.foldedLabels)) },
		func() []IRI { return n.byEmptyPrefix(name, want) },
		func() []IRI { return n.shortForms().find(name, n, want) },
		func() []IRI { return folded(n.foldedForms) },
		func() []IRI { return n.current(folded(n.exactSynonyms)) },
		func() []IRI { return n.current(folded(n.otherSynonyms)) },
	}
	if quoted {
		levels = append(levels[1:], levels[0])
	}
	for _, level := range levels {
		if found := level(); len(found) > 0 {
			return found
		}
	}
	return nil
}

// byIRI interprets the name as an IRI.
func (n *Names) byIRI(name string, want kindSet) []IRI {
	for _, s := range n.expansions(name) {
		if iri := NewIRI(s); n.kinds(iri)&want != 0 {
			return []IRI{iri}
		}
	}
	return nil
}

const oboNamespace = "http://purl.obolibrary.org/obo/"

// expansions returns the IRIs that name may denote, the most literal one first.
func (n *Names) expansions(name string) []string {
	if full, ok := strings.CutPrefix(name, "<"); ok {
		if full, ok = strings.CutSuffix(full, ">"); ok && full != "" {
			return []string{full}
		}
		return nil
	}
	prefix, local, ok := strings.Cut(name, ":")
	if !ok {
		return nil
	}
	var list []string
	if full, ok := n.expandPrefix(name); ok {
		list = append(list, full)
	}
	list = append(list, name)
	if prefix != "" && local != "" {
		list = append(list, oboNamespace+prefix+"_"+local)
	}
	return list
}

// expandPrefix expands an abbreviated IRI by the prefixes of the document, or by the standard ones.
// Namespaces of unusual length are left out, because one request may have thousands of names.
func (n *Names) expandPrefix(name string) (full string, ok bool) {
	prefix, _, _ := strings.Cut(name, ":")
	if namespace, ok := n.prefixes.Namespace(prefix); ok && len(namespace) <= usualNamespace {
		return n.prefixes.Expand(name)
	}
	return standardPrefixes.Expand(name)
}

// OBOID returns the OBO id of an IRI: letters, a colon, digits.
func OBOID(iri string) (id string, ok bool) {
	local, ok := strings.CutPrefix(iri, oboNamespace)
	if !ok {
		return "", false
	}
	space, number, ok := strings.Cut(local, "_")
	if !ok || !IsDigits(number) || !IsPrefixName(space) || space == "" {
		return "", false
	}
	return space + ":" + number, true
}

func (n *Names) byLabel(name string, want kindSet) []IRI {
	all := n.labels.find(name, n, want)
	if len(all) < 2 {
		return all
	}
	preferred := slices.DeleteFunc(slices.Clone(all), func(i IRI) bool {
		return n.best[i].Lexical != name
	})
	if len(preferred) == 0 {
		preferred = all
	}
	return n.current(preferred)
}

// current returns the entities that are not deprecated, or all if there are no others.
func (n *Names) current(list []IRI) []IRI {
	if len(list) < 2 || !slices.ContainsFunc(list, func(i IRI) bool { return !n.deprecated[i] }) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(i IRI) bool { return n.deprecated[i] })
}

func (n *Names) byEmptyPrefix(name string, want kindSet) []IRI {
	if strings.Contains(name, ":") {
		return nil
	}
	if full, ok := n.prefixes.Expand(":" + name); ok {
		if iri := NewIRI(full); n.kinds(iri)&want != 0 {
			return []IRI{iri}
		}
	}
	return nil
}

// index collects the entities and their labels.
func (n *Names) index() {
	n.entities = newSignature()
	w := walker{name: n.entities.add}
	for _, e := range builtIn {
		n.entities.add(e.EntityKind(), e.EntityIRI())
	}
	w.annotations(n.ontology.Annotations)
	n.deprecated = make(map[IRI]bool)
	var exact, other []synonym
	for _, a := range n.ontology.Axioms {
		w.axiom(a)
		if iri, ok := DeprecatedBy(a); ok {
			n.deprecated[iri] = true
		}
		if s, ok := synonymBy(a); ok {
			if s.exact {
				exact = append(exact, s)
			} else {
				other = append(other, s)
			}
		}
	}
	n.best = n.ontology.bestLabels()
	for _, property := range []IRI{RDFSLabel.IRI, prefLabel} {
		for subject, label := range n.ontology.allLabels(property) {
			n.labels.add(label.Lexical, subject)
		}
	}
	n.ontology = nil
	n.shortForms = n.forms(func(form string) string { return form })
	n.foldedForms = n.forms(Fold)
	n.exactSynonyms, n.otherSynonyms = synonymTable(exact), synonymTable(other)
	n.foldedLabels = sync.OnceValue(func() (t nameTable) {
		for label, iris := range n.labels {
			for _, iri := range iris {
				t.add(Fold(label), iri)
			}
		}
		return t
	})
	if n.builtIn == nil {
		return
	}
	for _, kind := range []EntityKind{ClassKind, ObjectPropertyKind, AnnotationPropertyKind} {
		for iri := range n.entities[kind] {
			if n.best[iri] != nil {
				continue
			}
			if label, source, ok := n.builtIn(iri); ok {
				marked := MarkedLabel(label, source)
				n.best[iri] = &Literal{Lexical: marked}
				n.labels.add(label, iri)
				n.labels.add(marked, iri)
			}
		}
	}
}

// forms returns a function that makes the table of the keys of short forms.
func (n *Names) forms(key func(form string) string) func() nameTable {
	return sync.OnceValue(func() (t nameTable) {
		for _, names := range n.entities {
			for iri := range names {
				t.add(key(iri.Fragment()), iri)
			}
		}
		return t
	})
}

// kinds returns the kinds of entities that an IRI names.
func (n *Names) kinds(iri IRI) kindSet {
	var set kindSet
	for kind, names := range n.entities {
		if _, ok := names[iri]; ok {
			set |= 1 << kind
		}
	}
	return set
}

// Fold converts a name to lower case and replaces underscores and white space by single spaces
// between words.
func Fold(name string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(name), "_", " ")), " ")
}

// BuiltIn returns the entities of every ontology.
func BuiltIn() []Entity { return builtIn }

var builtIn = []Entity{
	Thing, Nothing, TopObjectProperty, BottomObjectProperty, TopDataProperty, BottomDataProperty,
	RDFSLabel, RDFSComment, RDFSSeeAlso, RDFSIsDefinedBy, OWLDeprecated, OWLVersionInfo,
	OWLPriorVersion, OWLBackwardCompat, OWLIncompatible,
	RDFSLiteral, RDFLangString, RDFPlainLiteral, RDFXMLLiteral,
	owlDatatype("real"), owlDatatype("rational"), XSDString, XSDBoolean, XSDInteger,
	xsdDatatype("decimal"), xsdDatatype("float"), xsdDatatype("double"),
	xsdDatatype("nonNegativeInteger"), xsdDatatype("nonPositiveInteger"),
	xsdDatatype("positiveInteger"), xsdDatatype("negativeInteger"),
	xsdDatatype("long"), xsdDatatype("int"), xsdDatatype("short"), xsdDatatype("byte"),
	xsdDatatype("unsignedLong"), xsdDatatype("unsignedInt"), xsdDatatype("unsignedShort"),
	xsdDatatype("unsignedByte"),
	xsdDatatype("normalizedString"), xsdDatatype("token"), xsdDatatype("language"),
	xsdDatatype("Name"), xsdDatatype("NCName"), xsdDatatype("NMTOKEN"),
	xsdDatatype("hexBinary"), xsdDatatype("base64Binary"), xsdDatatype("anyURI"),
	xsdDatatype("dateTime"), xsdDatatype("dateTimeStamp"),
}

func xsdDatatype(name string) Datatype { return Datatype{NewIRI(XSDNamespace + name)} }
func owlDatatype(name string) Datatype { return Datatype{NewIRI(OWLNamespace + name)} }

// nameTable holds the IRIs of names, with duplicates.
type nameTable map[string][]IRI

func (t *nameTable) add(name string, iri IRI) {
	if *t == nil {
		*t = make(nameTable)
	}
	(*t)[name] = append((*t)[name], iri)
}

// find returns the distinct IRIs of a name that are entities of the wanted kinds, sorted.
func (t nameTable) find(name string, n *Names, want kindSet) []IRI {
	var list []IRI
	for _, iri := range t[name] {
		if n.kinds(iri)&want != 0 {
			list = append(list, iri)
		}
	}
	slices.SortFunc(list, IRI.Compare)
	return slices.Compact(list)
}

// kindSet is a set of entity kinds: bit 1<<kind.
type kindSet uint8

const (
	anyKind          kindSet = 1<<(NamedIndividualKind+1) - 1
	objectKind       kindSet = 1 << ObjectPropertyKind
	dataKind         kindSet = 1 << DataPropertyKind
	annotationKind   kindSet = 1 << AnnotationPropertyKind
	restrictionKinds         = objectKind | dataKind
	anyPropertyKind          = restrictionKinds | annotationKind
)

// kindsOf returns the set of the listed kinds, or of all if none is listed.
func kindsOf(kinds []EntityKind) kindSet {
	if len(kinds) == 0 {
		return anyKind
	}
	var set kindSet
	for _, k := range kinds {
		set |= 1 << k
	}
	return set
}

func (s kindSet) has(k EntityKind) bool { return s&(1<<k) != 0 }

// first returns the most likely kind: the first in the order of EntityKind.
func (s kindSet) first() EntityKind {
	for k := ClassKind; k < NamedIndividualKind; k++ {
		if s.has(k) {
			return k
		}
	}
	return NamedIndividualKind
}

func (s kindSet) list() []EntityKind {
	var list []EntityKind
	for k := ClassKind; k <= NamedIndividualKind; k++ {
		if s.has(k) {
			list = append(list, k)
		}
	}
	return list
}

// compareNamed orders by label, then by IRI, then by kind.
func compareNamed(a, b NamedEntity) int {
	return cmp.Or(
		strings.Compare(a.Label, b.Label),
		a.Entity.EntityIRI().Compare(b.Entity.EntityIRI()),
		int(a.Entity.EntityKind())-int(b.Entity.EntityKind()),
	)
}

// firstOr returns the first of the given kinds in s, or s.first.
func (s kindSet) firstOr(kinds ...EntityKind) EntityKind {
	for _, k := range kinds {
		if s.has(k) {
			return k
		}
	}
	return s.first()
}
