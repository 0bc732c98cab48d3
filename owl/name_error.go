package owl

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Errors of names.
var (
	// ErrUnknownName is returned if no entity of the wanted kinds has the name.
	ErrUnknownName = errors.New("unknown name")
	// ErrAmbiguousName is returned if several entities of the wanted kinds have the name.
	ErrAmbiguousName = errors.New("ambiguous name")
)

// NameError is returned if a name does not identify one entity.
type NameError struct {
	Name   string
	Wanted []EntityKind
	// Err is ErrUnknownName or ErrAmbiguousName.
	Err error
	// Candidates lists the entities with an ambiguous name, sorted by label and IRI, or up to five
	// entities with names similar to an unknown one, most similar first.
	Candidates []NamedEntity
	// Other lists the entities of other kinds with the name.
	Other []NamedEntity
}

func (e *NameError) Unwrap() error { return e.Err }

// candidatesShown is the number of candidates in a message.
const candidatesShown = 10

func (e *NameError) Error() string {
	wanted := make([]string, len(e.Wanted))
	for i, k := range e.Wanted {
		wanted[i] = kindWords[k]
	}
	what := alternatives(wanted, "or")
	if len(e.Wanted) == len(kindWords) {
		what = "entity"
	}
	if e.Err == ErrAmbiguousName {
		var rest string
		if more := len(e.Candidates) - candidatesShown; more > 0 {
			rest = fmt.Sprintf(" and %d more", more)
		}
		var list []string
		for _, c := range e.Candidates[:min(len(e.Candidates), candidatesShown)] {
			list = append(list, fmt.Sprintf("%s (%s)",
				quoteName(cmp.Or(c.Label, c.Entity.EntityIRI().Fragment())), c.ID))
		}
		return fmt.Sprintf("%d %s are called %s: %s%s; use one of these ids",
			len(e.Candidates), plural(e.Candidates), quoteName(e.Name), strings.Join(list, ", "),
			rest)
	}
	text := fmt.Sprintf("no %s is called %s", what, quoteName(e.Name))
	if len(e.Other) > 0 {
		var list []string
		for _, o := range e.Other {
			list = append(list, fmt.Sprintf("%s (%s)",
				withArticle(kindWords[o.Entity.EntityKind()]), o.ID))
		}
		return text + "; it is " + alternatives(list, "and")
	}
	if len(e.Candidates) > 0 {
		var list []string
		for _, c := range e.Candidates {
			if c.Label == "" {
				list = append(list, c.ID)
			} else {
				list = append(list, fmt.Sprintf("%s (%s)", quoteName(c.Label), c.ID))
			}
		}
		text += "; did you mean " + alternatives(list, "or") + "?"
	}
	return text
}

var kindWords = [...]string{
	ClassKind: "class", DatatypeKind: "datatype", ObjectPropertyKind: "object property",
	DataPropertyKind:       "data property",
	AnnotationPropertyKind: "annotation property", NamedIndividualKind: "individual",
}

// plural returns the common noun of several candidates.
func plural(candidates []NamedEntity) string {
	kind := candidates[0].Entity.EntityKind()
	for _, c := range candidates {
		if c.Entity.EntityKind() != kind {
			return "entities"
		}
	}
	word := kindWords[kind]
	switch {
	case strings.HasSuffix(word, "s"):
		return word + "es"
	case strings.HasSuffix(word, "y"):
		return strings.TrimSuffix(word, "y") + "ies"
	}
	return word + "s"
}

func withArticle(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// quoteName quotes a name in Manchester syntax, truncated to 80 characters.
func quoteName(name string) string {
	const longest = 80
	if runes := []rune(name); len(runes) > longest {
		name = string(runes[:longest]) + "…"
	}
	w := manchesterWriter{}
	w.quotedLabel(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, name))
	return string(w.dst)
}

// alternatives joins a list with commas, and its last two elements with a word.
func alternatives(list []string, word string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " " + word + " " + list[last]
}

func (n *Names) ambiguous(name string, want kindSet, found []IRI) error {
	err := &NameError{Name: name, Wanted: want.list(), Err: ErrAmbiguousName}
	for _, iri := range found {
		err.Candidates = append(err.Candidates,
			n.Describe(NewEntity((n.kinds(iri)&want).first(), iri)))
	}
	slices.SortFunc(err.Candidates, compareNamed)
	return err
}

