package owlrdf

import (
	"errors"
	"fmt"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// rule adds a SWRL rule with the text that the OWL API writes for it:
//
//	DLSafeRule(Annotation(…) Body(atom …) Head(atom …))
func (m *mapper) rule(node rdf.ID, with owl.Annotated) error {
	with.Annotations = append(with.Annotations, m.annotations(node, 0)...)
	text := []byte("DLSafeRule(")
	for k, part := range [...]struct {
		keyword string
		word    word
	}{{"Body(", swrlBody}, {"Head(", swrlHead}} {
		if k > 0 {
			text = append(text, ' ')
		}
		text = append(text, part.keyword...)
		i := m.one(node, part.word)
		if i < 0 {
			return errors.New("a rule without body or head")
		}
		m.use(i)
		atoms, err := m.useList(m.statements[i].O)
		if err != nil {
			return err
		}
		for k, atom := range slices.Clone(atoms) {
			if k > 0 {
				text = append(text, ' ')
			}
			if text, err = m.appendAtom(text, atom); err != nil {
				return err
			}
		}
		text = append(text, ')')
	}
	text = append(text, ')')
	m.note(doc.NoteRule, m.name(node))
	m.add(&owl.Rule{Annotated: with, Text: string(text)})
	return nil
}

// appendAtom renders one atom of a rule.
func (m *mapper) appendAtom(dst []byte, atom rdf.ID) ([]byte, error) {
	var shape *atomShape
	for _, i := range m.with(atom, rdfType) {
		for k := range atomShapes {
			if m.words[m.statements[i].O] == atomShapes[k].class {
				shape = &atomShapes[k]
				m.use(i)
			}
		}
	}
	if shape == nil {
		return dst, fmt.Errorf("%s is no atom of a rule", m.name(atom))
	}
	dst = append(append(dst, shape.keyword...), '(')
	if shape.predicate != noWord {
		t, err := m.atomObject(atom, shape.predicate)
		if err != nil {
			return dst, err
		}
		predicate, err := m.atomPredicate(shape, t)
		if err != nil {
			return dst, err
		}
		if dst, err = AppendRulePart(dst, predicate); err != nil {
			return dst, err
		}
	}
	arguments, err := m.atomArguments(atom, shape)
	if err != nil {
		return dst, err
	}
	for k, t := range arguments {
		if k > 0 || shape.predicate != noWord {
			dst = append(dst, ' ')
		}
		if dst, err = m.appendArgument(dst, t); err != nil {
			return dst, err
		}
	}
	return append(dst, ')'), nil
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

// atomPredicate returns the expression or name that is the predicate of an atom.
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
	return m.iri(t), nil
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

func (m *mapper) appendArgument(dst []byte, t rdf.ID) ([]byte, error) {
	if m.isLiteral(t) {
		return AppendRulePart(dst, m.literal(t))
	}
	if i := m.find(t, m.wordTerms[rdfType], m.wordTerms[swrlVariableType]); i >= 0 {
		m.use(i)
		dst, err := AppendRulePart(append(dst, "Variable("...), m.individual(t))
		return append(dst, ')'), err
	}
	return AppendRulePart(dst, m.individual(t))
}

// AppendRulePart appends an IRI, expression, individual or literal to the text of a rule. A part
// that the text cannot hold is an error.
func AppendRulePart(dst []byte, part any) ([]byte, error) {
	var holder owl.Axiom // an axiom with the part
	switch x := part.(type) {
	case owl.IRI:
		dst = owl.AppendIRI(dst, x, nil)
		holder = &owl.ClassAssertion{Class: owl.Thing, Individual: owl.NamedIndividual{IRI: x}}
	case *owl.Literal:
		dst = owl.AppendLiteral(dst, x, nil)
		holder = &owl.AnnotationAssertion{Property: owl.RDFSLabel, Subject: owl.RDFSLabel.IRI,
			Value: x}
	case owl.Individual:
		dst = owl.AppendIndividual(dst, x, nil)
		holder = &owl.ClassAssertion{Class: owl.Thing, Individual: x}
	case owl.ObjectPropertyExpression:
		dst = owl.AppendObjectPropertyExpression(dst, x, nil)
		holder = &owl.FunctionalObjectProperty{Property: x}
	case owl.ClassExpression:
		dst = owl.AppendClassExpression(dst, x, nil)
		holder = &owl.SubClassOf{Sub: owl.Thing, Super: x}
	case owl.DataRange:
		dst = owl.AppendDataRange(dst, x, nil)
		holder = &owl.DatatypeDefinition{Datatype: owl.RDFSLiteral, Range: x}
	}
	if what, bad := owl.Unwritable(holder); bad {
		return dst, fmt.Errorf("a rule cannot hold %s", what)
	}
	return dst, nil
}
