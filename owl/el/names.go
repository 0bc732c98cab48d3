package el

import "box2el-owl/owl"

func (n *normalizer) class(c owl.Class) ref {
	v := n.out.Vocabulary
	if r, ok := v.classRef(c); ok {
		return r
	}
	r := v.ref(NamedClass, len(v.classes))
	v.classes = push(v.classes, c)
	put(&v.classRefs, c, r)
	return r
}

func (n *normalizer) nominal(a owl.Individual) ref {
	v := n.out.Vocabulary
	r := v.ref(Nominal, len(v.individuals))
	switch a := a.(type) {
	case owl.NamedIndividual:
		if known, ok := v.namedRef(a); ok {
			return known
		}
		put(&v.namedRefs, a, r)
	case owl.AnonymousIndividual:
		for layer := v; layer != nil; layer = layer.base {
			if known, ok := layer.tables().anonymous[a]; ok {
				return known
			}
		}
		put(&v.tables().anonymous, a, r)
	}
	v.individuals = append(v.individuals, a)
	return r
}

// value returns the concept of a literal's value, which does not depend on its spelling, or ⊥ for
// an ill-typed literal.
func (n *normalizer) value(l *owl.Literal) ref {
	value, ok := valueOf(l)
	if !ok {
		return bottomRef
	}
	v, key := n.out.Vocabulary, value.valueKey
	for layer := v; layer != nil; layer = layer.base {
		if r, ok := layer.tables().values[key]; ok {
			return r
		}
	}
	r := v.ref(DataValue, len(v.values))
	v.values = append(v.values, l)
	put(&v.tables().values, key, r)
	return r
}

func (n *normalizer) datatype(d owl.Datatype) ref {
	if d == owl.RDFSLiteral {
		return topRef
	}
	v := n.out.Vocabulary
	for layer := v; layer != nil; layer = layer.base {
		if r, ok := layer.tables().datatypes[d]; ok {
			return r
		}
	}
	r := v.ref(DataRange, len(v.ranges))
	v.ranges = append(v.ranges, d)
	put(&v.tables().datatypes, d, r)
	return r
}

// role returns the role of an owl.ObjectProperty or owl.DataProperty.
func (n *normalizer) role(p owl.Entity) Role {
	if r, ok := n.out.RoleOf(p); ok {
		return r
	}
	return n.newRole(p)
}

func (n *normalizer) newRole(p owl.Entity) Role {
	v := n.out.Vocabulary
	r := v.from.role + Role(len(v.roles))
	v.roles = append(v.roles, p)
	put(&v.roleIDs, p, r)
	return r
}

// property returns the role of p and whether p is its inverse; built-in properties are their own
// inverses.
func (n *normalizer) property(p owl.ObjectPropertyExpression) (r Role, inverse bool) {
	if of, ok := p.(*owl.ObjectInverseOf); ok {
		r = n.role(of.Property)
		return r, r != TopRole && r != BottomRole
	}
	return n.role(p.(owl.ObjectProperty)), false
}

// mention adds the names in an axiom that is not translated to the vocabulary.
func (n *normalizer) mention(a owl.Axiom) {
	owl.EachName(a, func(kind owl.EntityKind, name owl.IRI) {
		n.add(owl.NewEntity(kind, name))
	})
}

// mentionClass adds the names in an expression that is not translated to the vocabulary, because
// the taxonomy has every class of the signature. It skips nil.
func (n *normalizer) mentionClass(c owl.ClassExpression) {
	if c != nil {
		n.mention(&owl.SubClassOf{Sub: c, Super: owl.Thing})
	}
}

// add adds an entity to the vocabulary, unless it is a datatype or an annotation property.
func (n *normalizer) add(e owl.Entity) {
	switch e := e.(type) {
	case owl.Class:
		n.class(e)
	case owl.ObjectProperty, owl.DataProperty:
		n.role(e)
	case owl.NamedIndividual:
		n.nominal(e)
	}
}
