package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"box2el-owl/db"
)

type historyRunsOptions struct {
	input  inputOptions
	store  storeOptions
	run    int64
	output outputOptions
}

func newHistoryRunsCmd(io *streams) *cobra.Command {
	var opts historyRunsOptions
	cmd := &cobra.Command{
		Use:   "runs [ONTOLOGY]",
		Short: "List suggestion runs, the latest first",
		Long: `List the suggestion runs of 'suggest', 'report' and the server on one ontology or on
all, the latest first. The store keeps the last ten runs of each ontology. With --run, list the
suggestions of a run.

The list is a table in TSV; --json writes JSON Lines.`,
		Example: `  box2el-owl history runs --store my.db examples/pizzeria.ttl
  box2el-owl history runs --store my.db --run 3 examples/pizzeria.ttl`,
		Args: positional(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.run != 0 && opts.input.path == "" {
				return usagef("--run needs an ontology")
			}
			return runHistoryRuns(cmd.Context(), io, opts)
		},
	}
	opts.input.addFlags(cmd, io)
	opts.store.addFlags(cmd)
	flags := cmd.Flags()
	flags.Int64Var(&opts.run, "run", 0, "list the suggestions of run `N`")
	opts.output.addFlags(cmd, io, "tsv or json (default: by the extension of the output, else tsv)",
		"", "tsv", "json")
	return cmd
}

// runJSON is a line of the list of runs.
type runJSON struct {
	Run       int64           `json:"run"`
	At        time.Time       `json:"at"`
	Ontology  string          `json:"ontology"`
	Found     int             `json:"found"`
	Client    string          `json:"client,omitempty"`
	Model     string          `json:"model,omitempty"`
	Stale     bool            `json:"stale,omitempty"`
	Operation string          `json:"operation,omitempty"`
	Options   json.RawMessage `json:"options"`
}

// shownJSON is a line of the list of the suggestions of a run.
type shownJSON struct {
	Rank        int             `json:"rank"`
	Tier        string          `json:"tier"`
	Probability float64         `json:"probability,omitempty"`
	Verdict     string          `json:"verdict"`
	Axiom       string          `json:"axiom"`
	Evidence    json.RawMessage `json:"evidence"`
}

func runHistoryRuns(ctx context.Context, streams *streams, opts historyRunsOptions) error {
	var subject historySubject
	if err := subject.read(ctx, streams, opts.input); err != nil {
		return err
	}
	header, rows := "run\tat\tontology\tfound\tclient\tmodel\toperation", []any(nil)
	err := withStore(ctx, streams, opts.store, func(store *db.Store) (err error) {
		if opts.run != 0 {
			header = "rank\ttier\tprobability\tverdict\taxiom"
			rows, err = shownRows(ctx, store, subject.key, opts.run)
		} else {
			rows, err = runRows(ctx, store, subject.key)
		}
		return err
	})
	if err != nil {
		return err
	}
	return writeLines(streams, opts.output, rows, func() string {
		lines := []string{header}
		for _, row := range rows {
			var cells []string
			switch x := row.(type) {
			case runJSON:
				cells = []string{fmt.Sprint(x.Run), x.At.Format(time.RFC3339), x.Ontology,
					fmt.Sprint(x.Found), x.Client, x.Model, x.Operation}
			case shownJSON:
				cells = []string{fmt.Sprint(x.Rank), x.Tier, "", x.Verdict, x.Axiom}
				if x.Probability > 0 {
					cells[2] = fmt.Sprintf("%.2f", x.Probability)
				}
			}
			lines = append(lines, strings.Join(mapped(cells, printable), "\t"))
		}
		return strings.Join(lines, "\n") + "\n"
	})
}

func runRows(ctx context.Context, store *db.Store, ontology string) (rows []any, err error) {
	runs, err := store.Runs(ctx, ontology)
	for _, r := range runs {
		rows = append(rows, runJSON{r.ID, r.At, r.Ontology, r.Found, r.Client, r.Model, r.Stale,
			r.Operation, r.Options})
	}
	return rows, err
}

func shownRows(ctx context.Context, store *db.Store, ontology string, run int64) (rows []any,
	err error) {
	unknown := usagef("there is no run %d on %s; list them with: "+
		"box2el-owl history runs", run, ontology)
	_, err = store.RunByID(ctx, ontology, run)
	if errors.Is(err, db.ErrUnknown) {
		return nil, unknown
	}
	if err != nil {
		return nil, err
	}
	shown, _, err := store.ShownIn(ctx, run, db.ShownFilter{})
	for _, x := range shown {
		rows = append(rows, shownJSON{x.Rank, x.Tier, x.Probability, x.Verdict, x.Axiom,
			x.Evidence})
	}
	return rows, err
}
