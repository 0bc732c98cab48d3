package reasoner_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

// randomAxioms returns a random ontology, one axiom in functional syntax a line. Each family of
// axioms is switched on or off for the whole ontology, so that small combinations of families
// occur.
func randomAxioms(seed uint64) []string {
	return (&axiomGenerator{Rand: rand.New(rand.NewPCG(seed, 0))}).axioms()
}

// randomDataAxioms is randomAxioms with data values and data ranges always on.
func randomDataAxioms(seed uint64) []string {
	return (&axiomGenerator{Rand: rand.New(rand.NewPCG(seed, 1)), dense: true}).axioms()
}

func (g *axiomGenerator) axioms() []string {
	g.classes, g.roles, g.individuals = 3+g.IntN(7), 1+g.IntN(4), 0
	for i := range g.on {
		g.on[i] = g.IntN(3) == 0
	}
	g.on[data], g.on[dataRanges] = g.on[data] || g.dense, g.on[dataRanges] || g.dense
	if g.on[nominals] || g.on[keys] || g.on[equality] || g.on[negative] {
		g.individuals = 1 + g.IntN(4)
	}
	axioms := make([]string, 4+g.IntN(22))
	for i := range axioms {
		axioms[i] = g.axiom()
	}
	if g.IntN(5) > 0 {
		axioms = append(axioms, g.missingRanges()...)
	}
	return axioms
}

// missingRanges returns the ranges that the global restriction of OWL 2 EL requires (Profiles,
// section 2.2.6): a range of a chain's super-property, or of a super-property of that, must also be
// a range of the chain's last property.
func (g *axiomGenerator) missingRanges() []string {
	var missing []string
	ranges := slices.Clone(g.ranges)
	for i := 0; i < len(ranges); i++ { // including the added ones
		at, domain := ranges[i][0], ranges[i][1]
		below := []string{at}
		for j := 0; j < len(below); j++ {
			for _, sub := range g.inclusions {
				if sub[1] == below[j] && !slices.Contains(below, sub[0]) {
					below = append(below, sub[0])
				}
			}
		}
		for _, chain := range g.chains {
			added := [2]string{chain[0], domain}
			if slices.Contains(below, chain[1]) && !slices.Contains(ranges, added) {
				ranges = append(ranges, added)
				missing = append(missing,
					fmt.Sprintf("ObjectPropertyRange(%s %s)", added[0], domain))
			}
		}
	}
	return missing
}

// Families of axioms.
const (
	chains = iota
	irregular
	transitive
	hierarchy
	reflexive
	ranges
	domains
	disjoint
	selves
	nominals
	bottoms
	tops
	topRoles
	data
	dataRanges
	functional
	keys
	equality
	negative
	families
)

type axiomGenerator struct {
	*rand.Rand
	on                          [families]bool
	classes, roles, individuals int
	dense                       bool // in data

	chains     [][2]string // the last part and the super-property of each
	inclusions [][2]string
	ranges     [][2]string // property and class
}

