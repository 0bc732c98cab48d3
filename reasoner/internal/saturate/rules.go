package saturate

import "box2el-owl/reasoner/internal/index"

// ruleInit starts a context.
//
//	⟹ C ∈ S(C), ⊤ ∈ S(C), which is rdfs:Literal among data values
//
// Cost: constant.
func (w *worker) ruleInit(o *openContext) {
	w.add(o, o.root)
	if w.x.FlagsOf(o.root)&index.IsData != 0 {
		w.add(o, w.x.Literal)
	} else {
		w.add(o, w.x.Top)
	}
}

// add adds a to the subsumers of a context, to be settled later. Cost: one probe.
func (w *worker) add(o *openContext, a index.ConceptID) {
	if a == w.x.Bottom {
		o.unsatisfiable = true
		return
	}
	if o.set.add(a) {
		o.all = append(o.all, a)
		o.queue = append(o.queue, a)
	}
}

// addTo is add for a context that may not be on the stack of frames.
func (w *worker) addTo(position int32, a index.ConceptID) {
	o := w.opened[position]
	if o.unsatisfiable {
		return
	}
	if a != w.x.Bottom && o.set.has(a) {
		return
	}
	w.add(o, a)
	w.markDirty(o, position)
}

// settle applies the rules for a new subsumer that has no finished context: its NF1 and NF2 axioms
// now, its NF3 axioms after all subsumers are settled.
//
// Cost: that of the rules.
func (w *worker) settle(o *openContext, a index.ConceptID) {
	x := w.x
	o.set.setTag(a, settled)
	flags := x.FlagsOf(a)
	for _, e := range x.Inclusions(a) {
		ruleNF1(w, o, e)
	}
	if a < x.Active || x.Changed.Has(a) {
		if flags&index.IsMember != 0 {
			ruleDisjoint(w, o, a)
		}
		if list := x.Conjuncts(a); len(list) > 0 {
			ruleNF2(w, o, list)
		}
		o.conjuncts = append(o.conjuncts, a)
	}
	if flags&index.IsSelf != 0 || len(x.Existentials(a)) > 0 {
		o.linking = append(o.linking, a)
	}
}

// ruleNF1 applies asserted inclusions.
//
//	D ∈ S(C)   D ⊑ E   ⟹   E ∈ S(C)
//
// Cost: one probe.
func ruleNF1(w *worker, o *openContext, e index.ConceptID) { w.add(o, e) }

// ruleNF2 applies the NF2 axioms of a new conjunct D₁, given as list.
//
//	D₁, D₂ ∈ S(C)   D₁ ⊓ D₂ ⊑ E   ⟹   E ∈ S(C)
//
// Cost: one probe per axiom of D₁, or one binary search per conjunct in S(C), whichever is less.
func ruleNF2(w *worker, o *openContext, list []index.Conjunct) {
	if len(list) > index.LongConjuncts && len(list) > 8*len(o.conjuncts) {
		for _, c := range o.conjuncts {
			w.searchConjunct(o, list, c)
		}
		return
	}
	for _, c := range list {
		if o.set.has(c.Other) {
			w.add(o, c.Super)
		}
	}
}

// searchConjunct applies the axioms of a sorted list whose other conjunct is c.
func (w *worker) searchConjunct(o *openContext, list []index.Conjunct, c index.ConceptID) {
	low, high := 0, len(list)
	for low < high {
		middle := int(uint(low+high) >> 1)
		if list[middle].Other < c {
			low = middle + 1
		} else {
			high = middle
		}
	}
	for ; low < len(list) && list[low].Other == c; low++ {
		w.add(o, list[low].Super)
	}
}

// disjointnessCounter is the first number of a context's set that counts a disjointness axiom.
// Concept ids are smaller.
const disjointnessCounter index.ConceptID = 1 << 30

