package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"box2el-owl/db"
)

type historyRunsOptions struct {
	input  inputOptions
	store  storeOptions
	output outputOptions
}

func newHistoryRunsCmd(io *streams) *cobra.Command {
	var opts historyRunsOptions
	cmd := &cobra.Command{
		Use:   "runs [ONTOLOGY]",
		Short: "List suggestion runs, the latest first",
		Long: `List the suggestion runs of 'suggest', 'report' and the server on one ontology or on
all, the latest first. The store keeps the last ten runs of each ontology.

The list is a table in TSV; --json writes JSON Lines.`,
		Example: `  box2el-owl history runs --store my.db examples/pizzeria.ttl`,
		Args:    positional(0, 1),
		RunE:    running(io, &opts, runHistoryRuns),
	}
	opts.input.addFlags(cmd, io)
	opts.store.addFlags(cmd)
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

func runHistoryRuns(ctx context.Context, streams *streams, opts historyRunsOptions) error {
	var subject historySubject
	if err := subject.read(ctx, streams, opts.input); err != nil {
		return err
	}
	var rows []runJSON
	err := withStore(ctx, streams, opts.store, func(store *db.Store) error {
		runs, err := store.Runs(ctx, subject.key)
		for _, r := range runs {
			rows = append(rows, runJSON{r.ID, r.At, r.Ontology, r.Found, r.Client, r.Model, r.Stale,
				r.Operation, r.Options})
		}
		return err
	})
	if err != nil {
		return err
	}
	return writeLines(streams, opts.output, rows, func() string {
		lines := []string{"run\tat\tontology\tfound\tclient\tmodel\toperation"}
		for _, r := range rows {
			cells := []string{fmt.Sprint(r.Run), r.At.Format(time.RFC3339), r.Ontology,
				fmt.Sprint(r.Found), r.Client, r.Model, r.Operation}
			lines = append(lines, strings.Join(mapped(cells, printable), "\t"))
		}
		return strings.Join(lines, "\n") + "\n"
	})
}
