package workspace

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"

	"box2el-owl/owl"
)

// searchIndex holds the folded names of all classes, with an inverted index of their words.
type searchIndex struct {
	names  []foldedName
	words  map[string][]int32 // names by a word of theirs, as stem returns it; ascending
	joined map[string][]int32 // names of two or three words by these without spaces
}

// foldedName is a name of a class.
type foldedName struct {
	text   string
	class  int32
	which  int32 // number of the alias, isLabel or isID
	length int   // number of words
}

const (
	isLabel = -1
	isID    = -2
)

func (l *lookup) newSearchIndex() *searchIndex {
	x := &searchIndex{words: make(map[string][]int32), joined: make(map[string][]int32)}
	for c, iri := range l.classes {
		x.add(l.labels[c], int32(c), isLabel)
		for i, alias := range l.aliases[c] {
			x.add(alias.Text, int32(c), int32(i))
		}
		if id := l.names.ID(iri); !strings.HasPrefix(id, "<") {
			x.add(id, int32(c), isID)
		}
	}
	return x
}

// add adds a name, unless it is empty.
func (x *searchIndex) add(name string, class, which int32) {
	if name = fold(name); name == "" {
		return
	}
	number, words := int32(len(x.names)), wordsOf(name)
	for _, word := range words {
		x.words[word] = append(x.words[word], number)
	}
	if len(words) > 1 && len(words) < 4 {
		key := strings.Join(words, "")
		x.joined[key] = append(x.joined[key], number)
	}
	x.names = append(x.names, foldedName{name, class, which, len(words)})
}

// match is the quality of a match of a class, and its cost among those of this quality; smaller is
// better.
type match struct {
	quality, cost uint8
	which         int32 // index of the matching name
}

func (m match) rank() int { return int(m.quality)<<8 | int(m.cost) }

// The qualities: the whole name, its beginning, the beginning of a word in it, all its words in any
// order, a part of a word, all its words with typos; of each, labels and ids before aliases. An IRI
// comes last.
const (
	whole uint8 = 2 * iota
	beginning
	word
	allWords
	part
	nearWords
	ofIRI
)

// none is the quality of a class that does not match.
const none = ^uint8(0)

// find returns the match of each class with a folded query.
//
// Cost: a pass over all names, and a step for each name with the query.
func (l *lookup) find(ctx context.Context, query string) ([]match, error) {
	found := make([]match, len(l.classes))
	for c := range found {
		found[c].quality = none
	}
	sure := false
	better := func(class int32, m match) {
		sure = sure || m.quality < part
		if m.rank() < found[class].rank() {
			found[class] = m
		}
	}
	x := l.index()
	for i, name := range x.names {
		if i%(1<<14) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m := match{quality: fits(name.text, query), which: name.which}
		if m.quality == none {
			continue
		}
		if m.which >= 0 {
			m.quality++
		}
		better(name.class, m)
	}
	if strings.ContainsAny(query, "/#_") {
		for c, iri := range l.classes {
			if strings.Contains(strings.ToLower(iri.String()), query) {
				better(int32(c), match{quality: ofIRI, which: isID})
			}
		}
	}
	x.byWords(query, false, better)
	if !sure {
		x.byWords(query, true, better)
	}
	return found, ctx.Err()
}

// fits returns the quality of the match of a query with a name.
func fits(name, query string) uint8 {
	switch {
	case name == query:
		return whole
	case strings.HasPrefix(name, query):
		return beginning
	}
	quality := none
	for at := 0; ; at++ {
		i := strings.Index(name[at:], query)
		if i < 0 {
			return quality
		}
		if at += i; strings.IndexByte(" -:(", name[at-1]) >= 0 {
			return word
		}
		quality = part // a word further on may begin so
	}
}

// ClassItem is a class in a list.
type ClassItem struct {
	// Children is the number of direct subclasses; nil if the ontology is not classified.
	Children   *int    `json:"children,omitempty"`
	Deprecated bool    `json:"deprecated,omitempty"`
	Equivalent []Name  `json:"equivalent,omitempty"` // classes
	ID         string  `json:"id,omitempty"`         // OBO ID or CURIE
	IRI        owl.IRI `json:"iri"`
	Label      string  `json:"label"`
	// Matched is the matching name and Scope its scope; "" if it is the label.
	Matched string `json:"matched,omitempty"`
	Scope   string `json:"scope,omitempty"`
	Shared  bool   `json:"shared,omitempty"` // other entities have the label
}

// ClassPage is a part of a list of classes.
type ClassPage struct {
	Items []ClassItem `json:"items"`
	Next  string      `json:"next,omitempty"` // the cursor of the next page
	Total int         `json:"total"`
}

// Classes finds classes by label or synonym in any language, IRI, CURIE or OBO id, best first:
// equal names, names with the prefix, names with the words in any order, names with the text
// elsewhere, and if there is no such name, names with the words but for typos; deprecated classes
// last. Case and plurals do not matter. Without a query, it lists all by label.
func (v *View) Classes(ctx context.Context, query string, p Page) (ClassPage, error) {
	if v.err != nil {
		return ClassPage{}, v.err
	}
	l := v.lookup()
	given := strings.TrimSpace(query)
	query = strings.TrimSuffix(strings.TrimPrefix(fold(query), "<"), ">")
	list := l.byLabel
	var found []match
	if query != "" {
		var err error
		if found, err = l.find(ctx, query); err != nil {
			return ClassPage{}, err
		}
		if c, ok := l.byID(given); ok {
			found[c] = match{which: isID}
		}
		list = l.best(found)
	}
	numbers, next, err := cutOut(list, p, "classes", v.revision, query)
	if err != nil {
		return ClassPage{}, err
	}
	page := ClassPage{Items: make([]ClassItem, len(numbers)), Next: next, Total: len(list)}
	for i, c := range numbers {
		page.Items[i] = v.item(l.classes[c])
		if found != nil && found[c].which != isLabel {
			page.Items[i].Matched, page.Items[i].Scope = l.matched(c, found[c].which)
		}
	}
	return page, nil
}

