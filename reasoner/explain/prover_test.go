package explain

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

// oracleCase is one line of el-oracle/*.jsonl (its README.md has the schema).
type oracleCase struct {
	Name     string   `json:"name"`
	Tags     []string `json:"tags"`
	OFN      string   `json:"ofn"`
	Expected facts    `json:"expected"`
	Whole    *facts   `json:"expected_whole"`
	EL       *facts   `json:"expected_el"`
}

type facts struct {
	Consistent    bool        `json:"consistent"`
	Unsatisfiable []string    `json:"unsatisfiable"`
	Subsumptions  [][2]string `json:"subsumptions"`
	Types         [][2]string `json:"types"`
	Same          [][]string  `json:"same"`
	Different     [][2]string `json:"different"`
	Properties    [][3]string `json:"object_property_assertions"`
}

func oracleCases(t *testing.T, pattern string) []oracleCase {
	t.Helper()
	var cases []oracleCase
	for _, path := range outside.Glob(t, "el-oracle", pattern) {
		d := json.NewDecoder(bytes.NewReader(unpack(t, path)))
		for d.More() {
			var c oracleCase
			if err := d.Decode(&c); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			cases = append(cases, c)
		}
	}
	return cases
}

func unpack(t *testing.T, path string) []byte {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var r io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if r, err = gzip.NewReader(file); err != nil {
			t.Fatal(err)
		}
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func readOWL(t *testing.T, text string) *owl.Ontology {
	t.Helper()
	o, _, err := rdfio.Read(t.Context(), strings.NewReader(text), rdfio.ReadOptions{Format: "ofn", NoImports: true})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func normalize(t testing.TB, o *owl.Ontology) *el.Ontology {
	t.Helper()
	nf, _, err := el.Normalize(t.Context(), o, el.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return nf
}

func prove(t *testing.T, x *index, root el.Concept) *prover {
	t.Helper()
	p := newProver(x, root, 1<<24)
	if err := p.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return p
}

// flat is a set of facts as lines.
type flat map[string]bool

func (f facts) flat() flat {
	all := flat{}
	if !f.Consistent {
		all["inconsistent"] = true
		return all
	}
	for _, c := range f.Unsatisfiable {
		all["unsatisfiable "+c] = true
	}
	for _, s := range f.Subsumptions {
		all[s[0]+" ⊑ "+s[1]] = true
	}
	for _, s := range f.Types {
		all[s[0]+" : "+s[1]] = true
	}
	for _, group := range f.Same {
		for _, a := range group {
			for _, b := range group {
				if a < b {
					all[a+" = "+b] = true
				}
			}
		}
	}
	for _, p := range f.Properties {
		all[p[0]+" "+p[1]+" "+p[2]] = true
	}
	return all
}

// proved lists what the prover finds, class by class and individual by individual, in the oracle's manner.
func proved(t *testing.T, nf *el.Ontology) flat {
	t.Helper()
	x := newIndex(nf)
	all := flat{}
	p := prove(t, x, el.Top)
	if p.lookUp(subFact(top, el.Bottom)) != noFact {
		return flat{"inconsistent": true}
	}
	for c := range el.Concept(nf.NumConcepts()) {
		switch {
		case c == el.Top || nf.Kind(c) == el.NamedClass:
			classFacts(all, nf, c, prove(t, x, c))
		case nf.Kind(c) == el.Nominal:
			individualFacts(all, nf, c, p)
		}
	}
	return all
}

func classFacts(all flat, nf *el.Ontology, c el.Concept, p *prover) {
	name := nf.Class(c).IRI.String()
	if p.lookUp(subFact(p.root, el.Bottom)) != noFact {
		all["unsatisfiable "+name] = true
		return
	}
	for _, f := range p.subs[p.root] {
		if d := el.Concept(p.facts[f].b); d != c && nf.Kind(d) == el.NamedClass {
			all[name+" ⊑ "+nf.Class(d).IRI.String()] = true
		}
	}
}

func individualFacts(all flat, nf *el.Ontology, c el.Concept, p *prover) {
	a, named := nf.Individual(c).(owl.NamedIndividual)
	if !named {
		return
	}
	name := a.IRI.String()
	n := p.nodeIDs[nodeKey{c, anyRole, noNode}]
	for _, f := range p.subs[n] {
		d := el.Concept(p.facts[f].b)
		switch nf.Kind(d) {
		case el.NamedClass:
			all[name+" : "+nf.Class(d).IRI.String()] = true
		case el.Nominal:
			if b, named := nf.Individual(d).(owl.NamedIndividual); named && name < b.IRI.String() {
				all[name+" = "+b.IRI.String()] = true
			}
		}
	}
	for l := range p.out[n].all {
		k := p.facts[l]
		for _, single := range p.singles[k.c] {
			if p.data[k.c] {
				continue
			}
			b, named := nf.Individual(el.Concept(p.facts[single].b)).(owl.NamedIndividual)
			if !named {
				continue
			}
			add := func(r el.Role) {
				if r != el.TopRole {
					all[name+" "+nf.Property(r).EntityIRI().String()+" "+b.IRI.String()] = true
				}
			}
			add(el.Role(k.b))
			for _, g := range p.role(el.Role(k.b)).above {
				add(el.Role(p.facts[g].b))
			}
		}
	}
}

func missing(from, in flat) []string {
	var lines []string
	for f := range from {
		if !in[f] {
			lines = append(lines, f)
		}
	}
	slices.Sort(lines)
	return lines
}

func TestProverOracle(t *testing.T) {
	cases := append(oracleCases(t, "constructs.jsonl"), oracleCases(t, "random-*.jsonl.gz")...)
	wrong, lost := 0, 0
	for _, c := range cases {
		got, want := proved(t, normalize(t, readOWL(t, c.OFN))), c.Expected.flat()
		if lines := missing(got, want); len(lines) > 0 {
			wrong++
			t.Errorf("%s %v: wrong: %s", c.Name, c.Tags, strings.Join(lines, "; "))
		}
		if lines := missing(want, got); len(lines) > 0 {
			lost++
			t.Errorf("%s %v: missing: %s", c.Name, c.Tags, strings.Join(lines, "; "))
		}
	}
	t.Logf("of %d cases %d with wrong facts, %d with missing ones", len(cases), wrong, lost)
}
