package reasoner_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// randomAxioms writes a random ontology, one axiom in functional syntax a line. Each family of axioms is
// switched on or off for the whole ontology, so that small families meet.
func randomAxioms(seed uint64) []string {
	g := &axiomGenerator{Rand: rand.New(rand.NewPCG(seed, 0))}
	return g.axioms()
}

// randomDataAxioms is randomAxioms with data values and data ranges.
func randomDataAxioms(seed uint64) []string {
	g := &axiomGenerator{Rand: rand.New(rand.NewPCG(seed, 1)), data: true}
	return g.axioms()
}

func (g *axiomGenerator) axioms() []string {
	g.classes, g.roles, g.individuals = 3+g.IntN(7), 1+g.IntN(4), 0
	for i := range g.on {
		g.on[i] = g.IntN(3) == 0
	}
	if g.on[nominals] {
		g.individuals = 1 + g.IntN(3)
	}
	axioms := make([]string, 4+g.IntN(22))
	for i := range axioms {
		axioms[i] = g.axiom()
	}
	return axioms
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
	families
)

type axiomGenerator struct {
	*rand.Rand
	on                          [families]bool
	classes, roles, individuals int
	data                        bool
}

func (g *axiomGenerator) axiom() string {
	if g.data && g.IntN(3) == 0 {
		return g.dataAxiom()
	}
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
			return fmt.Sprintf("SubObjectPropertyOf(ObjectPropertyChain(%s) :%s)", g.chain(), g.role())
		case family == irregular:
			r := g.role()
			return fmt.Sprintf("SubObjectPropertyOf(ObjectPropertyChain(:%s :%s :%s) :%s)", g.role(), r, g.role(), r)
		case family == transitive:
			return fmt.Sprintf("TransitiveObjectProperty(:%s)", g.role())
		case family == hierarchy:
			return fmt.Sprintf("SubObjectPropertyOf(:%s :%s)", g.role(), g.role())
		case family == reflexive:
			if g.IntN(3) == 0 {
				return fmt.Sprintf("ReflexiveObjectProperty(:%s)", g.role())
			}
		case family == ranges:
			return fmt.Sprintf("ObjectPropertyRange(:%s %s)", g.role(), g.expression(1))
		case family == domains:
			return fmt.Sprintf("ObjectPropertyDomain(:%s %s)", g.role(), g.expression(1))
		case family == disjoint:
			return fmt.Sprintf("DisjointClasses(%s %s%s)", g.class(), g.class(), strings.Repeat(" "+g.class(), g.IntN(3)))
		case family == nominals:
			if g.IntN(2) == 0 {
				return fmt.Sprintf("ObjectPropertyAssertion(:%s :%s :%s)", g.role(), g.individual(), g.individual())
			}
			return fmt.Sprintf("ClassAssertion(%s :%s)", g.expression(1), g.individual())
		}
	}
}

func (g *axiomGenerator) chain() string {
	parts := []string{":" + g.role(), ":" + g.role()}
	for g.IntN(4) == 0 {
		parts = append(parts, ":"+g.role())
	}
	if g.on[topRoles] && g.IntN(4) == 0 {
		parts[g.IntN(len(parts))] = "owl:topObjectProperty"
	}
	return strings.Join(parts, " ")
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
	if g.data && g.IntN(3) == 0 {
		return g.dataExpression()
	}
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf("ObjectIntersectionOf(%s %s)", g.expression(depth-1), g.expression(depth-1))
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
	}
	return g.class()
}

func (g *axiomGenerator) dataAxiom() string {
	switch n := g.IntN(6); {
	case n == 0:
		return fmt.Sprintf("SubDataPropertyOf(%s %s)", g.dataRole(), g.dataRole())
	case n == 1:
		return fmt.Sprintf("DataPropertyRange(%s %s)", g.dataRole(), g.dataRange())
	case n == 2:
		return fmt.Sprintf("DataPropertyDomain(%s %s)", g.dataRole(), g.class())
	case n == 3 && g.individuals > 0:
		return fmt.Sprintf("%sDataPropertyAssertion(%s :%s %s)", []string{"", "Negative"}[g.IntN(2)], g.dataRole(), g.individual(), g.literal())
	}
	return fmt.Sprintf("SubClassOf(%s %s)", g.expression(1), g.dataExpression())
}

