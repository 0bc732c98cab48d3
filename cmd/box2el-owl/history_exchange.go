package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/workspace"
)

// openText opens a file, or standard input for "-", and returns its name for messages.
func openText(streams *streams, path string) (name string, r io.ReadCloser, err error) {
	if path == "-" {
		return "standard input", io.NopCloser(streams.in), nil
	}
	file, err := os.Open(path)
	if err != nil {
		return path, nil, inputError{err}
	}
	return path, file, nil
}

func newHistoryExportCmd(io *streams) *cobra.Command {
	h := &history{streams: io}
	cmd := h.command(&cobra.Command{
		Use:   "export [ONTOLOGY]",
		Short: "Export decisions for backup, other curators and pipelines",
		Long: `Export the decisions on one ontology or on all, ordered by time.

  jsonl  JSON Lines, one object per decision
  tsv    the same as a table
  robot  a ROBOT template with the accepted axioms
  kgcl   the accepted axioms as commands of the Knowledge Graph Change Language

jsonl and tsv are complete; jsonl can be read by 'history import'. robot and kgcl contain the
currently accepted axioms; axioms that these formats do not support are counted on standard error.
ROBOT applies the template to the ontology and finds properties by their labels, so name the
document:

  robot template --input onto.owl --template accepted.tsv --merge-before --output edited.owl`,
		Example: `  box2el-owl history export --store my.db -o history.jsonl
  box2el-owl history export --store my.db --format robot examples/pizzeria.ttl -o accepted.tsv`,
		Args: positional(0, 1),
	}, h.reading(h.export))
	h.output.addFlags(cmd, io, strings.Join(workspace.ExportFormats, ", ")+
		" (default: by the extension of the output, else jsonl)", "", workspace.ExportFormats...)
	cmd.Flags().BoolVar(&h.filter.Current, "current", false,
		"with jsonl and tsv: only current decisions")
	return cmd
}

func (h *history) export(ctx context.Context, store *db.Store) error {
	format := h.output.format
	h.filter.Ontology = h.subject.key
	if format == "robot" || format == "kgcl" {
		h.filter.Current, h.filter.Action = true, db.Accept
	}
	decisions, err := store.History(ctx, h.filter)
	if err != nil {
		return err
	}
	var left []db.Decision
	err = h.write(h.output.path, func(w io.Writer) (err error) {
		switch format {
		case "tsv":
			return db.WriteTSV(w, decisions)
		case "robot":
			left, err = db.WriteROBOT(w, decisions, h.subject.ontology)
			return err
		case "kgcl":
			left, err = db.WriteKGCL(w, decisions, h.subject.ontology)
			return err
		}
		return db.WriteJSONLines(w, decisions)
	})
	if err == nil && len(left) > 0 {
		h.note("note: this format does not support %s, such as %s",
			plural(len(left), "accepted axiom", "accepted axioms"), h.subject.render(left[0]))
	}
	return err
}

func newHistoryImportCmd(io *streams) *cobra.Command {
	h := &history{streams: io}
	cmd := h.command(&cobra.Command{
		Use:   "import FILE",
		Short: "Import decisions from a file written by 'history export'",
		Long: `Import decisions from JSON Lines written by 'history export'; - is standard input.
Either all decisions are recorded or none. Known decisions are skipped, so importing twice changes
nothing. Curators who import each other's decisions have the same current decisions: the latest on
each axiom. A current decision that is replaced by another one is named.`,
		Example: `  box2el-owl history import --store my.db history.jsonl`,
		Args:    positional(1, 1),
	}, h.importFile)
	flags := cmd.Flags()
	flags.BoolVar(&h.json, "json", false, "print the counts as JSON")
	flags.BoolVarP(&io.quiet, "quiet", "q", false, "print nothing")
	return cmd
}

func (h *history) importFile(ctx context.Context) error {
	name, r, err := openText(h.streams, h.args[0])
	if err != nil {
		return err
	}
	defer r.Close()
	decisions, err := db.ReadJSONLines(r)
	var place *db.LineError
	switch {
	case errors.As(err, &place):
		return inputError{fmt.Errorf("%s:%d: %w", name, place.Line, place.Err)}
	case err != nil:
		return inputError{fmt.Errorf("%s: %w", name, err)}
	}
	store, err := h.store.open(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	type axiom struct {
		ontology string
		hash     owl.Hash
	}
	former := make(map[axiom]db.Decision)
	before, err := store.Current(ctx, "")
	if err != nil {
		return err
	}
	for _, d := range before {
		former[axiom{d.Ontology, d.Hash}] = d
	}
	done, err := store.Import(ctx, decisions)
	switch {
	case errors.Is(err, db.ErrInvalid), errors.Is(err, db.ErrKeyReused):
		return inputError{fmt.Errorf("%s: %w", name, err)}
	case err != nil:
		return err
	}
	if h.json {
		return h.write("", func(w io.Writer) error {
			return h.writeDocument(w, map[string]int{"added": done.Added, "known": done.Known})
		})
	}
	h.note("%s added, %d already known", plural(done.Added, "decision", "decisions"), done.Known)
	after, err := store.Current(ctx, "")
	for _, now := range after {
		if was, ok := former[axiom{now.Ontology, now.Hash}]; ok && was.Action != now.Action {
			h.note("%s%s: %s (%s before%s)", pastTense[now.Action], decidedBy(now),
				h.subject.render(now), pastTense[was.Action], decidedBy(was))
		}
	}
	return err
}

func newHistoryBackupCmd(io *streams) *cobra.Command {
	h := &history{streams: io}
	return h.command(&cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the store into one file",
		Long: `Copy the store into one compact file while other programs may use it. An existing
backup in that file is replaced when the new one is on disk. To restore a backup, stop all
programs that use the store, replace it by the backup, and remove the files store.db-wal and
store.db-shm.

The store has the decisions. The documents of a server and the models are in the folders documents
and models next to it: copy these, too, after the store.`,
		Example: `  box2el-owl history backup --store my.db my-backup.db`,
		Args:    positional(1, 1),
	}, h.reading(func(ctx context.Context, s *db.Store) error { return s.Backup(ctx, h.args[0]) }))
}

func newHistoryCheckCmd(io *streams) *cobra.Command {
	h := &history{streams: io}
	return h.command(&cobra.Command{
		Use:     "check",
		Short:   "Check the whole store for damage",
		Long:    `Check the whole store for damage. The exit code is 1 if it is damaged.`,
		Example: `  box2el-owl history check --store my.db`,
		Args:    positional(0, 0),
	}, h.reading(func(ctx context.Context, s *db.Store) error {
		if err := s.Check(ctx); err != nil {
			return err
		}
		h.say("%s: no damage found", s.Path())
		return nil
	}))
}
