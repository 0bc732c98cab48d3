package workspace

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"

	"box2el-owl/internal/outfile"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// maxJournal is how many axioms the edits of a journal may have touched before the document is written anew: about as many as a reasoner takes in at once after
// a restart.
const maxJournal = 1000

// rewriteSoon has the document written anew in the background, if its journal has grown. The caller may change the ontology.
func (o *Ontology) rewriteSoon() {
	if o.journal.axioms <= maxJournal {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.rewriting {
		return
	}
	o.rewriting = true
	o.w.inBackground(func(ctx context.Context) {
		err := o.rewrite(ctx)
		o.mu.Lock()
		defer o.mu.Unlock()
		o.rewriting = err != nil && ctx.Err() == nil // where it cannot be done, it is not tried again
	})
}

// rewrite writes the axioms of a View as the next document. Edits go on meanwhile; the next journal begins with them.
func (o *Ontology) rewrite(ctx context.Context) error {
	if err := o.lock(ctx); err != nil {
		return err
	}
	v, from := o.View(), o.journal
	former, generation := o.document.Generation, o.newGeneration()
	o.unlock()
	if v.err != nil {
		return v.err
	}
	ontology := v.OWL()
	ontology.IRI = v.header.IRI
	if slices.ContainsFunc(ontology.Axioms, func(a owl.Axiom) bool { _, bad := owl.Unwritable(a); return bad }) {
		return ErrUnwritable // the document stays as it was sent
	}
	err := o.writeDocument(ontology, &header{}, generation)
	if err == nil {
		err = o.rewriteState(ctx, v)
	}
	counts := false
	if err == nil {
		counts, err = o.switchDocument(ctx, v, former, generation, from)
	}
	if !counts {
		o.removeFiles(generation)
	}
	return err
}

// rewriteState keeps the state of the reasoner beside the former one, which is needed until the new document counts.
func (o *Ontology) rewriteState(ctx context.Context, v *View) error {
	if v.reasoner == nil {
		return nil
	}
	r, err := reasoner.New(ctx, v.OWL(), reasoner.Options{Workers: o.w.opts.Workers})
	if err != nil {
		return err
	}
	r.SaveFile(ctx, o.stateFile(v.hashes.Content), reasoner.StateKey(v.hashes.Content)) // else it is classified again
	return ctx.Err()
}

// switchDocument makes the document of a new generation count, if the one that the View was of still does: its journal is what was edited since.
func (o *Ontology) switchDocument(ctx context.Context, v *View, former, generation int, from journal) (counts bool, err error) {
	if err := o.lock(ctx); err != nil {
		return false, err
	}
	defer o.unlock()
	if o.document.Generation != former {
		return false, nil // another document has come in
	}
	next := newJournal(o, generation)
	if err := o.journal.copyFrom(from.size, next.path); err != nil {
		return false, err
	}
	next.size, next.axioms = o.journal.size-from.size, o.journal.axioms-from.axioms
	d := o.document
	d.Generation, d.Format, d.Base = generation, functionalFormat, ""
	d.about(v)
	if err := o.save(ctx, d); err != nil {
		return false, err
	}
	o.journal.close()
	o.document, o.journal = d, next
	o.removeFiles(former)
	for _, file := range o.stateFiles() {
		if file != o.stateFile(v.hashes.Content) {
			os.Remove(file)
		}
	}
	return true, nil
}

// copyFrom copies what stands behind a place into another file, which is on the disk when it returns nil.
func (j *journal) copyFrom(place int64, path string) error {
	if j.damaged != nil {
		return j.damaged
	}
	return outfile.Write(path, func(w io.Writer) error {
		if j.size == place {
			return nil
		}
		file, err := os.Open(j.path)
		if err != nil {
			return err
		}
		_, err = io.Copy(w, io.NewSectionReader(file, place, j.size-place))
		return errors.Join(err, file.Close())
	})
}
