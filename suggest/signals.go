package suggest

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
)

// table holds the signals of candidates, row after row.
type table struct {
	statements []Statement
	forced     []bool // it is a candidate only because it was asked for
	width      int
	values     []float64 // NaN: not known
}

func (t *table) row(i int) []float64 { return t.values[i*t.width : (i+1)*t.width] }

// newTable returns a table in the memory of one that was given back.
func (s *scratch) newTable(form Form) *table {
	t := &table{width: len(signalsOf(form)), values: s.values[:0], statements: s.statements[:0], forced: s.forced[:0]}
	s.values, s.statements, s.forced = nil, nil, nil
	return t
}

// takeBack makes the memory of a table that nobody looks at any more that of the next one.
func (s *scratch) takeBack(t *table) {
	s.values, s.statements, s.forced = t.values, t.statements, t.forced
}

// table has the candidates of a subject of one form with their signals, some statements among them in any case.
func (v *view) table(ctx context.Context, n *neighborhood, form Form, forced []Statement, s *scratch) (*table, error) {
	if form == Subclass {
		var targets []int32
		for _, f := range forced {
			targets = append(targets, f.Target)
		}
		return v.subclasses(ctx, n, targets, s)
	}
	var restrictions []restriction
	for _, f := range forced {
		restrictions = append(restrictions, restriction{f.Property, f.Target})
	}
	return v.existentials(ctx, n, nil, restrictions, s)
}

// reserve makes room for further candidates.
func (t *table) reserve(n int) {
	t.statements, t.forced = slices.Grow(t.statements, n), slices.Grow(t.forced, n)
	t.values = slices.Grow(t.values, n*t.width)
}

// add appends a candidate whose signals are to be filled in.
func (t *table) add(s Statement, forced bool) {
	t.statements = append(t.statements, s)
	t.forced = append(t.forced, forced)
	t.values = slices.Grow(t.values, t.width)[:len(t.values)+t.width]
	clear(t.values[len(t.values)-t.width:])
}

// placedRow is a row with its distance.
type placedRow struct {
	distance float64
	row      int
}

// places are the places of candidates by distance, signal 0, and scale that of the tenth, which counts as near. Those of no known
// distance share the last place. They are good until the next call with the same scratch.
func (t *table) places(s *scratch) (places []int, scale float64) {
	places = resized(s.places, len(t.statements))
	known := s.known[:0]
	for i := range places {
		places[i] = len(places)
		if d := t.row(i)[0]; !math.IsNaN(d) {
			known = append(known, placedRow{d, i})
		}
	}
	s.places, s.known = places, known
	slices.SortFunc(known, func(a, b placedRow) int {
		if a.distance != b.distance {
			return cmp.Compare(a.distance, b.distance)
		}
		return compareStatements(t.statements[a.row], t.statements[b.row])
	})
	scale = 1
	for place, x := range known {
		places[x.row] = place + 1
		if place <= 9 && x.distance > 0 {
			scale = x.distance
		}
	}
	return places, scale
}

// share puts a share between 0 and 1 on a logarithmic scale, on which a hundredth is worth seeing.
func share(x float64) float64 {
	if x == 0 { // as it mostly is
		return 0
	}
	return math.Log(1 + 100*x)
}

// logs are the logarithms of small numbers.
var logs = func() (logs [1024]float64) {
	for i := range logs {
		logs[i] = math.Log(float64(i))
	}
	return logs
}()

func logOf(n int) float64 {
	if uint(n) < uint(len(logs)) {
		return logs[n]
	}
	return math.Log(float64(n))
}

func flag(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// named tells apart which mentions in a text are of a class: the length of the longest, as a share of that of a label.
func named(mentions []mention, class int32, label []int32) float64 {
	longest := 0
	for _, m := range mentions {
		if m.class == class {
			longest = max(longest, m.length)
		}
	}
	if longest == 0 {
		return 0
	}
	return float64(longest) / float64(max(1, len(label)))
}

// genusWords is how far from its beginning a definition says what its subject is: "A nucleate erythrocyte that …".
const genusWords = 6

// genus is the length of the longest name of a class at the beginning of a definition.
func genus(mentions []mention, class int32) float64 {
	best := 0
	for _, m := range mentions {
		if m.class == class && m.at+m.length <= genusWords {
			best = max(best, m.length)
		}
	}
	return logOf(1 + best)
}

// ends are the numbers of words that two names have in common at their beginnings and at their ends.
func ends(a, b []int32) (first, last float64) {
	n := min(len(a), len(b))
	i := 0
	for i < n && a[i] == b[i] {
		i++
	}
	j := 0
	for j < n && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	return logOf(1 + i), logOf(1 + j)
}

// priorOf is what signals are held to be worth before anything is learned, by deviation: whatever speaks for a candidate by its name a
// little, nothing else.
func priorOf(form Form) []float64 {
	prior := make([]float64, len(signalsOf(form)))
	for j, name := range signalsOf(form) {
		switch kind, _, _ := strings.Cut(name, ":"); kind {
		case "geometry", "label", "definition", "votes", "words":
			prior[j] = 0.1
		}
	}
	return prior
}

// leftOut stands for the kind of signals that are not to be used.
const leftOut = -1

// kindsOf numbers the kinds of a form's signals: what stands before the colon of their names.
func kindsOf(form Form, without []string) []int {
	numbers := make(map[string]int)
	var kinds []int
	for _, name := range signalsOf(form) {
		kind, _, _ := strings.Cut(name, ":")
		if slices.Contains(without, kind) {
			kinds = append(kinds, leftOut)
			continue
		}
		if _, known := numbers[kind]; !known {
			numbers[kind] = len(numbers)
		}
		kinds = append(kinds, numbers[kind])
	}
	return kinds
}
