package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/rdfio"
	"box2el-owl/suggest/asserted"
)

const (
	smallHistory = "testdata/history"
	zooPair      = "zoo-2020-01_2022-01"
	zooSpace     = "http://example.org/zoo#"
)

// zoo reads the pair of the split report.
func zoo(t *testing.T) *pair {
	t.Helper()
	var found *pair
	err := eachPair(t.Context(), smallHistory, "report", func(p *pair) error {
		found = p
		return nil
	})
	if err != nil || found == nil || found.name != zooPair {
		t.Fatal(found, err)
	}
	return found
}

// methodNamed returns a method for a release.
func methodNamed(t *testing.T, r *release, name string) method {
	t.Helper()
	methods, err := makeMethods(t.Context(), r, "", name)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range methods {
		if m.name() == name {
			return m
		}
	}
	t.Fatalf("no method %s", name)
	return nil
}

// ranksOf takes a measurement by one method. It returns for each name the ranks by row, with the
// IRIs cut to local names; −1 if a method does not list the answer.
func ranksOf(t *testing.T, name, method string) map[string]map[string]float64 {
	t.Helper()
	p := zoo(t)
	all := make(map[string]map[string]float64)
	for _, each := range measurements {
		if each.name != name {
			continue
		}
		record := func(name string, at place) {
			if all[name] == nil {
				all[name] = make(map[string]float64)
			}
			key := strings.ReplaceAll(strings.TrimPrefix(at.key, zooPair+"\t"), zooSpace, "")
			all[name][strings.ReplaceAll(key, "\t", " ")] = at.rank
			if !at.listed {
				all[name][strings.ReplaceAll(key, "\t", " ")] = -1
			}
		}
		m := methodNamed(t, p.older, method)
		if err := each.measure(t.Context(), p, m, record); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func wantRanks(t *testing.T, got, want map[string]float64) {
	t.Helper()
	for key, rank := range want {
		if r, ok := got[key]; !ok || r != rank {
			t.Errorf("%s: rank %v, want %v", key, r, rank)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d rows, want %d: %v", len(got), len(want), got)
	}
}

func TestReadHistory(t *testing.T) {
	p := zoo(t)
	if p.unknown != 2 {
		t.Errorf("%d rows with unknown or deprecated names, want 2", p.unknown)
	}
	if n, m := len(p.rows(false)), len(p.rows(true)); n != 4 || m != 7 {
		t.Errorf("%d superclasses and %d restrictions, want 4 and 7", n, m)
	}
	if len(p.newTerms) != 6 || p.older.targets != 16 {
		t.Errorf("%d new terms, %d targets", len(p.newTerms), p.older.targets)
	}
	pairs := 0
	count := func(*pair) error { pairs++; return nil }
	if err := eachPair(t.Context(), smallHistory, "", count); err != nil {
		t.Fatal(err)
	}
	if pairs != 2 {
		t.Errorf("%d pairs without a split, want 2", pairs)
	}
}

// TestCampaignRows compares the rows that count with MD5 values computed here.
func TestCampaignRows(t *testing.T) {
	p := zoo(t)
	var campaign []string
	for _, s := range []string{"Z_05", "Z_06", "Z_07"} {
		fields := []string{zooPair, zooSpace + s, "", zooSpace + "Z_03"}
		campaign = append(campaign, strings.Join(fields, "\t"))
	}
	slices.SortFunc(campaign, func(a, b string) int { return strings.Compare(hash(a), hash(b)) })
	var kept []string
	for _, row := range p.ofCampaigns(p.rows(false), 2) {
		if p.older.index.Classes[row.Target].String() == zooSpace+"Z_03" {
			kept = append(kept, p.key(row))
		}
	}
	if !slices.Equal(kept, campaign[:2]) {
		t.Errorf("kept %q, want %q", kept, campaign[:2])
	}
}

func TestRank(t *testing.T) {
	var list []candidate
	for _, c := range [][2]int32{{1, 5}, {2, 4}, {3, 4}, {4, 4}, {3, 3}, {5, 1}} {
		list = append(list, candidate{Target: c[0], Score: float64(c[1])})
	}
	any := func(candidate) bool { return true }
	for _, c := range []struct {
		right  []int32
		rank   float64
		listed bool
	}{
		{[]int32{1}, 1, true},
		{[]int32{3}, 3, true}, // shares the places 2 to 4
		{[]int32{5}, 5, true},
		{[]int32{2, 3}, 2.5, true}, // the other right answer is not counted
		{[]int32{9}, 5 + 7.5, false},
	} {
		right := func(d candidate) bool { return slices.Contains(c.right, d.Target) }
		at := placeIn("", list, 20, right, any)
		if at.rank != c.rank || at.listed != c.listed {
			t.Errorf("%v: %v %v, want %v %v", c.right, at.rank, at.listed, c.rank, c.listed)
		}
	}
}

func TestMeasureSuperclasses(t *testing.T) {
	got := ranksOf(t, "superclasses", "popularity")
	// bird has 5 direct subclasses and is entailed; place has 3; animal and prey and place tie.
	wantRanks(t, got["superclasses, all rows"], map[string]float64{
		"Z_05  Z_03": 3.5, "Z_06  Z_03": 3.5, "Z_07  Z_03": 3.5, "Z_22  Z_30": 10})
	if len(got["superclasses"]) != 3 {
		t.Errorf("%d rows with two of a campaign, want 3", len(got["superclasses"]))
	}
}

func TestMeasureRestrictions(t *testing.T) {
	got := ranksOf(t, "restrictions", "popularity")
	for key, want := range map[string]float64{"Z_12 near Z_21": 1.5, "Z_06 livesIn Z_22": -1} {
		if rank := got["restrictions, property given"][key]; rank != want {
			t.Errorf("%s: rank %v, want %v", key, rank, want)
		}
	}
	if n := len(got["restrictions, all properties"]); n != 5 {
		t.Errorf("%d rows with three of a campaign, want 5", n)
	}
}

// TestMeasureCampaigns finds the others of a campaign nearer to the top after one was accepted.
func TestMeasureCampaigns(t *testing.T) {
	got := ranksOf(t, "campaigns", defaultMethod)
	after, before := got["campaigns, others"], got["campaigns, others, before"]
	if len(after) != 5 || before["Z_06 eats Z_12"] <= after["Z_06 eats Z_12"] {
		t.Errorf("after %v, before %v", after, before)
	}
	for key := range got["campaigns, outside"] {
		if subject, _, _ := strings.Cut(key, " "); after[key] != 0 || subject == "Z_04" {
			t.Errorf("%s is outside", key)
		}
	}
}

func TestPairedGain(t *testing.T) {
	at := func(ontology, key string, rank float64) place {
		return place{ontology: ontology, key: key, rank: rank, listed: true}
	}
	a := []place{at("x", "1", 1), at("x", "2", 20), at("y", "3", 1), at("y", "4", 1)}
	b := []place{at("x", "1", 20), at("x", "2", 20), at("y", "3", 20)}
	g := pairedGain(a, b, hitAt(10))
	if g.n != 3 || g.unknown != 1 || g.mean != 2.0/3 || g.least != .5 || g.most != 1 {
		t.Errorf("%+v", g)
	}
	if again := pairedGain(a, b, hitAt(10)); again != g {
		t.Errorf("%+v, then %+v", g, again)
	}
}

func TestReleases(t *testing.T) {
	dir := t.TempDir()
	text, err := os.ReadFile(filepath.Join(smallHistory, "zoo-2020-01.older.ofn"))
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(text)
	z.Close()
	table := "entailed\tSubClassOf(<http://example.org/zoo#Z_04> <http://example.org/zoo#Z_02>)\n" +
		"named\tSubClassOf(<http://example.org/zoo#Z_05> <http://example.org/zoo#Z_03>)\n" +
		"existential\tSubClassOf(<http://example.org/zoo#Z_06> " +
		"ObjectSomeValuesFrom(<http://example.org/zoo#eats> <http://example.org/zoo#Z_12>))\n"
	for name, content := range map[string][]byte{
		laterReleases[0].older: packed.Bytes(), laterReleases[0].table: []byte(table)} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r, err := measureReleases(t.Context(), dir,
		choice{measurements: []string{"superclasses", "restrictions"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"superclasses", "restrictions, property given"} {
		if n := len(r[name]["popularity"]); n != 1 {
			t.Errorf("%s: %d rows, want 1", name, n)
		}
	}
}

// TestJSON reads the printed object again and looks for its keys.
func TestJSON(t *testing.T) {
	var b bytes.Buffer
	opts := rankingOptions{pairs: smallHistory, json: true, method: "nearest text"}
	if err := measureRanking(context.Background(), &b, opts); err != nil {
		t.Fatal(err)
	}
	var o outcome
	if err := json.Unmarshal(b.Bytes(), &o); err != nil {
		t.Fatal(err)
	}
	if of := o.Superclasses; of.Pooled.N != 4 || len(of.ByPair) != 2 || of.Mean.N != 1 {
		t.Errorf("superclasses %+v", o.Superclasses)
	}
	if o.NewTerms.Parents.Pooled.N != 6 || o.NewTerms.Parents.Mean.N != 1 || o.Checks == nil ||
		o.Checks.Later != 16 {
		t.Errorf("%+v %+v", o.NewTerms.Parents, o.Checks)
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(b.Bytes(), &keys); err != nil {
		t.Fatal(err)
	}
	want := []string{"campaigns", "checks", "newTerms", "relationChanged", "restrictionsAll",
		"restrictionsGiven", "superclasses"}
	if got := sortedKeys(keys); !slices.Equal(got, want) {
		t.Errorf("keys %v", got)
	}
}

// TestTables prints the same tables twice.
func TestTables(t *testing.T) {
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := measureRanking(t.Context(), b, rankingOptions{pairs: smallHistory}); err != nil {
			t.Fatal(err)
		}
	}
	if first.Len() == 0 || first.String() != second.String() {
		t.Error("two runs print different tables")
	}
}

// TestShown leaves out what contradicts the release and what a check rejects.
func TestShown(t *testing.T) {
	o, _, err := rdfio.Read(t.Context(), strings.NewReader("Prefix(:=<"+zooSpace+`>) Ontology(
		DisjointClasses(:Animal :Plant) SubClassOf(:Fish :Animal) SubClassOf(:Lake :Place)
		SubClassOf(:Fish ObjectSomeValuesFrom(:livesIn :Lake)))`),
		rdfio.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRelease(t.Context(), o, "zoo")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		class, property string
		targets, want   []string
	}{
		{"Fish", "", []string{"Plant", "Lake"}, []string{"Lake"}},
		{"Lake", "livesIn", []string{"Fish", "Plant"}, []string{"Plant"}}, // the other way round
	} {
		var list []candidate
		var class int32
		for _, target := range c.targets {
			property := c.property
			if property != "" {
				property = zooSpace + property
			}
			s, ok := r.statement(zooSpace+c.class, property, zooSpace+target)
			if !ok {
				t.Fatal(c, target)
			}
			class = s.Class
			list = append(list, candidate{Property: s.Property, Target: s.Target})
		}
		shown, err := r.shown(t.Context(), class, list)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range shown {
			got = append(got, strings.TrimPrefix(r.index.Classes[d.Target].String(), zooSpace))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: shown %v, want %v", c.class, got, c.want)
		}
	}
}

// TestEntails compares the entailments of a release with its index.
func TestEntails(t *testing.T) {
	p := zoo(t)
	s, ok := p.older.statement(zooSpace+"Z_04", "", zooSpace+"Z_02")
	if !ok || !p.older.entails(s) || !p.older.struck(s.Class, asserted.NoProperty)[s.Target] {
		t.Error("an inferred superclass is not entailed")
	}
	s, _ = p.older.statement(zooSpace+"Z_04", zooSpace+"livesIn", zooSpace+"Z_20")
	if !p.older.entails(s) || !p.older.struck(s.Class, s.Property)[s.Target] {
		t.Error("an inherited restriction is not entailed")
	}
}
