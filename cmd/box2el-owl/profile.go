package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

type profileOptions struct {
	input  inputOptions
	output outputOptions
	fail   bool
	all    bool
}

func newProfileCmd(io *streams) *cobra.Command {
	var opts profileOptions
	cmd := &cobra.Command{
		Use:   "profile ONTOLOGY",
		Short: "Check the OWL 2 EL profile",
		Long: `Check an ontology against OWL 2 EL: the grammar of the profile and all conditions
of OWL 2 DL. Each kind of violation is listed with the clause of the standard and some of the
axioms, followed by the axioms that the reasoner uses partly or not at all.`,
		Example: `  box2el-owl profile examples/pizzeria.ttl
  box2el-owl profile --fail --json examples/heart.owl`,
		Args: positional(1, 1),
		RunE: running(io, &opts, runProfile),
	}
	opts.input.addFlags(cmd, io)
	flags := cmd.Flags()
	flags.BoolVar(&opts.all, "all", false, "list all axioms, not only the first three of a kind")
	flags.BoolVar(&opts.fail, "fail", false, "exit with code 6 if the ontology is outside OWL 2 EL")
	opts.output.addTextFlags(cmd, io)
	return cmd
}

// fewAxioms is the number of axioms of a kind listed without --all.
const fewAxioms = 3

// profileJSON is the document of profile --json. Names never change; new ones may be added.
type profileJSON struct {
	Profiles   map[string]bool  `json:"profiles"`
	Violations []violationsJSON `json:"violations"`
	NotUsed    []omissionsJSON  `json:"notUsed"`
}

// violationsJSON is a reason for which the ontology is outside the profile. Axioms are in
// functional syntax.
type violationsJSON struct {
	Reason string   `json:"reason"`
	Clause string   `json:"clause"`
	Count  int      `json:"count"`
	Axioms []string `json:"axioms"`
}

// omissionsJSON is a construct that the reasoner does not support. Effect is "ignored" or "used in
// part" and refers to the whole axiom.
type omissionsJSON struct {
	Construct string   `json:"construct"`
	Effect    string   `json:"effect"`
	Count     int      `json:"count"`
	Axioms    []string `json:"axioms"`
}

func runProfile(ctx context.Context, streams *streams, opts profileOptions) error {
	ontology, report, err := opts.input.read(ctx, streams)
	if err != nil {
		return err
	}
	profile, err := el.CheckProfile(ctx, ontology, readerNotes(report))
	if err != nil {
		return err
	}
	_, notUsed, err := el.Normalize(ctx, ontology, el.Options{Progress: streams.report})
	if err != nil {
		return err
	}
	limit := fewAxioms
	if opts.all {
		limit = len(ontology.Axioms)
	}
	document := &profileJSON{
		Profiles:   map[string]bool{"EL": profile.InProfile()},
		Violations: violations(ontology, profile, limit),
		NotUsed:    omissions(ontology, notUsed, limit),
	}
	err = streams.writeResult(opts.output, document,
		func() string { return document.text(notUsed) })
	if err == nil && opts.fail && !profile.InProfile() {
		return errOutsideEL
	}
	return err
}

// readerNotes converts the findings of the reader to violations for the profile check.
func readerNotes(report *rdfio.Report) []el.ReaderNote {
	var notes []el.ReaderNote
	for _, note := range report.OutsideDL() {
		text := string(note.Kind)
		if len(note.Examples) > 0 {
			text += ": " + findingText(note.Examples[0])
		}
		notes = append(notes, el.ReaderNote{Text: text, Count: note.Count})
	}
	return notes
}

func violations(o *owl.Ontology, profile *el.ProfileReport, limit int) []violationsJSON {
	out := []violationsJSON{}
	for _, reason := range profile.ByReason() {
		v := violationsJSON{Reason: reason.Reason.String(), Clause: reason.Reason.Clause(),
			Count: reason.Count, Axioms: []string{}}
		for _, violation := range reason.Violations {
			if len(v.Axioms) == limit {
				break
			}
			v.Axioms = append(v.Axioms, violationText(o, violation))
		}
		out = append(out, v)
	}
	return out
}

// violationText returns the axiom, or the subject of a violation that concerns the whole ontology.
func violationText(o *owl.Ontology, v el.Violation) string {
	if v.Axiom < 0 {
		return v.Subject
	}
	text := string(owl.AppendAxiom(nil, o.Axioms[v.Axiom], o.Prefixes))
	if v.Subject != "" && !strings.HasPrefix(text, v.Subject+"(") {
		text = v.Subject + " in " + text
	}
	return text
}

func omissions(o *owl.Ontology, notUsed *el.Report, limit int) []omissionsJSON {
	type key struct {
		reason el.Reason
		effect el.Effect
	}
	out := []omissionsJSON{}
	places := make(map[key]int) // index in out
	for _, omission := range notUsed.Omissions {
		k := key{omission.Reason, omission.Effect}
		i, ok := places[k]
		if !ok {
			i = len(out)
			places[k] = i
			out = append(out, omissionsJSON{Construct: omission.Reason.String(),
				Effect: omission.Effect.String(), Axioms: []string{}})
		}
		out[i].Count++
		if len(out[i].Axioms) < limit {
			out[i].Axioms = append(out[i].Axioms,
				string(owl.AppendAxiom(nil, o.Axioms[omission.Axiom], o.Prefixes)))
		}
	}
	return out
}

// text renders the report for people.
func (p *profileJSON) text(notUsed *el.Report) string {
	var b strings.Builder
	if p.Profiles["EL"] {
		b.WriteString("The ontology is in OWL 2 EL.\n")
	} else {
		b.WriteString("The ontology is not in OWL 2 EL:\n")
	}
	for _, v := range p.Violations {
		fmt.Fprintf(&b, "\n%8s  %s (%s)\n", thousands(v.Count), v.Reason, v.Clause)
		list(&b, v.Axioms, v.Count)
	}
	if len(p.NotUsed) == 0 {
		fmt.Fprintf(&b, "\nThe reasoner uses all %s logical axioms.\n", thousands(notUsed.Used))
		return b.String()
	}
	fmt.Fprintf(&b, "\nThe reasoner uses %s logical axioms fully, %s partly or not:\n",
		thousands(notUsed.Used), thousands(notUsed.NumAxioms()))
	for _, o := range p.NotUsed {
		fmt.Fprintf(&b, "\n%8s  %s (the axiom is %s)\n", thousands(o.Count), o.Construct, o.Effect)
		list(&b, o.Axioms, o.Count)
	}
	return b.String()
}

// list writes the first axioms of a kind and the number of the others.
func list(b *strings.Builder, axioms []string, count int) {
	for _, a := range axioms {
		fmt.Fprintf(b, "          %s\n", cut(printable(a), 300))
	}
	if count > len(axioms) {
		fmt.Fprintf(b, "          … and %s more (--all lists them)\n", thousands(count-len(axioms)))
	}
}
