package workspace

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/session"
	"box2el-owl/suggest"
)

// Decisions is what somebody has decided about some axioms, all at once.
type Decisions struct {
	List []Decision
	// Who decided, and by which client; "" where it is not known.
	Who, Client string
	// Force records axioms as accepted even where they contradict.
	Force bool
	// Key makes that the same request is recorded once, however often it is sent. Default: it is recorded each time.
	Key string
}

// Decision is what was decided about one axiom.
type Decision struct {
	Axiom   owl.Axiom
	Action  db.Action
	Comment string
	// Replaces are axioms that an accepted one takes the place of: they are recorded as rejected.
	Replaces []owl.Axiom
	// Probability and Verdict are what was shown; nil and "" where nothing was.
	Probability *float64
	Verdict     suggest.Verdict
}

// ContradictionError says that axioms cannot all be accepted.
type ContradictionError struct {
	Conflict suggest.Conflict
	// Culprits are a smallest choice of the axioms that contradict together.
	Culprits []owl.Axiom
}

func (e *ContradictionError) Error() string {
	what := "an inconsistent ontology"
	if n := len(e.Conflict.Unsatisfiable); n > 0 && !e.Conflict.Inconsistent {
		what = fmt.Sprintf("%d unsatisfiable classes, such as <%s>", n, e.Conflict.Unsatisfiable[0])
	}
	return "what is to be accepted contradicts: it would make " + what
}

// Decide records decisions, all or none; they are on the disk when it returns nil. Axioms that are accepted are checked together first, where the ontology is classified and consistent: if they contradict, and Force
// is not set, the error is *ContradictionError; with Force the conflict is returned. Other errors are those of db.Store.Decide, db.ErrKeyReused among them, and that of a context that has
// ended.
func (o *Ontology) Decide(ctx context.Context, d Decisions) ([]db.Decision, suggest.Conflict, error) {
	v := o.View()
	key := v.key()
	var rows []db.Decision
	var accepted, replaced []owl.Axiom
	for _, one := range d.List {
		row := db.Decision{
			Ontology: key, Axiom: db.AxiomText(one.Axiom), Action: one.Action, Who: d.Who, Client: d.Client, Comment: one.Comment,
			Probability: one.Probability, Verdict: string(one.Verdict),
		}
		rows = append(rows, row)
		if one.Action == db.Accept {
			accepted = append(accepted, one.Axiom)
		} else if len(one.Replaces) > 0 {
			return nil, suggest.Conflict{}, fmt.Errorf("%w decision: only an accepted axiom replaces others", ErrInvalid)
		}
		for _, a := range one.Replaces {
			replaced = append(replaced, a)
			rows = append(rows, db.Replaced(row, a))
		}
	}
	request, err := requestHash(rows, d.Force)
	if err != nil {
		return nil, suggest.Conflict{}, err
	}
	once := ""
	if d.Key != "" {
		once = key + "\n" + d.Key
		recorded, err := o.w.opts.Store.DecidedOnce(ctx, once, request)
		if err != nil || recorded != nil {
			return recorded, suggest.Conflict{}, err
		}
	}
	conflict, err := v.acceptable(ctx, accepted, replaced, d.Force)
	if err != nil {
		return nil, conflict, err
	}
	var recorded []db.Decision
	if once == "" {
		recorded, err = o.w.opts.Store.Decide(ctx, rows)
	} else {
		recorded, err = o.w.opts.Store.DecideOnce(ctx, once, request, rows)
	}
	return recorded, conflict, err
}

func requestHash(rows []db.Decision, force bool) (owl.Hash, error) {
	text, err := json.Marshal([]any{rows, force})
	return sha256.Sum256(text), err
}

// acceptable says what axioms contradict that are to be accepted together, once those that they
// replace are removed; the error is *ContradictionError unless that is not to matter.
func (v *View) acceptable(ctx context.Context, accepted, replaced []owl.Axiom, force bool) (suggest.Conflict, error) {
	r, err := v.Reasoner()
	if err != nil || len(accepted) == 0 {
		return suggest.Conflict{}, nil // nothing is known
	}
	if r, err = session.Without(ctx, r, replaced); err != nil {
		return suggest.Conflict{}, err
	}
	if force {
		c, err := r.FullConflict(ctx, accepted...)
		if err != nil {
			return suggest.Conflict{}, err
		}
		return session.Conflict(c), nil
	}
	conflict, culprits, err := checkTogether(ctx, r, accepted)
	if err != nil || !conflict.Contradicts() {
		return conflict, err
	}
	e := &ContradictionError{Conflict: conflict}
	for _, at := range culprits {
		e.Culprits = append(e.Culprits, accepted[at])
	}
	return conflict, e
}

