package owlrdf

import (
	"fmt"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

// atomWords holds the class of the node of an atom, and the property of its predicate (noWord if it
// has none), by keyword.
var atomWords = map[string]struct{ class, predicate word }{
	"ClassAtom":                {swrlClassAtomType, swrlClassPredicate},
	"DataRangeAtom":            {swrlDataRangeAtomType, swrlDataRange},
	"ObjectPropertyAtom":       {swrlIndividualPropertyAtomType, swrlPropertyPredicate},
	"DataPropertyAtom":         {swrlDatavaluedPropertyAtomType, swrlPropertyPredicate},
	"BuiltInAtom":              {swrlBuiltinAtomType, swrlBuiltin},
	"SameIndividualAtom":       {swrlSameIndividualAtomType, noWord},
	"DifferentIndividualsAtom": {swrlDifferentIndividualsAtomType, noWord},
}

// rule returns the triples of the node of a rule.
func (t *Translation) rule(r *owl.Rule) []Property {
	return t.tree(swrlImpType, swrlBody, t.atoms(r.Body), swrlHead, t.atoms(r.Head)).Tree.Props
}

// ruleVariables returns the names of the variables of a rule, each once.
func ruleVariables(r *owl.Rule) (names []owl.Individual) {
	for _, atom := range slices.Concat(r.Body, r.Head) {
		for _, x := range atom.Arguments {
			if v, ok := x.(owl.Variable); ok && !slices.Contains(names, v.Name) {
				names = append(names, v.Name)
			}
		}
	}
	return names
}

func (t *Translation) atoms(atoms []owl.RuleAtom) sequence {
	nodes := make(sequence, len(atoms))
	for i, a := range atoms {
		nodes[i] = t.atom(a)
	}
	return nodes
}

func (t *Translation) atom(a owl.RuleAtom) Node {
	words, known := atomWords[a.Keyword]
	if !known {
		t.Fail(fmt.Errorf("%w: an atom %q of a rule", doc.ErrNotWritable, a.Keyword))
		return Node{}
	}
	var properties []any
	if words.predicate != noWord {
		properties = append(properties, words.predicate, a.Predicate)
	}
	if owl.RuleAtoms[a.Keyword].Arguments < 0 {
		properties = append(properties, swrlArguments, sequence(a.Arguments))
		return t.tree(words.class, properties...)
	}
	for i, x := range a.Arguments {
		properties = append(properties, swrlArgument1+word(i), x)
	}
	return t.tree(words.class, properties...)
}
