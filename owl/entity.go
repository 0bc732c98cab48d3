package owl

// EntityKind is one of the six kinds of entities (Structural Specification, section 5).
type EntityKind uint8

// The kinds of entities.
const (
	ClassKind EntityKind = iota
	DatatypeKind
	ObjectPropertyKind
	DataPropertyKind
	AnnotationPropertyKind
	NamedIndividualKind
)

var entityKindNames = [...]string{
	ClassKind: "Class", DatatypeKind: "Datatype", ObjectPropertyKind: "ObjectProperty",
	DataPropertyKind: "DataProperty", AnnotationPropertyKind: "AnnotationProperty",
	NamedIndividualKind: "NamedIndividual",
}

// String returns the keyword of the functional syntax, such as "ObjectProperty".
func (k EntityKind) String() string { return entityKindNames[k] }

// Entity is a named thing of a known kind: Class, Datatype, ObjectProperty, DataProperty,
// AnnotationProperty or NamedIndividual. Entities are comparable with ==; one IRI may name
// several entities of different kinds (punning, section 5.9).
type Entity interface {
	EntityIRI() IRI
	EntityKind() EntityKind
}

// Class is a named class (section 5.1).
type Class struct{ IRI IRI }

// Datatype is a named datatype (section 5.2).
type Datatype struct{ IRI IRI }

// ObjectProperty is a named object property (section 5.3).
type ObjectProperty struct{ IRI IRI }

// DataProperty is a named data property (section 5.4).
type DataProperty struct{ IRI IRI }

// AnnotationProperty is a named annotation property (section 5.5).
type AnnotationProperty struct{ IRI IRI }

// NamedIndividual is an individual with an IRI (section 5.6.1).
type NamedIndividual struct{ IRI IRI }

// AnonymousIndividual is an individual with a name local to its document (section 5.6.2). ID is the
// node id without "_:", unique within one ontology document and its imports closure.
type AnonymousIndividual struct{ ID IRI }

// Individual is a NamedIndividual or an AnonymousIndividual.
type Individual interface{ individual() }

func (NamedIndividual) individual()     {}
func (AnonymousIndividual) individual() {}

func (e Class) EntityIRI() IRI              { return e.IRI }
func (e Datatype) EntityIRI() IRI           { return e.IRI }
func (e ObjectProperty) EntityIRI() IRI     { return e.IRI }
func (e DataProperty) EntityIRI() IRI       { return e.IRI }
func (e AnnotationProperty) EntityIRI() IRI { return e.IRI }
func (e NamedIndividual) EntityIRI() IRI    { return e.IRI }

func (Class) EntityKind() EntityKind              { return ClassKind }
func (Datatype) EntityKind() EntityKind           { return DatatypeKind }
func (ObjectProperty) EntityKind() EntityKind     { return ObjectPropertyKind }
func (DataProperty) EntityKind() EntityKind       { return DataPropertyKind }
func (AnnotationProperty) EntityKind() EntityKind { return AnnotationPropertyKind }
func (NamedIndividual) EntityKind() EntityKind    { return NamedIndividualKind }

// NewEntity returns the entity of the given kind and name.
func NewEntity(kind EntityKind, name IRI) Entity {
	switch kind {
	case ClassKind:
		return Class{name}
	case DatatypeKind:
		return Datatype{name}
	case ObjectPropertyKind:
		return ObjectProperty{name}
	case DataPropertyKind:
		return DataProperty{name}
	case AnnotationPropertyKind:
		return AnnotationProperty{name}
	default:
		return NamedIndividual{name}
	}
}
