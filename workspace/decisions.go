package workspace

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"box2el-owl/curate"
	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
)

// Decide records decisions as operations: see Operate. Each operation of the list decides one
// axiom. Consecutive decisions of the same kind and with the same comment are one operation. A
// reject of an accepted axiom removes it; of another asserted axiom it is *AssertedError.
func (o *Ontology) Decide(ctx context.Context, ops Operations) ([]db.Decision, *reasoner.Conflict,
	error) {
	var joined []Operation
	for _, one := range ops.List {
		if one.Kind != db.Accept && len(one.Replaces) > 0 {
			return nil, nil,
				fmt.Errorf("%w decision: only an accepted axiom replaces others", ErrInvalid)
		}
		n := len(joined)
		if n == 0 || len(joined[n-1].Replaces) > 0 || one.Kind != joined[n-1].Kind ||
			one.Comment != joined[n-1].Comment {
			joined = append(joined, one)
			continue
		}
		last := &joined[n-1]
		last.Axioms = append(last.Axioms, one.Axioms...)
		last.Replaces = append(last.Replaces, one.Replaces...)
	}
	ops.List, ops.cannotAsk = joined, true
	out, err := o.Operate(ctx, ops)
	var list []db.Decision
	for _, op := range out.Operations {
		list = append(list, op.Decisions()...)
	}
	return list, out.Conflict, err
}

// acceptable returns the conflict of axioms that are accepted together, without those that they
// replace. The error is *ContradictionError unless force is set.
func (v *View) acceptable(ctx context.Context, accepted, replaced []owl.Axiom,
	force bool) (*reasoner.Conflict, error) {
	r, err := v.Reasoner()
	if err != nil || len(accepted) == 0 {
		return nil, nil // nothing is known
	}
	if r, err = curate.Without(ctx, r, replaced); err != nil {
		return nil, err
	}
	if force {
		return r.FullConflict(ctx, accepted...)
	}
	conflict, culprits, err := suggest.MinimalConflict(ctx, r.FullConflict, accepted)
	if err != nil || !conflict.Contradicts() {
		return conflict, err
	}
	return conflict, &ContradictionError{conflict,
		mapped(culprits, func(at int) owl.Axiom { return accepted[at] })}
}

// DecisionItem is a line of the history.
type DecisionItem struct {
	db.Decision
	Current bool // it is the current decision
}

// DecisionPage is a part of the history.
type DecisionPage struct {
	Items []DecisionItem
	Next  string
}

// cursorOfKey begins the cursors of the history; the key of a line follows.
const cursorOfKey = "after-"

// Decisions lists the decisions on the ontology by all clients, the latest first. A cursor remains
// valid.
func (o *Ontology) Decisions(ctx context.Context, f db.Filter, p Page) (page DecisionPage,
	err error) {
	store, after, ok := o.w.opts.Store, "", true
	if p.Cursor != "" {
		after, ok = strings.CutPrefix(p.Cursor, cursorOfKey)
	}
	if !ok {
		return page, fmt.Errorf("%w cursor", ErrInvalid)
	}
	f.Ontology, f.Newest, f.After, f.Limit = o.Key(), true, after, p.limit()+1
	list, err := store.History(ctx, f)
	if err != nil {
		return page, err
	}
	if len(list) > p.limit() {
		list = list[:p.limit()]
		page.Next = cursorOfKey + list[p.limit()-1].Key
	}
	for _, d := range list {
		current, ok, err := store.CurrentOf(ctx, d.Ontology, d.Hash)
		if err != nil {
			return DecisionPage{}, err
		}
		page.Items = append(page.Items, DecisionItem{d, ok && current.Key == d.Key})
	}
	return page, nil
}

// ExportFormats are the formats of WriteDecisions. The first can be imported.
var ExportFormats = []string{"jsonl", "tsv", "robot", "kgcl"}

