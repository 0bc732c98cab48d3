package owlrdf

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// Map returns the ontology of the statements of one document by the OWL 2 Mapping to RDF Graphs,
// sections 3.1-3.2. The table may have terms that no statement uses. Repeated statements count
// once; report.Triples is set to the number of distinct ones. The only error is that of ctx.
//
// Axioms are in the order of their main triples. Constructs outside OWL 2 DL are read as the OWL
// API reads them and noted in the report, as are triples without a meaning. The stages, each over
// the whole graph:
//
//	index     sort the statements by subject, predicate and object; find repetitions
//	classify  find the kinds of terms, by declarations and by use
//	reify     find the statement of each owl:Axiom and owl:Annotation
//	translate make the axiom of each main triple; expressions are resolved on demand, each once
//	sweep     note unused statements
//
// Terms are ids, and their data are in slices indexed by rdf.ID, until an axiom is made. Equal
// expressions share a struct, because ontologies repeat the same restriction thousands of times.
func Map(ctx context.Context, terms *rdf.Table, statements []rdf.Statement, opts doc.Options,
	report *doc.Report) (*owl.Ontology, error) {
	m := newMapper(ctx, terms, statements, opts, report)
	if err := m.run(); err != nil {
		return nil, err
	}
	return m.ontology, nil
}

func (m *mapper) run() error {
	for _, stage := range []func(){m.index, m.classify, m.reify, m.translate, m.sweep} {
		if stage(); m.err != nil {
			return m.err
		}
	}
	return nil
}

// Distinct returns the number of distinct triples. The only error is that of ctx.
func Distinct(ctx context.Context, terms *rdf.Table, statements []rdf.Statement) (int, error) {
	m := mapper{ctx: ctx, terms: terms, statements: statements, report: &doc.Report{}}
	m.index()
	return m.report.Triples, m.err
}

// Origin is an axiom with the place that says it: its main triple and the node of type owl:Axiom
// with its annotations, which is rdf.None if it has none.
type Origin struct {
	Axiom       owl.Axiom
	Statement   int32 // index of the main triple
	Annotations rdf.ID
}

// Origins returns the axioms of statements as Map does, each with all its places. Repeated
// statements count once. The only error is that of ctx.
func Origins(ctx context.Context, terms *rdf.Table, statements []rdf.Statement) ([]Origin, error) {
	var list []Origin
	m := newMapper(ctx, terms, statements, doc.Options{}, &doc.Report{})
	m.trace = func(a owl.Axiom) { list = append(list, Origin{a, m.at, m.annotatedBy}) }
	return list, m.run()
}

// mapper maps one graph.
type mapper struct {
	ctx      context.Context
	err      error // ctx.Err() once ctx has ended
	terms    *rdf.Table
	limits   doc.Limits
	report   *doc.Report
	sparse   bool // as in doc.Options
	ontology *owl.Ontology

	words     []word           // by rdf.ID
	wordTerms [numWords]rdf.ID // the inverse
	flags     []termFlags      // by rdf.ID
	iris      []owl.IRI        // by rdf.ID of IRIs and blank nodes (node ids); zero until needed
	cells     []int32          // by rdf.ID of blank nodes and literals: see cell

	statements []rdf.Statement
	marks      []mark  // by statement
	start      []int32 // order[start[s]:start[s+1]] are the statements about s,
	order      []int32 // sorted by predicate and object, without repetitions
	compared   int     // pairs of statements so far

	at          int32           // the current statement,
	annotatedBy rdf.ID          // and the node of its annotations; or rdf.None
	trace       func(owl.Axiom) // receives each axiom, also a repeated one; nil but for Origins

	line       int32        // of the current statement, for notes
	again      bool         // the statement was an axiom before, with other annotations
	header     rdf.ID       // the ontology node, or rdf.None
	attached   []attachment // sorted by statement
	freshNames map[string]bool
	freshCount int

	expressions
	seen tupleSet // axioms that different triples may repeat
	lists
	axiomSlabs
	fill, inner slotFiller // of make and of construct
}

// mark is a set of properties of a statement.
type mark uint8

const (
	repeated  mark = 1 << iota // occurs earlier in the document
	used                       // is part of an axiom, annotation, or the header
	annotated                  // is the main triple of an owl:Axiom or owl:Annotation
)

// cancelEvery is the number of statements between two checks of the context.
const cancelEvery = 1 << 14