// ruleDisjoint counts the members of long disjointness axioms. The first member in a set adds the
// number of the axiom to the set, the second one finds it there. Each member is counted once, when
// it is new.
//
//	D₁, D₂ ∈ S(C)   D₁ ≠ D₂ in DisjointClasses(…)   ⟹   ⊥ ∈ S(C)
//
// Cost: one probe per axiom of the member.
func ruleDisjoint(w *worker, o *openContext, d index.ConceptID) {
	for _, axiom := range w.x.DisjointnessOf(d) {
		if !o.set.add(disjointnessCounter + index.ConceptID(axiom)) {
			w.add(o, w.x.Bottom)
		}
	}
}

// inherit copies the subsumers of a finished context D ∈ S(C). They are closed under all rules, so
// only conjunctions of an inherited subsumer and another one remain to be checked.
//
// Cost: one probe per subsumer of D, sequential in memory, and ruleNF2Inherited.
func (w *worker) inherit(o *openContext, d index.ConceptID) {
	r := w.store.Record(d)
	if r.All == 0 {
		o.unsatisfiable = true
		return
	}
	list := r.subsumers()
	o.round++
	before, shared := len(o.conjuncts), 0
	o.set.reserve(len(list))
	special := w.x.Special
	for _, a := range list[:r.active] {
		old, present := o.set.put(a, o.round)
		if present && old != pending {
			shared++
			continue
		}
		if !present {
			o.all = append(o.all, a)
		}
		o.conjuncts = append(o.conjuncts, a)
		if !special {
			continue
		}
		if flags := w.x.FlagsOf(a); flags&(index.IsMember|index.IsSelf) != 0 {
			w.inheritSpecial(o, a, flags, len(list))
		}
	}
	for _, a := range list[r.active:] {
		old, present := o.set.put(a, o.round)
		if present && old != pending {
			if w.x.Changed.Has(a) {
				shared++
			}
			continue
		}
		if !present {
			o.all = append(o.all, a)
		}
		if len(w.x.Changed) > 0 && w.x.Changed.Has(a) { // a change may have made it a conjunct
			o.conjuncts = append(o.conjuncts, a)
			w.inheritSpecial(o, a, w.x.FlagsOf(a), len(list))
		}
	}
	if shared < before && len(o.conjuncts) > before {
		ruleNF2Inherited(w, o, before, shared)
	}
	if w.x.Composing != nil {
		for _, l := range w.store.Links[d] {
			w.addLink(o, l, true)
		}
	}
}

// inheritSpecial handles an inherited member of disjointness axioms and an inherited ∃r.Self. The
// consequences of D –r→ D are inherited, those of C –r→ C are not.
func (w *worker) inheritSpecial(o *openContext, a index.ConceptID, flags uint8, room int) {
	if flags&index.IsMember != 0 {
		ruleDisjoint(w, o, a)
		o.set.reserve(room)
	}
	if flags&index.IsSelf != 0 {
		o.linking = append(o.linking, a)
	}
}

// ruleNF2Inherited is ruleNF2 for the conjuncts from index before on, which were inherited
// together, with the earlier ones that are not inherited from the same context. The number of
// earlier ones from the same context is shared.
//
// Cost: for each conjunct on the smaller side, its axioms or a binary search per conjunct of the
// other side.
func ruleNF2Inherited(w *worker, o *openContext, before, shared int) {
	earlier, inherited := o.conjuncts[:before], o.conjuncts[before:]
	if len(inherited) < before-shared {
		for _, c := range inherited {
			list := w.x.Conjuncts(c)
			if len(list) > index.LongConjuncts && len(list) > 8*before {
				for _, n := range earlier {
					w.searchConjunct(o, list, n)
				}
				continue
			}
			for _, n := range list {
				if slot := *o.set.slot(n.Other); slot != 0 && uint32(slot>>32) != o.round {
					w.add(o, n.Super)
				}
			}
		}
		return
	}
	for _, c := range earlier {
		if o.set.tag(c) == o.round {
			continue
		}
		list := w.x.Conjuncts(c)
		if len(list) > index.LongConjuncts && len(list) > 8*len(inherited) {
			for _, n := range inherited {
				w.searchConjunct(o, list, n)
			}
			continue
		}
		for _, n := range list {
			if o.set.tag(n.Other) == o.round {
				w.add(o, n.Super)
			}
		}
	}
}

