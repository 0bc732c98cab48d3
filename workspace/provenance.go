package workspace

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"box2el-owl/owl"
)

// AnnotationTemplate is an annotation of accepted axioms. Value may have the placeholders {who} and
// {orcid} of the person, {date} and {time} of the decision, and {program}. Without a value for one
// of them the annotation is left out.
type AnnotationTemplate struct {
	// Datatype is the IRI of the datatype of a literal. Default: xsd:string.
	Datatype string `json:"datatype,omitempty"`
	IRI      bool   `json:"iri,omitempty"` // the value is an IRI
	Property string `json:"property"`
	Value    string `json:"value"`
}

// annotationTemplates are the annotations that each accepted axiom gets.
type annotationTemplates []AnnotationTemplate

// ProvenanceProperty is an annotation property that axioms of an ontology carry.
type ProvenanceProperty struct {
	// Axioms counts the annotated axioms that carry it, Logical the logical ones of them.
	Axioms int `json:"axioms"`
	// Example is its most frequent value; of contributors one with an ORCID.
	Example  string `json:"example,omitempty"`
	Logical  int    `json:"logical"`
	Property Name   `json:"property"`
	// Template has the form of the example.
	Template AnnotationTemplate `json:"template"`
}

// ProvenanceValue is an annotation with its value as text.
type ProvenanceValue struct {
	Property Name   `json:"property"`
	Value    string `json:"value"`
}

// Provenance describes the annotations of the axioms of an ontology, and those that accepted axioms
// get.
type Provenance struct {
	// Annotated is the number of axioms of the document with annotations.
	Annotated int `json:"annotated"`
	// Preview has the annotations that an axiom accepted now gets.
	Preview    []ProvenanceValue    `json:"preview"`
	Properties []ProvenanceProperty `json:"properties"` // the most frequent on logical axioms first
	Write      []AnnotationTemplate `json:"write"`
}

// The placeholders of templates.
const (
	whoPlaceholder     = "{who}"
	orcidPlaceholder   = "{orcid}"
	datePlaceholder    = "{date}"
	timePlaceholder    = "{time}"
	programPlaceholder = "{program}"
)