// newMapper returns a mapper with the vocabulary resolved to ids.
func newMapper(ctx context.Context, terms *rdf.Table, statements []rdf.Statement, opts doc.Options,
	report *doc.Report) *mapper {
	m := &mapper{
		ctx: ctx, terms: terms, limits: opts.Limits.WithDefaults(), report: report,
		sparse:   opts.Sparse,
		ontology: &owl.Ontology{}, statements: statements, header: rdf.None,
	}
	var names [numWords]rdf.ID
	for w := noWord + 1; w < numWords; w++ {
		names[w] = terms.IRI([]byte(vocabulary[w].iri))
	}
	renameOWL11(terms, statements, report)
	builtin := make([]rdf.ID, len(builtins))
	for i, b := range builtins {
		builtin[i] = terms.IRI([]byte(b.EntityIRI().String()))
	}
	n := len(terms.Terms)
	m.words = make([]word, n)
	m.flags = make([]termFlags, n)
	m.iris = make([]owl.IRI, n)
	m.cells = make([]int32, n)
	m.wordTerms[noWord] = rdf.None
	for w := noWord + 1; w < numWords; w++ {
		m.words[names[w]] = w
		m.wordTerms[w] = names[w]
	}
	for i, b := range builtins {
		m.flags[builtin[i]] |= declaredClass << b.EntityKind()
	}
	return m
}

// canceled reports whether the context has ended. It checks it for some i, the caller's counter.
func (m *mapper) canceled(i int) bool {
	if i%cancelEvery == 0 && m.err == nil {
		m.err = m.ctx.Err()
	}
	return m.err != nil
}

// index groups the statements by subject and marks repeated ones.
func (m *mapper) index() {
	n := len(m.terms.Terms)
	m.marks = make([]mark, len(m.statements))
	m.order = make([]int32, len(m.statements))
	m.start = make([]int32, n+1)
	for i := range m.statements {
		m.start[m.statements[i].S+1]++
	}
	for s := range n {
		m.start[s+1] += m.start[s]
	}
	for i := range m.statements {
		s := m.statements[i].S
		m.order[m.start[s]] = int32(i)
		m.start[s]++
	}
	copy(m.start[1:], m.start[:n])
	m.start[0] = 0

	kept, compare := int32(0), m.compareStatements
	for s := range n {
		if m.canceled(s) {
			return
		}
		about := m.order[m.start[s]:m.start[s+1]]
		slices.SortFunc(about, compare)
		m.start[s] = kept
		for k, i := range about {
			if k > 0 && m.samePO(about[k-1], i) {
				m.marks[i] |= repeated
				about[k] = about[k-1] // later repetitions are compared with the first
				continue
			}
			m.order[kept] = i
			kept++
		}
	}
	m.start[n] = kept
	m.order = m.order[:kept]
	m.report.Triples = int(kept)
}

func (m *mapper) samePO(i, j int32) bool {
	a, b := &m.statements[i], &m.statements[j]
	return a.P == b.P && a.O == b.O
}

// compareStatements orders statements about one subject by predicate, object and place. Once the
// context has ended, all are alike, which ends a long sort.
func (m *mapper) compareStatements(i, j int32) int {
	if m.compared++; m.canceled(m.compared) {
		return 0
	}
	a, b := &m.statements[i], &m.statements[j]
	switch {
	case a.P != b.P:
		return int(a.P) - int(b.P)
	case a.O != b.O:
		return int(a.O) - int(b.O)
	}
	return int(i) - int(j)
}

// about returns the statements with subject s, sorted by predicate and object.
func (m *mapper) about(s rdf.ID) []int32 { return m.order[m.start[s]:m.start[s+1]] }

// with returns the statements with subject s and predicate p.
func (m *mapper) with(s rdf.ID, p word) []int32 {
	about, from := m.about(s), m.from(s, p)
	to := from
	for to < len(about) && m.words[m.statements[about[to]].P] == p {
		to++
	}
	return about[from:to]
}

// find returns the statement s p o, or -1.
func (m *mapper) find(s, p, o rdf.ID) int32 {
	about := m.about(s)
	at, ok := slices.BinarySearchFunc(about, rdf.Statement{P: p, O: o},
		func(i int32, want rdf.Statement) int {
			st := &m.statements[i]
			if st.P != want.P {
				return int(st.P) - int(want.P)
			}
			return int(st.O) - int(want.O)
		})
	if !ok {
		return -1
	}
	return about[at]
}

// one returns the first statement with subject s and predicate p, or -1.
func (m *mapper) one(s rdf.ID, p word) int32 {
	about, at := m.about(s), m.from(s, p)
	if at == len(about) || m.words[m.statements[about[at]].P] != p {
		return -1
	}
	return about[at]
}

// several reports whether there is more than one statement with subject s and predicate p.
func (m *mapper) several(s rdf.ID, p word) bool {
	about, at := m.about(s), m.from(s, p)
	return at+1 < len(about) && m.words[m.statements[about[at+1]].P] == p
}