// makeLinks makes the links of one settled subsumer. It returns true if the target of a link must
// be solved first; then that target is on top of the frames.
func (w *worker) makeLinks(o *openContext) (needs bool) {
	a := o.linking[o.nextLinking]
	list := w.x.Existentials(a)
	if o.set.tag(a) > settled { // inherited: the consequences of these links were inherited with it
		list = nil
	}
	for ; int(o.nextFiller) < len(list); o.nextFiller++ {
		e := list[o.nextFiller]
		if w.position[e.Filler] == 0 && !w.store.Done(e.Filler) {
			w.push(e.Filler)
			return true
		}
		ruleNF3(w, o, e)
	}
	if w.x.FlagsOf(a)&index.IsSelf != 0 {
		ruleSelf(w, o, a)
	}
	o.nextLinking, o.nextFiller = o.nextLinking+1, 0
	return false
}

// ruleNF3 makes a link.
//
//	D ∈ S(C)   D ⊑ ∃r.E   ⟹   C –r→ E
func ruleNF3(w *worker, o *openContext, e index.Existential) {
	if w.x.Composing != nil {
		w.addLink(o, Link{e.RoleID, e.Filler}, false)
		return
	}
	w.ruleNF4(o, e.RoleID, e.Filler)
}

// ruleSelf makes the link of a concept ∃r.Self.
//
//	∃r.Self ∈ S(C)   ⟹   C –r→ C
func ruleSelf(w *worker, o *openContext, self index.ConceptID) {
	ruleNF3(w, o, index.Existential{RoleID: w.x.SelfRoles[self], Filler: o.root})
}

// ruleNF4 adds to C all that a link C –r→ E propagates. If E is open, it also registers the
// backward link for later subsumers. These are the rules NF4 and ⊥ for a new link.
//
//	C –r→ E   F ∈ S(E)     p –r→ accept   ⟹   (t,F,p) ∈ S(C)
//	C –r→ E   (t,F,q) ∈ S(E)   p –r→ q    ⟹   (t,F,p) ∈ S(C)
//	C –r→ E   ⊥ ∈ S(E)                    ⟹   ⊥ ∈ S(C)
//
// Cost: one probe per propagated concept; the first link of a role into a context reads all its
// subsumers.
func (w *worker) ruleNF4(o *openContext, roleID int32, e index.ConceptID) {
	for _, p := range w.x.TopPropagated.Of(roleID) {
		w.add(o, index.ConceptID(p))
	}
	if p := w.position[e]; p != 0 {
		w.ruleNF4Open(o, roleID, p-1)
		return
	}
	r := w.store.Record(e)
	if r.All == 0 {
		o.unsatisfiable = true
		return
	}
	for _, p := range w.propagatedBy(roleID, r) {
		w.add(o, p)
	}
}

// propagatedBy returns what links of a role into a finished context propagate, except what every
// link of the role does. The result is valid until the next call.
func (w *worker) propagatedBy(roleID int32, r *Record) []index.ConceptID {
	w.found = w.found[:0]
	list := r.subsumers()
	for _, a := range list[r.ActiveOnly:r.propagated] {
		w.found = w.x.Targets(w.found, a, roleID)
	}
	if len(w.x.Changed) > 0 {
		for _, list := range [2][]index.ConceptID{list[:r.ActiveOnly], list[r.propagated:]} {
			for _, a := range list {
				if w.x.Changed.Has(a) {
					w.found = w.x.Targets(w.found, a, roleID)
				}
			}
		}
	}
	return w.found
}

// ruleNF4Open is ruleNF4 for a link into an open context. It registers the link.
func (w *worker) ruleNF4Open(o *openContext, roleID, target int32) {
	o.low = min(o.low, target)
	e := w.opened[target]
	if e.unsatisfiable {
		o.unsatisfiable = true
		return
	}
	from := w.position[o.root] - 1
	for i := range e.backward {
		in := &e.backward[i]
		if in.roleID != roleID {
			continue
		}
		in.from = append(in.from, from)
		for _, p := range in.propagates {
			w.add(o, p)
		}
		return
	}
	in := e.newBackwardLinks(roleID)
	in.from = append(in.from, from)
	for _, a := range e.all[:e.sent] {
		in.propagates = w.x.Targets(in.propagates, a, roleID)
	}
	for _, p := range in.propagates {
		w.add(o, p)
	}
}

