package workspace

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"box2el-owl/curate"
	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/explain"
)

// View is one state of an ontology. It never changes, and is safe for concurrent use.
type View struct {
	ontology *Ontology
	err      error // ErrLoading or ErrDamaged if there are no axioms

	header   *header
	document *db.Document // nil if there is none, or the client keeps it
	// of an ontology that the server keeps: number of the last operation that changed it
	revision int64
	count    int
	logical  int
	changed  time.Time
	axioms   []owl.Axiom // in the order of insertion
	imported map[owl.Axiom]bool

	reasoner  *reasoner.Reasoner // nil: not classified
	explainer *explain.Explainer
	builtIn   *curate.BuiltIn // nil: not classified
	// makes suggestions; nil if there are none; it may be of an earlier state
	prepared *prepared
	lookups  *lookups
	language string // of labels; "" for that of the workspace
	known    *known
}

// hold sets the axioms of a new View, and returns it.
func (v *View) hold(set *axioms) *View {
	v.axioms, v.imported, v.count, v.logical = set.list, set.imported, len(set.list), set.logical
	v.lookups, v.known = new(lookups), new(known)
	return v
}

// known caches facts about the axioms of a View.
type known struct {
	profile memo[*profile]
	roots   memo[[]explain.RootCause]
}

// memo computes a value when it is needed first. After an error it computes it again.
type memo[T any] struct{ latest[struct{}, T] }

func (m *memo[T]) get(compute func() (T, error)) (T, error) {
	return m.of(struct{}{}, compute)
}

// latest caches the value of the key that was asked for last. After an error it computes the value
// again.
type latest[K comparable, T any] struct {
	mu    sync.Mutex
	known bool
	key   K
	value T
}

func (l *latest[K, T]) of(key K, compute func() (T, error)) (T, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known && l.key == key {
		return l.value, nil
	}
	value, err := compute()
	if err == nil {
		l.key, l.value, l.known = key, value, true
	}
	return value, err
}

// header holds the parts of a document besides its axioms, and what its row has about them.
type header struct {
	IRI, VersionIRI owl.IRI
	Imports         []owl.IRI
	Annotations     []owl.Annotation
	Prefixes        *owl.Prefixes
	kept            documentReport
}

// maxWarnings is the number of warnings of a document that are kept.
const maxWarnings = 100

func headerOf(o *owl.Ontology, report *rdfio.Report) *header {
	h := &header{IRI: o.IRI, VersionIRI: o.VersionIRI, Imports: o.Imports,
		Annotations: o.Annotations, Prefixes: o.Prefixes,
		kept: documentReport{Own: report.Own, MissingImports: cut(report.MissingImports)}}
	if len(h.kept.MissingImports) > 0 {
		h.kept.Unlabeled = unlabeled(o)
	}
	var notes []string
	for _, n := range report.Notes {
		if n.Kind == rdfio.NoteMissingImport {
			continue // see MissingImports
		}
		note := string(n.Kind)
		if n.Count > 1 {
			note += fmt.Sprintf(" (%d times)", n.Count)
		}
		for _, example := range n.Examples[:min(1, len(n.Examples))] {
			note += ": " + example.Message
			if example.Line > 0 {
				note += fmt.Sprintf(", line %d", example.Line)
			}
		}
		notes = append(notes, note)
	}
	h.kept.Warnings = cut(notes)
	return h
}

// cut shortens a list and its texts to the lengths that are shown.
func cut(list []string) []string {
	const longest = 500
	return mapped(list[:min(len(list), maxWarnings)], func(s string) string {
		if len(s) > longest {
			s = strings.ToValidUTF8(s[:longest], "") + "…"
		}
		return s
	})
}

// Err returns ErrLoading or ErrDamaged if the View has no axioms, and nil otherwise.
func (v *View) Err() error { return v.err }

// Tag identifies the state of the axioms and of the reasoner: no two states of an ontology have the
// same tag.
func (v *View) Tag() string {
	return fmt.Sprintf("%d-%s", v.revision, states[new(tasks).state(v)].reasoner)
}