func (g *axiomGenerator) axiom() string {
	for {
		switch family := g.IntN(2 * families); {
		case family >= families:
			if g.IntN(3) == 0 {
				return fmt.Sprintf("EquivalentClasses(%s %s)", g.class(), g.expression(2))
			}
			return fmt.Sprintf("SubClassOf(%s %s)", g.expression(2), g.expression(2))
		case !g.on[family]:
			continue
		case family == chains:
			return g.chainAxiom(g.chain(), ":"+g.role())
		case family == irregular:
			r := ":" + g.role()
			return g.chainAxiom([]string{":" + g.role(), r, ":" + g.role()}, r)
		case family == transitive:
			return fmt.Sprintf("TransitiveObjectProperty(:%s)", g.role())
		case family == hierarchy:
			sub, super := ":"+g.role(), ":"+g.role()
			g.inclusions = append(g.inclusions, [2]string{sub, super})
			return fmt.Sprintf("SubObjectPropertyOf(%s %s)", sub, super)
		case family == reflexive:
			if g.IntN(3) == 0 {
				return fmt.Sprintf("ReflexiveObjectProperty(:%s)", g.role())
			}
		case family == ranges:
			role, class := ":"+g.role(), g.expression(1)
			g.ranges = append(g.ranges, [2]string{role, class})
			return fmt.Sprintf("ObjectPropertyRange(%s %s)", role, class)
		case family == domains:
			return fmt.Sprintf("ObjectPropertyDomain(:%s %s)", g.role(), g.expression(1))
		case family == disjoint:
			return fmt.Sprintf("DisjointClasses(%s %s%s)", g.class(), g.class(),
				strings.Repeat(" "+g.class(), g.IntN(3)))
		case family == nominals:
			if g.IntN(2) == 0 {
				return fmt.Sprintf("ObjectPropertyAssertion(:%s :%s :%s)", g.role(), g.individual(),
					g.individual())
			}
			return fmt.Sprintf("ClassAssertion(%s :%s)", g.expression(1), g.individual())
		case family == data:
			if g.individuals > 0 && g.IntN(2) == 0 {
				return fmt.Sprintf("DataPropertyAssertion(:%s :%s %s)", g.dataRole(),
					g.individual(), g.literal())
			}
			return fmt.Sprintf("SubDataPropertyOf(:%s :%s)", g.dataRole(), g.dataRole())
		case family == dataRanges:
			if g.IntN(4) == 0 {
				return fmt.Sprintf("DataPropertyDomain(:%s %s)", g.dataRole(), g.class())
			}
			return fmt.Sprintf("DataPropertyRange(:%s %s)", g.dataRole(), g.dataRange())
		case family == functional:
			return fmt.Sprintf("FunctionalDataProperty(:%s)", g.dataRole())
		case family == keys:
			return fmt.Sprintf("HasKey(%s %s)", g.expression(1), g.keyProperties())
		case family == equality:
			if g.IntN(2) == 0 {
				return fmt.Sprintf("SameIndividual(:%s :%s)", g.individual(), g.individual())
			}
			return fmt.Sprintf("DifferentIndividuals(:%s :%s)", g.individual(), g.individual())
		case family == negative:
			if g.on[data] && g.IntN(2) == 0 {
				return fmt.Sprintf("NegativeDataPropertyAssertion(:%s :%s %s)", g.dataRole(),
					g.individual(), g.literal())
			}
			return fmt.Sprintf("NegativeObjectPropertyAssertion(:%s :%s :%s)", g.role(),
				g.individual(), g.individual())
		}
	}
}

func (g *axiomGenerator) keyProperties() string {
	if g.on[data] && g.IntN(3) == 0 {
		return fmt.Sprintf("() (:%s)", g.dataRole())
	}
	if g.on[data] && g.IntN(3) == 0 {
		return fmt.Sprintf("(:%s) (:%s)", g.role(), g.dataRole())
	}
	if g.IntN(2) == 0 {
		return fmt.Sprintf("(:%s :%s) ()", g.role(), g.role())
	}
	return fmt.Sprintf("(:%s) ()", g.role())
}

func (g *axiomGenerator) dataRole() string {
	if g.on[topRoles] && g.IntN(30) == 0 {
		return "d3" // rarely related to the others
	}
	return fmt.Sprintf("d%d", g.IntN(3))
}

// literals has groups of spellings of one value, values of a few data ranges only, and an ill-typed
// value.
var literals = []string{
	`"1"^^xsd:integer`, `"01"^^xsd:integer`, `"1.0"^^xsd:decimal`, `"2/2"^^owl:rational`,
	`"-2"^^xsd:short`, `"1.5"^^xsd:decimal`, `"3/2"^^owl:rational`,
	`"a"`, `"a@"^^rdf:PlainLiteral`, `"a"@en`, `"a b"`, `"300"^^xsd:byte`,
}

