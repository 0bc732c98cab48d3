package workspace

import (
	"context"
	"crypto/sha256"
	"maps"
	"slices"
	"sync"

	"box2el-owl/owl"
)

// axioms is a set of axioms in the order of insertion. It has one writer.
type axioms struct {
	// list is shared with readers: an edit appends to its array, or copies it to remove axioms.
	list    []owl.Axiom
	of      map[owl.Hash]owl.Axiom
	logical int // logical axioms; those that differ in annotations count each

	// annotated counts the logical axioms with annotations, by their hash without annotations. An
	// axiom without annotations has the same hash in of.
	annotated map[owl.Hash]int32
}

// emptyAxioms returns an empty set.
func emptyAxioms() *axioms {
	return &axioms{of: make(map[owl.Hash]owl.Axiom), annotated: make(map[owl.Hash]int32)}
}

// newAxioms returns the set of a document's axioms, without duplicates. The only error is that of
// ctx.
//
// Cost: two microseconds of CPU for each axiom, on all cores.
func newAxioms(ctx context.Context, document []owl.Axiom) (*axioms, error) {
	s := emptyAxioms()
	c, err := s.between(ctx, nil, document)
	if err != nil {
		return nil, err
	}
	s.of = make(map[owl.Hash]owl.Axiom, len(c.add))
	s.apply(c)
	return s, nil
}

// hashedAxiom holds the hashes of one axiom: with its annotations and, if it is logical, without.
type hashedAxiom struct{ full, bare owl.Hash }

func (h *hashedAxiom) logical() bool { return h.bare != owl.Hash{} }

// hasher hashes axioms, one after the other.
type hasher struct{ buffer []byte }

func (h *hasher) hash(a owl.Axiom) hashedAxiom {
	h.buffer = owl.AppendCanonical(h.buffer[:0], a)
	out := hashedAxiom{full: sha256.Sum256(h.buffer)}
	switch {
	case !a.Kind().IsLogical():
	case len(a.AxiomAnnotations()) == 0:
		out.bare = out.full
	default:
		h.buffer = owl.AppendCanonicalBare(h.buffer[:0], a)
		out.bare = sha256.Sum256(h.buffer)
	}
	return out
}

// hashAll hashes on all cores.
func hashAll(ctx context.Context, list []owl.Axiom) ([]hashedAxiom, error) {
	const chunk = 4096
	out := make([]hashedAxiom, len(list))
	var group sync.WaitGroup
	for from := 0; from < len(list); from += chunk {
		group.Go(func() {
			var h hasher
			for i := from; i < min(from+chunk, len(list)) && ctx.Err() == nil; i++ {
				out[i] = h.hash(list[i])
			}
		})
	}
	group.Wait()
	return out, ctx.Err()
}

// has reports whether the set has the axiom of a hash.
func (s *axioms) has(h owl.Hash) bool { return s.of[h] != nil }

// at returns the axiom of a hash; nil if the set does not have it.
func (s *axioms) at(h owl.Hash) owl.Axiom { return s.of[h] }

// saying returns the number of asserted axioms that equal a logical axiom up to annotations.
func (s *axioms) saying(bare owl.Hash) int32 {
	n := s.annotated[bare]
	if s.has(bare) {
		n++
	}
	return n
}

// annotatedAs returns the axioms with annotations that equal an axiom without annotations, after
// some axioms have been added or, if after has nil for them, removed.
//
// Cost: that of hashing all annotated logical axioms of the set.
func (s *axioms) annotatedAs(bare owl.Hash, after map[owl.Hash]owl.Axiom) []owl.Axiom {
	found := make(map[owl.Hash]owl.Axiom)
	if s.annotated[bare] > 0 {
		for _, a := range s.list {
			if len(a.AxiomAnnotations()) > 0 && a.Kind().IsLogical() && bareHash(a) == bare {
				found[owl.HashAxiom(a)] = a
			}
		}
	}
	for h, a := range after {
		if a == nil {
			delete(found, h)
		} else if len(a.AxiomAnnotations()) > 0 && bareHash(a) == bare {
			found[h] = a
		}
	}
	list := slices.Collect(maps.Values(found))
	owl.SortAxioms(list)
	return list
}

