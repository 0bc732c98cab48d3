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

	classes   []owl.IRI      // ascending, without the built-in ones
	labels    []string       // by class: its name for people
	aliases   [][]ScopedName // by class: labels in other languages, and synonyms
	preferred []owl.IRI      // preferred roots (IAO:0000700)
	languages []string       // tags of labels of classes, the most frequent first

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
		for _, e := range o.Signature() {
			if c, ok := e.(owl.Class); ok && c != owl.Thing && c != owl.Nothing {
				l.classes = append(l.classes, c.IRI)
			}
		}
		slices.SortFunc(l.classes, owl.IRI.Compare)
		l.order()
		l.readAliases(o)
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

// readAliases indexes names and preferred roots.
func (l *lookup) readAliases(o *owl.Ontology) {
	l.aliases = make([][]ScopedName, len(l.classes))
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
		scope := owl.NameScope(assertion.Property.IRI)
		_, shown := scopeRank[scope]
		subject, named := assertion.Subject.(owl.IRI)
		value, literal := assertion.Value.(*owl.Literal)
		if !shown || !named || !literal || strings.TrimSpace(value.Lexical) == "" {
			continue
		}
		c, isClass := l.number(subject)
		if !isClass {
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
	n := len(l.classes)
	folded, group := make([]string, n), make([]int, n)
	l.labels, l.byLabel, l.place = make([]string, n), make([]int32, n), make([]int32, n)
	for c, iri := range l.classes {
		name := l.name(iri)
		l.labels[c], l.byLabel[c], folded[c] = name.Label, int32(c), fold(name.Label)
		if name.ID == name.Label {
			group[c] = 1
		}
		if l.names.Obsolete(iri) {
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
	return mapped(classes, func(c owl.Class) Name { return l.name(c.IRI) })
}

// Name returns the name of an entity for people.
func (v *View) Name(iri owl.IRI) Name { return v.lookup().name(iri) }

// Manchester renders axioms and expressions for people, with labels.
func (v *View) Manchester() owl.Manchester { return v.lookup().manchester }

// NewIRI returns an IRI for a new class in the numbering of an OBO ontology: the number after the
// greatest one of its ID space. The ID space is the one that the ontology is named after, or else
// the one of most classes. It reports false if there is none. It takes linear time.
func (v *View) NewIRI() (string, bool) {
	count, greatest := make(map[string]int), make(map[string]string) // by ID space
	classes := v.lookup().classes
	for _, c := range classes {
		id, _ := owl.OBOID(c.String())
		space, number, _ := strings.Cut(id, ":")
		if _, err := strconv.ParseUint(number, 10, 64); err != nil {
			continue
		}
		count[space]++
		// IRIs of one space differ only in the number, so a longer one has the greater number.
		iri, last := c.String(), greatest[space]
		if cmp.Or(len(iri)-len(last), strings.Compare(iri, last)) > 0 {
			greatest[space] = iri
		}
	}
	own, _, _ := strings.Cut(path.Base(v.OWL().IRI.String()), ".")
	last := greatest[strings.ToUpper(own)]
	for space, n := range count {
		if last == "" && 2*n > len(classes) {
			last = greatest[space]
		}
	}
	number := last[strings.LastIndexByte(last, '_')+1:]
	n, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		return "", false // there is no last one
	}
	next := fmt.Sprintf("%0*d", len(number), n+1)
	return strings.TrimSuffix(last, number) + next, len(next) == len(number)
}
