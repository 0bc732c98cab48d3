package workspace

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/suggest"
)

// lookups are the lookups of a state by language. The next state shares them if no name has
// changed.
type lookups struct{ sync.Map }

// lookup returns the names in the language of the View. The first call takes linear time.
func (v *View) lookup() *lookup {
	found, _ := v.lookups.LoadOrStore(v.language, newLookup(v))
	return found.(func() *lookup)()
}

// lookup holds the names of entities of a state in a language and an index of them.
type lookup struct {
	names      *owl.Names
	manchester owl.Manchester

	classes     []owl.IRI // ascending, without the built-in ones
	labels      []string  // by class: its name for people
	synonyms    [][]string
	aliases     [][]ScopedName // by class: labels in other languages, and synonyms
	preferred   []owl.IRI      // preferred roots (IAO:0000700)
	replacedBy  map[owl.IRI][]owl.IRI
	definitions []string
	deprecated  []bool
	languages   []string // tags of labels of classes, the most frequent first

	byLabel []int32 // classes by label; those with an ID only, then deprecated ones are last
	place   []int32 // by class: its place in byLabel

	index func() *searchIndex
}

// newLookup returns a function that makes the lookup of a View once.
func newLookup(v *View) func() *lookup {
	return sync.OnceValue(func() *lookup {
		o := v.OWL()
		names := relations.Names(o)
		l := &lookup{names: names, manchester: names.Manchester()}
		t, err := suggest.NewTerminology(context.Background(), o)
		if err != nil {
			return l // never: the context does not end
		}
		n := len(t.Classes)
		l.classes, l.deprecated = t.Classes, t.Deprecated
		l.labels, l.synonyms, l.definitions = make([]string, n), make([][]string, n),
			make([]string, n)
		for c := range int32(n) {
			l.labels[c], l.synonyms[c], l.definitions[c] = l.name(t.Classes[c]).Label,
				t.Synonyms(c), t.Definition(c)
		}
		l.readAliases(o)
		l.order()
		l.index = sync.OnceValue(l.newSearchIndex)
		return l
	})
}

// ScopedName is a name of a class besides its label.
type ScopedName struct {
	Lang string `json:"language,omitempty"`
	// Scope is label, exact, narrow, broad, related or synonym.
	Scope string `json:"scope"`
	Text  string `json:"text"`
}

// Annotation properties of IAO.
var (
	preferredRoot  = owl.NewIRI("http://purl.obolibrary.org/obo/IAO_0000700")
	termReplacedBy = owl.NewIRI("http://purl.obolibrary.org/obo/IAO_0100001")
)

// readAliases indexes names, preferred roots and replacements.
func (l *lookup) readAliases(o *owl.Ontology) {
	l.aliases, l.replacedBy = make([][]ScopedName, len(l.classes)), make(map[owl.IRI][]owl.IRI)
	count := make(map[string]int) // labels by language
	for _, a := range o.Annotations {
		if root, ok := a.Value.(owl.IRI); ok && a.Property.IRI == preferredRoot {
			l.preferred = append(l.preferred, root)
		}
	}
	for _, a := range o.Axioms {
		assertion, ok := a.(*owl.AnnotationAssertion)
		if !ok {
			continue
		}
		subject, named := assertion.Subject.(owl.IRI)
		if !named {
			continue
		}
		if by, ok := assertion.Value.(owl.IRI); ok && assertion.Property.IRI == termReplacedBy {
			l.replacedBy[subject] = append(l.replacedBy[subject], by)
		}
		value, literal := assertion.Value.(*owl.Literal)
		scope := owl.NameScope(assertion.Property.IRI)
		_, shown := scopeRank[scope]
		c, isClass := l.number(subject)
		if !shown || !literal || !isClass || strings.TrimSpace(value.Lexical) == "" {
			continue
		}
		if scope == "label" {
			if value.Lang != "" {
				count[value.Lang]++
			}
			if value.Lexical == l.labels[c] {
				continue
			}
		}
		l.aliases[c] = append(l.aliases[c], ScopedName{value.Lang, scope, value.Lexical})
	}
	l.languages = slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(count[b]-count[a], strings.Compare(a, b))
	})
	for _, list := range l.aliases {
		slices.SortFunc(list, func(a, b ScopedName) int {
			return cmp.Or(scopeRank[a.Scope]-scopeRank[b.Scope], strings.Compare(a.Text, b.Text),
				strings.Compare(a.Lang, b.Lang))
		})
	}
}