// from returns the index in about(s) at which the statements with predicate p begin, or would.
func (m *mapper) from(s rdf.ID, p word) int {
	about, predicate := m.about(s), m.wordTerms[p]
	if len(about) <= 8 {
		for at, i := range about {
			if m.statements[i].P >= predicate {
				return at
			}
		}
		return len(about)
	}
	at, _ := slices.BinarySearchFunc(about, predicate,
		func(i int32, p rdf.ID) int { return int(m.statements[i].P) - int(p) })
	return at
}

// use marks a statement as part of the ontology.
func (m *mapper) use(i int32) { m.marks[i] |= used }

// sweep notes the unused statements.
func (m *mapper) sweep() {
	for i := range m.statements {
		if m.canceled(i) {
			return
		}
		if m.marks[i]&(used|repeated) == 0 {
			st := &m.statements[i]
			m.line = st.Line
			m.note(doc.NoteUnusedTriple, m.name(st.S)+" "+m.name(st.P)+" "+m.name(st.O))
		}
	}
}

func (m *mapper) isIRI(t rdf.ID) bool     { return m.terms.Kind(t) == rdf.IRI }
func (m *mapper) isBlank(t rdf.ID) bool   { return m.terms.Kind(t) == rdf.Blank }
func (m *mapper) isLiteral(t rdf.ID) bool { return m.terms.Kind(t) == rdf.Literal }

// text returns the characters of a term without copying them. The text of the table only grows, so
// its bytes do not change.
func (m *mapper) text(t rdf.ID) string {
	b := m.terms.Bytes(t)
	return unsafe.String(unsafe.SliceData(b), len(b))
}

func (m *mapper) iri(t rdf.ID) owl.IRI {
	if m.iris[t].IsZero() {
		m.iris[t] = owl.NewIRI(m.text(t))
	}
	return m.iris[t]
}

// literal returns the literal of a term. Equal literals share a struct.
func (m *mapper) literal(t rdf.ID) *owl.Literal {
	if cell := m.cells[t]; cell > 0 {
		return m.literalValues[cell-1]
	}
	l := m.literals.new()
	*l = owl.Literal{Lexical: m.text(t), Datatype: owl.Datatype{IRI: m.iri(m.terms.Datatype(t))},
		Lang: string(m.terms.Lang(t))}
	if l.Datatype == owl.RDFPlainLiteral { // not in RDF (rdf:PlainLiteral, section 4)
		m.note(doc.NoteOldVocabulary, m.name(t)+"^^rdf:PlainLiteral")
		*l = *owl.NewPlainLiteral(l.Lexical)
	}
	m.literalValues = append(m.literalValues, l)
	m.cells[t] = int32(len(m.literalValues))
	return l
}

// anonymous returns the individual of a blank node. Labeled nodes keep their label; others are
// numbered in the order of their first use, without clashes.
func (m *mapper) anonymous(t rdf.ID) owl.AnonymousIndividual {
	if !m.iris[t].IsZero() {
		return owl.AnonymousIndividual{ID: m.iris[t]}
	}
	id := m.text(t)
	if id == "" {
		id = m.freshName()
	}
	m.iris[t] = owl.NewIRI(id)
	return owl.AnonymousIndividual{ID: m.iris[t]}
}

func (m *mapper) freshName() string {
	if m.freshNames == nil {
		m.freshNames = make(map[string]bool)
		for t := range m.terms.Terms {
			if m.isBlank(rdf.ID(t)) && strings.HasPrefix(m.text(rdf.ID(t)), "genid") {
				m.freshNames[m.text(rdf.ID(t))] = true
			}
		}
	}
	for {
		m.freshCount++
		if name := "genid" + strconv.Itoa(m.freshCount); !m.freshNames[name] {
			return name
		}
	}
}

func (m *mapper) individual(t rdf.ID) owl.Individual {
	if m.isBlank(t) {
		return m.anonymous(t)
	}
	return owl.NamedIndividual{IRI: m.iri(t)}
}

// note adds a finding at the current statement.
func (m *mapper) note(kind doc.NoteKind, message string) {
	m.report.Note(kind, int(m.line), 0, message)
}

// name returns a term for a message: an IRI in angle brackets, the label of a blank node, a literal
// in quotation marks. Long terms are cut.
func (m *mapper) name(t rdf.ID) string {
	s := m.text(t)
	if len(s) > 120 {
		s = strings.ToValidUTF8(s[:117], "") + "…"
	}
	switch m.terms.Kind(t) {
	case rdf.IRI:
		return "<" + s + ">"
	case rdf.Blank:
		if s != "" {
			return "_:" + s
		}
		if about := m.about(t); len(about) > 0 {
			return fmt.Sprintf("[] of line %d", m.statements[slices.Min(about)].Line)
		}
		return "[]"
	}
	return strconv.Quote(s)
}