var dataRangeNames = []string{
	"rdfs:Literal", "xsd:integer", "xsd:nonNegativeInteger", "xsd:decimal", "owl:real", "xsd:string", "xsd:token", "xsd:NCName", "rdf:PlainLiteral", ":datatype",
	`DatatypeRestriction(xsd:integer xsd:maxExclusive "1"^^xsd:integer)`, `DataOneOf("a" "1"^^xsd:byte)`, "DataComplementOf(xsd:decimal)",
}

func (g *axiomGenerator) literal() string {
	n := len(literals)
	if g.IntN(5) > 0 {
		n-- // because an ill-typed literal makes most ontologies inconsistent
	}
	return literals[g.IntN(n)]
}

func (g *axiomGenerator) dataRange() string {
	switch g.IntN(8) {
	case 0:
		return fmt.Sprintf("DataOneOf(%s)", g.literal())
	case 1:
		return fmt.Sprintf("DataIntersectionOf(%s %s)", g.dataRange(), g.dataRange())
	}
	return dataRangeNames[g.IntN(len(dataRangeNames))]
}

func (g *axiomGenerator) chainAxiom(parts []string, super string) string {
	g.chains = append(g.chains, [2]string{parts[len(parts)-1], super})
	return fmt.Sprintf("SubObjectPropertyOf(ObjectPropertyChain(%s) %s)", strings.Join(parts, " "),
		super)
}

func (g *axiomGenerator) chain() []string {
	parts := []string{":" + g.role(), ":" + g.role()}
	// the reference implementation is exponential in their number
	for len(parts) < 4 && g.IntN(4) == 0 {
		parts = append(parts, ":"+g.role())
	}
	if g.on[topRoles] && g.IntN(4) == 0 {
		parts[g.IntN(len(parts))] = "owl:topObjectProperty"
	}
	return parts
}

func (g *axiomGenerator) role() string       { return fmt.Sprintf("r%d", g.IntN(g.roles)) }
func (g *axiomGenerator) individual() string { return fmt.Sprintf("a%d", g.IntN(g.individuals)) }

func (g *axiomGenerator) class() string {
	switch {
	case g.on[tops] && g.IntN(20) == 0:
		return "owl:Thing"
	case g.on[bottoms] && g.IntN(25) == 0:
		return "owl:Nothing"
	}
	return fmt.Sprintf(":C%d", g.IntN(g.classes))
}

func (g *axiomGenerator) expression(depth int) string {
	if depth == 0 {
		return g.class()
	}
	switch g.IntN(8) {
	case 0:
		return fmt.Sprintf("ObjectIntersectionOf(%s %s)", g.expression(depth-1),
			g.expression(depth-1))
	case 1, 2:
		role := ":" + g.role()
		if g.on[topRoles] && g.IntN(10) == 0 {
			role = "owl:topObjectProperty"
		}
		return fmt.Sprintf("ObjectSomeValuesFrom(%s %s)", role, g.expression(depth-1))
	case 3:
		if g.on[selves] {
			return fmt.Sprintf("ObjectHasSelf(:%s)", g.role())
		}
		if g.on[nominals] {
			return fmt.Sprintf("ObjectOneOf(:%s)", g.individual())
		}
	case 4:
		if g.dense {
			return g.dataExpression()
		}
		if g.on[nominals] {
			return fmt.Sprintf("ObjectHasValue(:%s :%s)", g.role(), g.individual())
		}
		if g.on[bottoms] && g.IntN(10) == 0 {
			return "ObjectSomeValuesFrom(owl:bottomObjectProperty owl:Thing)"
		}
	case 5:
		if g.on[data] {
			return g.dataExpression()
		}
	}
	return g.class()
}

func (g *axiomGenerator) dataExpression() string {
	role := ":" + g.dataRole()
	if g.on[topRoles] && g.IntN(6) == 0 {
		role = "owl:topDataProperty"
	}
	if g.IntN(2) == 0 {
		return fmt.Sprintf("DataHasValue(%s %s)", role, g.literal())
	}
	return fmt.Sprintf("DataSomeValuesFrom(%s %s)", role, g.dataRange())
}

