package owlrdf

import (
	"errors"
	"fmt"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// rule adds a SWRL rule with the text that the OWL API writes for it (see RuleText).
func (m *mapper) rule(node rdf.ID, with owl.Annotated) error {
	with.Annotations = append(with.Annotations, m.annotations(node, 0)...)
	var parts [2][]owl.RuleAtom
	for k, w := range [...]word{swrlBody, swrlHead} {
		i := m.one(node, w)
		if i < 0 {
			return errors.New("a rule without body or head")
		}
		m.use(i)
		atoms, err := m.useList(m.statements[i].O)
		if err != nil {
			return err
		}
		for _, t := range slices.Clone(atoms) {
			atom, err := m.atom(t)
			if err != nil {
				return err
			}
			parts[k] = append(parts[k], atom)
		}
	}
	text, err := RuleText(parts)
	if err != nil {
		return err
	}
	m.note(doc.NoteRule, m.name(node))
	m.add(&owl.Rule{Annotated: with, Text: text})
	return nil
}

// atom returns the atom of a rule that is a node.
func (m *mapper) atom(node rdf.ID) (atom owl.RuleAtom, err error) {
	var shape *atomShape
	for _, i := range m.with(node, rdfType) {
		for k := range atomShapes {
			if m.words[m.statements[i].O] == atomShapes[k].class {
				shape = &atomShapes[k]
				m.use(i)
			}
		}
	}
	if shape == nil {
		return atom, fmt.Errorf("%s is no atom of a rule", m.name(node))
	}
	atom.Keyword = shape.keyword
	if shape.predicate != noWord {
		t, err := m.atomObject(node, shape.predicate)
		if err != nil {
			return atom, err
		}
		if atom.Predicate, err = m.atomPredicate(shape, t); err != nil {
			return atom, err
		}
	}
	arguments, err := m.atomArguments(node, shape)
	for _, t := range arguments {
		atom.Arguments = append(atom.Arguments, m.argument(t))
	}
	return atom, err
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

// atomPredicate returns the predicate of an atom, as in owl.RuleAtom.
func (m *mapper) atomPredicate(shape *atomShape, t rdf.ID) (predicate any, err error) {
	if shape.class <= swrlIndividualPropertyAtomType {
		if err := m.place(t); err != nil {
			return nil, err
		}
	}
	switch shape.class {
	case swrlClassAtomType:
		predicate, _, err = m.classPart(t)
		return predicate, err
	case swrlDataRangeAtomType:
		predicate, _, err = m.dataPart(t)
		return predicate, err
	case swrlIndividualPropertyAtomType:
		predicate, _, err = m.propertyPart(t)
		return predicate, err
	}
	if !m.isIRI(t) {
		return nil, fmt.Errorf("%s is no name", m.name(t))
	}
	if shape.class == swrlDatavaluedPropertyAtomType {
		m.dataProperty(t)
	}
	return owl.Class{IRI: m.iri(t)}, nil
}

// atomArguments returns the arguments of an atom, those of a built-in from its list.
func (m *mapper) atomArguments(atom rdf.ID, shape *atomShape) ([]rdf.ID, error) {
	if shape.arguments < 0 {
		head, err := m.atomObject(atom, swrlArguments)
		if err != nil {
			return nil, err
		}
		return m.useList(head)
	}
	arguments := make([]rdf.ID, shape.arguments)
	for k := range arguments {
		var err error
		if arguments[k], err = m.atomObject(atom, swrlArgument1+word(k)); err != nil {
			return nil, err
		}
	}
	return arguments, nil
}

// argument returns an argument of an atom.
func (m *mapper) argument(t rdf.ID) owl.RuleArgument {
	if m.isLiteral(t) {
		return owl.RuleArgument{Value: m.literal(t)}
	}
	i := m.find(t, m.wordTerms[rdfType], m.wordTerms[swrlVariableType])
	if i >= 0 {
		m.use(i)
	}
	return owl.RuleArgument{Value: m.individual(t), Variable: i >= 0}
}
