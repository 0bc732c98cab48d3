package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/owl/relations"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/check"
	"box2el-owl/suggest/rank"
)

// release is an ontology with its checks and all that it entails.
type release struct {
	name     string // of its file, without endings
	ontology *owl.Ontology
	reasoner *reasoner.Reasoner
	index    *asserted.Index
	checks   *check.Checker
	weights  *rank.Weights // of rankings; nil: those of the program

	closure  *reasoner.Closure
	concepts []el.Concept // by class; noConcept if no axiom mentions the class
	classes  []int32      // by concept; −1 if it has no number
	roles    []el.Role    // by property; −1 if no axiom mentions it

	// isTarget is false for deprecated and unsatisfiable classes. Classes without a name are
	// targets.
	isTarget []bool
	targets  int     // classes that are targets
	inUse    []int32 // properties of asserted restrictions
}

const noConcept el.Concept = -1

// alone are the options to read the older releases by.
var alone = rdfio.ReadOptions{NoImports: true}

// openRelease reads a file, classifies and indexes it.
func openRelease(ctx context.Context, file string, opts rdfio.ReadOptions) (*release, error) {
	o, _, err := rdfio.ReadFile(ctx, file, opts)
	if err != nil {
		return nil, err
	}
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	return newRelease(ctx, o, name)
}

// newRelease classifies and indexes an ontology.
func newRelease(ctx context.Context, o *owl.Ontology, name string) (*release, error) {
	r := &release{name: name, ontology: o}
	var err error
	if r.reasoner, err = reasoner.New(ctx, o, reasoner.Options{}); err != nil {
		return nil, err
	}
	if r.index, err = r.indexed(ctx, o); err != nil {
		return nil, err
	}
	if r.checks, err = check.New(ctx, r.index); err != nil {
		return nil, err
	}
	normal, _, err := el.Normalize(ctx, o, el.Options{})
	if err != nil {
		return nil, err
	}
	if r.closure, err = reasoner.NewClosure(ctx, normal, reasoner.Options{}); err != nil {
		return nil, err
	}
	r.classes = slices.Repeat([]int32{-1}, normal.NumConcepts())
	for c, iri := range r.index.Classes {
		concept, known := normal.ConceptOf(owl.Class{IRI: iri})
		if known {
			r.classes[concept] = int32(c)
		} else {
			concept = noConcept
		}
		r.concepts = append(r.concepts, concept)
	}
	for _, iri := range r.index.Properties {
		role, known := normal.RoleOf(owl.ObjectProperty{IRI: iri})
		if !known {
			role = -1
		}
		r.roles = append(r.roles, role)
	}
	r.markTargets()
	return r, nil
}

// indexed indexes an ontology with the entailments of the release.
func (r *release) indexed(ctx context.Context, o *owl.Ontology) (*asserted.Index, error) {
	used := relations.For(o)
	return asserted.New(ctx, o, r.reasoner.Taxonomy(), asserted.Options{
		Relations: used.Axioms(), Label: used.Label,
	})
}

// markTargets finds the classes that may be a target and the properties of asserted restrictions.
func (r *release) markTargets() {
	x := r.index
	for _, concept := range r.concepts {
		r.isTarget = append(r.isTarget, concept == noConcept || !r.closure.Unsatisfiable(concept))
	}
	for _, a := range r.ontology.Axioms {
		if iri, ok := owl.DeprecatedBy(a); ok {
			if c, known := x.Class(iri); known {
				r.isTarget[c] = false
			}
		}
	}
	for c, is := range r.isTarget {
		if is {
			r.targets++
		}
		for _, s := range x.Restrictions(int32(c)) {
			r.inUse = append(r.inUse, s.Property)
		}
	}
	slices.Sort(r.inUse)
	r.inUse = slices.Compact(r.inUse)
}

// statement returns an axiom by the numbers of the index, or false if a name is unknown. The
// property of a superclass is "".
func (r *release) statement(subject, property, target string) (asserted.Statement, bool) {
	s, third := asserted.Statement{Property: asserted.NoProperty}, true
	var ok, too bool
	s.Class, ok = r.index.Class(owl.NewIRI(subject))
	s.Target, too = r.index.Class(owl.NewIRI(target))
	if property != "" {
		s.Property, third = r.index.Property(owl.NewIRI(property))
	}
	return s, ok && too && third
}

