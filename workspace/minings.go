package workspace

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"box2el-owl/internal/outfile"
	"box2el-owl/owl"
	"box2el-owl/suggest"
	checks "box2el-owl/suggest/check"
	"box2el-owl/suggest/evidence"
)

// A mining's file has a line for what it rests on and one for each suggestion, both JSON, then
// where each of these lines begins, and how many there are: numbers of eight bytes, little-endian.
// A page is read without the rest.

// mined is the first line.
type mined struct {
	Revision int64          `json:"revision"`
	Stale    bool           `json:"stale"`
	Nothing  *minedEvidence `json:"nothing,omitempty"`
}

// minedSuggestion is a line. Axioms are in functional syntax.
type minedSuggestion struct {
	Axiom         string          `json:"axiom"`
	Form          suggest.Form    `json:"form"`
	Score         float64         `json:"score"`
	Probability   float64         `json:"probability"`
	Rank          int             `json:"rank"`
	Verdict       suggest.Verdict `json:"verdict"`
	Exact         bool            `json:"exact"`
	Outside       int             `json:"outside,omitempty"`
	FirstOutside  string          `json:"firstOutside,omitempty"`
	Inconsistent  bool            `json:"inconsistent,omitempty"`
	Unsatisfiable []string        `json:"unsatisfiable,omitempty"`
	Partial       bool            `json:"partial,omitempty"`
	ImpliedBy     string          `json:"impliedBy,omitempty"`
	Why           []minedReason   `json:"why,omitempty"`
	Stale         bool            `json:"stale,omitempty"`
	Unseen        bool            `json:"unseen,omitempty"`

	Tier       suggest.Tier     `json:"tier,omitempty"` // missing in files of earlier versions
	Evidence   []minedEvidence  `json:"evidence,omitempty"`
	Witnesses  string           `json:"witnesses,omitempty"`
	RejectedBy []minedRejection `json:"rejectedBy,omitempty"`
	Group      *minedGroup      `json:"group,omitempty"`
	From       []string         `json:"from,omitempty"`
	Replaces   []string         `json:"replaces,omitempty"`
}

type minedEvidence struct {
	Kind     string   `json:"kind"`
	Against  bool     `json:"against,omitempty"`
	Template string   `json:"template"`
	Entities []string `json:"entities,omitempty"`
	Numbers  []int    `json:"numbers,omitempty"`
	Quote    string   `json:"quote,omitempty"`
}

type minedRejection struct {
	Check    string        `json:"check"`
	Evidence minedEvidence `json:"evidence"`
}

// minedGroup has no subjects: they are those of its axioms.
type minedGroup struct {
	ID     string        `json:"id"`
	Rule   minedEvidence `json:"rule"`
	Axioms []string      `json:"axioms"`
}

type minedReason struct {
	Kind   string   `json:"kind"`
	Text   string   `json:"text"`
	Axioms []string `json:"axioms,omitempty"`
	Weight float64  `json:"weight"`
}

// maxMinings is how many minings of an ontology are kept: the last ones.
const maxMinings = 20

// Mine finds the missing axioms of the whole ontology, the surest tier first, and keeps them under
// the id of a job. It returns how many it has found. Errors are those of View.Suggest, and that of
// a context that has ended.
func (o *Ontology) Mine(ctx context.Context, job string, req suggest.Request,
	p owl.Progress) (found int, err error) {
	file, err := o.miningFile(job)
	if err != nil {
		return 0, err
	}
	v := o.View()
	ready, err := v.ready()
	if err != nil {
		return 0, err
	}
	if _, err := o.w.decisions.look(ctx, v.key()); err != nil {
		return 0, err
	}
	list, err := ready.Suggester.All(ctx, req, o.w.opts.Workers, p)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(o.folder(), 0o700); err != nil {
		return 0, err
	}
	about := mined{Revision: ready.revision, Stale: ready.Use.Stale}
	if len(list) == 0 {
		nothing := minedEvidenceOf(ready.Suggester.Nothing(owl.IRI{}))
		about.Nothing = &nothing
	}
	err = outfile.Write(file, func(w io.Writer) error { return writeMining(w, about, list) })
	if err != nil {
		return 0, err
	}
	o.removeMinings()
	return len(list), nil
}

// miningFile is where a mining is kept. The error is ErrUnknown for what is no id of a job.
func (o *Ontology) miningFile(job string) (string, error) {
	for _, c := range []byte(job) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return "", fmt.Errorf("%w mining", ErrUnknown)
		}
	}
	if job == "" || len(job) > 64 {
		return "", fmt.Errorf("%w mining", ErrUnknown)
	}
	return filepath.Join(o.folder(), "mining-"+job), nil
}

// removeMinings removes all but the last ones.
func (o *Ontology) removeMinings() {
	files := o.files("mining-*")
	age := func(file string) int64 {
		if info, err := os.Stat(file); err == nil {
			return info.ModTime().UnixNano()
		}
		return 0
	}
	slices.SortFunc(files, func(a, b string) int { return cmp.Compare(age(b), age(a)) })
	for _, file := range files[min(maxMinings, len(files)):] {
		os.Remove(file)
	}
}

