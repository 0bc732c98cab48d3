package edit

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/rdfio/internal/obo"
)

// oboFile is an OBO document for editing.
type oboFile struct {
	*text
	names   *obo.Names
	opts    rdfio.ReadOptions
	header  []oboLine
	stanzas []*oboStanza

	of       map[string][]int // stanzas by id
	sections sections         // stanzas by kind
}

// oboStanza is a stanza: its type in brackets and its clauses.
type oboStanza struct {
	kind, id string
	from, to int // to is the end of the last clause
	lines    []oboLine
}

// oboLine is a clause.
type oboLine struct {
	obo.Clause
	from, to int
}

func changeOBO(ctx context.Context, t *text, opts rdfio.ReadOptions, have *content,
	remove, add []owl.Axiom) error {
	o := *have.ontology
	o.Axioms = append(slices.Clip(o.Axioms), add...)
	f := oboFile{text: t, names: obo.NewNames(&o), opts: opts}
	f.scan()
	if err := f.remove(ctx, remove); err != nil {
		return err
	}
	return f.add(ctx, add)
}

// scan finds the stanzas and their clauses.
func (f *oboFile) scan() {
	var s *oboStanza
	for at := 0; at < len(f.src); at = f.nextLine(at) {
		line := f.src[at:f.lineEnd(at)]
		if at == 0 {
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
		}
		trimmed := string(bytes.TrimSpace(line))
		switch {
		case strings.HasPrefix(trimmed, "[") && strings.Contains(trimmed, "]"):
			s = &oboStanza{kind: trimmed[1:strings.IndexByte(trimmed, ']')], from: at,
				to: f.lineEnd(at)}
			f.stanzas = append(f.stanzas, s)
		case trimmed == "" || trimmed[0] == '!':
		default:
			tag, value, _ := strings.Cut(trimmed, ":")
			l := oboLine{obo.Clause{Tag: strings.TrimSpace(tag), Value: strings.TrimSpace(value)},
				at, f.lineEnd(at)}
			if s == nil {
				f.header = append(f.header, l)
				continue
			}
			if l.Tag == "id" && s.id == "" {
				s.id, _, _ = strings.Cut(l.Value, " !")
				s.id = strings.TrimSpace(s.id)
			}
			s.lines, s.to = append(s.lines, l), l.to
		}
	}
	f.of, f.sections = make(map[string][]int), make(sections)
	for i, s := range f.stanzas {
		f.of[s.id] = append(f.of[s.id], i)
		f.sections.add(s.kind, i, s.id)
	}
}

// oboTogether are the tags whose clauses in a stanza are one axiom.
var oboTogether = map[string]bool{"intersection_of": true, "union_of": true}

// remove deletes the clauses of axioms.
func (f *oboFile) remove(ctx context.Context, axioms []owl.Axiom) error {
	gone, whole := make(map[*oboStanza][]int), make(map[*oboStanza]bool)
	for _, a := range axioms {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		subject, clauses, ok := obo.Clauses(a, f.names)
		var stanzas []int
		add := func(iri owl.IRI) { stanzas = append(stanzas, f.of[f.names.ID(iri)]...) }
		if ok && subject != nil {
			add(subject.EntityIRI())
		}
		for _, s := range owl.Subjects(a) {
			add(s)
		}
		for _, e := range owl.AxiomSignature(a) {
			add(e.EntityIRI())
		}
		slices.Sort(stanzas)
		if d, ok := a.(*owl.Declaration); ok {
			if s := f.removeDeclared(d, axioms); s != nil {
				whole[s] = true
				continue
			}
			if len(f.of[f.names.ID(d.Entity.EntityIRI())]) == 0 {
				continue // the clauses that name it declare it
			}
		}
		found := false
		for _, i := range slices.Compact(stanzas) {
			s := f.stanzas[i]
			for _, lines := range s.groups() {
				if len(clauses) > 0 && s.lines[lines[0]].Tag != clauses[0].Tag {
					continue
				}
				same, err := f.means(ctx, s, lines, a)
				if err != nil {
					return err
				}
				if same {
					gone[s], found = append(gone[s], lines...), true
				}
			}
		}
		if !found {
			return &Error{a, ErrNotRemoved}
		}
	}
	for s, lines := range gone {
		if whole[s] {
			continue
		}
		for _, i := range lines {
			f.cut(s.lines[i].from, s.lines[i].to)
		}
	}
	return nil
}

