package workspace

import (
	"bytes"
	"context"
	"slices"
	"strings"

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
