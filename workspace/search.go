package workspace

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"

	"box2el-owl/owl"
)

// searchIndex holds the folded names of all classes in one text, so that a search is one pass over
// a few megabytes.
type searchIndex struct {
	text   []byte  // of each name: itself and a line feed
	starts []int32 // ascending: where names begin
	classes,
	which []int32 // by name: its class, and the number of the alias, isLabel or isID

	words wordIndex
}

const (
	isLabel = -1
	isID    = -2
)

func (l *lookup) newSearchIndex() *searchIndex {
	x := &searchIndex{}
	add := func(name string, class, which int32) {
		if name = fold(name); name == "" {
			return
		}
		x.starts, x.classes, x.which = append(x.starts, int32(len(x.text))),
			append(x.classes, class), append(x.which, which)
		x.text = append(append(x.text, name...), '\n')
	}
	for c, iri := range l.classes {
		add(l.labels[c], int32(c), isLabel)
		for i, alias := range l.aliases[c] {
			add(alias.Text, int32(c), int32(i))
		}
		if id := l.names.ID(iri); !strings.HasPrefix(id, "<") {
			add(id, int32(c), isID)
		}
	}
	x.words = newWordIndex(x)
	return x
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
	x, q := l.index(), []byte(query)
	name := 0
	for at := 0; ; {
		i := bytes.Index(x.text[at:], q)
		if i < 0 {
			break
		}
		at += i
		for name+1 < len(x.starts) && int(x.starts[name+1]) <= at {
			if name++; name%(1<<14) == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		m := match{quality: x.fits(at, at+len(q), int(x.starts[name])), which: x.which[name]}
		if m.which >= 0 {
			m.quality++
		}
		better(x.classes[name], m)
		if m.quality >= part {
			at++ // a word further on may begin so
		} else {
			at += bytes.IndexByte(x.text[at:], '\n')
		}
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

// fits returns the quality of the match of a part of the text with the name that begins at start.
func (x *searchIndex) fits(from, to, start int) uint8 {
	switch {
	case from == start && x.text[to] == '\n':
		return whole
	case from == start:
		return beginning
	case bytes.IndexByte([]byte(" -:("), x.text[from-1]) >= 0:
		return word
	}
	return part
}

// ClassItem is a class in a list.
type ClassItem struct {
	Name
	Deprecated bool
	// Matched is the matching name and Scope its scope; "" if it is the label.
	Matched, Scope string
	// ClassID is the OBO ID or CURIE, "" if there is none.
	ClassID string
	// Children is the number of direct subclasses, and Equivalent are the equivalent classes, if
	// the ontology is classified.
	Children   int
	Equivalent []Name
}

// ClassPage is a part of a list of classes.
type ClassPage struct {
	Items []ClassItem
	Next  string // the cursor of the next page; "" on the last
	Total int
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
		if l.deprecated[c] {
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
	item := ClassItem{Name: l.name(iri), ClassID: l.id(iri)}
	if c, ok := l.number(iri); ok {
		item.Deprecated = l.deprecated[c]
	}
	if v.reasoner == nil {
		return item
	}
	class, t := owl.Class{IRI: iri}, v.reasoner.Taxonomy()
	item.Children = t.NumBelow(class)
	item.Equivalent = v.equivalent(class)
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

// wordIndex is an inverted index from the words of names to the names.
type wordIndex struct {
	words  []string // ascending, as stem returns them
	starts []int32  // by word, and the end: where its names begin
	names  []int32  // ascending for each word
	length []uint8  // by name: how many words it has
	joined map[string][]int32
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

func newWordIndex(x *searchIndex) wordIndex {
	type posting struct {
		word string
		name int32
	}
	w := wordIndex{length: make([]uint8, len(x.starts)), joined: make(map[string][]int32)}
	var all []posting
	for name := range x.starts {
		words := wordsOf(x.name(name))
		w.length[name] = uint8(min(len(words), 255))
		for _, word := range words {
			all = append(all, posting{word, int32(name)})
		}
		if len(words) > 1 && len(words) < 4 {
			key := strings.Join(words, "")
			w.joined[key] = append(w.joined[key], int32(name))
		}
	}
	slices.SortFunc(all, func(a, b posting) int {
		if c := strings.Compare(a.word, b.word); c != 0 {
			return c
		}
		return int(a.name - b.name)
	})
	for i, p := range all {
		if i == 0 || p.word != all[i-1].word {
			w.words, w.starts = append(w.words, p.word), append(w.starts, int32(len(w.names)))
		}
		w.names = append(w.names, p.name)
	}
	w.starts = append(w.starts, int32(len(w.names)))
	return w
}

// name returns the folded text of a name.
func (x *searchIndex) name(n int) string {
	end := len(x.text)
	if n+1 < len(x.starts) {
		end = int(x.starts[n+1])
	}
	return string(x.text[x.starts[n] : end-1])
}

// byWords calls better with the names that have all words of a query, the last one as a prefix, and
// with typos also similar words. A name that has more words costs more.
//
// Cost: one pass over the different words of all names for each word of the query.
func (x *searchIndex) byWords(query string, typos bool, better func(class int32, m match)) {
	w, words := &x.words, wordsOf(query)
	if len(words) == 0 || len(words) > 20 {
		return
	}
	quality := allWords
	if typos {
		quality = nearWords
	}
	offer := func(name int32, cost int) {
		m := match{quality: quality, cost: uint8(min(cost, 255)), which: x.which[name]}
		if cost == 0 && !typos {
			m.quality, m.cost = whole, 1 // the same words
		}
		if m.which >= 0 {
			m.quality++
		}
		better(x.classes[name], m)
	}
	for _, name := range w.joined[strings.Join(words, "")] {
		offer(name, 0)
	}
	costs := make(map[int32]int) // of the names that have the words so far
	for i, word := range words {
		here := make(map[int32]int)
		for j, known := range w.words {
			d, ok := distance(word, known, typos)
			if !ok && i == len(words)-1 && len(word) > 1 && strings.HasPrefix(known, word) {
				d, ok = 1, true
			}
			if !ok {
				continue
			}
			for _, name := range w.names[w.starts[j]:w.starts[j+1]] {
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
		offer(name, costs[name]*8+max(0, int(w.length[name])-len(words)))
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
