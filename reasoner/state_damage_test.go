package reasoner_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"testing"
	"testing/iotest"
	"time"

	"box2el-owl/internal/golden"
	"box2el-owl/internal/invariants"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner"
)

// damageable is a small ontology that fills every part of a state: chains, merged individuals,
// data, a class assumed to be nonempty, and axioms outside EL.
var damageable = []string{
	"SubClassOf(:A ObjectSomeValuesFrom(:r :B))", "SubClassOf(:B ObjectHasValue(:s :i))",
	"SubClassOf(ObjectSomeValuesFrom(:t ObjectOneOf(:i)) :C)", "SubObjectPropertyOf(ObjectPropertyChain(:r :s) :t)",
	"SubObjectPropertyOf(ObjectPropertyChain(:t :t) :t)", "ObjectPropertyRange(:r :D)", "EquivalentClasses(:E ObjectIntersectionOf(:A :C))",
	"SubClassOf(:F ObjectOneOf(:i))", "SubClassOf(:G ObjectSomeValuesFrom(:r :F))", "SubClassOf(:F :H)", "DisjointClasses(:A :K :Q)",
	"SubClassOf(:A ObjectSomeValuesFrom(:w :R))", "SubClassOf(:R ObjectOneOf(:j))",
	"SubClassOf(:L ObjectIntersectionOf(:A :K))", "ClassAssertion(:A :i)", "ObjectPropertyAssertion(:r :i :j)", "SameIndividual(:j :k)",
	"FunctionalDataProperty(:d)", "SubClassOf(:M DataSomeValuesFrom(:d xsd:nonNegativeInteger))",
	"SubClassOf(:M DataSomeValuesFrom(:d DatatypeRestriction(xsd:integer xsd:maxInclusive \"5\"^^xsd:integer)))",
	"SubClassOf(DataSomeValuesFrom(:d DataOneOf(\"5\"^^xsd:integer)) :N)", "DataPropertyAssertion(:d :i \"x\"@en)",
	"HasKey(:A () (:d))", "ReflexiveObjectProperty(:u)", "SubClassOf(:O ObjectHasSelf(:r))", "SubClassOf(ObjectHasSelf(:s) :O)",
	"InverseObjectProperties(:r :v)", "ObjectPropertyDomain(:v :D)", "SubClassOf(:P ObjectAllValuesFrom(:r :A))",
	"EquivalentClasses(ObjectMaxCardinality(2 :r) ObjectUnionOf(:A :B) ObjectSomeValuesFrom(:s :B))", "ClassAssertion(:B _:x)",
}

// storedSection is the position of a section in a state.
type storedSection struct {
	name              string
	header, from, end int
}

const sectionHeader = 24

func sectionsOf(state []byte) []storedSection {
	var all []storedSection
	for at := 8; at < len(state); {
		from := at + sectionHeader
		end := from + int(binary.LittleEndian.Uint64(state[at+8:]))
		all = append(all, storedSection{string(bytes.TrimRight(state[at:at+8], "\x00")), at, from,
			end})
		at = end
	}
	return all
}

// seal updates the checksums of a section.
func (s storedSection) seal(state []byte) {
	table := crc32.MakeTable(crc32.Castagnoli)
	binary.LittleEndian.PutUint32(state[s.header+16:], crc32.Checksum(state[s.from:s.end], table))
	binary.LittleEndian.PutUint32(state[s.header+20:],
		crc32.Checksum(state[s.header:s.header+20], table))
}

func tryToLoad(state []byte) (*reasoner.Reasoner, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	axioms := func() ([]owl.Axiom, error) {
		axioms := make([]owl.Axiom, len(damageable))
		for i, a := range damageable {
			axioms[i] = parseAxiom(a)
		}
		return axioms, nil
	}
	return reasoner.Load(ctx, bytes.NewReader(state), stateKey, axioms,
		reasoner.Options{Workers: 1})
}

