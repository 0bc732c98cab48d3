package workspace

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"box2el-owl/internal/outfile"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
	"box2el-owl/suggest"
)

// ClassDetail holds the asserted axioms of a class and its neighbors in the hierarchy.
type ClassDetail struct {
	Name
	Deprecated bool
	Definition string
	Synonyms   []string
	// ClassID is the OBO ID or CURIE, "" if there is none.
	ClassID string
	// Names are other labels and all synonyms; Annotations the other annotations, in the order of
	// owl.Compare; ReplacedBy the replacements of a deprecated class.
	Names       []ScopedName
	Annotations []*owl.AnnotationAssertion
	ReplacedBy  []Name
	// Relations are the asserted existential restrictions, also those in definitions.
	Relations []Relation
	// Usage are the first hundred of UsageTotal axioms of other subjects that use the class, in the
	// order of owl.Compare.
	Usage      []owl.Axiom
	UsageTotal int
	// Path are superclasses from a preferred or top class down to the class, where the ontology is
	// classified.
	Path []Name
	// Asserted are the logical axioms with the class as subject, in the order of owl.Compare.
	Asserted []owl.Axiom

	// Classified reports that the fields below are set. Supers and Subs are the direct superclasses
	// and subclasses; Subs has the first hundred of SubsTotal by label.
	Classified   bool
	Satisfiable  bool
	Supers, Subs []Name
	SubsTotal    int
	Equivalent   []Name
}

// Relation is an existential restriction between named entities.
type Relation struct {
	Property Name `json:"property"`
	Target   Name `json:"target"`
}

// maxUsage is the maximum number of axioms that a ClassDetail lists as usage.
const maxUsage = 100

// maxSubs is the maximum number of subclasses of a ClassDetail.
const maxSubs = 100

// Class returns the details of a class. The error is ErrUnknown.
//
// Cost: one pass over the axioms.
func (v *View) Class(ctx context.Context, iri owl.IRI) (*ClassDetail, error) {
	if v.err != nil {
		return nil, v.err
	}
	class, l := owl.Class{IRI: iri}, v.lookup()
	number, known := l.number(iri)
	if !known && class != owl.Thing && class != owl.Nothing {
		return nil, fmt.Errorf("%w class <%s>", ErrUnknown, iri)
	}
	d := &ClassDetail{Name: l.name(iri)}
	about := []owl.Axiom{&owl.Declaration{Entity: class}} // with the annotations
	mention := append(append([]byte("<"), iri.String()...), '>')
	var text []byte
	n := 0
	for _, a := range v.axioms {
		if n++; n%(1<<14) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if assertion, ok := a.(*owl.AnnotationAssertion); ok {
			if assertion.Subject != owl.AnnotationSubject(iri) {
				continue
			}
			about, d.Annotations = append(about, a), append(d.Annotations, assertion)
			if by, ok := assertion.Value.(owl.IRI); ok && assertion.Property.IRI == termReplacedBy {
				d.ReplacedBy = append(d.ReplacedBy, l.name(by))
			}
			continue
		}
		if !a.Kind().IsLogical() {
			continue
		}
		text = owl.AppendCanonicalBare(text[:0], a)
		switch {
		case !bytes.Contains(text, mention):
		case slices.Contains(owl.SubjectSlot(a), any(class)):
			d.Asserted = append(d.Asserted, a)
		default:
			d.Usage = append(d.Usage, a)
		}
	}
	if known {
		texts, err := suggest.NewTerminology(ctx, &owl.Ontology{Axioms: about})
		if err != nil {
			return nil, err
		}
		d.Deprecated, d.Definition, d.Synonyms = texts.Deprecated[0], texts.Definition(0),
			texts.Synonyms(0)
		d.Names, d.ClassID = l.aliases[number], l.id(iri)
	}
	owl.SortAxioms(d.Asserted)
	owl.SortAxioms(d.Usage)
	d.UsageTotal, d.Usage = len(d.Usage), d.Usage[:min(len(d.Usage), maxUsage)]
	slices.SortFunc(d.Annotations, func(a, b *owl.AnnotationAssertion) int {
		return owl.Compare(a, b)
	})
	d.Relations = l.relationsOf(d.Asserted)
	if v.reasoner == nil {
		return d, ctx.Err()
	}
	t := v.reasoner.Taxonomy()
	below := t.Below(class)
	l.sortByLabel(below)
	d.Classified, d.SubsTotal = true, len(below)
	d.Satisfiable = t.Consistent() && !t.IsSubsumedBy(class, owl.Nothing)
	d.Supers, d.Subs = l.classNames(t.Above(class)), l.classNames(below[:min(len(below), maxSubs)])
	d.Equivalent = v.equivalent(class)
	if d.Satisfiable {
		d.Path = l.classNames(v.pathTo(class))
	}
	return d, ctx.Err()
}