// groups returns the numbers of the clauses, those that are one axiom together.
func (s *oboStanza) groups() (list [][]int) {
	at := make(map[string]int)
	for i, l := range s.lines {
		if g, known := at[l.Tag]; known && oboTogether[l.Tag] {
			list[g] = append(list[g], i)
			continue
		}
		at[l.Tag] = len(list)
		if l.Tag != "id" {
			list = append(list, []int{i})
		}
	}
	return list
}

// means reads clauses of a stanza alone, with the header and the relations of the document, and
// reports whether they make an axiom.
func (f *oboFile) means(ctx context.Context, s *oboStanza, lines []int, a owl.Axiom) (bool,
	error) {
	var common, b bytes.Buffer
	end := len(f.src)
	if len(f.stanzas) > 0 {
		end = f.stanzas[0].from
	}
	common.Write(f.src[:end])
	relation := func(r *oboStanza, except []int) { // the clauses that say what the id means
		for i, l := range r.lines {
			switch l.Tag {
			case "xref", "is_metadata_tag", "is_class_level":
				if !slices.Contains(except, i) {
					fmt.Fprintf(&common, "%s\n", f.src[l.from:l.to])
				}
			}
		}
	}
	for _, r := range f.stanzas {
		if r.kind == "Typedef" && r.id != s.id {
			fmt.Fprintf(&common, "\n[Typedef]\nid: %s\n", r.id)
			relation(r, nil)
		}
	}
	target, _ := hash(a)
	fmt.Fprintf(&common, "\n[%s]\nid: %s\n", s.kind, s.id)
	if s.kind == "Typedef" {
		relation(s, lines)
	}
	b.Write(common.Bytes())
	for _, i := range lines {
		fmt.Fprintf(&b, "%s\n", f.src[s.lines[i].from:s.lines[i].to])
	}
	opts := f.opts
	with, _, err := read(ctx, b.Bytes(), opts)
	if err != nil {
		return false, ctx.Err()
	}
	if with.axioms[target] == nil {
		return false, nil
	}
	without, _, err := read(ctx, common.Bytes(), opts)
	if err != nil {
		return false, ctx.Err()
	}
	return without.axioms[target] == nil, nil
}

// removeDeclared deletes the stanza of an entity if all its clauses go: every axiom about it is
// removed. Otherwise the declaration is not one of a line, and it returns nil.
func (f *oboFile) removeDeclared(d *owl.Declaration, removed []owl.Axiom) *oboStanza {
	id := f.names.ID(d.Entity.EntityIRI())
	about := 0
	for _, a := range removed {
		if s := owl.Subjects(a); len(s) > 0 && s[0] == d.Entity.EntityIRI() {
			about++
		}
	}
	for _, i := range f.of[id] {
		s := f.stanzas[i]
		clauses := 0
		for _, lines := range s.groups() {
			switch s.lines[lines[0]].Tag {
			case "namespace", "is_metadata_tag", "is_class_level": // they go with the stanza
			default:
				clauses++
			}
		}
		if clauses < about {
			f.replace(f.lineEndBefore(i), s.to, "")
			return s
		}
	}
	return nil
}

// lineEndBefore returns where the stanza before stanza i ends, or the header.
func (f *oboFile) lineEndBefore(i int) int {
	switch {
	case i > 0:
		return f.stanzas[i-1].to
	case len(f.header) > 0:
		return f.header[len(f.header)-1].to
	}
	return 0
}

