package owl

// walker passes the names of axioms and expressions to functions, with repetitions. It is a
// SlotVisitor.
type walker struct {
	// name receives the entities.
	name func(EntityKind, IRI)
	// anonymous returns the replacement of an anonymous individual. May be nil.
	anonymous func(AnonymousIndividual) AnonymousIndividual
	// seen holds the compound expressions that were visited, unless it is nil.
	seen map[ClassExpression]struct{}
}

func (w *walker) axiom(a Axiom) {
	w.annotations(a.AxiomAnnotations())
	AxiomShapes[a.Kind()].Visit(a, w)
}

func (w *walker) annotations(list []Annotation) {
	for i := range list {
		w.AnnotationProperty(&list[i].Property)
		w.Value(&list[i].Value)
		w.annotations(list[i].Annotations)
	}
}

// walk visits the items of a list.
func walk[T any](w *walker, list []T, visit func(*walker, *T)) {
	for i := range list {
		visit(w, &list[i])
	}
}

func (w *walker) Entity(e *Entity) { w.name((*e).EntityKind(), (*e).EntityIRI()) }

// Class takes nil for owl:Thing.
func (w *walker) Class(c *ClassExpression) {
	switch x := (*c).(type) {
	case nil:
		w.name(ClassKind, Thing.IRI)
	case Class:
		w.name(ClassKind, x.IRI)
	default:
		if w.seen != nil {
			n := len(w.seen)
			if w.seen[x] = struct{}{}; len(w.seen) == n {
				return
			}
		}
		ClassShape(x).Visit(x, w)
	}
}

func (w *walker) Filler(c *ClassExpression) { w.Class(c) }

func (w *walker) NamedClass(c *Class) { w.name(ClassKind, c.IRI) }

func (w *walker) Classes(list *[]ClassExpression, _ int,
	_ ListOrder) {
	walk(w, *list, (*walker).Class)
}

func (w *walker) ObjectProperty(e *ObjectPropertyExpression) {
	switch e := (*e).(type) {
	case ObjectProperty:
		w.name(ObjectPropertyKind, e.IRI)
	case *ObjectInverseOf:
		w.name(ObjectPropertyKind, e.Property.IRI)
	}
}

func (w *walker) ObjectProperties(list *[]ObjectPropertyExpression, _ int, _ ListOrder) {
	walk(w, *list, (*walker).ObjectProperty)
}

func (w *walker) Inverses(first, second *ObjectPropertyExpression) {
	w.ObjectProperty(first)
	w.ObjectProperty(second)
}

func (w *walker) Chain(list *[]ObjectPropertyExpression) {
	walk(w, *list,
		(*walker).ObjectProperty)
}

func (w *walker) DataProperty(p *DataProperty) { w.name(DataPropertyKind, p.IRI) }

func (w *walker) DataProperties(list *[]DataProperty, _ int, _ ListOrder) {
	walk(w, *list, (*walker).DataProperty)
}

func (w *walker) AnnotationProperty(p *AnnotationProperty) {
	w.name(AnnotationPropertyKind, p.IRI)
}

func (w *walker) Individual(i *Individual) {
	switch x := (*i).(type) {
	case NamedIndividual:
		w.name(NamedIndividualKind, x.IRI)
	case AnonymousIndividual:
		if w.anonymous != nil {
			*i = w.anonymous(x)
		}
	}
}

func (w *walker) Individuals(list *[]Individual, _ int, _ ListOrder) {
	walk(w, *list, (*walker).Individual)
}

func (w *walker) Datatype(t *Datatype) { w.name(DatatypeKind, t.IRI) }

// DataRange takes nil for rdfs:Literal.
func (w *walker) DataRange(d *DataRange) {
	switch x := (*d).(type) {
	case nil:
		w.name(DatatypeKind, RDFSLiteral.IRI)
	case Datatype:
		w.name(DatatypeKind, x.IRI)
	default:
		DataRangeShape(x).Visit(x, w)
	}
}

func (w *walker) RangeFiller(d *DataRange) { w.DataRange(d) }

func (w *walker) DataRanges(list *[]DataRange, _ int, _ ListOrder) {
	walk(w, *list, (*walker).DataRange)
}

func (w *walker) Literal(l **Literal) { w.name(DatatypeKind, (*l).Datatype.IRI) }

func (w *walker) Literals(list *[]*Literal, _ int,
	_ ListOrder) {
	walk(w, *list, (*walker).Literal)
}

func (w *walker) Facets(list *[]FacetRestriction) {
	for i := range *list {
		w.Literal(&(*list)[i].Value)
	}
}

func (w *walker) Subject(s *AnnotationSubject) {
	if i, ok := (*s).(AnonymousIndividual); ok && w.anonymous != nil {
		*s = w.anonymous(i)
	}
}

func (w *walker) Value(v *AnnotationValue) {
	switch x := (*v).(type) {
	case AnonymousIndividual:
		if w.anonymous != nil {
			*v = w.anonymous(x)
		}
	case *Literal:
		w.Literal(&x)
	}
}

// Cardinalities, IRIs of annotation axioms and rules, being opaque, name no entity.

func (w *walker) Cardinality(*int) {}
func (w *walker) IRI(*IRI)         {}
func (w *walker) Rule(*string)     {}