var (
	placeholderPattern = regexp.MustCompile(`{(who|orcid|date|time|program)}`)

	orcidPattern = regexp.MustCompile(`\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b`)
	timePattern  = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$`)
	datePattern  = regexp.MustCompile(`^\d{4}-\d\d-\d\dZ?$`)
)

// Provenance returns the annotations of axioms, and those of an axiom that a person accepts, with
// names in a language. Errors are those of View.Err, and that of ctx.
//
// Cost: a pass over the axioms.
func (o *Ontology) Provenance(ctx context.Context, person, language string) (p Provenance,
	err error) {
	if err := o.Await(ctx); err != nil {
		return p, err
	}
	if err := o.lock(ctx); err != nil {
		return p, err
	}
	v, write := o.View(), o.settings.Provenance
	o.unlock()
	if v.err != nil {
		return p, v.err
	}
	v = v.In(language)
	p.Write = append([]AnnotationTemplate{}, write...)
	p.Annotated, p.Properties = v.annotationProperties()
	p.Preview = mapped(write.annotations(person, o.w.opts), func(a owl.Annotation) ProvenanceValue {
		return ProvenanceValue{v.Name(a.Property.IRI), valueText(a.Value)}
	})
	return p, nil
}

// SetProvenance chooses the annotations that accepted axioms get; none turns them off. The choice
// is on the disk when it returns nil. Errors are ErrInvalid, ErrCopy, those of View.Err, and that
// of ctx.
func (o *Ontology) SetProvenance(ctx context.Context, write []AnnotationTemplate) error {
	if err := o.Await(ctx); err != nil {
		return err
	}
	if err := o.lock(ctx); err != nil {
		return err
	}
	defer o.unlock()
	switch v := o.View(); {
	case v.err != nil:
		return v.err
	case o.copy.Load():
		return ErrCopy
	case o.client.Load():
		return fmt.Errorf("%w setting: the client that stores the ontology adds accepted axioms",
			ErrInvalid)
	}
	if err := o.checkTemplates(write); err != nil {
		return err
	}
	s := o.settings
	s.Provenance = write
	return o.save(ctx, s)
}

// checkTemplates returns ErrInvalid if an axiom with the annotations could not be written, or could
// not be recognized as made by the program.
func (o *Ontology) checkTemplates(write []AnnotationTemplate) error {
	names := false
	for _, t := range write {
		names = names || strings.Contains(t.Value, programPlaceholder)
		a, ok := t.annotation(map[string]string{
			whoPlaceholder: "person", orcidPlaceholder: "0000-0002-1825-0097",
			datePlaceholder: "2026-01-01", timePlaceholder: "2026-01-01T00:00:00Z",
			programPlaceholder: "box2el-owl",
		})
		if !ok {
			return fmt.Errorf("%w value %q: not an IRI", ErrInvalid, t.Value)
		}
		if name, bad := owl.UnwritableAnnotation(a); bad {
			return fmt.Errorf("%w: %q", ErrUnwritable, name)
		}
		if !o.knowsProperty(a.Property) {
			return fmt.Errorf("%w annotation property <%s>: the ontology does not declare it",
				ErrInvalid, t.Property)
		}
	}
	if len(write) > 0 && !names {
		return fmt.Errorf("%w annotations: one must have %s, so that axioms which were suggested "+
			"can be recognized", ErrInvalid, programPlaceholder)
	}
	return nil
}

// knowsProperty reports whether an annotation property is built-in, declared or used.
func (o *Ontology) knowsProperty(p owl.AnnotationProperty) bool {
	if kind, ok := p.IRI.BuiltInKind(); ok && kind == owl.AnnotationPropertyKind ||
		o.axioms.has(owl.HashAxiom(&owl.Declaration{Entity: p})) {
		return true
	}
	_, used := o.View().annotationProperties()
	return slices.ContainsFunc(used,
		func(u ProvenanceProperty) bool { return u.Property.IRI == p.IRI })
}

// propertyUse counts the values of an annotation property.
type propertyUse struct {
	ProvenanceProperty
	values map[string]*valueUse // by their texts
}

// valueUse counts the uses of a value; of equal texts it has the first value.
type valueUse struct {
	owl.AnnotationValue
	count int
}

// maxValues is the number of different values of a property that are counted.
const maxValues = 1000

// annotationProperties returns the number of annotated axioms of the document, without imports,
// and the properties of their annotations; rdfs:comment is always one of them.
func (v *View) annotationProperties() (annotated int, list []ProvenanceProperty) {
	uses := make(map[owl.IRI]*propertyUse)
	for _, a := range v.own() {
		annotations := a.AxiomAnnotations()
		if len(annotations) > 0 {
			annotated++
		}
		for i, n := range annotations {
			u := uses[n.Property.IRI]
			if u == nil {
				u = &propertyUse{values: make(map[string]*valueUse)}
				u.Property, uses[n.Property.IRI] = v.Name(n.Property.IRI), u
			}
			if !slices.ContainsFunc(annotations[:i], func(b owl.Annotation) bool {
				return b.Property == n.Property
			}) {
				u.Axioms++
				if a.Kind().IsLogical() {
					u.Logical++
				}
			}
			text := valueText(n.Value)
			if u.values[text] == nil && len(u.values) < maxValues {
				u.values[text] = &valueUse{AnnotationValue: n.Value}
			}
			if value := u.values[text]; value != nil {
				value.count++
			}
		}
	}
	for _, u := range uses {
		u.describe()
		list = append(list, u.ProvenanceProperty)
	}
	if comment := owl.RDFSComment.IRI; uses[comment] == nil {
		t := AnnotationTemplate{Property: comment.String(),
			Value: "Suggested by " + programPlaceholder}
		list = append(list, ProvenanceProperty{Property: v.Name(comment), Template: t})
	}
	slices.SortFunc(list, func(a, b ProvenanceProperty) int {
		return cmp.Or(b.Logical-a.Logical, b.Axioms-a.Axioms,
			a.Property.IRI.Compare(b.Property.IRI))
	})
	return annotated, list
}

// valueText returns an annotation value as text.
func valueText(v owl.AnnotationValue) string {
	switch v := v.(type) {
	case owl.IRI:
		return v.String()
	case *owl.Literal:
		return v.Lexical
	}
	return ""
}

// describe chooses the example and the template with its form: a contributor if there are ORCIDs, a
// date if the most frequent value is one, and otherwise the program.
func (u *propertyUse) describe() {
	texts := slices.SortedFunc(maps.Keys(u.values), func(a, b string) int {
		return cmp.Or(u.values[b].count-u.values[a].count, strings.Compare(a, b))
	})
	u.Example = texts[0]
	t := AnnotationTemplate{Property: u.Property.IRI.String()}
	value := programPlaceholder
	if i := slices.IndexFunc(texts, orcidPattern.MatchString); i >= 0 {
		u.Example = texts[i]
		value = orcidPattern.ReplaceAllLiteralString(u.Example, orcidPlaceholder)
	}
	form := u.values[u.Example].AnnotationValue
	switch {
	case value != programPlaceholder:
	case timePattern.MatchString(u.Example):
		value = timePlaceholder
	case datePattern.MatchString(u.Example):
		value = datePlaceholder
	default:
		form = nil // the example names a source that is an IRI, or has a datatype
	}
	switch form := form.(type) {
	case owl.IRI:
		t.IRI = true
	case *owl.Literal:
		if form.Lang == "" && form.Datatype != owl.XSDString {
			t.Datatype = form.Datatype.IRI.String()
		}
	}
	t.Value = value
	u.Template = t
}

// annotations returns the annotations that an axiom accepted now by a person gets.
func (list annotationTemplates) annotations(who string, opts Options) (out []owl.Annotation) {
	if len(list) == 0 {
		return nil
	}
	now := opts.Now().UTC()
	values := map[string]string{
		whoPlaceholder: who, orcidPlaceholder: orcidPattern.FindString(who),
		datePlaceholder:    now.Format(time.DateOnly),
		timePlaceholder:    now.Format("2006-01-02T15:04:05Z"),
		programPlaceholder: cmp.Or(opts.Program, "box2el-owl"),
	}
	for _, t := range list {
		if a, ok := t.annotation(values); ok {
			out = append(out, a)
		}
	}
	return out
}

// annotation fills in the placeholders. It reports false if one has no value, or an IRI results
// that is none.
func (t AnnotationTemplate) annotation(values map[string]string) (owl.Annotation, bool) {
	complete := true
	text := placeholderPattern.ReplaceAllStringFunc(t.Value, func(placeholder string) string {
		complete = complete && values[placeholder] != ""
		return values[placeholder]
	})
	a := owl.Annotation{Property: owl.AnnotationProperty{IRI: owl.NewIRI(t.Property)}}
	if !complete {
		return a, false
	}
	if t.IRI {
		u, err := url.Parse(text)
		if err != nil || !u.IsAbs() || strings.ContainsAny(text, " <>\"{}|\\^`") {
			return a, false
		}
		a.Value = owl.NewIRI(text)
		return a, true
	}
	literal := owl.NewString(text)
	if t.Datatype != "" {
		literal.Datatype = owl.Datatype{IRI: owl.NewIRI(t.Datatype)}
	}
	a.Value = literal
	return a, true
}
