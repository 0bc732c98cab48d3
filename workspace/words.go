package workspace

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

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
	x, y := []rune(a), []rune(b)
	var rows [3][64]int
	if len(y) >= len(rows[0]) {
		return 0, false
	}
	for j := range len(y) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		now, last, before := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		now[0] = i
		least := i
		for j := 1; j <= len(y); j++ {
			cost := last[j-1]
			if x[i-1] != y[j-1] {
				cost = 1 + min(cost, last[j], now[j-1])
				if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
					cost = min(cost, before[j-2]+1)
				}
			}
			now[j] = cost
			least = min(least, cost)
		}
		if least > most {
			return 0, false
		}
	}
	d = rows[len(x)%3][len(y)]
	return d, d <= most
}
