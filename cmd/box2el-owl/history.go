package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/user"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"box2el-owl/curate"
	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
	"box2el-owl/workspace"
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

// historySubject is the ontology whose decisions are listed or recorded: a document, or only an
// IRI.
type historySubject struct {
	key      string            // the key of decisions; "" for all ontologies
	ontology *owl.Ontology     // nil without a document
	names    *owl.Names        // from the document
	asserted map[owl.Hash]bool // axioms of the document; nil until asserts is called
}

func newHistorySubject(ontology *owl.Ontology, input inputOptions) *historySubject {
	return &historySubject{key: ontologyKey(ontology, input), ontology: ontology,
		names: relations.Names(ontology)}
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

// asserts reports whether the document has an axiom.
func (s *historySubject) asserts(a owl.Axiom) bool { return s.assertsHash(owl.HashAxiom(a)) }

func (s *historySubject) assertsHash(hash owl.Hash) bool {
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

// render formats the axiom of a decision for people.
func (s *historySubject) render(d db.Decision) string {
	axiom, err := db.ParseAxiom(d.Axiom)
	if err != nil {
		return printable(d.Axiom) // unreachable: Decide has parsed it
	}
	if s.names != nil {
		return printable(s.names.Manchester().Axiom(axiom))
	}
	return printable(owl.NewNames(new(owl.Ontology)).Manchester().Axiom(axiom))
}

type historyListOptions struct {
	input        inputOptions
	store        storeOptions
	current      bool
	action       string
	who          string
	axiom        string
	since, until string
	limit        int
	output       outputOptions
}

func newHistoryListCmd(io *streams) *cobra.Command {
	var opts historyListOptions
	cmd := &cobra.Command{
		Use:   "list [ONTOLOGY]",
		Short: "List decisions, the latest first",
		Long: `List decisions on one ontology or on all, the latest first. With --current, list
only the latest decision on each axiom that was not reverted.

On a terminal the list is text. Otherwise, or with --output, it is the table of 'history export
--format tsv'; --json writes JSON Lines.`,
		Example: `  box2el-owl history list --store my.db --current --action accept
  box2el-owl history list --store my.db --since 2026-01-01 --limit 20 examples/pizzeria.ttl`,
		Args: positional(0, 1),
		RunE: running(io, &opts, runHistoryList),
	}
	opts.input.addFlags(cmd, io)
	opts.store.addFlags(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&opts.current, "current", false, "only current decisions")
	flags.StringVar(&opts.action, "action", "", "only accept, reject, defer or revert")
	choose(cmd, "action",
		mapped(db.Actions(), func(a db.Action) string { return string(a) })...)
	flags.StringVar(&opts.who, "who", "", "only decisions of `NAME`")
	flags.StringVar(&opts.axiom, "axiom", "", "only decisions on `AXIOM`")
	flags.StringVar(&opts.since, "since", "",
		"only decisions since `TIME`: 2026-03-01 or 2026-03-01T12:00:00Z")
	flags.StringVar(&opts.until, "until", "", "only decisions before `TIME`")
	flags.IntVar(&opts.limit, "limit", 0, "at most `N` decisions (default: all)")
	atLeast(cmd, 0, "limit")
	opts.output.addTableFlags(cmd, io)
	return cmd
}

func (o *historyListOptions) filter() (db.Filter, error) {
	filter := db.Filter{Newest: true, Limit: o.limit, Action: db.Action(o.action), Who: o.who,
		Current: o.current}
	var err error
	if filter.Since, err = parseTime("since", o.since); err != nil {
		return filter, err
	}
	if filter.Until, err = parseTime("until", o.until); err != nil {
		return filter, err
	}
	return filter, nil
}

// parseTime parses the value of a flag: a day, which begins at midnight local time, or a time; ""
// is the zero time.
func parseTime(flag, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if day, err := time.ParseInLocation(time.DateOnly, text, time.Local); err == nil {
		return day, nil
	}
	moment, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return moment, usagef(
			"invalid --%s %q: use a day (2026-03-01) or a time (2026-03-01T12:00:00Z)", flag, text)
	}
	return moment, nil
}

func runHistoryList(ctx context.Context, streams *streams, opts historyListOptions) error {
	filter, err := opts.filter()
	if err != nil {
		return err
	}
	var subject historySubject
	if err := subject.read(ctx, streams, opts.input); err != nil {
		return err
	}
	filter.Ontology = subject.key
	if opts.axiom != "" {
		axiom, err := subject.axiom(opts.axiom)
		if err != nil {
			return err
		}
		filter.Axiom = owl.HashAxiom(axiom)
	}
	return withStore(ctx, streams, opts.store, func(store *db.Store) error {
		decisions, err := store.History(ctx, filter)
		if err != nil {
			return err
		}
		if opts.output.format == "text" {
			return streams.writeText(opts.output.path, subject.list(decisions))
		}
		return streams.write(opts.output.path, func(w io.Writer) error {
			if opts.output.format == "json" {
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
		var about []string
		if d.Who != "" {
			about = append(about, printable(d.Who))
		}
		if d.Probability != nil {
			about = append(about, fmt.Sprintf("probability %.0f %%", 100**d.Probability))
		}
		if s.key == "" {
			about = append(about, printable(d.Ontology))
		}
		note := strings.Join(about, ", ")
		if d.Comment != "" {
			note = strings.TrimPrefix(note+": "+printable(d.Comment), ": ")
		}
		if note != "" {
			fmt.Fprintf(&b, "                  %s\n", note)
		}
	}
	return b.String()
}

// decidedBefore returns a note if there is a current decision on the axiom of a new one. A revert
// has none: it is about the current decision anyway.
func decidedBefore(ctx context.Context, store *db.Store, d *db.Decision) ([]string, error) {
	if d.Action == db.Revert {
		return nil, nil
	}
	axiom, err := db.ParseAxiom(d.Axiom)
	if err != nil {
		return nil, nil // Decide reports the error
	}
	before, ok, err := store.CurrentOf(ctx, d.Ontology, owl.HashAxiom(axiom))
	if err != nil || !ok {
		return nil, err
	}
	return []string{pastTense[before.Action] + " before" + decidedBy(before)}, nil
}

// decidedBy returns by whom and when a decision was made, after a blank.
func decidedBy(d db.Decision) string {
	by := ""
	if d.Who != "" {
		by = " by " + printable(d.Who)
	}
	return by + " on " + d.At.Local().Format(time.DateOnly)
}

type historyDecideOptions struct {
	input    inputOptions
	store    storeOptions
	action   db.Action
	axioms   []string
	from     string
	who      string
	comment  string
	force    bool
	alsoEdit bool
	json     bool

	replaces []string
}

func newHistoryDecideCmd(io *streams, action db.Action, short string) *cobra.Command {
	opts := historyDecideOptions{action: action}
	edits := ""
	switch action {
	case db.Accept:
		edits = "\n\nIf a server keeps the ontology, accepted axioms are added to it as well."
	case db.Reject, db.Defer:
		edits = "\n\nIf a server keeps the ontology and an axiom is asserted, --also-edit " +
			"removes it there."
	case db.Revert:
		edits = "\n\nIf a server keeps the ontology, the edits of the decision are reverted " +
			"there as well."
	}
	cmd := &cobra.Command{
		Use:   string(action) + " ONTOLOGY [AXIOM…]",
		Short: short,
		Long: short + `.

Axioms are in Manchester syntax (A SubClassOf part of some B) or in functional syntax. With --from
FILE they are read from the lines of a file or standard input. Either all axioms are recorded or
none. They are on disk when the command ends.` + edits,
		Example: `  box2el-owl history ` + string(action) +
			` --store my.db --comment 'see the ticket' \
    examples/pizzeria.ttl "messicana SubClassOf 'hot pizza'"`,
		Args: cobra.MinimumNArgs(1),
		RunE: running(io, &opts, runHistoryDecide),
	}
	opts.input.addFlags(cmd, io)
	opts.store.addFlags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opts.from, "from", "",
		"read axioms from `FILE`, one per line; - is standard input")
	addWho(cmd, &opts.who, "`NAME` of the person who decides (default: the user)")
	flags.StringVar(&opts.comment, "comment", "", "`TEXT` of a comment")
	flags.BoolVar(&opts.json, "json", false, "print the recorded decisions as JSON Lines")
	if action == db.Reject || action == db.Defer {
		flags.BoolVar(&opts.alsoEdit, "also-edit", false,
			"remove asserted axioms from the ontology that a server keeps")
	}
	if action == db.Accept {
		flags.BoolVar(&opts.force, "force", false,
			"accept axioms that contradict the ontology")
		flags.StringArrayVar(&opts.replaces, "replaces", nil,
			"reject `AXIOM`, which the accepted axiom replaces (one axiom only)")
	}
	beforeRun(cmd, opts.check)
	return cmd
}

// addWho adds the flag --who. Its default is the login name, which the help does not show.
func addWho(cmd *cobra.Command, who *string, usage string) {
	name := os.Getenv("USER")
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	cmd.Flags().StringVar(who, "who", name, usage)
	cmd.Flag("who").DefValue = ""
}

func (o *historyDecideOptions) check(args []string) error {
	o.axioms = args[1:]
	switch {
	case len(o.axioms) == 0 && o.from == "":
		return usagef(
			"no axiom given to %s; name axioms, or a file of axioms with --from", o.action)
	case len(o.replaces) > 0 && (len(o.axioms) != 1 || o.from != ""):
		return usagef("--replaces needs exactly one axiom")
	case o.from == "-" && o.input.path == "-":
		return usagef("the ontology and the axioms cannot both come from standard input")
	}
	return nil
}

func runHistoryDecide(ctx context.Context, streams *streams, opts historyDecideOptions) error {
	var subject historySubject
	if err := subject.read(ctx, streams, opts.input); err != nil {
		return err
	}
	axioms, err := readAxioms(streams, opts.axioms, opts.from, subject.axiom)
	if err != nil {
		return err
	}
	var replaced []owl.Axiom
	if len(opts.replaces) > 0 {
		if replaced, err = readAxioms(streams, opts.replaces, "", subject.axiom); err != nil {
			return err
		}
	}
	if opts.action == db.Accept && !opts.force {
		if err := subject.checkAcceptable(ctx, axioms, replaced); err != nil {
			return err
		}
	}
	decisions := opts.decisions(axioms, &subject)
	for _, a := range replaced {
		decisions = append(decisions, db.Replaced(decisions[0], a))
	}
	store, err := opts.store.open(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	notes := make([][]string, len(decisions)) // by decision, for people
	for i := range decisions {
		if err := fillShown(ctx, store, &decisions[i]); err != nil {
			return err
		}
		note, err := decidedBefore(ctx, store, &decisions[i])
		if err != nil {
			return err
		}
		notes[i] = note
	}
	recorded, err := store.Decide(ctx, decisions)
	switch {
	case errors.Is(err, db.ErrAsserted):
		return usagef(
			"%w; give --also-edit to remove it from the ontology that a server keeps", err)
	case errors.Is(err, db.ErrInvalid):
		return usageError{err}
	case err != nil:
		return err
	}
	if opts.json {
		return streams.write("",
			func(w io.Writer) error { return db.WriteJSONLines(w, recorded) })
	}
	missing := false
	for i, d := range recorded {
		asserted := i < len(axioms) && subject.asserts(axioms[i])
		switch {
		case asserted && opts.action == db.Accept:
			notes[i] = append(notes[i], "the ontology asserts it already")
		case asserted && opts.action == db.Reject:
			notes[i] = append(notes[i], "the ontology asserts it; 'apply --remove' removes it")
		}
		missing = missing || !asserted
		note := ""
		if len(notes[i]) > 0 {
			note = " (" + strings.Join(notes[i], "; ") + ")"
		}
		streams.note("%s: %s%s", pastTense[d.Action], subject.render(d), note)
	}
	if opts.action == db.Accept && subject.ontology != nil && missing {
		command := "box2el-owl apply " + quoted(opts.input.path) + " --decisions"
		if opts.store.path != "" {
			command += " --store " + quoted(opts.store.path)
		}
		streams.note("The file is not changed; apply with: %s", command)
	}
	return nil
}

// fillShown adds to a decision what the last run that had the axiom showed of it.
func fillShown(ctx context.Context, store *db.Store, d *db.Decision) error {
	axiom, err := db.ParseAxiom(d.Axiom)
	if err != nil {
		return nil // Decide reports the error
	}
	shown, ok, err := store.LastShown(ctx, d.Ontology, owl.HashAxiom(axiom), 0)
	if ok {
		d.Run, d.Rank, d.Verdict = shown.Run, shown.Rank, shown.Verdict
		if shown.Probability > 0 {
			d.Probability = &shown.Probability
		}
	}
	return err
}

var pastTense = map[db.Action]string{db.Accept: "accepted", db.Reject: "rejected",
	db.Defer: "deferred", db.Revert: "reverted"}

// decisions returns the decisions to record about axioms.
func (o *historyDecideOptions) decisions(axioms []owl.Axiom,
	subject *historySubject) []db.Decision {
	decisions := make([]db.Decision, len(axioms))
	for i, a := range axioms {
		decisions[i] = db.Decision{
			Ontology: subject.key, Axiom: owl.Canonical(a), Action: o.action,
			Asserted: subject.asserts(a), AlsoEdit: o.alsoEdit,
			Who: o.who, Comment: o.comment, Client: "box2el-owl " + version,
		}
	}
	return decisions
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
	m := s.names.Manchester()
	list := printed(smallest, func(i int) string { return m.Axiom(axioms[i]) })
	verb := "contradicts"
	if len(list) > 1 {
		verb = "contradict together"
	}
	return fmt.Errorf("%s %s: %s; nothing was recorded; use --force to accept anyway",
		strings.Join(list, "; "), verb,
		contradiction(m, conflict))
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

type historyExportOptions struct {
	input   inputOptions
	store   storeOptions
	current bool
	output  outputOptions
}

func newHistoryExportCmd(io *streams) *cobra.Command {
	var opts historyExportOptions
	cmd := &cobra.Command{
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
		RunE: running(io, &opts, runHistoryExport),
	}
	opts.input.addFlags(cmd, io)
	opts.store.addFlags(cmd)
	flags := cmd.Flags()
	opts.output.addFlags(cmd, io, strings.Join(workspace.ExportFormats, ", ")+
		" (default: by the extension of the output, else jsonl)", "", workspace.ExportFormats...)
	flags.BoolVar(&opts.current, "current", false, "with jsonl and tsv: only current decisions")
	return cmd
}

func runHistoryExport(ctx context.Context, streams *streams, opts historyExportOptions) error {
	var subject historySubject
	if err := subject.read(ctx, streams, opts.input); err != nil {
		return err
	}
	var left []db.Decision
	err := withStore(ctx, streams, opts.store, func(store *db.Store) error {
		filter, format := db.Filter{Ontology: subject.key, Current: opts.current},
			opts.output.format
		if format == "robot" || format == "kgcl" {
			filter.Current, filter.Action = true, db.Accept
		}
		decisions, err := store.History(ctx, filter)
		if err != nil {
			return err
		}
		return streams.write(opts.output.path, func(w io.Writer) (err error) {
			switch format {
			case "tsv":
				return db.WriteTSV(w, decisions)
			case "robot":
				left, err = db.WriteROBOT(w, decisions, subject.ontology)
				return err
			case "kgcl":
				left, err = db.WriteKGCL(w, decisions, subject.ontology)
				return err
			}
			return db.WriteJSONLines(w, decisions)
		})
	})
	if err != nil {
		return err
	}
	if len(left) > 0 {
		streams.note("note: this format does not support %s, such as %s",
			plural(len(left), "accepted axiom", "accepted axioms"), subject.render(left[0]))
	}
	return nil
}

type historyImportOptions struct {
	store storeOptions
	path  string
	json  bool
}

func newHistoryImportCmd(io *streams) *cobra.Command {
	var opts historyImportOptions
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Import decisions from a file written by 'history export'",
		Long: `Import decisions from JSON Lines written by 'history export'; - is standard input.
Either all decisions are recorded or none. Known decisions are skipped, so importing twice changes
nothing. Curators who import each other's decisions have the same current decisions: the latest on
each axiom. A current decision that is replaced by another one is named.`,
		Example: `  box2el-owl history import --store my.db history.jsonl`,
		Args:    positional(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.path = args[0]
			return runHistoryImport(cmd.Context(), io, opts)
		},
	}
	opts.store.addFlags(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&opts.json, "json", false, "print the counts as JSON")
	flags.BoolVarP(&io.quiet, "quiet", "q", false, "print nothing")
	return cmd
}

// importedJSON is the document of history import --json. Names never change; new ones may be added.
type importedJSON struct {
	Added int `json:"added"`
	Known int `json:"known"`
}

func runHistoryImport(ctx context.Context, streams *streams, opts historyImportOptions) error {
	name, r, err := openText(streams, opts.path)
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
	store, err := opts.store.open(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	before, err := store.Current(ctx, "")
	if err != nil {
		return err
	}
	done, err := store.Import(ctx, decisions)
	switch {
	case errors.Is(err, db.ErrInvalid), errors.Is(err, db.ErrKeyReused):
		return inputError{fmt.Errorf("%s: %w", name, err)}
	case err != nil:
		return err
	}
	if opts.json {
		return streams.write("", func(w io.Writer) error {
			return streams.writeDocument(w, importedJSON{done.Added, done.Known})
		})
	}
	streams.note("%s added, %d already known", plural(done.Added, "decision", "decisions"),
		done.Known)
	after, err := store.Current(ctx, "")
	if err != nil {
		return err
	}
	type axiom struct {
		ontology string
		hash     owl.Hash
	}
	former := make(map[axiom]db.Decision, len(before))
	for _, d := range before {
		former[axiom{d.Ontology, d.Hash}] = d
	}
	for _, now := range after {
		if was, ok := former[axiom{now.Ontology, now.Hash}]; ok && was.Action != now.Action {
			streams.note("%s%s: %s (%s before%s)", pastTense[now.Action], decidedBy(now),
				new(historySubject).render(now), pastTense[was.Action], decidedBy(was))
		}
	}
	return nil
}

func newHistoryBackupCmd(io *streams) *cobra.Command {
	var store storeOptions
	cmd := &cobra.Command{
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
		RunE: func(cmd *cobra.Command, args []string) error {
			return withStore(cmd.Context(), io, store,
				func(s *db.Store) error { return s.Backup(cmd.Context(), args[0]) })
		},
	}
	store.addFlags(cmd)
	return cmd
}

func newHistoryCheckCmd(io *streams) *cobra.Command {
	var store storeOptions
	cmd := &cobra.Command{
		Use:     "check",
		Short:   "Check the whole store for damage",
		Long:    `Check the whole store for damage. The exit code is 1 if it is damaged.`,
		Example: `  box2el-owl history check --store my.db`,
		Args:    positional(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withStore(cmd.Context(), io, store, func(s *db.Store) error {
				if err := s.Check(cmd.Context()); err != nil {
					return err
				}
				io.say("%s: no damage found", s.Path())
				return nil
			})
		},
	}
	store.addFlags(cmd)
	return cmd
}

// withStore calls f with an existing store. If there is none, it says so.
func withStore(ctx context.Context, streams *streams, opts storeOptions,
	f func(*db.Store) error) error {
	store, err := opts.openForReading(ctx)
	switch {
	case errors.Is(err, fs.ErrNotExist) && opts.path != "":
		return fmt.Errorf("%s: no such store", opts.path)
	case errors.Is(err, fs.ErrNotExist):
		streams.say("no store yet, so no decisions")
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(f(store), store.Close())
}
