package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/owl/relations"
)

func newHistoryCmd(io *streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "history",
		Short: "Manage accepted and rejected axioms",
		Long: `Record, list, export and import decisions on axioms. A decision belongs to an axiom
and the IRI of an ontology (or the file: IRI of its document), so it remains valid for edited and
new versions. Decisions are never changed or deleted; 'revert' restores the previous decision.

ONTOLOGY is a document or the IRI of an ontology. Labels are available only for a document.

Decisions are in the store, one file: store.db in $BOX2EL_HOME or the user's state directory.
Several programs may use it at the same time.`,
		Example: `  box2el-owl history accept --store my.db examples/pizzeria.ttl \
    "messicana SubClassOf 'hot pizza'"
  box2el-owl history list --store my.db examples/pizzeria.ttl`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newHistoryListCmd(io),
		newHistoryDecideCmd(io, db.Accept, "Record axioms as accepted (does not change the file)"),
		newHistoryDecideCmd(io, db.Reject,
			"Record axioms as rejected: they are not suggested again"),
		newHistoryDecideCmd(io, db.Defer, "Record axioms as deferred"),
		newHistoryDecideCmd(io, db.Revert,
			"Revert the last decision on an axiom"),
		newHistoryUndoCmd(io),
		newHistoryRunsCmd(io),
		newHistoryExportCmd(io),
		newHistoryImportCmd(io),
		newHistoryBackupCmd(io),
		newHistoryCheckCmd(io),
	)
	return cmd
}

// history is a subcommand of history with its options. Each subcommand has flags for some of them.
type history struct {
	*streams
	args    []string
	input   inputOptions
	subject historySubject // set by input, before the subcommand runs
	store   storeOptions
	output  outputOptions

	filter   db.Filter   // selects the decisions to list
	axiom    string      // of the filter
	decision db.Decision // fields of all decisions to record
	from     string
	replaces []string
	force    bool
	since    time.Time
	json     bool
}

// command completes a subcommand. If it has an ontology among its arguments, it reads the subject
// before it runs.
func (h *history) command(cmd *cobra.Command, run func(context.Context) error) *cobra.Command {
	_, arguments, _ := strings.Cut(cmd.Use, " ")
	about := strings.Contains(arguments, "ONTOLOGY")
	if about {
		h.input.addFlags(cmd, h.streams)
	}
	h.store.addFlags(cmd)
	beforeRun(cmd, func(args []string) error {
		h.args = args
		return nil
	})
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if about {
			if err := h.subject.read(cmd.Context(), h.streams, h.input); err != nil {
				return err
			}
		}
		return run(cmd.Context())
	}
	return cmd
}

// historySubject is the ontology whose decisions are listed or recorded: a document, or only an
// IRI.
type historySubject struct {
	key        string            // the key of decisions; "" for all ontologies
	ontology   *owl.Ontology     // nil without a document
	names      *owl.Names        // from the document
	manchester owl.Manchester    // with the names; without a document, with full IRIs
	asserted   map[owl.Hash]bool // axioms of the document; nil until asserts is called
}

func newHistorySubject(ontology *owl.Ontology, input inputOptions) *historySubject {
	names := relations.Names(ontology)
	return &historySubject{key: ontologyKey(ontology, input), ontology: ontology, names: names,
		manchester: names.Manchester()}
}

// read interprets an argument: the path of an existing document, else an IRI.
func (s *historySubject) read(ctx context.Context, streams *streams, input inputOptions) error {
	if input.path == "" {
		return nil
	}
	if _, err := os.Stat(input.path); err != nil && input.path != "-" && isIRI(input.path) {
		s.key = input.path
		return nil
	}
	ontology, _, err := input.read(ctx, streams)
	if err != nil {
		return err
	}
	if *s = *newHistorySubject(ontology, input); s.key == "" {
		return usagef("the ontology on standard input has no IRI: use --base IRI")
	}
	return nil
}

// isIRI distinguishes an IRI from the path of a missing file.
func isIRI(text string) bool {
	u, err := url.Parse(text)
	return err == nil && len(u.Scheme) > 1 && !strings.ContainsAny(text, " \t\r\n<>\"")
}

