package owl

// Annotation is a property and a value that describe an ontology, an axiom or another annotation
// (Structural Specification, section 10.1).
type Annotation struct {
	Property    AnnotationProperty
	Value       AnnotationValue
	Annotations []Annotation // of this annotation itself
}

// AnnotationValue is an IRI, an AnonymousIndividual or a *Literal.
type AnnotationValue interface{ annotationValue() }

// AnnotationSubject is an IRI or an AnonymousIndividual.
type AnnotationSubject interface{ annotationSubject() }

func (IRI) annotationValue()                 {}
func (AnonymousIndividual) annotationValue() {}
func (*Literal) annotationValue()            {}

func (IRI) annotationSubject()                 {}
func (AnonymousIndividual) annotationSubject() {}