// statementOf returns the statement of C ⊑ D or C ⊑ ∃r.D with names that the index has. It reports
// false for other axioms.
func (r *release) statementOf(a owl.Axiom) (of asserted.Statement, ok bool) {
	n := 0
	r.index.EachStatement(a, func(s asserted.Statement) {
		of = s
		n++
	})
	return of, n == 1
}

// label returns the name of a class or property.
func (r *release) label(iri owl.IRI) string {
	if c, ok := r.index.Class(iri); ok && r.index.Labels[c].Text != "" {
		return r.index.Labels[c].Text
	}
	if p, ok := r.index.Property(iri); ok {
		return r.index.PropertyNames[p].Text
	}
	return iri.Fragment()
}

// subjectOf returns a class with its names, text and asserted axioms.
func (r *release) subjectOf(c int32) rank.Subject { return rank.SubjectOf(r.index, c) }

// entails reports whether the release entails a statement.
func (r *release) entails(s asserted.Statement) bool {
	c, d := r.concepts[s.Class], r.concepts[s.Target]
	switch {
	case s.Property == asserted.NoProperty && s.Class == s.Target:
		return true
	case c == noConcept || d == noConcept:
		return false
	case s.Property == asserted.NoProperty:
		return r.closure.SubsumedBy(c, d)
	}
	role := r.roles[s.Property]
	return role >= 0 && r.closure.SubsumedByExists(c, role, d)
}

// struck returns the targets that are no candidates for a class: those already entailed and, for
// superclasses, the class itself.
func (r *release) struck(class, property int32) map[int32]bool {
	set := map[int32]bool{class: true}
	c := r.concepts[class]
	if c == noConcept {
		return set
	}
	var concepts []el.Concept
	if property == asserted.NoProperty {
		concepts = r.closure.Superclasses(c)
	} else if role := r.roles[property]; role >= 0 {
		concepts = r.closure.FillersOf(c, role)
	}
	for _, d := range concepts {
		if int(d) < len(r.classes) && r.classes[d] >= 0 {
			set[r.classes[d]] = true
		}
	}
	return set
}

// mostJudged is the number of candidates of a list whose verdicts are asked for.
const mostJudged = 100

// shown returns the candidates that the program lists for a class: without those that a check
// rejects and, among the first mostJudged, those that contradict the release. Checks and reasoner
// do not know new classes, so it returns all candidates for these.
func (r *release) shown(ctx context.Context, class int32, list []candidate) ([]candidate, error) {
	if class == rank.NoClass {
		return list, nil
	}
	var kept []candidate
	var axioms []owl.Axiom
	for _, c := range list {
		s := c.Restriction().Of(class)
		if r.checks.Rejects(s) {
			continue
		}
		if kept = append(kept, c); len(kept) <= mostJudged {
			axioms = append(axioms, r.index.Axiom(s))
		}
	}
	verdicts, err := r.reasoner.Verdicts(ctx, axioms)
	if err != nil {
		return nil, err
	}
	shown := kept[:0]
	for i, c := range kept {
		if i >= len(verdicts) || verdicts[i].Verdict != reasoner.Contradicts {
			shown = append(shown, c)
		}
	}
	return shown, nil
}

// dataFile finds the file of an ontology of the judged tables: an older release of DIR/history, or
// a file of DIR/corpus or DIR/ontologies, by its name without endings.
func dataFile(dir, name string) (string, bool) {
	for _, pattern := range []string{
		"history/" + name + ".older.*", "corpus/" + name + ".*.gz", "ontologies/" + name + ".*",
	} {
		files, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, f := range files {
			if !strings.Contains(f, ".taxonomy") && !strings.HasSuffix(f, ".json") {
				if _, err := os.Stat(f); err == nil {
					return f, true
				}
			}
		}
	}
	return "", false
}