// axiom parses an axiom from the command line. Without a document, entities must be full IRIs.
func (s *historySubject) axiom(text string) (owl.Axiom, error) {
	if s.names != nil {
		return parseAxiom(s.names, text)
	}
	axiom, err := db.ParseAxiom(text)
	return axiom, asExpressionError(text, err)
}

// asserts reports whether the document has the axiom with a hash.
func (s *historySubject) asserts(hash owl.Hash) bool {
	if s.ontology == nil {
		return false
	}
	if s.asserted == nil {
		s.asserted = make(map[owl.Hash]bool, len(s.ontology.Axioms))
		for _, a := range s.ontology.Axioms {
			s.asserted[owl.HashAxiom(a)] = true
		}
	}
	return s.asserted[hash]
}

// assertedAs returns the axioms of the document that equal given axioms up to annotations.
func (s *historySubject) assertedAs(axioms []owl.Axiom) []owl.Axiom {
	given := make(map[string]bool)
	for _, a := range axioms {
		given[string(owl.AppendCanonicalBare(nil, a))] = true
	}
	var list []owl.Axiom
	for _, a := range s.ontology.Axioms {
		if a.Kind().IsLogical() && len(given) > 0 &&
			given[string(owl.AppendCanonicalBare(nil, a))] {
			list = append(list, a)
		}
	}
	return list
}

// render formats the axiom of a decision for people.
func (s *historySubject) render(d db.Decision) string {
	axiom, err := db.ParseAxiom(d.Axiom)
	if err != nil {
		return printable(d.Axiom) // unreachable: Decide has parsed it
	}
	return printable(s.manchester.Axiom(axiom))
}

// decidedBy returns by whom and when a decision was made, after a blank.
func decidedBy(d db.Decision) string {
	by := ""
	if d.Who != "" {
		by = " by " + printable(d.Who)
	}
	return by + " on " + d.At.Local().Format(time.DateOnly)
}

// timeValue is the value of a flag with a time, or a day, which begins at midnight local time. The
// empty text is the zero time.
type timeValue struct{ at *time.Time }

func (v timeValue) Set(text string) (err error) {
	if *v.at, err = time.ParseInLocation(time.DateOnly, text, time.Local); err == nil {
		return nil
	}
	if *v.at, err = time.Parse(time.RFC3339, text); err != nil && text != "" {
		return errors.New("use a day (2026-03-01) or a time (2026-03-01T12:00:00Z)")
	}
	return nil
}

func (v timeValue) Type() string { return "time" }

// String returns "", because the help shows no default.
func (v timeValue) String() string { return "" }

func newHistoryListCmd(io *streams) *cobra.Command {
	h := &history{streams: io, filter: db.Filter{Newest: true}}
	cmd := h.command(&cobra.Command{
		Use:   "list [ONTOLOGY]",
		Short: "List decisions, the latest first",
		Long: `List decisions on one ontology or on all, the latest first. With --current, list
only the latest decision on each axiom that was not reverted.

On a terminal the list is text. Otherwise, or with --output, it is the table of 'history export
--format tsv'; --json writes JSON Lines.`,
		Example: `  box2el-owl history list --store my.db --current --action accept
  box2el-owl history list --store my.db --since 2026-01-01 --limit 20 examples/pizzeria.ttl`,
		Args: positional(0, 1),
	}, h.list)
	flags := cmd.Flags()
	flags.BoolVar(&h.filter.Current, "current", false, "only current decisions")
	flags.StringVar((*string)(&h.filter.Action), "action", "",
		"only accept, reject, defer or revert")
	choose(cmd, "action",
		mapped(db.Actions(), func(a db.Action) string { return string(a) })...)
	flags.StringVar(&h.filter.Who, "who", "", "only decisions of `NAME`")
	flags.StringVar(&h.axiom, "axiom", "", "only decisions on `AXIOM`")
	flags.Var(timeValue{&h.filter.Since}, "since",
		"only decisions since `TIME`: 2026-03-01 or 2026-03-01T12:00:00Z")
	flags.Var(timeValue{&h.filter.Until}, "until", "only decisions before `TIME`")
	flags.IntVar(&h.filter.Limit, "limit", 0, "at most `N` decisions (default: all)")
	atLeast(cmd, 0, "limit")
	h.output.addTableFlags(cmd, io)
	return cmd
}

