package owlrdf

import (
	"errors"
	"fmt"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// rule adds a SWRL rule.
func (m *mapper) rule(node rdf.ID, with owl.Annotated) error {
	annotations := append(with.Annotations, m.annotations(node, 0)...)
	var parts [2][]owl.RuleAtom
	for k, w := range [...]word{swrlBody, swrlHead} {
		i := m.one(node, w)
		if i < 0 {
			return errors.New("a rule without body or head")
		}
		m.use(i)
		nodes, err := m.useList(m.statements[i].O)
		if err != nil {
			return err
		}
		for _, t := range slices.Clone(nodes) {
			atom, err := m.atom(t)
			if err != nil {
				return err
			}
			parts[k] = append(parts[k], atom)
		}
	}
	r := &owl.Rule{Body: parts[0], Head: parts[1]}
	if part, bad := owl.Unwritable(r); bad {
		return fmt.Errorf("a rule with %s", part)
	}
	r.Annotations = annotations
	m.note(doc.NoteRule, m.name(node))
	m.add(r)
	return nil
}

// atom returns the atom of a rule that is a node.
func (m *mapper) atom(node rdf.ID) (a owl.RuleAtom, err error) {
	for _, i := range m.with(node, rdfType) {
		for keyword, words := range atomWords {
			if m.words[m.statements[i].O] == words.class {
				a.Keyword = keyword
				m.use(i)
			}
		}
	}
	if a.Keyword == "" {
		return a, fmt.Errorf("%s is no atom of a rule", m.name(node))
	}
	words, shape := atomWords[a.Keyword], owl.RuleAtoms[a.Keyword]
	if shape.Predicate != nil {
		t, err := m.atomObject(node, words.predicate)
		if err != nil {
			return a, err
		}
		if words.class > swrlIndividualPropertyAtomType && !m.isIRI(t) {
			return a, fmt.Errorf("%s is no name", m.name(t))
		}
		m.fill = slotFiller{m: m, terms: append(m.fill.terms[:0], t), refs: m.fill.refs[:0]}
		if a.Predicate = shape.Predicate(&m.fill); m.fill.err != nil {
			return a, m.fill.err
		}
	}
	arguments := make([]rdf.ID, max(shape.Arguments, 0))
	for k := range arguments {
		if arguments[k], err = m.atomObject(node, swrlArgument1+word(k)); err != nil {
			return a, err
		}
	}
	if shape.Arguments < 0 {
		head, err := m.atomObject(node, swrlArguments)
		if err != nil {
			return a, err
		}
		if arguments, err = m.useList(head); err != nil {
			return a, err
		}
	}
	for _, t := range arguments {
		a.Arguments = append(a.Arguments, m.argument(t))
	}
	return a, nil
}

// atomObject returns the object of an atom's triple with the given predicate.
func (m *mapper) atomObject(atom rdf.ID, w word) (rdf.ID, error) {
	i := m.one(atom, w)
	if i < 0 {
		return rdf.None, fmt.Errorf("an atom without swrl:%s", w.local())
	}
	m.use(i)
	return m.statements[i].O, nil
}

// argument returns an argument of an atom.
func (m *mapper) argument(t rdf.ID) any {
	if m.isLiteral(t) {
		return m.literal(t)
	}
	if i := m.find(t, m.wordTerms[rdfType], m.wordTerms[swrlVariableType]); i >= 0 {
		m.use(i)
		return owl.Variable{Name: m.individual(t)}
	}
	return m.individual(t)
}