// scopeRank is the order in which names are shown. Names of other scopes are not shown.
var scopeRank = map[string]int{"label": 0, "exact": 1, "synonym": 2, "narrow": 3, "broad": 4,
	"related": 5}

// id returns the OBO ID or CURIE of an entity, "" if it has none.
func (l *lookup) id(iri owl.IRI) string {
	if id := l.names.ID(iri); !strings.HasPrefix(id, "<") && !strings.HasPrefix(id, ":") {
		return id
	}
	return ""
}

// lookUpSoon makes the lookup of the current state in the background, so that no request waits for
// it.
func (o *Ontology) lookUpSoon() {
	o.w.inBackground(func(context.Context) {
		if v := o.View(); v.err == nil {
			v.lookup().index()
		}
	})
}

// order sorts the classes by label: first those with a label, then those with an ID only, then
// deprecated ones.
func (l *lookup) order() {
	folded, group := make([]string, len(l.classes)), make([]int, len(l.classes))
	l.byLabel, l.place = make([]int32, len(l.classes)), make([]int32, len(l.classes))
	for c := range l.classes {
		l.byLabel[c] = int32(c)
		folded[c] = fold(l.labels[c])
		if l.name(l.classes[c]).ID == l.labels[c] {
			group[c] = 1
		}
		if l.deprecated[c] {
			group[c] += 2
		}
	}
	slices.SortFunc(l.byLabel, func(a, b int32) int {
		return cmp.Or(group[a]-group[b], strings.Compare(folded[a], folded[b]), int(a-b))
	})
	for i, c := range l.byLabel {
		l.place[c] = int32(i)
	}
}

// fold returns a name in lower case, with a single space between words.
func fold(name string) string { return strings.Join(strings.Fields(strings.ToLower(name)), " ") }

// number returns the number of a class.
func (l *lookup) number(c owl.IRI) (int32, bool) {
	i, ok := slices.BinarySearchFunc(l.classes, c, owl.IRI.Compare)
	return int32(i), ok
}

// Name is an entity with its name for people: its label, or else its OBO ID or the end of its IRI.
// ID is set if the Label is an OBO ID or also that of another entity.
type Name struct {
	ID    string  `json:"id,omitempty"`
	IRI   owl.IRI `json:"iri"`
	Label string  `json:"label"`
}

func (l *lookup) name(iri owl.IRI) Name {
	label, id := l.names.Label(iri), l.names.ID(iri)
	switch {
	case label == "":
		if label = iri.Fragment(); strings.Replace(id, ":", "_", 1) == label {
			return Name{id, iri, id}
		}
	case l.manchester.IRI(iri) == id:
		return Name{id, iri, label}
	}
	if !l.names.IsShared(label) {
		id = ""
	}
	return Name{id, iri, label}
}

func (l *lookup) classNames(classes []owl.Class) []Name {
	list := make([]Name, len(classes))
	for i, c := range classes {
		list[i] = l.name(c.IRI)
	}
	return list
}

// Name returns the name of an entity for people.
func (v *View) Name(iri owl.IRI) Name { return v.lookup().name(iri) }

// Manchester renders axioms and expressions for people, with labels.
func (v *View) Manchester() owl.Manchester { return v.lookup().manchester }

// NewIRI returns an IRI for a new class in the numbering of an OBO ontology: the number after the
// greatest one of its ID space. The ID space is the one that the ontology is named after, or else
// the one of most classes. It reports false if there is none. It takes linear time.
func (v *View) NewIRI() (string, bool) {
	type space struct {
		iri           string // up to the number
		count, digits int
		greatest      uint64
	}
	spaces := make(map[string]*space)
	classes := v.lookup().classes
	for _, c := range classes {
		id, ok := owl.OBOID(c.String())
		if !ok {
			continue
		}
		name, digits, _ := strings.Cut(id, ":")
		number, err := strconv.ParseUint(digits, 10, 64)
		if err != nil {
			continue
		}
		s := spaces[name]
		if s == nil {
			s = &space{iri: strings.TrimSuffix(c.String(), digits)}
			spaces[name] = s
		}
		s.count++
		if len(digits) > s.digits || len(digits) == s.digits && number > s.greatest {
			s.digits, s.greatest = len(digits), number
		}
	}
	own, _, _ := strings.Cut(path.Base(v.OWL().IRI.String()), ".")
	found := spaces[strings.ToUpper(own)]
	for _, s := range spaces {
		if found == nil && 2*s.count > len(classes) {
			found = s
		}
	}
	if found == nil {
		return "", false
	}
	next := fmt.Sprintf("%0*d", found.digits, found.greatest+1)
	return found.iri + next, len(next) == found.digits
}
