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
	kind := noWord
	for _, i := range m.with(atom, rdfType) {
		if w := m.words[m.statements[i].O]; w >= swrlClassAtomType && w <= swrlBuiltinAtomType {
			kind = w
			m.use(i)
		}
	}
	switch kind {
	case swrlClassAtomType:
		return m.appendClassAtom(dst, atom)
	case swrlDataRangeAtomType:
		return m.appendDataRangeAtom(dst, atom)
	case swrlIndividualPropertyAtomType:
		return m.appendObjectPropertyAtom(dst, atom)
	case swrlDatavaluedPropertyAtomType:
		return m.appendNamedAtom(dst, "DataPropertyAtom(", atom, swrlPropertyPredicate)
	case swrlSameIndividualAtomType:
		return m.appendArguments(append(dst, "SameIndividualAtom("...), atom, swrlArgument1,
			swrlArgument2)
	case swrlDifferentIndividualsAtomType:
		return m.appendArguments(append(dst, "DifferentIndividualsAtom("...), atom, swrlArgument1,
			swrlArgument2)
	case swrlBuiltinAtomType:
		return m.appendBuiltinAtom(dst, atom)
	}
	return dst, fmt.Errorf("%s is no atom of a rule", m.name(atom))
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

func (m *mapper) appendClassAtom(dst []byte, atom rdf.ID) ([]byte, error) {
	t, err := m.atomObject(atom, swrlClassPredicate)
	if err != nil {
		return dst, err
	}
	class, _, err := m.classExpression(t)
	if err != nil {
		return dst, err
	}
	if err := RuleCanHold(&owl.SubClassOf{Sub: owl.Thing, Super: class}); err != nil {
		return dst, err
	}
	dst = owl.AppendClassExpression(append(dst, "ClassAtom("...), class, nil)
	return m.appendArguments(append(dst, ' '), atom, swrlArgument1)
}

func (m *mapper) appendDataRangeAtom(dst []byte, atom rdf.ID) ([]byte, error) {
	t, err := m.atomObject(atom, swrlDataRange)
	if err != nil {
		return dst, err
	}
	r, _, err := m.dataRange(t)
	if err != nil {
		return dst, err
	}
	if err := RuleCanHold(&owl.DatatypeDefinition{Datatype: owl.RDFSLiteral,
		Range: r}); err != nil {
		return dst, err
	}
	dst = owl.AppendDataRange(append(dst, "DataRangeAtom("...), r, nil)
	return m.appendArguments(append(dst, ' '), atom, swrlArgument1)
}

func (m *mapper) appendObjectPropertyAtom(dst []byte, atom rdf.ID) ([]byte, error) {
	t, err := m.atomObject(atom, swrlPropertyPredicate)
	if err != nil {
		return dst, err
	}
	p, _, err := m.property(t)
	if err != nil {
		return dst, err
	}
	if err := RuleCanHold(&owl.FunctionalObjectProperty{Property: p}); err != nil {
		return dst, err
	}
	dst = owl.AppendObjectPropertyExpression(append(dst, "ObjectPropertyAtom("...), p, nil)
	return m.appendArguments(append(dst, ' '), atom, swrlArgument1, swrlArgument2)
}

func (m *mapper) appendNamedAtom(dst []byte, keyword string, atom rdf.ID, w word) ([]byte, error) {
	t, err := m.atomObject(atom, w)
	if err != nil {
		return dst, err
	}
	if !m.isIRI(t) {
		return dst, fmt.Errorf("%s is no name", m.name(t))
	}
	if w == swrlPropertyPredicate {
		m.dataProperty(t)
	}
	if err := RuleCanHoldName(m.iri(t)); err != nil {
		return dst, err
	}
	dst = owl.AppendIRI(append(dst, keyword...), m.iri(t), nil)
	return m.appendArguments(append(dst, ' '), atom, swrlArgument1, swrlArgument2)
}

func (m *mapper) appendBuiltinAtom(dst []byte, atom rdf.ID) ([]byte, error) {
	t, err := m.atomObject(atom, swrlBuiltin)
	if err != nil {
		return dst, err
	}
	if !m.isIRI(t) {
		return dst, fmt.Errorf("%s is no name", m.name(t))
	}
	if err := RuleCanHoldName(m.iri(t)); err != nil {
		return dst, err
	}
	dst = owl.AppendIRI(append(dst, "BuiltInAtom("...), m.iri(t), nil)
	head, err := m.atomObject(atom, swrlArguments)
	if err != nil {
		return dst, err
	}
	list, err := m.useList(head)
	if err != nil {
		return dst, err
	}
	for _, t := range list {
		if dst, err = m.appendArgument(append(dst, ' '), t); err != nil {
			return dst, err
		}
	}
	return append(dst, ')'), nil
}

// appendArguments renders the arguments and closes the atom.
func (m *mapper) appendArguments(dst []byte, atom rdf.ID, arguments ...word) ([]byte, error) {
	for k, w := range arguments {
		t, err := m.atomObject(atom, w)
		if err != nil {
			return dst, err
		}
		if k > 0 {
			dst = append(dst, ' ')
		}
		if dst, err = m.appendArgument(dst, t); err != nil {
			return dst, err
		}
	}
	return append(dst, ')'), nil
}

func (m *mapper) appendArgument(dst []byte, t rdf.ID) ([]byte, error) {
	if m.isLiteral(t) {
		l := m.literal(t)
		err := RuleCanHold(&owl.AnnotationAssertion{Property: owl.RDFSLabel,
			Subject: owl.RDFSLabel.IRI, Value: l})
		return owl.AppendLiteral(dst, l, nil), err
	}
	if i := m.find(t, m.wordTerms[rdfType], m.wordTerms[swrlVariableType]); i >= 0 {
		m.use(i)
		dst = append(dst, "Variable("...)
		var err error
		if m.isBlank(t) {
			variable := m.anonymous(t)
			err = RuleCanHold(&owl.ClassAssertion{Class: owl.Thing, Individual: variable})
			dst = owl.AppendIndividual(dst, variable, nil)
		} else {
			err = RuleCanHoldName(m.iri(t))
			dst = owl.AppendIRI(dst, m.iri(t), nil)
		}
		return append(dst, ')'), err
	}
	individual := m.individual(t)
	err := RuleCanHold(&owl.ClassAssertion{Class: owl.Thing, Individual: individual})
	return owl.AppendIndividual(dst, individual, nil), err
}

// RuleCanHold returns an error if a part of the axiom, which is part of an atom, cannot be written
// in the text of a rule.
func RuleCanHold(a owl.Axiom) error {
	if part, bad := owl.Unwritable(a); bad {
		return fmt.Errorf("a rule cannot hold %s", part)
	}
	return nil
}

// RuleCanHoldName returns an error if a name cannot be written in the text of a rule.
func RuleCanHoldName(name owl.IRI) error {
	if part, bad := owl.UnwritableIRI(name); bad {
		return fmt.Errorf("a rule cannot hold %s", part)
	}
	return nil
}