// Revision returns the number of the state, which grows with each change of the axioms.
func (v *View) Revision() int64 { return v.revision }

// Document returns the row of the document that the server keeps; it is zero if it keeps none.
func (v *View) Document() (d db.Document) {
	if v.document != nil {
		d = *v.document
	}
	return d
}

// key returns the key of decisions and models.
func (v *View) key() string {
	if !v.header.IRI.IsZero() && v.header.IRI != owl.TemporaryIRI {
		return v.header.IRI.String()
	}
	if !v.ontology.iri.IsZero() {
		return v.ontology.iri.String()
	}
	return anonymousKey + v.ontology.id
}

// anonymousKey begins the keys of ontologies without an IRI; their ids follow.
const anonymousKey = "urn:box2el-owl:ontology:"

// OWL returns the ontology with its axioms, in the order of insertion. The caller must not change
// it.
func (v *View) OWL() *owl.Ontology {
	return &owl.Ontology{
		IRI: cmp.Or(v.header.IRI, v.ontology.iri), VersionIRI: v.header.VersionIRI,
		Imports:     v.header.Imports,
		Annotations: v.header.Annotations,
		Axioms:      slices.Clip(v.axioms), Prefixes: v.header.Prefixes,
		Language: cmp.Or(v.language, v.ontology.w.opts.Language),
	}
}

// own returns the axioms of the document itself, without those of its imports.
func (v *View) own() []owl.Axiom {
	if len(v.imported) == 0 {
		return slices.Clip(v.axioms)
	}
	var own []owl.Axiom
	for _, a := range v.axioms {
		if !v.imported[a] {
			own = append(own, a)
		}
	}
	return own
}

// Languages returns the language tags of labels of classes, the most frequent first.
func (v *View) Languages() []string { return v.lookup().languages }

// Language returns the language of labels; "" for that of the workspace.
func (v *View) Language() string { return v.language }

// In returns the View with labels in a language, or v itself if no class has a label in it.
func (v *View) In(language string) *View {
	if language == v.language || v.err != nil || !slices.Contains(v.Languages(), language) {
		return v
	}
	next := *v
	next.language = language
	return &next
}

// Reasoner returns the reasoner. The error is ErrNotClassified, curate.ErrInconsistent, with which
// the Reasoner is returned as well, or one of Err.
func (v *View) Reasoner() (*reasoner.Reasoner, error) {
	switch {
	case v.err != nil:
		return nil, v.err
	case v.reasoner == nil:
		return nil, ErrNotClassified
	case !v.reasoner.Consistent():
		return v.reasoner, curate.ErrInconsistent
	}
	return v.reasoner, nil
}

// Explainer returns the explainer of entailments, also of the inconsistency of an ontology. Errors
// are those of Reasoner without ErrInconsistent.
func (v *View) Explainer() (*explain.Explainer, error) {
	if r, err := v.Reasoner(); r == nil {
		return nil, err
	}
	return v.explainer, nil
}

// classified returns a copy of the View with a reasoner of the same axioms. The BuiltIn of an
// earlier state is followed; it may be nil.
func (v *View) classified(r *reasoner.Reasoner, former *curate.BuiltIn) *View {
	next := *v
	next.reasoner = r
	if next.builtIn = curate.NewBuiltIn(next.OWL, r); former != nil {
		next.builtIn = former.Edited(next.OWL, r)
	}
	next.explainer = explain.Of(r, explain.Options{Inferences: maxInferences})
	return &next
}

// maxInferences bounds the memory of one explanation: 60 MB.
const maxInferences = 1_000_000

func (v *View) reasonerStatus(state State) ReasonerStatus {
	s := ReasonerStatus{State: states[state].reasoner}
	if s.State == ReasonerReady {
		t := v.reasoner.Taxonomy()
		s.Classes, s.Unsatisfiable = new(len(t.Classes())), new(len(t.Unsatisfiable()))
		s.OutsideEL = new(v.reasoner.Report().NumAxioms())
	}
	return s
}