func writeMining(w io.Writer, about mined, list []suggest.Suggestion) error {
	var starts []byte
	at := uint64(0)
	line := func(what any) error {
		text, err := json.Marshal(what)
		if err != nil {
			return err
		}
		n, err := w.Write(append(text, '\n'))
		at += uint64(n)
		return err
	}
	if err := line(about); err != nil {
		return err
	}
	for i := range list {
		starts = binary.LittleEndian.AppendUint64(starts, at)
		if err := line(minedOf(&list[i])); err != nil {
			return err
		}
	}
	starts = binary.LittleEndian.AppendUint64(starts, at) // the end of the last one
	starts = binary.LittleEndian.AppendUint64(starts, uint64(len(list)))
	_, err := w.Write(starts)
	return err
}

func minedOf(s *suggest.Suggestion) minedSuggestion {
	m := minedSuggestion{
		Axiom: functional(s.Axiom), Form: s.Form, Score: s.Score, Probability: s.Probability,
		Rank: s.Rank, Verdict: s.Verdict, Exact: s.Exact,
		Inconsistent: s.Inconsistent, Partial: s.Partial, Stale: s.Stale, Unseen: s.Unseen,
		Tier: s.Tier, Witnesses: s.Witnesses,
	}
	for _, e := range s.Evidence {
		m.Evidence = append(m.Evidence, minedEvidenceOf(e))
	}
	for _, r := range s.RejectedBy {
		m.RejectedBy = append(m.RejectedBy, minedRejection{r.Check, minedEvidenceOf(r.Evidence)})
	}
	if g := s.Group; g != nil {
		m.Group = &minedGroup{ID: g.ID, Rule: minedEvidenceOf(g.Rule)}
		for _, a := range g.Axioms {
			m.Group.Axioms = append(m.Group.Axioms, functional(a))
		}
	}
	for _, c := range s.From {
		m.From = append(m.From, c.String())
	}
	for _, a := range s.Replaces {
		m.Replaces = append(m.Replaces, functional(a))
	}
	if m.Outside = s.Outside.Axioms; m.Outside > 0 {
		m.FirstOutside = functional(s.Outside.First)
	}
	for _, c := range s.Unsatisfiable {
		m.Unsatisfiable = append(m.Unsatisfiable, c.String())
	}
	if s.ImpliedBy != nil {
		m.ImpliedBy = functional(s.ImpliedBy)
	}
	for _, why := range s.Why {
		reason := minedReason{Kind: why.Kind, Text: why.Text, Weight: why.Weight}
		for _, a := range why.Axioms {
			reason.Axioms = append(reason.Axioms, functional(a))
		}
		m.Why = append(m.Why, reason)
	}
	return m
}

func functional(a owl.Axiom) string { return string(owl.AppendAxiom(nil, a, nil)) }

func minedEvidenceOf(e evidence.Evidence) minedEvidence {
	m := minedEvidence{
		Kind: e.Kind, Against: e.Against, Template: e.Template, Numbers: e.Numbers, Quote: e.Quote,
	}
	for _, iri := range e.Entities {
		m.Entities = append(m.Entities, iri.String())
	}
	return m
}

func (m *minedEvidence) evidence() evidence.Evidence {
	e := evidence.Evidence{
		Kind: m.Kind, Against: m.Against, Template: m.Template, Numbers: m.Numbers, Quote: m.Quote,
	}
	for _, iri := range m.Entities {
		e.Entities = append(e.Entities, owl.NewIRI(iri))
	}
	return e
}

// Mining returns a part of what a mining has found: with verdicts of then and decisions of now. The
// error is ErrUnknown where there is none.
func (o *Ontology) Mining(ctx context.Context, job string, p Page) (SuggestionPage, int, error) {
	path, err := o.miningFile(job)
	if err != nil {
		return SuggestionPage{}, 0, err
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return SuggestionPage{}, 0, fmt.Errorf("%w mining", ErrUnknown)
	}
	if err != nil {
		return SuggestionPage{}, 0, err
	}
	defer file.Close()
	from, err := p.from("mining", job)
	if err != nil {
		return SuggestionPage{}, 0, err
	}
	page, total, err := readMining(file, from, p.limit())
	if err != nil {
		return SuggestionPage{}, 0, fmt.Errorf("%w: %s: %v; mine again", ErrDamaged, path, err)
	}
	if to := from + len(page.Items); to < total {
		page.Next = p.next(to, "mining", job)
	}
	if page.decisions, err = o.w.decisions.look(ctx, o.Key()); err != nil {
		return SuggestionPage{}, 0, err
	}
	for i := range page.Items {
		page.Items[i].Decision = page.DecisionOn(page.Items[i].Axiom)
	}
	return page, total, nil
}