// best sorts classes: deprecated ones last, then by quality, then by label.
func (l *lookup) best(found []match) []int32 {
	var keys []uint64
	for c, m := range found {
		if m.quality == none {
			continue
		}
		key := uint64(m.rank())<<32 | uint64(l.place[c])
		if l.names.Obsolete(l.classes[c]) {
			key |= 1 << 48
		}
		keys = append(keys, key)
	}
	slices.Sort(keys)
	list := make([]int32, len(keys))
	for i, key := range keys {
		list[i] = l.byLabel[uint32(key)]
	}
	return list
}

// byID returns the class with an IRI, CURIE or OBO ID; an ID may have an underscore for the colon.
func (l *lookup) byID(name string) (int32, bool) {
	colon := strings.IndexByte(name, ':')
	if colon < 0 {
		prefix, digits, ok := strings.Cut(name, "_")
		if !ok || digits == "" || strings.Trim(digits, "0123456789") != "" {
			return 0, false
		}
		name = prefix + ":" + digits
	}
	class, err := l.names.Class(name)
	if err != nil {
		return 0, false
	}
	return l.number(class.IRI)
}

func (l *lookup) matched(c, which int32) (name, scope string) {
	if which == isID {
		return l.names.ID(l.classes[c]), "id"
	}
	return l.aliases[c][which].Text, l.aliases[c][which].Scope
}

// item describes a class for a list.
func (v *View) item(iri owl.IRI) ClassItem {
	l := v.lookup()
	name := l.name(iri)
	item := ClassItem{IRI: iri, Label: name.Label, ID: cmp.Or(l.id(iri), name.ID),
		Deprecated: l.names.Obsolete(iri), Shared: name.ID != "" && name.ID != name.Label}
	if r, err := v.Reasoner(); err == nil {
		class := owl.Class{IRI: iri}
		children := r.Taxonomy().NumBelow(class)
		item.Children, item.Equivalent = &children, v.equivalent(class)
	}
	return item
}

// equivalent returns the names of the equivalent classes. For an unsatisfiable class it returns
// none, because there may be many that have nothing else in common.
func (v *View) equivalent(class owl.Class) []Name {
	t := v.reasoner.Taxonomy()
	if t.IsSubsumedBy(class, owl.Nothing) {
		return nil
	}
	return v.lookup().classNames(slices.DeleteFunc(t.Group(class),
		func(c owl.Class) bool { return c == class }))
}

// wordsOf returns the stems of the words of a folded name.
func wordsOf(name string) []string {
	words := strings.FieldsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	for i, w := range words {
		words[i] = stem(w)
	}
	return words
}

// stem removes the ending of an English plural.
func stem(word string) string {
	switch {
	case len(word) < 4 || strings.HasSuffix(word, "ss"):
	case strings.HasSuffix(word, "ies"):
		return word[:len(word)-3] + "y"
	case strings.HasSuffix(word, "ches"), strings.HasSuffix(word, "shes"),
		strings.HasSuffix(word, "xes"), strings.HasSuffix(word, "sses"):
		return word[:len(word)-2]
	case strings.HasSuffix(word, "s"):
		return word[:len(word)-1]
	}
	return word
}

// byWords calls better with the names that have all words of a query, the last one as a prefix, and
// with typos also similar words. A name that has more words costs more.
//
// Cost: one pass over the different words of all names for each word of the query.
func (x *searchIndex) byWords(query string, typos bool, better func(class int32, m match)) {
	words := wordsOf(query)
	if len(words) == 0 || len(words) > 20 {
		return
	}
	quality := allWords
	if typos {
		quality = nearWords
	}
	offer := func(number int32, cost int) {
		name := &x.names[number]
		m := match{quality: quality, cost: uint8(min(cost, 255)), which: name.which}
		if cost == 0 && !typos {
			m.quality, m.cost = whole, 1 // the same words
		}
		if m.which >= 0 {
			m.quality++
		}
		better(name.class, m)
	}
	for _, name := range x.joined[strings.Join(words, "")] {
		offer(name, 0)
	}
	costs := make(map[int32]int) // of the names that have the words so far
	for i, word := range words {
		here := make(map[int32]int)
		for known, names := range x.words {
			d, ok := distance(word, known, typos)
			if !ok && i == len(words)-1 && len(word) > 1 && strings.HasPrefix(known, word) {
				d, ok = 1, true
			}
			if !ok {
				continue
			}
			for _, name := range names {
				before := 0
				if i > 0 {
					var has bool
					if before, has = costs[name]; !has {
						continue
					}
				}
				if cost, has := here[name]; !has || before+d < cost {
					here[name] = before + d
				}
			}
		}
		costs = here
	}
	for _, name := range slices.Sorted(maps.Keys(costs)) { // of equal names the label is first
		offer(name, costs[name]*8+max(0, x.names[name].length-len(words)))
	}
}

// distance returns the number of typos between words: letters inserted, left out, replaced, or
// exchanged with the next one. ok is false if there are more than one, or two in words of eight
// letters and more. Without typos, words have to be equal; short ones always.
func distance(a, b string, typos bool) (d int, ok bool) {
	if a == b {
		return 0, true
	}
	most := 1
	if len(a) >= 8 {
		most = 2
	}
	if !typos || len(a) < 4 || len(a)-len(b) > most || len(b)-len(a) > most {
		return 0, false
	}
	d = owl.EditDistance([]rune(a), []rune(b), most)
	return d, d <= most
}
