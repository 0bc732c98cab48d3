package edit

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/obo"
)

// oboFile is an OBO document for editing.
type oboFile struct {
	*text
	names   *obo.Names
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
	number   int // of the line, from 1
}

func changeOBO(ctx context.Context, t *text, have *content, remove, add []owl.Axiom) error {
	o := *have.ontology
	o.Axioms = append(slices.Clip(o.Axioms), add...)
	f := oboFile{text: t, names: obo.NewNames(&o)}
	f.scan()
	if err := f.remove(ctx, remove); err != nil {
		return err
	}
	return f.add(ctx, add)
}

// scan finds the stanzas and their clauses.
func (f *oboFile) scan() {
	var s *oboStanza
	number := 0
	for at := 0; at < len(f.src); at = f.nextLine(at) {
		number++
		line := f.src[at:f.lineEnd(at)]
		if at == 0 {
			line = bytes.TrimPrefix(line, []byte(byteOrderMark))
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
				at, f.lineEnd(at), number}
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

// remove deletes the clauses of axioms. It passes over axioms that no clause says: Apply compares
// the result with what was asked for.
func (f *oboFile) remove(ctx context.Context, axioms []owl.Axiom) error {
	if len(axioms) == 0 {
		return nil
	}
	document := asUTF8(bytes.TrimPrefix(f.src, []byte(byteOrderMark)))
	origins, err := obo.Origins(doc.NewWindow(ctx, bytes.NewReader(document), "", doc.Limits{}))
	if err != nil {
		return err
	}
	removed, whole := hashes(axioms), make(map[*oboStanza]bool)
	for _, a := range axioms {
		if d, ok := a.(*owl.Declaration); ok {
			whole[f.removeDeclared(d, axioms)] = true
		}
	}
	// A clause goes with the last axiom that it says.
	gone, stays := make(map[int]bool), make(map[int]bool)
	for _, o := range origins {
		if o.Axiom.Kind() == owl.DeclarationKind {
			continue // that of what a clause names
		}
		h, _ := hash(o.Axiom)
		for _, line := range o.Lines {
			gone[line] = gone[line] || removed[h]
			stays[line] = stays[line] || !removed[h]
		}
	}
	for _, s := range f.stanzas {
		for _, l := range s.lines {
			if gone[l.number] && !stays[l.number] && !whole[s] {
				f.cut(l.from, l.to)
			}
		}
	}
	return nil
}

// asUTF8 replaces bytes that are not UTF-8, as the reader does: they are Windows-1252.
func asUTF8(document []byte) []byte {
	if utf8.Valid(document) {
		return document
	}
	var text []byte
	for len(document) > 0 {
		r, size := utf8.DecodeRune(document)
		if r == utf8.RuneError && size == 1 {
			r = doc.Windows1252(document[0])
		}
		text, document = utf8.AppendRune(text, r), document[size:]
	}
	return text
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
		counted := make(map[string]bool)
		for _, l := range s.lines {
			switch l.Tag {
			case "id", "namespace", "is_metadata_tag", "is_class_level": // they go with the stanza
			default:
				if !oboTogether[l.Tag] || !counted[l.Tag] {
					clauses++
				}
				counted[l.Tag] = true
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