// TestLoadDamaged truncates a state and flips bits in it, everywhere.
func TestLoadDamaged(t *testing.T) {
	state := saveState(t, mustNew(t, damageable))
	if _, err := tryToLoad(state); err != nil {
		t.Fatal(err)
	}
	refused := func(what string, state []byte) {
		t.Helper()
		if _, err := tryToLoad(state); !errors.Is(err, reasoner.ErrStateDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for n := range len(state) {
		if n%7 == 0 || n > len(state)-100 {
			refused(fmt.Sprintf("%d bytes of %d", n, len(state)), state[:n])
		}
	}
	for at := 0; at < len(state); at += 5 {
		flipped := slices.Clone(state)
		flipped[at] ^= 1 << (at % 8)
		refused(fmt.Sprintf("bit %d of byte %d", at%8, at), flipped)
	}
	refused("more", append(slices.Clone(state), 0))
	for _, s := range sectionsOf(state) {
		for _, length := range []uint64{1 << 62, 1 << 40, 1 << 31, uint64(s.end - s.from + 4)} {
			long := slices.Clone(state)
			binary.LittleEndian.PutUint64(long[s.header+8:], length)
			table := crc32.MakeTable(crc32.Castagnoli)
			binary.LittleEndian.PutUint32(long[s.header+20:],
				crc32.Checksum(long[s.header:s.header+20], table))
			refused(fmt.Sprintf("section %s of %d bytes", s.name, length), long)
		}
	}
}

// TestLoadRefuses checks that states of other programs and ontologies, damaged states and read
// errors are distinguished.
func TestLoadRefuses(t *testing.T) {
	state := saveState(t, mustNew(t, damageable))
	all := sectionsOf(state)
	for _, c := range []struct {
		section string
		want    error
	}{{"version", reasoner.ErrStateVersion}, {"ontology", reasoner.ErrStateOther},
		{"index", reasoner.ErrStateVersion}} {
		s := all[slices.IndexFunc(all, func(s storedSection) bool { return s.name == c.section })]
		other := slices.Clone(state)
		other[s.from]++
		s.seal(other)
		if _, err := tryToLoad(other); !errors.Is(err, c.want) {
			t.Errorf("another %s: %v, want %v", c.section, err, c.want)
		}
	}
	broken := errors.New("the disk is on fire")
	r := io.MultiReader(bytes.NewReader(state[:len(state)/2]), iotest.ErrReader(broken))
	if _, err := reasoner.Load(t.Context(), r, stateKey, nil, reasoner.Options{}); !errors.Is(err,
		broken) || errors.Is(err, reasoner.ErrStateDamaged) {
		t.Errorf("an error of reading is %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := reasoner.Load(ctx, bytes.NewReader(state), stateKey, nil,
		reasoner.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context is %v", err)
	}
	loaded, err := reasoner.Load(t.Context(), bytes.NewReader(state), stateKey, nil,
		reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := loaded.Apply(t.Context(), nil,
		[]owl.Axiom{parseAxiom(damageable[0])}); !errors.Is(err, reasoner.ErrNoAxioms) {
		t.Errorf("Apply without axioms: %v", err)
	}
	if err := loaded.Save(t.Context(), io.Discard, stateKey); err != nil {
		t.Errorf("Save without axioms: %v", err)
	}
	few := func() ([]owl.Axiom, error) { return nil, nil }
	if loaded, err = reasoner.Load(t.Context(), bytes.NewReader(state), stateKey, few,
		reasoner.Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := loaded.Apply(t.Context(), nil, nil); !errors.Is(err, reasoner.ErrStateOther) {
		t.Errorf("Apply with the axioms of another ontology: %v", err)
	}
}

// forge changes one number of a state, seals the section, and uses the state if it loads: its
// answers may be wrong, but it must not crash.
func forge(t testing.TB, state []byte, section int, at int, value uint32) {
	t.Helper()
	all := sectionsOf(state)
	s := all[section%len(all)]
	if s.end-s.from < 4 {
		return
	}
	forged := slices.Clone(state)
	binary.LittleEndian.PutUint32(forged[s.from+at%((s.end-s.from)/4)*4:], value)
	s.seal(forged)
	r, err := tryToLoad(forged)
	if err != nil {
		for _, known := range []error{
			reasoner.ErrStateDamaged, reasoner.ErrStateOther, reasoner.ErrStateVersion,
			context.DeadlineExceeded,
		} {
			if errors.Is(err, known) {
				return
			}
		}
		t.Fatalf("section %s: %v", s.name, err)
	}
	tsv(t, r.Taxonomy())
	realized(r)
	for range r.Realization().DataProperties() {
	}
	c, err := owl.ParseClassExpression(
		"ObjectSomeValuesFrom(:r ObjectIntersectionOf(:A ObjectSomeValuesFrom(:t :B)))",
		testPrefixes())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Query(t.Context(), c, true); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Judge(t.Context(),
		parseAxiom("SubClassOf(:G ObjectSomeValuesFrom(:r :K))")); err != nil &&
		!errors.Is(err, reasoner.ErrStateOther) {
		t.Fatal(err)
	}
	for concept := range r.NormalForm().NumConcepts() {
		render(r, concept)
	}
	if _, err := r.Apply(t.Context(), []owl.Axiom{parseAxiom("SubClassOf(:G :K)")},
		[]owl.Axiom{parseAxiom(damageable[0])}); err != nil &&
		!errors.Is(err, reasoner.ErrNoSuchAxiom) && !errors.Is(err, reasoner.ErrStateOther) {
		t.Fatal(err)
	}
}

func render(r *reasoner.Reasoner, concept int) {
	nf := r.NormalForm()
	if c := nf.Expression(el.Concept(concept)); c != nil {
		owl.AppendClassExpression(nil, c, nil)
	} else {
		owl.AppendDataRange(nil, nf.DataRange(el.Concept(concept)), nil)
	}
}

// TestLoadForged changes numbers in every section of a state and fixes the checksums.
func TestLoadForged(t *testing.T) {
	if invariants.Enabled {
		t.Skip("a forged state need not be closed under the rules")
	}
	state := saveState(t, mustNew(t, damageable))
	for i, s := range sectionsOf(state) {
		words := (s.end - s.from) / 4
		step := max(words/12, 1)
		for at := 0; at < words; at += step {
			old := binary.LittleEndian.Uint32(state[s.from+4*at:])
			for _, value := range []uint32{
				0, old + 1, old - 1, 1 << 20, 1<<31 - 1, 1<<32 - 1, 1 << 31,
			} {
				if value != old {
					forge(t, state, i, at, value)
				}
			}
		}
	}
}

// FuzzLoad forges states: see TestLoadForged. The seeds cover each kind of section.
func FuzzLoad(f *testing.F) {
	state := saveState(f, mustNew(f, damageable))
	f.Fuzz(func(t *testing.T, section uint8, at uint16, value uint32) {
		forge(t, state, int(section), int(at), value)
	})
}

// TestStateVersion fails if the bytes of a state change: then increment stateVersion and run with
// -update.
func TestStateVersion(t *testing.T) {
	composed := []string{
		"SubObjectPropertyOf(ObjectPropertyChain(:a :r :b) :r)", "SubObjectPropertyOf(ObjectPropertyChain(:b :r :a) :r)",
		"SubClassOf(:A ObjectSomeValuesFrom(:a ObjectSomeValuesFrom(:r ObjectSomeValuesFrom(:b :B))))", "SubClassOf(ObjectSomeValuesFrom(:r :B) :C)",
	}
	golden.Check(t, "testdata/state/version.txt",
		fmt.Appendf(nil,
			"# Other checksums need another stateVersion (state.go).\nversion %d writes %08x and %08x\n", reasoner.StateVersion,
			crc32.ChecksumIEEE(saveState(t, mustNew(t, damageable))),
			crc32.ChecksumIEEE(saveState(t, mustNew(t, composed)))))
}
