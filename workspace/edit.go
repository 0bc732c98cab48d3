package workspace

import (
	"context"
	"time"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// Edit says how the axioms of an ontology change: first some go, then some come. To remove what is not there, or add what is, changes nothing.
type Edit struct {
	// Base is the content hash of the state that the edit was made of.
	Base        owl.Hash
	Remove, Add []owl.Axiom
}

// Edit changes the axioms: all of it or nothing, and where it returns nil it is on the disk. A classified ontology is classified when it returns. Errors
// are *BaseError, ErrUnwritable, ErrDamaged, those of the disk, and that of a context that has ended.
//
// Cost: that of reasoner.Apply. Nothing of it grows with the ontology as long as the reasoner need not start afresh.
func (o *Ontology) Edit(ctx context.Context, e Edit) (Status, error) {
	if err := o.Await(ctx); err != nil {
		return Status{}, err
	}
	if err := o.lock(ctx); err != nil {
		return Status{}, err
	}
	defer o.unlock()
	former := o.View()
	if former.err != nil {
		return Status{}, former.err
	}
	if e.Base != former.hashes.Content {
		return Status{}, &BaseError{former.hashes.Content}
	}
	c, err := o.axioms.between(ctx, e.Remove, e.Add)
	if err != nil {
		return Status{}, err
	}
	if c.empty() {
		return o.Status(), nil
	}
	at := o.w.opts.Now().UTC().Truncate(time.Microsecond)
	entry, err := record(c, o.axioms.list.len()+len(c.add)-len(c.remove), at)
	if err != nil {
		return Status{}, err
	}
	var r *reasoner.Reasoner
	if former.reasoner != nil {
		if r, err = former.reasoner.Apply(ctx, c.add, c.remove); err != nil {
			return Status{}, err
		}
	}
	if err := o.journal.append(entry); err != nil {
		return Status{}, err
	}
	next, renamed := o.edited(former, c, r, at)
	o.become(next)
	if renamed {
		o.lookUpSoon()
	}
	o.prepareSoon()
	o.rewriteSoon()
	return o.Status(), nil
}

// edited makes a change to the axioms, and returns the View of the state after it; renamed says that names have changed.
func (o *Ontology) edited(former *View, c change, r *reasoner.Reasoner, at time.Time) (view *View, renamed bool) {
	o.axioms.apply(c)
	next := *former
	next.hashes, next.logical, next.axioms, next.count, next.changed = c.hashes, c.logical, o.axioms.list, o.axioms.list.len(), at
	next.known = new(known)
	if renamed = !o.namesStay(c); renamed {
		next.lookup = newLookup(&next)
	}
	if r != nil {
		return next.classified(r), renamed
	}
	return &next, renamed
}

// become makes a View the one that is handed out from now on.
func (o *Ontology) become(v *View) {
	o.current.Store(v)
	if v.err != ErrLoading {
		select {
		case <-o.loaded:
		default:
			close(o.loaded)
		}
	}
}

// namesStay reports whether no name changes: all axioms are logical, and speak of declared entities only.
func (o *Ontology) namesStay(c change) bool {
	var h hasher
	for _, list := range [][]owl.Axiom{c.add, c.remove} {
		for _, a := range list {
			if !a.Kind().IsLogical() || len(a.AxiomAnnotations()) > 0 {
				return false
			}
			for _, e := range owl.AxiomSignature(a) {
				if !o.axioms.has(h.hash(&owl.Declaration{Entity: e}).full) {
					return false
				}
			}
		}
	}
	return true
}