// WriteDecisions writes the history of the ontology: jsonl and tsv have all of it, robot and kgcl
// the currently accepted axioms that these formats can express.
func (o *Ontology) WriteDecisions(ctx context.Context, w io.Writer, format string) (err error) {
	filter := db.Filter{Ontology: o.Key()}
	v, whole := o.View(), format == "jsonl" || format == "tsv"
	if !whole {
		if v.err != nil {
			return v.err
		}
		filter.Current, filter.Action = true, db.Accept
	}
	list, err := o.w.opts.Store.History(ctx, filter)
	if err != nil {
		return err
	}
	switch format {
	case "jsonl":
		return db.WriteJSONLines(w, list)
	case "tsv":
		return db.WriteTSV(w, list)
	case "robot":
		_, err = db.WriteROBOT(w, list, v.OWL())
	case "kgcl":
		var created []owl.IRI
		if created, err = o.createdClasses(ctx); err == nil {
			_, err = db.WriteKGCL(w, list, v.OWL(), created...)
		}
	default:
		err = fmt.Errorf("%w format %q; there are %v", ErrInvalid, format,
			slices.Clone(ExportFormats))
	}
	return err
}

// createdClasses returns the classes that the document as it was sent does not have, by label. The
// list is empty if no document was sent.
func (o *Ontology) createdClasses(ctx context.Context) ([]owl.IRI, error) {
	v := o.View()
	if v.document == nil {
		return nil, nil
	}
	_, add, err := o.editsOf(ctx, v.document)
	var classes []owl.Class
	for _, a := range add {
		if declaration, ok := a.(*owl.Declaration); ok {
			if class, ok := declaration.Entity.(owl.Class); ok {
				classes = append(classes, class)
			}
		}
	}
	v.lookup().sortByLabel(classes)
	return mapped(classes, func(c owl.Class) owl.IRI { return c.IRI }), err
}

// decided caches the current decisions by ontology. look adds those of other processes.
type decided struct {
	store *db.Store
	of    sync.Map // *decidedOf by key of ontology
}

// decidedOf holds the current decisions on one ontology.
type decidedOf struct {
	mu      sync.Mutex
	last    int64 // number of the last row that is known; guarded by mu
	current suggest.Decisions
}

func (d *decided) ontology(key string) *decidedOf {
	of, _ := d.of.LoadOrStore(key, new(decidedOf))
	return of.(*decidedOf)
}

// look updates the decisions on an ontology, and returns them.
//
// Cost: proportional to the new decisions; one lookup if there are none.
func (d *decided) look(ctx context.Context, key string) (*suggest.Decisions, error) {
	of := d.ontology(key)
	of.mu.Lock()
	defer of.mu.Unlock()
	decisions, last, err := d.store.DecidedSince(ctx, key, of.last)
	if err != nil {
		return nil, err
	}
	news := make(map[owl.Hash]suggest.Decided, len(decisions))
	for _, d := range decisions {
		news[d.Hash] = Decided(d)
	}
	of.last = last
	of.current.Set(news)
	return &of.current, nil
}

// Decided returns a decision of the store as the suggester uses it. An axiom that a later version
// of the program wrote may not be readable: then it is nil.
func Decided(d db.Decision) suggest.Decided {
	axiom, _ := db.ParseAxiom(d.Axiom)
	return suggest.Decided{Axiom: axiom, Decision: suggest.Decision(d.Action)}
}

// OperationPage is a part of the operations on an ontology.
type OperationPage struct {
	Items []db.Operation
	Next  string
}

// cursorOfNumber begins the cursors of operations; the number of an operation follows.
const cursorOfNumber = "before-"

// History lists the operations on the ontology by all clients, the latest first. A cursor remains
// valid.
func (o *Ontology) History(ctx context.Context, p Page) (OperationPage, error) {
	f := db.OperationFilter{Ontology: o.Key(), Newest: true, Limit: p.limit() + 1}
	if p.Cursor != "" {
		text, ok := strings.CutPrefix(p.Cursor, cursorOfNumber)
		number, err := strconv.ParseInt(text, 10, 64)
		if !ok || err != nil || number < 1 {
			return OperationPage{}, fmt.Errorf("%w cursor", ErrInvalid)
		}
		f.Before = number
	}
	list, err := o.w.opts.Store.Operations(ctx, f)
	if err != nil {
		return OperationPage{}, err
	}
	var page OperationPage
	if len(list) > p.limit() {
		list = list[:p.limit()]
		page.Next = cursorOfNumber + strconv.FormatInt(list[len(list)-1].Number, 10)
	}
	page.Items = list
	return page, nil
}