// newBackwardLinks appends an entry and reuses the memory of an earlier one.
func (e *openContext) newBackwardLinks(roleID int32) *backwardLinks {
	n := len(e.backward)
	if n < cap(e.backward) {
		e.backward = e.backward[:n+1]
	} else {
		e.backward = append(e.backward, backwardLinks{})
	}
	in := &e.backward[n]
	in.roleID, in.from, in.propagates = roleID, in.from[:0], in.propagates[:0]
	return in
}

// ruleNF4Subsumer sends the next subsumer of an open context through its backward links: rule NF4
// for a new subsumer.
//
// Cost: the negative occurrences of the concept for each role, and one probe for each link and
// propagated concept.
func (w *worker) ruleNF4Subsumer(o *openContext) {
	if len(o.backward) == 0 {
		o.sent = len(o.all)
		return
	}
	a := o.all[o.sent]
	o.sent++
	if (a < w.x.ActiveOnly || a >= w.x.Propagated) && !w.x.Changed.Has(a) {
		return
	}
	for i := range o.backward {
		in := &o.backward[i]
		w.found = w.x.Targets(w.found[:0], a, in.roleID)
		in.propagates = append(in.propagates, w.found...)
		for _, p := range w.found {
			for _, from := range in.from {
				w.addTo(from, p)
			}
		}
	}
}

// ruleBottom adds ⊥ to the contexts that are linked to an unsatisfiable one: rule ⊥.
func (w *worker) ruleBottom(o *openContext) {
	for i := range o.backward {
		in := &o.backward[i]
		for _, from := range in.from {
			w.addTo(from, w.x.Bottom)
		}
		in.from = in.from[:0]
	}
}

// outgoing is a link of an open context. A link inherited from the finished context of a subsumer
// propagates nothing new.
type outgoing struct {
	Link
	inherited bool
}

func (o *openContext) links() []Link {
	links := make([]Link, len(o.out))
	for i, l := range o.out {
		links[i] = l.Link
	}
	return links
}

// addLink records a link of an open context, to be made and composed later.
func (w *worker) addLink(o *openContext, l Link, inherited bool) {
	if o.outSet == nil {
		o.outSet = make(map[Link]struct{})
	}
	if _, present := o.outSet[l]; present {
		return
	}
	o.outSet[l] = struct{}{}
	o.out = append(o.out, outgoing{l, inherited})
}

// ruleChain makes the next link of a context and composes it with the links of its target and the
// backward links of the context: the chain rule. It returns true if the target must be solved
// first.
//
// Cost: one search in the table of compositions for each pair of links.
func (w *worker) ruleChain(o *openContext, position int32) (needs bool) {
	l := o.out[o.nextOut]
	if w.position[l.Target] == 0 && !w.store.Done(l.Target) {
		w.push(l.Target)
		return true
	}
	if !l.inherited {
		w.ruleNF4(o, l.RoleID, l.Target)
		if p := w.position[l.Target]; p != 0 {
			e := w.opened[p-1]
			for i := range e.nextOut {
				w.composeWith(position, l.RoleID, e.out[i].Link)
			}
		} else {
			for _, next := range w.store.Links[l.Target] {
				w.composeWith(position, l.RoleID, next)
			}
		}
	}
	o.nextOut++
	for i := range o.backward {
		for j := range o.backward[i].from {
			w.composeWith(o.backward[i].from[j], o.backward[i].roleID, l.Link)
		}
	}
	return false
}

// composeWith adds to an open context the compositions of its link with a following link.
func (w *worker) composeWith(position, roleID int32, next Link) {
	o := w.opened[position]
	for _, c := range w.x.Composing.Of(roleID) {
		if c.Second == next.RoleID {
			w.addLink(o, Link{c.Result, next.Target}, false)
		}
	}
	w.markDirty(o, position)
}