func (g *axiomGenerator) dataRole() string {
	if g.on[topRoles] && g.IntN(10) == 0 {
		return "owl:topDataProperty"
	}
	return fmt.Sprintf(":d%d", g.IntN(2))
}

func (g *axiomGenerator) dataExpression() string {
	if g.IntN(3) == 0 {
		return fmt.Sprintf("DataHasValue(%s %s)", g.dataRole(), g.literal())
	}
	return fmt.Sprintf("DataSomeValuesFrom(%s %s)", g.dataRole(), g.dataRange())
}

func (g *axiomGenerator) literal() string {
	literals := []string{`"1"^^xsd:integer`, `"1.0"^^xsd:decimal`, `"-2"^^xsd:short`, `"1/2"^^owl:rational`, `"x"`, `"x y"`, `"x"@en`, `"300"^^xsd:byte`}
	return literals[g.IntN(len(literals))]
}

func (g *axiomGenerator) dataRange() string {
	ranges := []string{
		"rdfs:Literal", "xsd:integer", "xsd:nonNegativeInteger", "xsd:decimal", "xsd:string", "xsd:NCName", "rdf:PlainLiteral", ":datatype",
		`DatatypeRestriction(xsd:integer xsd:maxExclusive "1"^^xsd:integer)`, `DataOneOf("x" "1"^^xsd:byte)`, "DataComplementOf(xsd:decimal)",
	}
	switch g.IntN(8) {
	case 0:
		return fmt.Sprintf("DataIntersectionOf(%s %s)", g.dataRange(), g.dataRange())
	case 1:
		return fmt.Sprintf("DataOneOf(%s)", g.literal())
	}
	return ranges[g.IntN(len(ranges))]
}

func document(axioms []string) string {
	return "Prefix(:=<http://x/>)\nPrefix(owl:=<http://www.w3.org/2002/07/owl#>)\nPrefix(rdf:=<http://www.w3.org/1999/02/22-rdf-syntax-ns#>)\n" +
		"Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)\nPrefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)\nOntology(<http://x>\n" + strings.Join(axioms, "\n") + "\n)\n"
}

// compareWithNaive returns how the two saturations differ on an ontology, or "".
func compareWithNaive(t *testing.T, axioms []string, workers int) string {
	t.Helper()
	nf := normalize(t, readOWL(t, document(axioms)))
	want, got := naiveFacts(nf), classFacts(classify(t, nf, workers))
	var b strings.Builder
	for _, line := range missing(want, got) {
		fmt.Fprintln(&b, "missing:", line)
	}
	for _, line := range missing(got, want) {
		fmt.Fprintln(&b, "wrong:", line)
	}
	return b.String()
}

// TestAgainstNaive compares with the naive saturation on random ontologies. A failure is shrunk;
// its seed is in the name of the subtest.
func TestAgainstNaive(t *testing.T) {
	seeds := uint64(800) // 6000 have been run
	if testing.Short() {
		seeds = 300
	}
	againstNaive(t, randomAxioms, seeds)
}

// TestDataAgainstNaive does the same with data.
func TestDataAgainstNaive(t *testing.T) {
	seeds := uint64(600) // 6000 have been run
	if testing.Short() {
		seeds = 300
	}
	againstNaive(t, randomDataAxioms, seeds)
}

func againstNaive(t *testing.T, random func(seed uint64) []string, seeds uint64) {
	t.Helper()
	failures := 0
	for seed := range seeds {
		axioms := random(seed)
		workers := []int{1, 2, 8}[seed%3]
		if compareWithNaive(t, axioms, workers) == "" {
			continue
		}
		axioms = shrink(axioms, func(less []string) bool { return compareWithNaive(t, less, workers) != "" })
		t.Errorf("seed %d, %d workers:\n%s\n%s", seed, workers, strings.Join(axioms, "\n"), compareWithNaive(t, axioms, workers))
		if failures++; failures == 5 {
			t.Fatal("and so on")
		}
	}
}

// shrink drops axioms as long as the rest still fails.
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