func document(axioms []string) string {
	return "Prefix(:=<http://x/>)\nPrefix(owl:=<http://www.w3.org/2002/07/owl#>)\n" +
		"Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)\nPrefix(rdf:=<http://www.w3.org/1999/02/22-rdf-syntax-ns#>)\nPrefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)\nOntology(<http://x>\n" + strings.Join(axioms, "\n") + "\n)\n"
}

// cases multiplies the number of random cases of tests; make fuzz sets it.
var cases = flag.Uint64("cases", 1,
	"times the usual number of random ontologies, edit scripts, queries and verdicts")

// randomCases returns the number of random cases of a test, given the usual number.
func randomCases(usual, short uint64) uint64 {
	if testing.Short() {
		return short
	}
	return *cases * usual
}

// TestAgainstNaive compares with the reference engine, calculus, on random ontologies, with 1, 2
// and 8 workers. A failure is shrunk; its message has the seed.
func TestAgainstNaive(t *testing.T) {
	againstReference(t, randomAxioms, randomCases(800, 200))
}

// TestDataAgainstNaive is TestAgainstNaive with more data.
func TestDataAgainstNaive(t *testing.T) {
	againstReference(t, randomDataAxioms, randomCases(400, 100))
}

func againstReference(t *testing.T, random func(seed uint64) []string, seeds uint64) {
	t.Helper()
	const mostFailures = 5
	var next, failures atomic.Uint64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				seed := next.Add(1) - 1
				if seed >= seeds || failures.Load() >= mostFailures {
					return
				}
				axioms := random(seed)
				if differsFromReference(t, axioms) == "" {
					continue
				}
				failures.Add(1)
				axioms = shrink(axioms, func(less []string) bool {
					return differsFromReference(t, less) != ""
				})
				t.Errorf("seed %d:\n%s\n%s", seed, strings.Join(axioms, "\n"),
					differsFromReference(t, axioms))
			}
		})
	}
	wg.Wait()
}

// differsFromReference returns a difference between the two saturations on an ontology, or "". If a
// range does not reach the last element of a chain, which OWL 2 EL forbids, only soundness is
// checked.
func differsFromReference(t *testing.T, axioms []string) string {
	ctx := t.Context()
	o, _, err := rdfio.Read(ctx, strings.NewReader(document(axioms)),
		rdfio.ReadOptions{NoImports: true})
	if err != nil {
		return err.Error()
	}
	nf, _, err := el.Normalize(ctx, o, el.Options{})
	if err != nil {
		return err.Error()
	}
	profile, err := el.CheckProfile(ctx, o, nil)
	if err != nil {
		return err.Error()
	}
	isRange := func(v el.Violation) bool { return v.Reason == el.ChainWithoutRange }
	complete := !slices.ContainsFunc(profile.Violations, isRange)
	want := calculusFacts(t, nf)
	var b strings.Builder
	for _, workers := range []int{1, 2, 8} {
		got, err := derivedFacts(ctx, nf, workers)
		if err != nil {
			return err.Error()
		}
		for _, line := range missing(want, got) {
			if complete {
				fmt.Fprintf(&b, "missing with %d workers: %s\n", workers, line)
			}
		}
		for _, line := range missing(got, want) {
			if complete || !want["inconsistent"] && !belowUnsatisfiable(line, want) {
				fmt.Fprintf(&b, "wrong with %d workers: %s\n", workers, line)
			}
		}
	}
	return b.String()
}

// shrink drops axioms while the rest still fails.
func shrink(axioms []string, fails func([]string) bool) []string {
	for i := 0; i < len(axioms); {
		less := append(append([]string(nil), axioms[:i]...), axioms[i+1:]...)
		if fails(less) {
			axioms, i = less, 0
			continue
		}
		i++
	}
	return axioms
}