func (h *history) list(ctx context.Context) error {
	h.filter.Ontology = h.subject.key
	if h.axiom != "" {
		axiom, err := h.subject.axiom(h.axiom)
		if err != nil {
			return err
		}
		h.filter.Axiom = owl.HashAxiom(axiom)
	}
	return h.withStore(ctx, h.store, func(store *db.Store) error {
		decisions, err := store.History(ctx, h.filter)
		if err != nil {
			return err
		}
		if h.output.format == "text" {
			return h.writeText(h.output.path, h.subject.list(decisions))
		}
		return h.write(h.output.path, func(w io.Writer) error {
			if h.output.format == "json" {
				return db.WriteJSONLines(w, decisions)
			}
			return db.WriteTSV(w, decisions)
		})
	})
}

// list returns decisions for people: time, action, axiom, person and comment. If the list has
// several ontologies, it adds the ontology.
func (s *historySubject) list(decisions []db.Decision) string {
	var b strings.Builder
	for _, d := range decisions {
		fmt.Fprintf(&b, "%s  %-6s  %s\n", d.At.Local().Format("2006-01-02 15:04"), d.Action,
			s.render(d))
		about := []string{d.Who}
		if d.Probability != nil {
			about = append(about, fmt.Sprintf("probability %.0f %%", 100**d.Probability))
		}
		if s.key == "" {
			about = append(about, d.Ontology)
		}
		note := joined(", ", about...)
		if note = joined(": ", note, d.Comment); note != "" {
			fmt.Fprintf(&b, "                  %s\n", printable(note))
		}
	}
	return b.String()
}

// joined joins the texts that are not empty.
func joined(separator string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), separator)
}

func newHistoryRunsCmd(io *streams) *cobra.Command {
	h := &history{streams: io}
	cmd := h.command(&cobra.Command{
		Use:   "runs [ONTOLOGY]",
		Short: "List suggestion runs, the latest first",
		Long: `List the suggestion runs of 'suggest', 'report' and the server on one ontology or on
all, the latest first. The store keeps the last ten runs of each ontology.

The list is a table in TSV; --json writes JSON Lines.`,
		Example: `  box2el-owl history runs --store my.db examples/pizzeria.ttl`,
		Args:    positional(0, 1),
	}, h.runs)
	h.output.addFlags(cmd, io, "tsv or json (default: by the extension of the output, else tsv)",
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

func (h *history) runs(ctx context.Context) error {
	var rows []runJSON
	err := h.withStore(ctx, h.store, func(store *db.Store) error {
		runs, err := store.Runs(ctx, h.subject.key)
		for _, r := range runs {
			rows = append(rows, runJSON{r.ID, r.At, r.Ontology, r.Found, r.Client, r.Model, r.Stale,
				r.Operation, r.Options})
		}
		return err
	})
	if err != nil {
		return err
	}
	return writeLines(h.streams, h.output, rows, func() string {
		lines := []string{"run\tat\tontology\tfound\tclient\tmodel\toperation"}
		for _, r := range rows {
			cells := []string{fmt.Sprint(r.Run), r.At.Format(time.RFC3339), r.Ontology,
				fmt.Sprint(r.Found), r.Client, r.Model, r.Operation}
			lines = append(lines, strings.Join(mapped(cells, printable), "\t"))
		}
		return strings.Join(lines, "\n") + "\n"
	})
}

// reading returns a function that calls f with an existing store.
func (h *history) reading(f func(context.Context, *db.Store) error) func(context.Context) error {
	return func(ctx context.Context) error {
		return h.withStore(ctx, h.store, func(store *db.Store) error { return f(ctx, store) })
	}
}

// withStore calls f with an existing store. If there is none, it says so.
func (s *streams) withStore(ctx context.Context, opts storeOptions, f func(*db.Store) error) error {
	store, err := opts.openForReading(ctx)
	switch {
	case errors.Is(err, fs.ErrNotExist) && opts.path != "":
		return fmt.Errorf("%s: no such store", opts.path)
	case errors.Is(err, fs.ErrNotExist):
		s.say("no store yet, so no decisions")
		return nil
	case err != nil:
		return err
	}
	return errors.Join(f(store), store.Close())
}
