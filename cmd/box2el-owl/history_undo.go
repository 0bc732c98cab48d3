package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"box2el-owl/db"
)

type historyUndoOptions struct {
	input     inputOptions
	store     storeOptions
	operation string
	since     string
	who       string
	comment   string
}

func newHistoryUndoCmd(io *streams) *cobra.Command {
	var opts historyUndoOptions
	cmd := &cobra.Command{
		Use:   "undo ONTOLOGY [OPERATION]",
		Short: "Undo the last operation: its decisions and its edits",
		Long: `Undo the last operation, all operations since a time, latest first, or the operation
with an id, the key in 'history list' without the number after '-'. Its decisions and edits are
undone together, with the other operation of a change of relation. An undo can be undone by its id.
An operation is not undone if a later one is about the same axiom.`,
		Example: `  box2el-owl history undo --store my.db examples/pizzeria.ttl \
    01KAQ5Z3M8C1Y8H5V0S7T2N4RX`,
		Args: positional(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.operation = strings.Join(args[1:], "")
			if opts.operation != "" && opts.since != "" {
				return usagef("--since excludes OPERATION")
			}
			return runHistoryUndo(cmd.Context(), io, opts)
		},
	}
	opts.input.addFlags(cmd, io)
	opts.store.addFlags(cmd)
	flags := cmd.Flags()
	addWho(cmd, &opts.who, "`NAME` of the person (default: the user)")
	flags.StringVar(&opts.since, "since", "", "undo all operations since `TIME`")
	flags.StringVar(&opts.comment, "comment", "", "`TEXT` of a comment")
	return cmd
}

func runHistoryUndo(ctx context.Context, streams *streams, opts historyUndoOptions) error {
	var subject historySubject
	if err := subject.read(ctx, streams, opts.input); err != nil {
		return err
	}
	since, err := parseTime("since", opts.since)
	if err != nil {
		return err
	}
	by := db.Operation{Who: opts.who, Client: "box2el-owl " + version, Comment: opts.comment}
	return withStore(ctx, streams, opts.store, func(store *db.Store) error {
		ids := []string{opts.operation}
		if opts.operation == "" {
			list, err := store.Operations(ctx,
				db.OperationFilter{Ontology: subject.key, Newest: true})
			if err != nil {
				return err
			}
			if ids = latest(list, since); len(ids) == 0 {
				return fmt.Errorf("there is no operation to undo; see box2el-owl history list %s",
					quoted(opts.input.path))
			}
		}
		for _, id := range ids {
			undo, err := store.Undo(ctx, subject.key, id, by, subject.assertsHash)
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
				streams.note("undone: %s%s", subject.render(d), note)
			}
		}
		return nil
	})
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
