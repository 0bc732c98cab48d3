package suggest

import (
	"errors"
	"fmt"
	"slices"

	"box2el-owl/owl"
)

// Request holds the criteria for suggestions. Its zero value asks for twenty suggestions of the
// forms Subclass and Existential.
type Request struct {
	// Limit is the greatest number of suggestions, without redundant ones. Default: 20.
	Limit int `json:"limit,omitempty"`

	// Forms, Properties and TargetBelow restrict the axioms: to these forms, to restrictions on
	// these properties, to targets at or below one of these classes. Default: no restriction.
	Forms       []Form    `json:"forms,omitempty"`
	Properties  []owl.IRI `json:"properties,omitempty"`
	TargetBelow []owl.IRI `json:"targetBelow,omitempty"`

	// SubjectBelow and Namespaces restrict the subjects of All: to those at or below one of these
	// classes, to those in one of these namespaces (see inNamespace). Default: the user's own
	// classes.
	SubjectBelow []owl.IRI `json:"subjectBelow,omitempty"`
	Namespaces   []string  `json:"namespaces,omitempty"`
	// Imported includes all classes in the subjects of All.
	Imported bool `json:"imported,omitempty"`

	// Verdicts are those to show. Default: New.
	Verdicts []Verdict `json:"verdicts,omitempty"`

	// Tiers are those to show. Default: Likely and Possible.
	Tiers []Tier `json:"tiers,omitempty"`

	// By is the order of the candidates. Default: ByWeights. ByBoxes returns only suggestions that
	// the trained model ranks, regardless of Tiers.
	By Order `json:"by,omitempty"`

	// Rejected includes suggestions that checks reject.
	Rejected bool `json:"rejected,omitempty"`

	// MinProbability is the least probability. Speculative suggestions have none.
	MinProbability float64 `json:"minProbability,omitempty"`

	// Decided includes axioms that were accepted or rejected.
	Decided bool `json:"decided,omitempty"`

	// Primary leaves out redundant suggestions.
	Primary bool `json:"primary,omitempty"`
}

// ErrRequest is returned for an invalid request.
var ErrRequest = errors.New("request")

// ErrNoClass is returned for a class that the ontology does not have.
var ErrNoClass = errors.New("class not found")

func noClass(iri owl.IRI) error { return fmt.Errorf("%w: <%s>", ErrNoClass, iri) }

// ErrDeprecated is returned for a deprecated class, which gets no suggestions.
var ErrDeprecated = errors.New("the class is deprecated")

// MaxLimit is the greatest Limit, which bounds the memory of one request.
const MaxLimit = 1_000_000

// wanted is a valid request by the numbers of a terminology.
type wanted struct {
	Request
	forms      map[Form]bool
	properties []int32 // nil if the request has none
	verdicts   map[Verdict]bool
	tiers      map[Tier]bool
}

// wanted checks and numbers a request. Verdicts are its default verdicts.
func (s *Suggester) wanted(req Request, verdicts ...Verdict) (*wanted, error) {
	w := &wanted{Request: req, forms: make(map[Form]bool), verdicts: make(map[Verdict]bool),
		tiers: make(map[Tier]bool)}
	switch {
	case req.Limit < 0 || req.Limit > MaxLimit:
		return nil, fmt.Errorf("%w: %d suggestions; the limit must be between 1 and %d",
			ErrRequest, req.Limit, MaxLimit)
	case !(req.MinProbability >= 0 && req.MinProbability <= 1):
		return nil, fmt.Errorf("%w: a probability of %v", ErrRequest, req.MinProbability)
	case req.Limit == 0:
		w.Limit = 20
	}
	if len(req.Forms) == 0 {
		w.Forms = []Form{Subclass, Existential}
	}
	for _, f := range w.Forms {
		if f != Subclass && f != Existential && f != Definition && f != Change {
			return nil, fmt.Errorf("%w: nothing is suggested of the form %s", ErrRequest, f)
		}
		w.forms[f] = true
	}
	if len(req.Verdicts) == 0 {
		w.Verdicts = verdicts
	}
	for _, v := range w.Verdicts {
		if v != New && v != Contradicts && v != Entailed {
			return nil, fmt.Errorf("%w: there is no verdict %q", ErrRequest, v)
		}
		w.verdicts[v] = true
	}
	if len(req.Tiers) == 0 {
		w.Tiers = []Tier{Likely, Possible}
	}
	for _, t := range w.Tiers {
		if !slices.Contains(Tiers, t) {
			return nil, fmt.Errorf("%w: there is no tier %q", ErrRequest, t)
		}
		w.tiers[t] = true
	}
	switch {
	case req.By != ByWeights && req.By != ByBoxes:
		return nil, fmt.Errorf("%w: suggestions cannot be ranked by %q", ErrRequest, req.By)
	case req.By == ByBoxes && s.model == nil:
		return nil, ErrNoModel
	case req.By == ByBoxes:
		w.tiers = map[Tier]bool{Speculative: true}
	}
	for _, p := range req.Properties {
		r, ok := s.t.Property(p)
		if !ok {
			return nil, fmt.Errorf("%w: the ontology has no object property <%s>", ErrRequest, p)
		}
		w.properties = append(w.properties, r)
	}
	slices.Sort(w.properties)
	w.properties = slices.Compact(w.properties)
	if w.properties != nil {
		delete(w.forms, Subclass)
	}
	for _, c := range slices.Concat(req.TargetBelow, req.SubjectBelow) {
		if _, ok := s.t.Class(c); !ok && c != owl.Thing.IRI {
			return nil, noClass(c)
		}
	}
	return w, nil
}

// ranked reports whether candidates of the ranking are wanted.
func (w *wanted) ranked() bool {
	return w.tiers[Speculative] && (w.forms[Subclass] || w.forms[Existential])
}

// admits reports whether suggestions with a decision are wanted.
func (w *wanted) admits(d Decision) bool { return w.Decided || d != Accepted && d != Rejected }

// passes reports whether a request admits a candidate, regardless of its verdict.
func (s *Suggester) passes(w *wanted, c *Candidate) bool {
	return w.MinProbability == 0 && w.forms[formOf(c.Statement)] &&
		(len(w.TargetBelow) == 0 || s.below(c.Target, w.TargetBelow))
}

// below reports whether a class is at or below one of others.
func (s *Suggester) below(class int32, others []owl.IRI) bool {
	return slices.ContainsFunc(others, func(other owl.IRI) bool {
		return other == owl.Thing.IRI || s.reasoner.IsSubsumedBy(
			owl.Class{IRI: s.t.Classes[class]}, owl.Class{IRI: other})
	})
}

// isSubject reports whether All suggests axioms for a class.
func (s *Suggester) isSubject(w *wanted, class int32) bool {
	switch {
	case s.t.Deprecated[class], s.nothingNew(w, class):
		return false
	case len(w.SubjectBelow) > 0 && !s.below(class, w.SubjectBelow):
		return false
	case len(w.Namespaces) > 0:
		return slices.ContainsFunc(w.Namespaces,
			func(namespace string) bool { return inNamespace(s.t.Classes[class], namespace) })
	}
	return w.Imported || s.own == nil || s.own[class]
}