// relationsOf returns the restrictions of a class in axioms about it.
func (l *lookup) relationsOf(axioms []owl.Axiom) []Relation {
	var found []Relation
	var add func(c owl.ClassExpression)
	add = func(c owl.ClassExpression) {
		switch c := c.(type) {
		case *owl.ObjectIntersectionOf:
			for _, operand := range c.Operands {
				add(operand)
			}
		case *owl.ObjectSomeValuesFrom:
			p, named := c.Property.(owl.ObjectProperty)
			if target, ok := c.Filler.(owl.Class); ok && named {
				r := Relation{l.name(p.IRI), l.name(target.IRI)}
				if !slices.Contains(found, r) {
					found = append(found, r)
				}
			}
		}
	}
	for _, a := range axioms {
		switch a := a.(type) {
		case *owl.SubClassOf:
			add(a.Super)
		case *owl.EquivalentClasses:
			for _, c := range a.Classes {
				add(c)
			}
		}
	}
	return found
}

// pathTo returns a shortest path of direct superclasses to a class, from a preferred root if there
// is one above it, otherwise from a top class. The class is last.
func (v *View) pathTo(class owl.Class) (path []owl.Class) {
	type step struct {
		class owl.Class
		below *step
	}
	t, preferred := v.reasoner.Taxonomy(), v.lookup().preferred
	begin, seen := &step{class: class}, make(map[owl.Class]bool)
	top := begin
	for queue := []*step{begin}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if slices.Contains(preferred, at.class.IRI) {
			top = at
			break
		}
		for _, above := range t.Above(at.class) {
			if above == owl.Thing {
				if top == begin {
					top = at
				}
			} else if !seen[above] {
				seen[above] = true
				queue = append(queue, &step{above, at})
			}
		}
	}
	for s := top; s != nil; s = s.below {
		path = append(path, s.class)
	}
	return path
}

func (l *lookup) sortByLabel(classes []owl.Class) {
	place := func(c owl.Class) int32 {
		if n, ok := l.number(c.IRI); ok {
			return l.place[n]
		}
		return -1
	}
	slices.SortFunc(classes, func(a, b owl.Class) int {
		if d := place(a) - place(b); d != 0 {
			return int(d)
		}
		return a.IRI.Compare(b.IRI)
	})
}

// Below lists the direct subclasses of a class by label, and for owl:Nothing the unsatisfiable
// classes. After an edit the next page continues after the last class of the page before. Errors
// are ErrUnknown and those of Reasoner.
//
// With preferred, the list for owl:Thing has the preferred roots of the ontology, if it names any.
// Without obsolete, deprecated classes are left out.
func (v *View) Below(ctx context.Context, iri owl.IRI, preferred, obsolete bool, p Page) (ClassPage,
	error) {
	r, err := v.Reasoner()
	if err != nil {
		return ClassPage{}, err
	}
	class, l := owl.Class{IRI: iri}, v.lookup()
	t := r.Taxonomy()
	if t.Group(class) == nil {
		return ClassPage{}, fmt.Errorf("%w class <%s>", ErrUnknown, iri)
	}
	below := t.Below(class)
	if class == owl.Nothing {
		below = t.Unsatisfiable()
	}
	if preferred && class == owl.Thing {
		var roots []owl.Class
		for _, iri := range l.preferred {
			if root := (owl.Class{IRI: iri}); t.Group(root) != nil {
				roots = append(roots, root)
			}
		}
		if len(roots) > 0 {
			below = roots
		}
	}
	if !obsolete {
		below = slices.DeleteFunc(slices.Clone(below),
			func(c owl.Class) bool { return l.names.Obsolete(c.IRI) })
	}
	l.sortByLabel(below)
	from, err := behind(below, p, iri)
	if err != nil {
		return ClassPage{}, err
	}
	to := min(from+p.limit(), len(below))
	page := ClassPage{Total: len(below), Items: mapped(below[from:to],
		func(c owl.Class) ClassItem { return v.item(c.IRI) })}
	if to < len(below) {
		page.Next = p.next(to, "below", iri) + "-" + listID([]any{below[to-1].IRI})
	}
	return page, ctx.Err()
}