// unknown returns the error for a name that find did not find.
func (n *Names) unknown(name string, quoted bool, want kindSet) error {
	err := &NameError{Name: name, Wanted: want.list(), Err: ErrUnknownName}
	if others := n.candidates(name, quoted, anyKind&^want); len(others) == 1 {
		for _, k := range n.kinds(others[0]).list() {
			err.Other = append(err.Other, n.Describe(NewEntity(k, others[0])))
		}
	}
	if len(err.Other) == 0 {
		err.Candidates = n.near(name, want)
	}
	return err
}

const (
	nearNames   = 5
	nearLongest = 100 // length in bytes of a name that is compared with others
)

// near returns the entities of the wanted kinds whose label, short form or synonym has a small
// edit distance from name, or whose label contains every word of it. It returns nothing for ids,
// which end in a number.
//
// Cost: one bounded edit distance for each name of about the same length.
func (n *Names) near(name string, want kindSet) []NamedEntity {
	name = Fold(strings.Trim(name, "<>"))
	if cut := strings.LastIndexAny(name, "#/"); cut >= 0 && strings.Contains(name, "://") {
		name = name[cut+1:]
	}
	if len(name) < 3 || len(name) > nearLongest || IsDigits(name[len(name)-3:]) {
		return nil
	}
	s := nearSearch{names: n, name: name, want: want, found: make(map[IRI]int)}
	s.lookForEdits(n.foldedLabels())
	s.lookForEdits(n.foldedForms())
	s.lookForEdits(n.exactSynonyms())
	s.lookForEdits(n.otherSynonyms())
	s.lookForWords(n.foldedLabels())
	return s.best()
}

// nearSearch collects entities with their distances from a name: 1000 for each edit. A label that
// contains all words has a distance between one and two edits, smaller for a shorter label.
type nearSearch struct {
	names *Names
	name  string
	want  kindSet
	found map[IRI]int
}

func (s *nearSearch) lookForEdits(t nameTable) {
	most := min(len(s.name)/3, 4)
	for label, iris := range t {
		if d := EditDistance([]byte(s.name), []byte(label), most); d <= most {
			s.add(iris, 1000*d)
		}
	}
}

func (s *nearSearch) lookForWords(t nameTable) {
	words := strings.Fields(s.name)
	for label, iris := range t {
		holds := true
		for _, w := range words {
			holds = holds && len(w) > 2 && strings.Contains(label, w)
		}
		if holds {
			s.add(iris, 1001+min(len(label), 900))
		}
	}
}

func (s *nearSearch) add(iris []IRI, distance int) {
	for _, iri := range iris {
		if s.names.kinds(iri)&s.want == 0 {
			continue
		}
		if known, ok := s.found[iri]; !ok || distance < known {
			s.found[iri] = distance
		}
	}
}

// best returns the nearest entities in a deterministic order.
func (s *nearSearch) best() []NamedEntity {
	list := make([]NamedEntity, 0, len(s.found))
	for iri := range s.found {
		list = append(list, s.names.Describe(NewEntity((s.names.kinds(iri)&s.want).first(), iri)))
	}
	slices.SortFunc(list, func(a, b NamedEntity) int {
		return cmp.Or(s.found[a.Entity.EntityIRI()]-s.found[b.Entity.EntityIRI()],
			compareNamed(a, b))
	})
	return list[:min(len(list), nearNames)]
}

// EditDistance returns the number of insertions, deletions, replacements and swaps of neighbors
// that turn a into b (optimal string alignment). Distances above most are most + 1.
func EditDistance[T byte | rune](a, b []T, most int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if d := len(a) - len(b); d > most || -d > most {
		return most + 1
	}
	var rows [3][64]int // not on the heap
	before, above, row := rows[0][:], rows[1][:], rows[2][:]
	if n := len(b) + 1; n > len(row) {
		before, above, row = make([]int, n), make([]int, n), make([]int, n)
	}
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := range a {
		before, above, row = above, row, before
		row[0] = i + 1
		least := row[0]
		for j := range b {
			d := above[j]
			if a[i] != b[j] {
				d++
			}
			d = min(d, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = d
			least = min(least, d)
		}
		if least > most {
			return most + 1
		}
	}
	return min(row[len(b)], most+1)
}
