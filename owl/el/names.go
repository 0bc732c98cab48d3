package el

import "box2el-owl/owl"

// The tables of a layer; the first three are always there.
func classRefs(v *Vocabulary) *map[owl.Class]ref           { return &v.classRefs }
func individualRefs(v *Vocabulary) *map[owl.Individual]ref { return &v.individualRefs }
func roleIDs(v *Vocabulary) *map[owl.Entity]Role           { return &v.roleIDs }
func valueRefs(v *Vocabulary) *map[valueKey]ref            { return &v.tables().values }
func datatypeRefs(v *Vocabulary) *map[owl.Datatype]ref     { return &v.tables().datatypes }
func expressionRefs(v *Vocabulary) *map[expression]ref     { return &v.tables().expressions }

// find looks a key up in a table of v and of the layers below.
func find[K comparable, V any](
	v *Vocabulary, table func(*Vocabulary) *map[K]V, key K,
) (value V, ok bool) {
	for ; v != nil && !ok; v = v.base {
		value, ok = (*table(v))[key]
	}
	return value, ok
}

// intern returns the ref of a key in a table. It adds an item without one to the top layer's list
// of its kind.
func intern[K comparable, T any](
	v *Vocabulary, kind ConceptKind, table func(*Vocabulary) *map[K]ref, key K, list *[]T, item T,
) ref {
	r, ok := find(v, table, key)
	if !ok {
		r = v.ref(kind, len(*list))
		*list = push(*list, item)
		put(table(v), key, r)
	}
	return r
}

func (n *normalizer) class(c owl.Class) ref {
	v := n.out.Vocabulary
	return intern(v, NamedClass, classRefs, c, &v.classes, c)
}

func (n *normalizer) nominal(a owl.Individual) ref {
	v := n.out.Vocabulary
	return intern(v, Nominal, individualRefs, a, &v.individuals, a)
}

// value returns the concept of a literal's value, which does not depend on its spelling, or ⊥ for
// an ill-typed literal.
func (n *normalizer) value(l *owl.Literal) ref {
	value, ok := valueOf(l)
	if !ok {
		return bottomRef
	}
	v := n.out.Vocabulary
	return intern(v, DataValue, valueRefs, value.valueKey, &v.values, l)
}

func (n *normalizer) datatype(d owl.Datatype) ref {
	if d == owl.RDFSLiteral {
		return topRef
	}
	v := n.out.Vocabulary
	return intern(v, DataRange, datatypeRefs, d, &v.ranges, d)
}

func (n *normalizer) express(e expression) ref {
	v := n.out.Vocabulary
	r := intern(v, Introduced, expressionRefs, e, &v.expressions, e)
	if len(v.defined) < len(v.expressions) {
		v.defined = append(v.defined, 0)
	}
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
