package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"box2el-owl/curate"
	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
)

// editHelp has the sentence of the help of each action about an ontology that a server keeps.
var editHelp = map[db.Action]string{
	db.Accept: "If a server keeps the ontology, accepted axioms are added to it as well.",
	db.Reject: alsoEditHelp,
	db.Defer:  alsoEditHelp,
	db.Revert: "If a server keeps the ontology, the edits of the decision are reverted there as " +
		"well.",
}

const alsoEditHelp = "If a server keeps the ontology and an axiom is asserted, --also-edit " +
	"removes it there."

func newHistoryDecideCmd(io *streams, action db.Action, short string) *cobra.Command {
	h := &history{streams: io, decision: db.Decision{Action: action}}
	cmd := h.command(&cobra.Command{
		Use:   string(action) + " ONTOLOGY [AXIOM…]",
		Short: short,
		Long: short + `.

Axioms are in Manchester syntax (A SubClassOf part of some B) or in functional syntax. With --from
FILE they are read from the lines of a file or standard input. Either all axioms are recorded or
none. They are on disk when the command ends.

` + editHelp[action],
		Example: `  box2el-owl history ` + string(action) +
			` --store my.db --comment 'see the ticket' \
    examples/pizzeria.ttl "messicana SubClassOf 'hot pizza'"`,
		Args: cobra.MinimumNArgs(1),
	}, h.decide)
	flags := cmd.Flags()
	flags.StringVar(&h.from, "from", "",
		"read axioms from `FILE`, one per line; - is standard input")
	h.addPerson(cmd, "`NAME` of the person who decides (default: the user)")
	flags.BoolVar(&h.json, "json", false, "print the recorded decisions as JSON Lines")
	switch action {
	case db.Reject, db.Defer:
		flags.BoolVar(&h.decision.AlsoEdit, "also-edit", false,
			"remove asserted axioms from the ontology that a server keeps")
	case db.Accept:
		flags.BoolVar(&h.force, "force", false,
			"accept axioms that contradict the ontology")
		flags.StringArrayVar(&h.replaces, "replaces", nil,
			"reject `AXIOM`, which the accepted axiom replaces (one axiom only)")
	}
	beforeRun(cmd, h.checkAxioms)
	return cmd
}

// addPerson adds the flags --who and --comment. The default of --who is the login name, which the
// help does not show.
func (h *history) addPerson(cmd *cobra.Command, usage string) {
	name := os.Getenv("USER")
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	h.decision.Client = "box2el-owl " + version
	cmd.Flags().StringVar(&h.decision.Who, "who", name, usage)
	cmd.Flag("who").DefValue = ""
	cmd.Flags().StringVar(&h.decision.Comment, "comment", "", "`TEXT` of a comment")
}

func (h *history) checkAxioms(args []string) error {
	switch {
	case len(args) == 1 && h.from == "":
		return usagef("no axiom given to %s; name axioms, or a file of axioms with --from",
			h.decision.Action)
	case len(h.replaces) > 0 && (len(args) != 2 || h.from != ""):
		return usagef("--replaces needs exactly one axiom")
	case h.from == "-" && h.input.path == "-":
		return usagef("the ontology and the axioms cannot both come from standard input")
	}
	return nil
}

func (h *history) decide(ctx context.Context) error {
	axioms, err := readAxioms(h.streams, h.args[1:], h.from, h.subject.axiom)
	if err != nil {
		return err
	}
	replaced, err := readAxioms(h.streams, h.replaces, "", h.subject.axiom)
	if err != nil {
		return err
	}
	action := h.decision.Action
	if action == db.Accept && !h.force {
		if err := h.subject.checkAcceptable(ctx, axioms, replaced); err != nil {
			return err
		}
	}
	var decisions []db.Decision
	for _, a := range axioms {
		d := h.decision
		d.Ontology, d.Axiom, d.Hash = h.subject.key, owl.Canonical(a), owl.HashAxiom(a)
		d.Asserted = h.subject.asserts(d.Hash)
		decisions = append(decisions, d)
	}
	for _, a := range replaced {
		decisions = append(decisions, db.Replaced(decisions[0], a))
	}
	recorded, notes, err := h.record(ctx, decisions)
	if err != nil {
		return err
	}
	if h.json {
		return h.write("", func(w io.Writer) error { return db.WriteJSONLines(w, recorded) })
	}
	missing := false
	for i, d := range recorded {
		asserted := d.Asserted && i < len(axioms)
		switch {
		case asserted && action == db.Accept:
			notes[i] = append(notes[i], "the ontology asserts it already")
		case asserted && action == db.Reject:
			notes[i] = append(notes[i], "the ontology asserts it; 'apply --remove' removes it")
		}
		missing = missing || !asserted
		note := ""
		if len(notes[i]) > 0 {
			note = " (" + strings.Join(notes[i], "; ") + ")"
		}
		h.note("%s: %s%s", pastTense[d.Action], h.subject.render(d), note)
	}
	if action == db.Accept && h.subject.ontology != nil && missing {
		command := "box2el-owl apply " + quoted(h.input.path) + " --decisions"
		if h.store.path != "" {
			command += " --store " + quoted(h.store.path)
		}
		h.note("The file is not changed; apply with: %s", command)
	}
	return nil
}

var pastTense = map[db.Action]string{db.Accept: "accepted", db.Reject: "rejected",
	db.Defer: "deferred", db.Revert: "reverted"}

