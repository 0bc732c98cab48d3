package workspace

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

// restored lists an ontology that a former process had open. It knows how it stands, and load has to read it.
func (w *Workspace) restored(row db.OpenOntology) (*Ontology, error) {
	o := w.newOntology(row)
	if err := json.Unmarshal(row.Document, &o.document); err != nil {
		return nil, err
	}
	d := o.document
	o.training.Store(d.Training)
	o.generation = d.Generation
	v := &View{
		ontology: o, err: ErrLoading, count: d.Axioms, logical: d.LogicalAxioms, changed: d.Changed,
		header: &header{IRI: owl.NewIRI(d.IRI), VersionIRI: owl.NewIRI(d.VersionIRI), warnings: d.Warnings, missing: d.MissingImports},
	}
	v.hashes = Hashes{parseHash(d.Content), parseHash(d.Logical)}
	o.become(v)
	return o, nil
}

// parseHash reads what Hash.String writes; of anything else it makes the hash of nothing.
func parseHash(text string) (h owl.Hash) {
	h, _ = owl.ParseHash(text)
	return h
}

// load reads the document and the journal of an ontology, and makes it classified if it was.
func (o *Ontology) load(ctx context.Context) {
	if o.lock(ctx) != nil {
		return
	}
	defer o.unlock()
	if o.View().err != ErrLoading {
		return // something else has come in
	}
	v, err := o.read(ctx)
	switch {
	case ctx.Err() != nil:
		return
	case err != nil:
		failed := *o.View()
		failed.err = err
		o.axioms = nil
		v = &failed
	}
	o.become(v)
	o.lookUpSoon()
	o.prepareSoon()
	o.rewriteSoon()
}

// read returns the View of what lies on the disk.
func (o *Ontology) read(ctx context.Context) (*View, error) {
	d := o.document
	v := &View{ontology: o, header: o.View().header, changed: d.Changed}
	set := emptyAxioms()
	if d.Generation > 0 {
		ontology, report, err := o.readDocument(ctx)
		if err != nil {
			return nil, err
		}
		h := headerOf(ontology, report)
		h.warnings, h.missing, h.own = d.Warnings, d.MissingImports, d.Own
		v.header = h
		if set, err = newAxioms(ctx, ontology.Axioms); err != nil {
			return nil, err
		}
		if set.hashes.Content != parseHash(d.Content) {
			return nil, loadFailed(o.documentFile(d.Generation), errors.New("it has other axioms than it had"))
		}
	}
	o.axioms = set
	j, entries, err := readJournal(ctx, newJournal(o, d.Generation).path)
	if err != nil {
		return nil, fmt.Errorf("%w; send the ontology again", err)
	}
	o.journal = j
	r, err := o.replay(ctx, entries)
	if err != nil {
		return nil, err
	}
	if n := len(entries); n > 0 {
		v.changed = entries[n-1].Changed
	}
	v.hashes, v.logical, v.axioms, v.count = set.hashes, set.logical, set.list, set.list.len()
	v.lookup, v.known = newLookup(v), new(known)
	if r == nil && d.Classified {
		if r, err = reasoner.New(ctx, v.OWL(), reasoner.Options{Workers: o.w.opts.Workers}); err != nil {
			return nil, err
		}
	}
	if r != nil {
		v = v.classified(r)
	}
	o.removeStray()
	return v, nil
}

func (o *Ontology) readDocument(ctx context.Context) (*owl.Ontology, *rdfio.Report, error) {
	path := o.documentFile(o.document.Generation)
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, loadFailed(path, err)
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		return nil, nil, loadFailed(path, err)
	}
	ontology, report, err := rdfio.Read(ctx, packed, rdfio.ReadOptions{
		File: "document", Base: o.document.Base, Format: o.document.Format, Limits: o.w.opts.Limits,
	})
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case err != nil:
		return nil, nil, loadFailed(path, err)
	}
	return ontology, report, nil
}

// replay makes the edits of a journal, and returns the reasoner of the state after them, if that of some state on the way was kept.
func (o *Ontology) replay(ctx context.Context, entries []edited) (*reasoner.Reasoner, error) {
	kept := make(map[owl.Hash]bool)
	for _, file := range o.stateFiles() {
		kept[parseHash(strings.TrimPrefix(filepath.Base(file), "state-"))] = true
	}
	var r *reasoner.Reasoner
	var from axiomList // of r
	look := func() {
		if content := o.axioms.hashes.Content; kept[content] {
			if loaded := o.loadState(ctx, content, o.axioms.list.slice()); loaded != nil {
				r, from = loaded, o.axioms.list
			}
		}
	}
	look()
	for i, e := range entries {
		c, err := o.axioms.changeOf(ctx, e)
		if err != nil {
			return nil, loadFailed(o.journal.path, fmt.Errorf("entry %d: %w", i+1, err))
		}
		o.axioms.apply(c)
		look()
	}
	if r == nil {
		return r, ctx.Err()
	}
	add, remove := differences(from, o.axioms.list)
	if len(add)+len(remove) == 0 {
		return r, ctx.Err()
	}
	return r.Apply(ctx, add, remove)
}

// changeOf returns the change of an entry of the journal, and an error where it does not lead where it did.
func (s *axioms) changeOf(ctx context.Context, e edited) (change, error) {
	var remove, add []owl.Axiom
	for _, text := range e.Remove {
		place, ok := s.places[parseHash(text)]
		if !ok {
			return change{}, errors.New("it removes an axiom that is not there")
		}
		remove = append(remove, s.list.all[place])
	}
	for _, text := range e.Add {
		a, err := owl.ParseAxiom(text, nil)
		if err != nil {
			return change{}, err
		}
		add = append(add, a)
	}
	c, err := s.between(ctx, remove, add)
	if err == nil && c.hashes.Content != parseHash(e.Content) {
		err = errors.New("it leads to other axioms than it did")
	}
	return c, err
}

// removeStray removes files that a process has left behind that ended halfway.
func (o *Ontology) removeStray() {
	files, hidden := o.files("*"), o.files(".*-*")
	current := []string{filepath.Base(o.documentFile(o.document.Generation)), filepath.Base(newJournal(o, o.document.Generation).path)}
	for _, file := range append(files, hidden...) {
		name := filepath.Base(file)
		generational := strings.HasPrefix(name, "document-") || strings.HasPrefix(name, "journal-")
		if strings.HasPrefix(name, ".") || generational && name != current[0] && name != current[1] {
			os.Remove(file)
		}
	}
}
