package suggest

import (
	"errors"
	"fmt"
	"slices"

	"box2el-owl/owl"
)

// Request says what is wanted. Its zero value asks for twenty suggestions of any form.
type Request struct {
	// Limit is how many suggestions to return, not counting those that another one above them
	// implies. Default 20.
	Limit int

	// Forms, Properties and TargetBelow say which statements: of these forms, through these
	// properties (then only existentials), with a target at or below one of these classes. Default:
	// all.
	Forms       []Form
	Properties  []owl.IRI
	TargetBelow []owl.IRI

	// SubjectBelow and Namespaces say which subjects All goes through: those at or below one of
	// these classes, with an IRI that begins so. Default: the subjects that are the user's own.
	SubjectBelow []owl.IRI
	Namespaces   []string
	// Imported lets All suggest something of any class, whoever it belongs to.
	Imported bool

	// Verdicts are those to show. Default: New.
	Verdicts []Verdict

	// Tiers are those to show. Default: Likely and Possible.
	Tiers []Tier

	// By is what candidates are ordered by. Default: ByWeights. ByBoxes shows what the trained
	// model ranks, whatever the tiers, and nothing else.
	By Order

	// Rejected shows what checks reject, too, marked.
	Rejected bool

	// MinProbability is what a suggestion must have at least. Speculative ones have none.
	MinProbability float64

	// Decided shows what has been accepted or rejected, too.
	Decided bool

	// Primary leaves out what another suggestion implies, where it else is shown, marked.
	Primary bool
}

// ErrRequest says that a request cannot be meant.
var ErrRequest = errors.New("request")

// ErrNoClass says that the ontology has no class of that name.
var ErrNoClass = errors.New("the ontology has no such class")

func noClass(iri owl.IRI) error { return fmt.Errorf("%w: <%s>", ErrNoClass, iri) }

// ErrDeprecated says that a class is obsolete: nothing is suggested of it.
var ErrDeprecated = errors.New("the class is deprecated")

// ErrNoRanking is returned if speculative suggestions are wanted and nothing ranks them.
var ErrNoRanking = errors.New("nothing ranks speculative suggestions")

// maxLimit bounds what one request may hold in memory.
const maxLimit = 1_000_000

// wanted is a request by the numbers of a terminology.
type wanted struct {
	Request
	forms      map[Form]bool
	properties []int32 // nil: those that relatives use
	verdicts   map[Verdict]bool
	tiers      map[Tier]bool
}

// wanted numbers a request. Verdicts are shown where it names none.
func (s *Suggester) wanted(req Request, verdicts ...Verdict) (*wanted, error) {
	w := &wanted{Request: req, forms: make(map[Form]bool), verdicts: make(map[Verdict]bool),
		tiers: make(map[Tier]bool)}
	switch {
	case req.Limit < 0 || req.Limit > maxLimit:
		return nil, fmt.Errorf("%w: %d suggestions; the limit lies between 1 and %d", ErrRequest,
			req.Limit, maxLimit)
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
	case req.By == ByBoxes && s.byBoxes == nil:
		return nil, ErrNoModel
	case req.By == ByBoxes:
		w.tiers = map[Tier]bool{Speculative: true}
	case w.tiers[Speculative] && s.ranking == nil:
		return nil, ErrNoRanking
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

// passes reports whether a candidate is of the kind that is wanted, its verdict aside.
func (s *Suggester) passes(w *wanted, c *Candidate) bool {
	return w.MinProbability == 0 && w.forms[formOf(c.Statement)] &&
		(len(w.TargetBelow) == 0 || s.below(c.Target, w.TargetBelow))
}

// below reports whether a class lies at or below one of others.
func (s *Suggester) below(class int32, others []owl.IRI) bool {
	return slices.ContainsFunc(others, func(other owl.IRI) bool {
		return other == owl.Thing.IRI || s.reasoner.IsSubclass(s.t.Classes[class], other)
	})
}

// isSubject reports whether All goes through a class.
func (s *Suggester) isSubject(w *wanted, class int32) bool {
	switch {
	case s.t.Deprecated[class], s.hopeless(w, class):
		return false
	case len(w.SubjectBelow) > 0 && !s.below(class, w.SubjectBelow):
		return false
	case len(w.Namespaces) > 0:
		return slices.ContainsFunc(w.Namespaces,
			func(namespace string) bool { return inNamespace(s.t.Classes[class], namespace) })
	}
	return w.Imported || s.own == nil || s.own[class]
}
