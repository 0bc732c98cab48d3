package el_test

import (
	"fmt"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// dump renders a normal form, one axiom a line, kind by kind; each line ends with the index of its
// source, or "def".
func dump(nf *el.Ontology, p *owl.Prefixes) string {
	return strings.Join(dumpLines(nf, p, 0), "")
}

// dumpLines renders a normal form with sources that count from first.
func dumpLines(nf *el.Ontology, p *owl.Prefixes, first int) []string {
	var lines []string
	name := func(c el.Concept) string { return render(nf.Vocabulary, c, p) }
	role := func(r el.Role) string {
		return string(owl.AppendIRI(nil, nf.Property(r).EntityIRI(), p))
	}
	roles := func(list []el.Role, sep string) string {
		var names []string
		for _, r := range list {
			names = append(names, role(r))
		}
		return strings.Join(names, sep)
	}
	line := func(source el.Source, format string, args ...any) {
		from := "def"
		if source != el.Definition {
			from = fmt.Sprint(first + int(source))
		}
		lines = append(lines, fmt.Sprintf(format, args...)+"  ["+from+"]\n")
	}
	for _, a := range nf.NF1 {
		line(a.Source, "%s ⊑ %s", name(a.Sub), name(a.Super))
	}
	for _, a := range nf.NF2 {
		line(a.Source, "%s ⊓ %s ⊑ %s", name(a.Left), name(a.Right), name(a.Super))
	}
	for _, a := range nf.NF3 {
		line(a.Source, "%s ⊑ ∃%s.%s", name(a.Sub), role(a.Role), name(a.Filler))
	}
	for _, a := range nf.NF4 {
		line(a.Source, "∃%s.%s ⊑ %s", role(a.Role), name(a.Filler), name(a.Super))
	}
	for _, a := range nf.Disjoint {
		var names []string
		for _, c := range a.Concepts {
			names = append(names, name(c))
		}
		line(a.Source, "disjoint %s", strings.Join(names, ", "))
	}
	for _, a := range nf.Inclusions {
		line(a.Source, "%s ⊑ %s", role(a.Sub), role(a.Super))
	}
	for _, a := range nf.Chains {
		line(a.Source, "%s ⊑ %s", roles(a.Parts, " ∘ "), role(a.Super))
	}
	for _, a := range nf.Ranges {
		line(a.Source, "range %s: %s", role(a.Role), name(a.Concept))
	}
	for _, a := range nf.Reflexive {
		line(a.Source, "reflexive %s", role(a.Role))
	}
	for _, a := range nf.HasSelf {
		line(a.Source, "%s ⊑ ∃%s.Self", name(a.Sub), role(a.Role))
	}
	for _, a := range nf.SelfSubs {
		line(a.Source, "∃%s.Self ⊑ %s", role(a.Role), name(a.Super))
	}
	for _, a := range nf.Keys {
		line(a.Source, "key %s: %s", name(a.Class), roles(slices.Concat(a.Objects, a.Data), ", "))
	}
	for _, a := range nf.FunctionalData {
		line(a.Source, "functional %s", role(a.Role))
	}
	for _, a := range nf.Inverses {
		line(a.Source, "inverse %s, %s", role(a.First), role(a.Second))
	}
	return lines
}

// render writes a concept as its class expression or data range, with introduced names in brackets.
func render(v *el.Vocabulary, c el.Concept, p *owl.Prefixes) string {
	var s string
	if v.IsDataConcept(c) {
		s = string(owl.AppendDataRange(nil, v.DataRange(c), p))
	} else {
		s = string(owl.AppendClassExpression(nil, v.Expression(c), p))
	}
	if v.Kind(c) == el.Introduced {
		return "[" + s + "]"
	}
	return s
}

// dumpReport renders the omissions, one a line.
func dumpReport(r *el.Report) string {
	var b strings.Builder
	for _, o := range r.Omissions {
		fmt.Fprintf(&b, "axiom %d %s: %s\n", o.Axiom, o.Effect, o.Reason)
	}
	return b.String()
}