// DecisionFilter says which decisions are wanted.
type DecisionFilter struct {
	// Current leaves out what counts no longer, reverts among them.
	Current bool
	Action  db.Action // "": any
	Axiom   owl.Hash  // zero: any
}

// DecisionItem is a line of the history.
type DecisionItem struct {
	db.Decision
	Current bool // it is what counts at the moment
}

// DecisionPage is a part of the history.
type DecisionPage struct {
	Items []DecisionItem
	Next  string
}

// cursorOfKey is what cursors of the history begin with; what follows is the key of a line.
const cursorOfKey = "after-"

// Decisions lists the history of the ontology, whoever has decided, the latest first. A cursor stays good whatever is decided meanwhile, unless what it
// stands behind does not count any longer: then it is ErrStaleCursor.
func (o *Ontology) Decisions(ctx context.Context, f DecisionFilter, p Page) (DecisionPage, error) {
	after, ok := strings.CutPrefix(p.Cursor, cursorOfKey)
	if p.Cursor != "" && !ok {
		return DecisionPage{}, fmt.Errorf("%w cursor", ErrInvalid)
	}
	list := o.history
	if f.Current {
		list = o.counting
	}
	lines, err := list(ctx, f, after, p.limit()+1)
	if err != nil {
		return DecisionPage{}, err
	}
	var page DecisionPage
	if len(lines) > p.limit() {
		lines = lines[:p.limit()]
		page.Next = cursorOfKey + lines[len(lines)-1].Key
	}
	for _, d := range lines { // only now, as the history holds on to a connection while it is read
		counts, ok, err := o.w.opts.Store.CurrentOf(ctx, d.Ontology, d.Hash)
		if err != nil {
			return DecisionPage{}, err
		}
		page.Items = append(page.Items, DecisionItem{d, ok && counts.Key == d.Key})
	}
	return page, nil
}

// history returns so many lines behind one, the latest first.
func (o *Ontology) history(ctx context.Context, f DecisionFilter, after string, most int) (lines []db.Decision, err error) {
	filter := db.Filter{Ontology: o.Key(), Action: f.Action, Axiom: f.Axiom, Newest: true, After: after, Limit: most}
	for d, err := range o.w.opts.Store.History(ctx, filter) {
		if err != nil {
			return nil, err
		}
		lines = append(lines, d)
	}
	return lines, nil
}

// counting is history of what counts at the moment.
func (o *Ontology) counting(ctx context.Context, f DecisionFilter, after string, most int) (lines []db.Decision, err error) {
	filter := db.Filter{Action: f.Action, Axiom: f.Axiom}
	for d, err := range o.w.opts.Store.Current(ctx, o.Key()) {
		if err != nil {
			return nil, err
		}
		if filter.Matches(d) {
			lines = append(lines, d)
		}
	}
	slices.Reverse(lines)
	if after != "" {
		at := slices.IndexFunc(lines, func(d db.Decision) bool { return d.Key == after })
		if at < 0 {
			return nil, ErrStaleCursor
		}
		lines = lines[at+1:]
	}
	return lines[:min(most, len(lines))], nil
}

// ExportFormats are the formats of WriteDecisions.
var ExportFormats = []string{"jsonl", "tsv", "robot", "kgcl"}

// WriteDecisions writes the history of the ontology: jsonl and tsv all of it, robot and kgcl the axioms that are accepted at the moment, as far as these formats can state them.
func (o *Ontology) WriteDecisions(ctx context.Context, w io.Writer, format string) (err error) {
	store, key := o.w.opts.Store, o.Key()
	switch format {
	case "jsonl":
		return db.WriteJSONLines(w, store.History(ctx, db.Filter{Ontology: key}))
	case "tsv":
		return db.WriteTSV(w, store.History(ctx, db.Filter{Ontology: key}))
	}
	v := o.View()
	if v.err != nil {
		return v.err
	}
	switch format {
	case "robot":
		_, err = db.WriteROBOT(w, db.Accepted(store.Current(ctx, key)), v.OWL())
	case "kgcl":
		_, err = db.WriteKGCL(w, db.Accepted(store.Current(ctx, key)), v.OWL())
	default:
		err = fmt.Errorf("%w format %q; there are %v", ErrInvalid, format, slices.Clone(ExportFormats))
	}
	return err
}
