package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"box2el-owl/db"
	"box2el-owl/owl"
)

type historyUndoOptions struct {
	input     inputOptions
	store     storeOptions
	operation string
	who       string
	comment   string
}

func newHistoryUndoCmd(io *streams) *cobra.Command {
	var opts historyUndoOptions
	cmd := &cobra.Command{
		Use:   "undo ONTOLOGY OPERATION",
		Short: "Undo an operation: its decisions and its edits",
		Long: `Undo an operation by its id, the key in 'history list' without the number after '-'.
Its decisions and edits are undone together, with the other operation of a change of relation. An
undo can be undone. An operation is not undone if a later one is about the same axiom.`,
		Example: `  box2el-owl history undo --store my.db examples/pizzeria.ttl \
    01KAQ5Z3M8C1Y8H5V0S7T2N4RX`,
		Args: positional(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.input.path, opts.operation = args[0], args[1]
			if !cmd.Flags().Changed("who") {
				opts.who = userName()
			}
			if err := opts.input.check(); err != nil {
				return err
			}
			return runHistoryUndo(cmd.Context(), io, opts)
		},
	}
	opts.input.addFlags(cmd)
	opts.store.addFlags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opts.who, "who", "", "`NAME` of the person (default: the user)")
	flags.StringVar(&opts.comment, "comment", "", "`TEXT` of a comment")
	return cmd
}

func runHistoryUndo(ctx context.Context, streams *streams, opts historyUndoOptions) error {
	var subject historySubject
	if err := subject.read(ctx, streams, opts.input); err != nil {
		return err
	}
	asserted := make(map[owl.Hash]bool)
	if subject.ontology != nil {
		for _, a := range subject.ontology.Axioms {
			asserted[owl.HashAxiom(a)] = true
		}
	}
	by := db.Operation{Who: opts.who, Client: "box2el-owl " + version, Comment: opts.comment}
	return withStore(ctx, streams, opts.store, func(store *db.Store) error {
		undo, err := store.Undo(ctx, subject.key, opts.operation, by,
			func(h owl.Hash) bool { return asserted[h] })
		if errors.Is(err, db.ErrUnknown) || errors.Is(err, db.ErrInvalid) {
			return usageError{err}
		}
		if err != nil {
			return err
		}
		for _, d := range undo.Decisions() {
			if !opts.input.quiet {
				streams.say("undone: %s", subject.render(d))
			}
		}
		return nil
	})
}