// add inserts the clauses of axioms into the stanzas of their subjects.
func (f *oboFile) add(ctx context.Context, axioms []owl.Axiom) error {
	type stanza struct {
		kind    string
		clauses []obo.Clause
	}
	made := make(map[string]*stanza)
	var order []string
	defined := make(map[string]bool) // ids and tags of definitions that are added
	for _, a := range axioms {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		subject, clauses, ok := obo.Clauses(a, f.names)
		if !ok || subject == nil {
			return &Error{a, fmt.Errorf("%w: OBO has no clause for it", ErrNotAdded)}
		}
		id := f.names.ID(subject.EntityIRI())
		_, declares := a.(*owl.Declaration)
		var s *oboStanza
		if of := f.of[id]; len(of) > 0 {
			s = f.stanzas[of[0]]
		}
		if len(clauses) > 0 && oboTogether[clauses[0].Tag] {
			tag := clauses[0].Tag
			has := func(l oboLine) bool { return l.Tag == tag }
			if defined[id+" "+tag] || s != nil && slices.ContainsFunc(s.lines, has) {
				return &Error{a, fmt.Errorf("%w: all clauses %s of an OBO term are one "+
					"definition, and %s has one", ErrNotAdded, tag, id)}
			}
			defined[id+" "+tag] = true
		}
		if s == nil {
			if made[id] == nil {
				made[id] = &stanza{kind: f.names.Stanza(subject)}
				order = append(order, id)
			}
			made[id].clauses = append(made[id].clauses, clauses...)
			continue
		}
		if !declares {
			f.insertClauses(s, clauses)
		}
	}
	slices.Sort(order)
	for _, id := range order {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		m := made[id]
		s := &oboStanza{kind: m.kind, id: id}
		slices.SortStableFunc(m.clauses, obo.Compare)
		lines := []string{"", "", "[" + m.kind + "]", "id: " + id}
		for _, c := range m.clauses {
			lines = append(lines, c.String())
		}
		f.insert(f.placeStanza(s), strings.Join(lines, f.newline))
	}
	return nil
}

// placeStanza returns where a new stanza is inserted: at the place of its id among those of its
// kind if these are sorted, otherwise behind the last of them.
func (f *oboFile) placeStanza(s *oboStanza) int {
	alike := f.sections[s.kind]
	switch {
	case alike != nil:
		if at := alike.place(s.id); at > 0 {
			return f.stanzas[alike.at[at-1]].to
		}
		return f.lineEndBefore(alike.at[0])
	case s.kind == "Term":
		return f.lineEndBefore(0)
	}
	return f.lineEndBefore(len(f.stanzas))
}

// insertClauses inserts the clauses of one axiom into a stanza, one behind the other.
func (f *oboFile) insertClauses(s *oboStanza, clauses []obo.Clause) {
	if len(clauses) == 0 {
		return
	}
	by := func(compare func(a, b obo.Clause) int) func(a, b oboLine) int {
		return func(a, b oboLine) int { return compare(a.Clause, b.Clause) }
	}
	at := placeAmong(s.lines, oboLine{Clause: clauses[0]}, by(obo.Compare), by(obo.CompareTags),
		func(a, b oboLine) bool { return a.Tag == b.Tag })
	to := f.lineEnd(s.from)
	if at > 0 {
		to = s.lines[at-1].to
	}
	for _, c := range clauses {
		f.insert(to, f.newline+c.String())
	}
}

// impliedByOBO holds the properties of the annotations that a stanza has without a clause.
var impliedByOBO = map[owl.IRI]bool{
	owl.NewIRI("http://www.geneontology.org/formats/oboInOwl#id"):              true,
	owl.NewIRI("http://www.geneontology.org/formats/oboInOwl#hasOBONamespace"): true,
}