// record records decisions, with what the last run showed of their axioms. The notes of a decision
// name the one that it replaces. A revert has no notes: it is about the current decision anyway.
func (h *history) record(ctx context.Context, decisions []db.Decision) (recorded []db.Decision,
	notes [][]string, err error) {
	store, err := h.store.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer store.Close()
	notes = make([][]string, len(decisions))
	for i := range decisions {
		d := &decisions[i]
		shown, ok, err := store.LastShown(ctx, d.Ontology, d.Hash, 0)
		if err != nil {
			return nil, nil, err
		}
		if ok {
			d.Run, d.Rank, d.Verdict = shown.Run, shown.Rank, shown.Verdict
			if shown.Probability > 0 {
				d.Probability = &shown.Probability
			}
		}
		before, ok, err := store.CurrentOf(ctx, d.Ontology, d.Hash)
		if err != nil {
			return nil, nil, err
		}
		if ok && d.Action != db.Revert {
			notes[i] = []string{pastTense[before.Action] + " before" + decidedBy(before)}
		}
	}
	recorded, err = store.Decide(ctx, decisions)
	switch {
	case errors.Is(err, db.ErrAsserted):
		err = usagef(
			"%w; give --also-edit to remove it from the ontology that a server keeps", err)
	case errors.Is(err, db.ErrInvalid):
		err = usageError{err}
	}
	return recorded, notes, err
}

// checkAcceptable returns an error if accepting the axioms would contradict the document without
// the replaced axioms, each alone or all together. It checks nothing without a document or if the
// document is inconsistent.
func (s *historySubject) checkAcceptable(ctx context.Context, axioms, replaced []owl.Axiom) error {
	if s.ontology == nil {
		return nil
	}
	r, err := reasoner.New(ctx, s.ontology, reasoner.Options{})
	if err != nil || !r.Consistent() {
		return err
	}
	if r, err = curate.Without(ctx, r, s.assertedAs(replaced)); err != nil {
		return err
	}
	conflict, smallest, err := suggest.MinimalConflict(ctx, r.FullConflict, axioms)
	if err != nil || !conflict.Contradicts() {
		return err
	}
	list := printed(smallest, func(i int) string { return s.manchester.Axiom(axioms[i]) })
	verb := "contradicts"
	if len(list) > 1 {
		verb = "contradict together"
	}
	return fmt.Errorf("%s %s: %s; nothing was recorded; use --force to accept anyway",
		strings.Join(list, "; "), verb, contradiction(s.manchester, conflict))
}

func newHistoryUndoCmd(io *streams) *cobra.Command {
	h := &history{streams: io}
	cmd := h.command(&cobra.Command{
		Use:   "undo ONTOLOGY [OPERATION]",
		Short: "Undo the last operation: its decisions and its edits",
		Long: `Undo the last operation, all operations since a time, latest first, or the operation
with an id, the key in 'history list' without the number after '-'. Its decisions and edits are
undone together, with the other operation of a change of relation. An undo can be undone by its id.
An operation is not undone if a later one is about the same axiom.`,
		Example: `  box2el-owl history undo --store my.db examples/pizzeria.ttl \
    01KAQ5Z3M8C1Y8H5V0S7T2N4RX`,
		Args: positional(1, 2),
	}, h.reading(h.undo))
	h.addPerson(cmd, "`NAME` of the person (default: the user)")
	cmd.Flags().Var(timeValue{&h.since}, "since", "undo all operations since `TIME`")
	beforeRun(cmd, func(args []string) error {
		if len(args) == 2 && !h.since.IsZero() {
			return usagef("--since excludes OPERATION")
		}
		return nil
	})
	return cmd
}

func (h *history) undo(ctx context.Context, store *db.Store) error {
	ids := h.args[1:]
	if len(ids) == 0 {
		list, err := store.Operations(ctx,
			db.OperationFilter{Ontology: h.subject.key, Newest: true})
		if err != nil {
			return err
		}
		if ids = latest(list, h.since); len(ids) == 0 {
			return fmt.Errorf("there is no operation to undo; see box2el-owl history list %s",
				quoted(h.input.path))
		}
	}
	by := db.Operation{Who: h.decision.Who, Client: h.decision.Client, Comment: h.decision.Comment}
	for _, id := range ids {
		undo, err := store.Undo(ctx, h.subject.key, id, by, h.subject.asserts)
		if errors.Is(err, db.ErrUnknown) || errors.Is(err, db.ErrInvalid) {
			return usageError{err}
		}
		if err != nil {
			return err
		}
		for _, d := range undo.Decisions() {
			now, decided, err := store.CurrentOf(ctx, d.Ontology, d.Hash)
			if err != nil {
				return err
			}
			note := ""
			if decided {
				note = " (again " + pastTense[now.Action] + decidedBy(now) + ")"
			}
			h.note("undone: %s%s", h.subject.render(d), note)
		}
	}
	return nil
}

// latest returns the ids of the operations to undo, latest first: the last one or, if a time is
// given, all since. A part of a change is undone with the operation that begins it.
func latest(list []db.Operation, since time.Time) (ids []string) {
	for _, o := range list {
		switch {
		case o.Undoes != "" || o.Undone || o.PartOf != "" && o.PartOf != o.ID:
		case since.IsZero():
			return []string{o.ID}
		case !o.At.Before(since):
			ids = append(ids, o.ID)
		}
	}
	return ids
}
