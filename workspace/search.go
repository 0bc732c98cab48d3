package workspace

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// searchIndex are the names of all classes, folded, one behind the other, so that looking for a part of a name is one pass over some megabytes.
type searchIndex struct {
	text   []byte  // of each name: itself and a line feed
	starts []int32 // ascending: where names begin
	classes,
	which []int32 // by name: whose it is, and the number of the synonym, isLabel or isID
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
		x.starts, x.classes, x.which = append(x.starts, int32(len(x.text))), append(x.classes, class), append(x.which, which)
		x.text = append(append(x.text, name...), '\n')
	}
	for c, iri := range l.classes {
		add(l.labels[c], int32(c), isLabel)
		for i, s := range l.synonyms[c] {
			add(s, int32(c), int32(i))
		}
		if id := l.names.ID(iri); !strings.HasPrefix(id, "<") {
			add(id, int32(c), isID)
		}
	}
	return x
}

// match is how well a class fits: the smaller the better.
type match struct {
	quality uint8
	which   int32 // what was found
}

// The qualities: the whole name, its beginning, the beginning of a word in it, a part of a word; of each, labels and ids before synonyms. An IRI comes last.
const (
	whole uint8 = 2 * iota
	beginning
	word
	part
	ofIRI
)

// find returns the classes that have a folded query in a name or their IRI, each with its best match.
func (l *lookup) find(ctx context.Context, query string) (map[int32]match, error) {
	found := make(map[int32]match)
	better := func(class int32, m match) {
		if known, ok := found[class]; !ok || m.quality < known.quality {
			found[class] = m
		}
	}
	x, q := l.index(), []byte(query)
	for at, n := 0, 0; ; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		i := bytes.Index(x.text[at:], q)
		if i < 0 {
			break
		}
		at += i
		name, exact := slices.BinarySearch(x.starts, int32(at))
		if !exact {
			name--
		}
		end := at + len(q)
		m := match{part, x.which[name]}
		switch {
		case exact && x.text[end] == '\n':
			m.quality = whole
		case exact:
			m.quality = beginning
		case x.text[at-1] == ' ' || x.text[at-1] == '-' || x.text[at-1] == ':':
			m.quality = word
		}
		if m.which >= 0 {
			m.quality++
		}
		better(x.classes[name], m)
		at++
	}
	if strings.ContainsAny(query, "/#_") {
		for c, iri := range l.classes {
			if strings.Contains(strings.ToLower(iri.String()), query) {
				better(int32(c), match{ofIRI, isID})
			}
		}
	}
	return found, nil
}

// ClassItem is a class in a list.
type ClassItem struct {
	Name
	Deprecated bool
	// Matched is what was found, where it is not the label.
	Matched string
	// Children are the classes directly below, Equivalent others that mean the same, where the ontology is classified.
	Children   int
	Equivalent []Name
}

// ClassPage is a part of a list of classes.
type ClassPage struct {
	Items []ClassItem
	Next  string // the cursor of the next page; "" on the last
	Total int
}

// Classes finds classes by label, synonym, IRI, CURIE or OBO id, whatever the case, best first: those that are called so, those whose names begin so, those that
// have it elsewhere; deprecated ones last. Without a query, it lists all by label.
func (v *View) Classes(ctx context.Context, query string, p Page) (ClassPage, error) {
	if v.err != nil {
		return ClassPage{}, v.err
	}
	l := v.lookup()
	query = strings.TrimSuffix(strings.TrimPrefix(fold(query), "<"), ">")
	list := l.byLabel
	var found map[int32]match
	if query != "" {
		var err error
		if found, err = l.find(ctx, query); err != nil {
			return ClassPage{}, err
		}
		list = l.best(found)
	}
	numbers, next, err := cutOut(list, p, "classes", v.hashes.Content, query)
	if err != nil {
		return ClassPage{}, err
	}
	page := ClassPage{Items: make([]ClassItem, len(numbers)), Next: next, Total: len(list)}
	for i, c := range numbers {
		page.Items[i] = v.item(l.classes[c])
		if m, ok := found[c]; ok && m.which != isLabel {
			page.Items[i].Matched = l.matched(c, m.which)
		}
	}
	return page, nil
}

// best sorts classes: deprecated ones last, then by quality, then by label.
func (l *lookup) best(found map[int32]match) []int32 {
	keys := make([]uint64, 0, len(found))
	for c, m := range found {
		key := uint64(m.quality)<<32 | uint64(l.place[c])
		if l.deprecated[c] {
			key |= 1 << 40
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

func (l *lookup) matched(c, which int32) string {
	if which == isID {
		return l.names.ID(l.classes[c])
	}
	return l.synonyms[c][which]
}

// item describes a class for a list.
func (v *View) item(iri owl.IRI) ClassItem {
	l := v.lookup()
	item := ClassItem{Name: l.name(iri)}
	if c, ok := l.number(iri); ok {
		item.Deprecated = l.deprecated[c]
	}
	if v.reasoner == nil {
		return item
	}
	class, t := owl.Class{IRI: iri}, v.reasoner.Taxonomy()
	item.Children = t.NumBelow(class)
	if class != owl.Nothing {
		item.Equivalent = l.classNames(slices.DeleteFunc(t.Group(class), func(c owl.Class) bool { return c == class }))
	}
	return item
}