// readMining reads so many suggestions from a place on.
func readMining(file *os.File, from, limit int) (page SuggestionPage, total int, err error) {
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return page, 0, err
	}
	number := func(at int64) (int64, error) {
		var eight [8]byte
		_, err := file.ReadAt(eight[:], at)
		n := int64(binary.LittleEndian.Uint64(eight[:]))
		if err == nil && (n < 0 || n > size) {
			err = errors.New("its end is damaged")
		}
		return n, err
	}
	n, err := number(size - 8)
	if err != nil {
		return page, 0, err
	}
	starts := size - 8 - 8*(n+1)
	if starts < 0 {
		return page, 0, errors.New("its end is damaged")
	}
	from = min(from, int(n))
	to := min(from+limit, int(n))
	begin, err := number(starts + 8*int64(from))
	if err != nil {
		return page, 0, err
	}
	end, err := number(starts + 8*int64(to))
	if err != nil {
		return page, 0, err
	}
	first, err := number(starts)
	if err != nil || begin > end || end > starts {
		return page, 0, errors.Join(err, errors.New("its end is damaged"))
	}
	text := make([]byte, first+end-begin)
	if _, err := file.ReadAt(text[:first], 0); err != nil {
		return page, 0, err
	}
	if _, err := file.ReadAt(text[first:], begin); err != nil && !errors.Is(err, io.EOF) {
		return page, 0, err
	}
	page, err = parseMining(text)
	return page, int(n), err
}

// parseMining parses the first line and some of those after it.
func parseMining(text []byte) (page SuggestionPage, err error) {
	lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	var about mined
	if err := json.Unmarshal(lines[0], &about); err != nil {
		return page, err
	}
	page.Revision, page.Stale = about.Revision, about.Stale
	if about.Nothing != nil {
		page.Nothing = about.Nothing.evidence()
	}
	for _, line := range lines[1:] {
		var m minedSuggestion
		if err := json.Unmarshal(line, &m); err != nil {
			return page, err
		}
		s, err := m.suggestion()
		if err != nil {
			return page, err
		}
		page.Items = append(page.Items, s)
	}
	return page, nil
}

func (m *minedSuggestion) suggestion() (suggest.Suggestion, error) {
	s := suggest.Suggestion{
		Form: m.Form, Score: m.Score, Probability: m.Probability, Rank: m.Rank, Verdict: m.Verdict,
		Exact:        m.Exact,
		Inconsistent: m.Inconsistent, Partial: m.Partial, Stale: m.Stale, Unseen: m.Unseen,
		Tier: cmp.Or(m.Tier, suggest.Speculative), Witnesses: m.Witnesses,
	}
	for i := range m.Evidence {
		s.Evidence = append(s.Evidence, m.Evidence[i].evidence())
	}
	for i := range m.RejectedBy {
		r := &m.RejectedBy[i]
		s.RejectedBy = append(s.RejectedBy,
			checks.Rejection{Check: r.Check, Evidence: r.Evidence.evidence()})
	}
	for _, iri := range m.From {
		s.From = append(s.From, owl.NewIRI(iri))
	}
	var errs []error
	parse := func(text string) owl.Axiom {
		a, err := owl.ParseAxiom(text, nil)
		errs = append(errs, err)
		return a
	}
	s.Axiom = parse(m.Axiom)
	for _, text := range m.Replaces {
		s.Replaces = append(s.Replaces, parse(text))
	}
	if m.Outside > 0 {
		s.Outside = suggest.Outside{Axioms: m.Outside, First: parse(m.FirstOutside)}
	}
	if sub, ok := s.Axiom.(*owl.SubClassOf); ok {
		if c, ok := sub.Sub.(owl.Class); ok {
			s.Subject = c.IRI
		}
		switch super := sub.Super.(type) {
		case owl.Class:
			s.Target = super.IRI
		case *owl.ObjectSomeValuesFrom:
			if p, ok := super.Property.(owl.ObjectProperty); ok {
				s.Property = p.IRI
			}
			if c, ok := super.Filler.(owl.Class); ok {
				s.Target = c.IRI
			}
		}
	}
	if g := m.Group; g != nil {
		s.Group = &suggest.Group{ID: g.ID, Rule: g.Rule.evidence()}
		for _, text := range g.Axioms {
			a := parse(text)
			s.Group.Axioms = append(s.Group.Axioms, a)
			if sub, ok := a.(*owl.SubClassOf); ok {
				c, _ := sub.Sub.(owl.Class)
				s.Group.Subjects = append(s.Group.Subjects, c.IRI)
			}
		}
	}
	for _, iri := range m.Unsatisfiable {
		s.Unsatisfiable = append(s.Unsatisfiable, owl.NewIRI(iri))
	}
	if m.ImpliedBy != "" {
		s.ImpliedBy = parse(m.ImpliedBy)
	}
	for _, why := range m.Why {
		reason := suggest.Reason{Kind: why.Kind, Text: why.Text, Weight: why.Weight}
		for _, text := range why.Axioms {
			reason.Axioms = append(reason.Axioms, parse(text))
		}
		s.Why = append(s.Why, reason)
	}
	return s, errors.Join(errs...)
}
