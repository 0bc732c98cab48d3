package db

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// history returns the decisions of a store.
func history(t *testing.T, s *Store, f Filter) []Decision {
	t.Helper()
	list, err := s.History(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// eventful returns a store in which much has been decided, with every character that is special
// somewhere.
func eventful(t *testing.T, seed uint64) *Store {
	t.Helper()
	s := openTest(t, Options{Now: clock()})
	rng := rand.New(rand.NewPCG(seed, 1))
	texts := []string{"", "plain", "tab\there", "line\nfeed", "carriage\rreturn", `back\slash \t`,
		"\u2028 <&> 'quoted' \"twice\"", " leading", "Grüße 🦠", "\ufeffmark"}
	for i := range 300 {
		d := Decision{Ontology: onto, Axiom: subclass(rng.IntN(20), rng.IntN(3)),
			Action: Actions()[rng.IntN(4)],
			Who:    texts[rng.IntN(len(texts))], Comment: texts[i%len(texts)],
			Client: texts[rng.IntN(len(texts))]}
		if rng.IntN(2) == 0 {
			p := rng.Float64()
			d.Probability, d.Verdict = &p, "new"
		}
		if rng.IntN(5) == 0 {
			d.Ontology = "file:///a%20b.ttl"
		}
		if _, err := s.Decide(t.Context(), []Decision{d}); err != nil &&
			!errors.Is(err, ErrNothingToRevert) {
			t.Fatal(err)
		}
	}
	return s
}

func TestExchange(t *testing.T) {
	s := eventful(t, 1)
	want, wantCurrent := history(t, s, Filter{}),
		history(t, s, Filter{Current: true})
	if len(want) < 200 || len(wantCurrent) < 10 {
		t.Fatalf("only %d decisions, %d of which count", len(want), len(wantCurrent))
	}
	var text bytes.Buffer
	if err := WriteJSONLines(&text, history(t, s, Filter{})); err != nil {
		t.Fatal(err)
	}
	decisions, err := ReadJSONLines(bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	other := openTest(t, Options{})
	for i, wantDone := range []Imported{{Added: len(want)}, {Known: len(want)}} {
		// The order of lines does not matter.
		rand.New(rand.NewPCG(uint64(i), 2)).Shuffle(len(decisions),
			func(i, j int) { decisions[i], decisions[j] = decisions[j], decisions[i] })
		done, err := other.Import(t.Context(), decisions)
		if err != nil || done != wantDone {
			t.Errorf("import %d: %+v, %v; want %+v", i+1, done, err, wantDone)
		}
		if diff := cmp.Diff(want,
			history(t, other, Filter{})); diff != "" {
			t.Errorf("import %d, history: %s", i+1, diff)
		}
		if diff := cmp.Diff(wantCurrent,
			history(t, other, Filter{Current: true})); diff != "" {
			t.Errorf("import %d, what counts: %s", i+1, diff)
		}
	}
	var again bytes.Buffer
	if err := WriteJSONLines(&again, history(t, other, Filter{})); err != nil ||
		!bytes.Equal(text.Bytes(), again.Bytes()) {
		t.Errorf("written again it is not the same (%v)", err)
	}
}

func TestWriteTSV(t *testing.T) {
	p := .25
	d := Decision{Key: "k", Ontology: onto, Axiom: "a", Action: Accept, At: time.Unix(1, 0),
		Who: "tab\there", Comment: "line\nfeed\rback\\slash", Probability: &p, Verdict: "new"}
	var text strings.Builder
	if err := WriteTSV(&text, []Decision{d, {Action: Defer, At: time.Unix(0, 0)}}); err != nil {
		t.Fatal(err)
	}
	zero := strings.Repeat("0", 64)
	want := "key\tontology\taxiom\thash\taction\treverts\tat\twho\tcomment\tclient\t" +
		"probability\tverdict\n" +
		"k\t" + onto + "\ta\t" + zero + "\taccept\t\t1970-01-01T00:00:01.000000Z\t" +
		`tab\there` + "\t" + `line\nfeed\rback\\slash` + "\t\t0.25\tnew\n" +
		"\t\t\t" + zero + "\tdefer\t\t1970-01-01T00:00:00.000000Z\t\t\t\t\t\n"
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Error(diff)
	}
}

// TestMerge: two curators who import each other's history agree on what counts.
func TestMerge(t *testing.T) {
	ann, bob := eventful(t, 2), eventful(t, 3)
	ofAnn, ofBob := history(t, ann, Filter{}),
		history(t, bob, Filter{})
	if _, err := ann.Import(t.Context(), ofBob); err != nil {
		t.Fatal(err)
	}
	if _, err := bob.Import(t.Context(), ofAnn); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(history(t, ann, Filter{Current: true}),
		history(t, bob, Filter{Current: true})); diff != "" {
		t.Error(diff)
	}
}

func TestImportRefuses(t *testing.T) {
	s := openTest(t, Options{})
	good := decideOne(t, s, Decision{Ontology: onto, Axiom: subclass(1, 2), Action: Accept})
	line := func(edit func(*Decision)) string {
		d := good
		d.Key = "another"
		edit(&d)
		text, err := d.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for name, text := range map[string]string{
		"no JSON":           "key=1",
		"an array":          `[{"key":"k"}]`,
		"a number as key":   `{"key":1}`,
		"two documents":     line(func(*Decision) {}) + line(func(*Decision) {}),
		"unknown field":     `{"key":"k","mood":"good"}`,
		"not UTF-8":         "{\"key\":\"\xff\"}",
		"no key":            line(func(d *Decision) { d.Key = "" }),
		"no ontology":       line(func(d *Decision) { d.Ontology = "" }),
		"no axiom":          line(func(d *Decision) { d.Axiom = "" }),
		"an expression":     line(func(d *Decision) { d.Axiom = "<http://example.org/C1>" }),
		"another hash":      line(func(d *Decision) { d.Hash[0]++ }),
		"half a hash":       strings.Replace(line(func(*Decision) {}), good.Hash.String(), good.Hash.String()[:32], 1),
		"other action":      line(func(d *Decision) { d.Action = "maybe" }),
		"reverts nothing":   line(func(d *Decision) { d.Action = Revert }),
		"accepts a revert":  line(func(d *Decision) { d.Reverts = "x" }),
		"no time":           line(func(d *Decision) { d.At = time.Time{} }),
		"probability":       strings.Replace(line(func(*Decision) {}), `"action"`, `"probability":1.5,"action"`, 1),
		"zero byte":         line(func(d *Decision) { d.Comment = "a\x00b" }),
		"endless comment":   line(func(d *Decision) { d.Comment = strings.Repeat("x", MaxField+1) }),
		"nested too deeply": line(func(d *Decision) { d.Axiom = strings.Repeat("SubClassOf(", 100_000) }),
	} {
		_, err := ReadJSONLines(strings.NewReader("\n" + text + "\n"))
		var place *LineError
		if !errors.As(err, &place) || place.Line != 2 {
			t.Errorf("%s: %v", name, err)
		}
		if strings.Contains(fmt.Sprint(err), "Go value") {
			t.Errorf("%s: the error names a Go type: %v", name, err)
		}
	}
	before := history(t, s, Filter{})
	for name, edit := range map[string]func(*Decision){
		"far future": func(d *Decision) { d.Key, d.At = "another", latestTime.AddDate(0, 0, 1) },
		"key reused": func(d *Decision) { d.Comment = "changed" },
	} {
		d := good
		edit(&d)
		fine := good
		fine.Key = "fine"
		if _, err := s.Import(t.Context(), []Decision{fine, d}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if diff := cmp.Diff(before, history(t, s, Filter{})); diff != "" {
		t.Errorf("a refused import left something: %s", diff)
	}
}

func TestPages(t *testing.T) {
	s := eventful(t, 4)
	for _, newest := range []bool{false, true} {
		whole := history(t, s, Filter{Ontology: onto, Newest: newest})
		var paged []Decision
		for f := (Filter{Ontology: onto, Newest: newest, Limit: 7}); ; {
			page := history(t, s, f)
			paged = append(paged, page...)
			if len(page) < f.Limit {
				break
			}
			f.After = page[len(page)-1].Key
		}
		if diff := cmp.Diff(whole, paged); diff != "" {
			t.Errorf("newest %v: %s", newest, diff)
		}
	}
	forwards, backwards := history(t, s, Filter{}),
		history(t, s, Filter{Newest: true})
	slices.Reverse(backwards)
	if diff := cmp.Diff(forwards, backwards); diff != "" {
		t.Error(diff)
	}
	middle := forwards[len(forwards)/2].At
	since, until := history(t, s, Filter{Since: middle}),
		history(t, s, Filter{Until: middle})
	if len(since)+len(until) != len(forwards) || !since[0].At.Equal(middle) {
		t.Errorf("%d since, %d until, of %d", len(since), len(until), len(forwards))
	}
}

func FuzzImport(f *testing.F) {
	s, err := Open(f.Context(), f.TempDir()+"/store.db", Options{})
	if err != nil {
		f.Fatal(err)
	}
	defer s.Close()
	f.Fuzz(func(t *testing.T, text []byte) {
		decisions, err := ReadJSONLines(bytes.NewReader(text))
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		if err := WriteJSONLines(&first, decisions); err != nil {
			t.Fatal(err)
		}
		again, err := ReadJSONLines(bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatalf("what is written cannot be read: %v\n%s", err, first.Bytes())
		}
		if err := WriteJSONLines(&second, again); err != nil ||
			!bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatalf("%v\n%s\n%s", err, first.Bytes(), second.Bytes())
		}
		if _, err := s.Import(t.Context(), decisions); err != nil && !errors.Is(err, ErrInvalid) &&
			!errors.Is(err, ErrKeyReused) {
			t.Fatal(err)
		}
	})
}