// behind returns the index at which a page begins: after the last class of the previous page or, if
// that class is gone, after the same number of classes.
func behind(below []owl.Class, p Page, iri owl.IRI) (int, error) {
	at := strings.LastIndexByte(p.Cursor, '-')
	if at < 0 {
		return p.from("below", iri) // it is none
	}
	last := p.Cursor[at+1:]
	p.Cursor = p.Cursor[:at]
	from, err := p.from("below", iri)
	if err != nil {
		return 0, err
	}
	from = min(from, len(below))
	if is := func(c owl.Class) bool { return listID([]any{c.IRI}) == last }; from == 0 ||
		!is(below[from-1]) {
		if i := slices.IndexFunc(below, is); i >= 0 {
			from = i + 1
		}
	}
	return from, nil
}

// WriteDocument writes the ontology without the axioms of its imports, in the syntax that
// rdfio.FormatByName finds. It ends soon after its context.
func (v *View) WriteDocument(ctx context.Context, w io.Writer, format string) error {
	if v.err != nil {
		return v.err
	}
	o := v.OWL()
	o.Axioms = v.own()
	return rdfio.Write(outfile.WithContext(ctx, w), o, format)
}

// ProfileItem is an axiom outside OWL 2 EL.
type ProfileItem struct {
	Axiom  owl.Axiom
	Reason string
	// Use is the part that the reasoner uses: "all", "part" or "none".
	Use string
}

// ProfilePage is a part of the axioms outside OWL 2 EL.
type ProfilePage struct {
	EL    bool // there are none at all
	Items []ProfileItem
	Next  string
}

// profile holds the axioms outside OWL 2 EL.
type profile struct {
	el    bool
	items []ProfileItem
}

// Profile lists the axioms outside OWL 2 EL with their use by the reasoner, in the order of
// insertion.
//
// Cost: three passes over the ontology, the first time.
func (v *View) Profile(ctx context.Context, p Page) (ProfilePage, error) {
	if v.err != nil {
		return ProfilePage{}, v.err
	}
	known, err := v.known.profile.get(func() (*profile, error) { return v.findProfile(ctx) })
	if err != nil {
		return ProfilePage{}, err
	}
	items, next, err := cutOut(known.items, p, "profile", v.revision)
	return ProfilePage{EL: known.el, Items: items, Next: next}, err
}

func (v *View) findProfile(ctx context.Context) (*profile, error) {
	o := v.OWL()
	checked, err := el.CheckProfile(ctx, o, nil)
	if err != nil {
		return nil, err
	}
	_, report, err := el.Normalize(ctx, o, el.Options{})
	if err != nil {
		return nil, err
	}
	uses := map[el.Effect]string{el.Used: "all", el.UsedPartly: "part", el.Ignored: "none"}
	known := &profile{el: checked.InProfile()}
	seen := make(map[int]bool)
	for _, violation := range checked.Violations {
		if violation.Axiom < 0 {
			continue // of the ontology as a whole
		}
		reason := violation.Reason.String()
		if violation.Subject != "" {
			reason += ": " + violation.Subject
		}
		seen[violation.Axiom] = true
		known.items = append(known.items,
			ProfileItem{o.Axioms[violation.Axiom], reason, uses[report.Effect(violation.Axiom)]})
	}
	for _, omission := range report.Omissions {
		if !seen[omission.Axiom] {
			known.items = append(known.items,
				ProfileItem{o.Axioms[omission.Axiom], omission.Reason.String(),
					uses[omission.Effect]})
		}
	}
	return known, nil
}
