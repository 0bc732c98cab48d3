package workspace

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"time"

	"box2el-owl/db"
	"box2el-owl/internal/outfile"
	"box2el-owl/owl"
)

// Up to version 6 of the store, an open ontology was two files in a directory of its own:
// document-N.gz, which the program rewrote from time to time, and journal-N with the edits since.
// migrate makes a document of the first and an operation of the second.

// formerOntology is such an ontology: its row, with the state in it.
type formerOntology struct {
	row db.OpenOntology

	Generation     int           `json:"generation"`
	Format         string        `json:"format"`
	Base           string        `json:"base"`
	Own            int           `json:"own"`
	Warnings       []string      `json:"warnings"`
	MissingImports []string      `json:"missingImports"`
	Changed        time.Time     `json:"changed"`
	Classified     bool          `json:"classified"`
	Training       *TrainOptions `json:"training"`
}

// migrate brings the ontologies of an earlier version into the present form. Their directory is
// renamed when the rows are on the disk, so that a process that is killed leaves an ontology in one
// form or the other.
func (w *Workspace) migrate(ctx context.Context) error {
	if _, err := os.Stat(w.opts.Folder); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	rows, err := w.opts.Store.OpenOntologies(ctx)
	if err != nil {
		return err
	}
	var list []formerOntology
	for _, row := range rows {
		f := formerOntology{row: row}
		if row.Current == 0 && json.Unmarshal(row.State, &f) == nil && f.Generation > 0 {
			list = append(list, f)
		}
	}
	// the one that was changed last is first: others with its IRI are copies
	slices.SortStableFunc(list,
		func(a, b formerOntology) int { return b.Changed.Compare(a.Changed) })
	for _, f := range list {
		if err := w.migrateOntology(ctx, f); err != nil {
			return fmt.Errorf("migrating ontology %s: %w", f.row.ID, err)
		}
	}
	backup := w.opts.Folder + ".bak"
	if _, err := os.Stat(backup); err == nil {
		return nil // the rest of an earlier migration
	}
	if err := outfile.Rename(w.opts.Folder, backup); err != nil {
		return err
	}
	return outfile.SyncDir(filepath.Dir(w.opts.Folder))
}

// migrateOntology records the document of an ontology and its journal, as an edit.
func (w *Workspace) migrateOntology(ctx context.Context, f formerOntology) error {
	const comment = "taken over from an earlier version"
	o := w.newOntology(f.row)
	file := func(name string) string { return filepath.Join(w.opts.Folder, o.id, name) }
	d, err := w.keepFile(file(fmt.Sprintf("document-%d.gz", f.Generation)))
	var v *View
	var edit []db.OperationAxiom
	if err == nil {
		d.Format, d.Base = f.Format, f.Base
		v, edit, err = o.readFormer(ctx, f, d, file(fmt.Sprintf("journal-%d", f.Generation)))
	}
	switch {
	case errors.Is(err, os.ErrNotExist), errors.Is(err, ErrDamaged):
		return o.save(ctx, settings{Damaged: true})
	case err != nil:
		return err
	}
	if err := o.describe(d, v); err != nil {
		return err
	}
	row, err := o.row(settings{Classified: f.Classified, Training: f.Training})
	if err != nil {
		return err
	}
	row.Key = v.key()
	operations := []db.Operation{{Ontology: row.Key, Kind: db.Replace, Comment: comment}}
	if len(edit) > 0 {
		operations = append(operations,
			db.Operation{Ontology: row.Key, Kind: db.Edit, Comment: comment, Axioms: edit})
	}
	record := db.Record{After: -1, Open: &row, Document: d, Operations: operations}
	_, err = w.opts.Store.Record(ctx, record)
	if _, same := errors.AsType[*db.SameOntologyError](err); same {
		row.Copy = true // decisions belong to the other one
		for i := range operations {
			operations[i].Ontology = anonymousKey + o.id
		}
		_, err = w.opts.Store.Record(ctx, record)
	}
	return err
}

// readFormer reads a document and its journal, and returns the state of the document, and what the
// journal edits. The error is ErrDamaged, or that of ctx.
func (o *Ontology) readFormer(ctx context.Context, f formerOntology, d *db.Document,
	journal string) (*View, []db.OperationAxiom, error) {
	read, report, err := o.w.readKeptFile(ctx, d)
	if err != nil {
		return nil, nil, err
	}
	set, err := newAxioms(ctx, read.Axioms, len(read.Axioms))
	if err != nil {
		return nil, nil, err
	}
	h := headerOf(read, report)
	h.kept.Own, h.kept.Warnings, h.kept.MissingImports = f.Own, f.Warnings, f.MissingImports
	v := (&View{ontology: o, header: h, changed: f.Changed}).hold(set)
	entries, err := readFormerJournal(journal)
	if err != nil {
		return nil, nil, err
	}
	after := set.pending()
	for _, e := range entries {
		for _, text := range e.Remove {
			h, _ := owl.ParseHash(text)
			if !after.has(h) {
				return nil, nil, damaged("its journal removes an axiom that is not there")
			}
			after.touch(h, nil)
		}
		for _, text := range e.Add {
			a, err := owl.ParseAxiom(text, nil)
			if err != nil {
				return nil, nil, damaged(err.Error())
			}
			after.touch(owl.HashAxiom(a), a)
		}
	}
	c := after.change()
	var rows []db.OperationAxiom
	for i, a := range slices.Concat(c.remove, c.add) {
		row := db.OperationAxiom{Axiom: owl.Functional(a), Hash: owl.HashAxiom(a), Edit: db.Added}
		if i < len(c.remove) {
			row.Edit = db.Removed
		}
		rows = append(rows, row)
	}
	return v, rows, nil
}

// formerEdit is an entry of a journal: what was removed, by hash, and added.
type formerEdit struct {
	Remove []string `json:"remove"`
	Add    []string `json:"add"`
}

// readFormerJournal returns the entries of a journal, a line each: a checksum and JSON. The last
// line may be cut off; then it was never acknowledged.
func readFormerJournal(path string) (entries []formerEdit, err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	broken := false
	for line := range bytes.Lines(text) {
		line, whole := bytes.CutSuffix(line, []byte("\n"))
		sum, edit, _ := bytes.Cut(line, []byte(" "))
		var e formerEdit
		switch {
		case !whole, string(sum) != fmt.Sprintf("%08x", crc32.ChecksumIEEE(edit)),
			json.Unmarshal(edit, &e) != nil:
			broken = true
		case broken:
			return nil, damaged("its journal is damaged")
		default:
			entries = append(entries, e)
		}
	}
	return entries, err
}