// change is the change of a set by an edit: axioms of the set to remove and new axioms to add, each
// once.
type change struct {
	remove, add         []owl.Axiom
	removeHash, addHash []hashedAxiom
}

func (c *change) empty() bool { return len(c.remove)+len(c.add) == 0 }

// between returns the change that removes axioms and then adds others. The removed axioms are those
// of the set. The only error is that of ctx.
func (s *axioms) between(ctx context.Context, remove, add []owl.Axiom) (change, error) {
	var c change
	addHash, err := hashAll(ctx, add)
	if err != nil {
		return c, err
	}
	removeHash, err := hashAll(ctx, remove)
	if err != nil {
		return c, err
	}
	coming := make(map[owl.Hash]bool, len(add)) // true until it has been added
	for _, h := range addHash {
		coming[h.full] = true
	}
	gone := make(map[owl.Hash]bool, len(remove))
	for _, h := range removeHash {
		a := s.at(h.full)
		if a != nil && !gone[h.full] && !coming[h.full] {
			gone[h.full] = true
			c.remove, c.removeHash = append(c.remove, a), append(c.removeHash, h)
		}
	}
	for i, h := range addHash {
		if coming[h.full] && !s.has(h.full) {
			coming[h.full] = false
			c.add, c.addHash = append(c.add, add[i]), append(c.addHash, h)
		}
	}
	return c, nil
}

// apply makes a change that between returned.
func (s *axioms) apply(c change) {
	if len(c.remove) > 0 {
		gone := make(map[owl.Axiom]bool, len(c.remove))
		for i, h := range c.removeHash {
			gone[c.remove[i]] = true
			delete(s.of, h.full)
			s.count(h, -1)
		}
		s.list = slices.DeleteFunc(slices.Clone(s.list),
			func(a owl.Axiom) bool { return gone[a] })
	}
	for i, h := range c.addHash {
		s.of[h.full] = c.add[i]
		s.count(h, 1)
	}
	s.list = append(s.list, c.add...)
}

// count adds to the counts of logical axioms.
func (s *axioms) count(h hashedAxiom, more int32) {
	if !h.logical() {
		return
	}
	s.logical += int(more)
	if h.bare == h.full {
		return
	}
	if s.annotated[h.bare] += more; s.annotated[h.bare] == 0 {
		delete(s.annotated, h.bare)
	}
}

// pending holds the changes of a set that operations make together, before the set is changed.
type pending struct {
	set   *axioms
	after map[owl.Hash]owl.Axiom // touched axioms: the axiom afterwards, nil if it is removed
	order []owl.Hash             // of the touches
}

func (s *axioms) pending() pending { return pending{set: s, after: make(map[owl.Hash]owl.Axiom)} }

// touch records that an axiom is in the set afterwards, or with nil that it is not.
func (e *pending) touch(h owl.Hash, a owl.Axiom) { e.after[h], e.order = a, append(e.order, h) }

// at returns the axiom of a hash at this point; nil if the set does not have it.
func (e *pending) at(h owl.Hash) owl.Axiom {
	if a, touched := e.after[h]; touched {
		return a
	}
	return e.set.at(h)
}

// has reports whether an axiom is in the set at this point, annotations included.
func (e *pending) has(h owl.Hash) bool { return e.at(h) != nil }

// change returns the change of the set. Axioms are in the order in which they were touched last.
func (e *pending) change(ctx context.Context) (change, error) {
	var remove, add []owl.Axiom
	done := make(map[owl.Hash]bool)
	for _, h := range slices.Backward(e.order) {
		if done[h] {
			continue
		}
		done[h] = true
		if a := e.after[h]; a != nil {
			add = append(add, a)
		} else if a := e.set.at(h); a != nil {
			remove = append(remove, a)
		}
	}
	slices.Reverse(remove)
	slices.Reverse(add)
	return e.set.between(ctx, remove, add)
}
