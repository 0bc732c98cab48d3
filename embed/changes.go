package embed

// Change is one difference between the variants Paper and Corrected.
type Change struct {
	Name  string // in options and files
	Title string // in tables

	apply func(v *Variant, corrected Variant)
}

// Changes lists the differences that affect a model, in the order of Variant's fields.
func Changes(a Architecture) []Change {
	all := []Change{
		{"paired-nf2", "NF2 by axiom", func(v *Variant, c Variant) { v.PairedNF2 = c.PairedNF2 }},
		{"hinge", "negatives with a hinge", func(v *Variant, c Variant) { v.Hinge = c.Hinge }},
		{"known-negatives", "no entailed negatives", func(v *Variant, c Variant) { v.KnownNegatives = c.KnownNegatives }},
		{"nf1-negatives", "negatives of NF1", func(v *Variant, c Variant) { v.NF1Negatives = c.NF1Negatives }},
		{"shuffled", "shuffled batches", func(v *Variant, c Variant) { v.Shuffled = c.Shuffled }},
		{"extended", "C(a) and ranges", func(v *Variant, c Variant) { v.Extended = c.Extended }},
		{"by-mrr", "chosen by MRR", func(v *Variant, c Variant) { v.ByMRR = c.ByMRR }},
		{"choose-scores", "scores chosen by form", func(v *Variant, c Variant) { v.ChooseScores = c.ChooseScores }},
	}
	var changes []Change
	for _, change := range all {
		if change.Alone(a) != Paper().named(change.Name) && change.concerns(a) {
			changes = append(changes, change)
		}
	}
	return changes
}

// Alone returns the variant Paper with this one change.
func (c Change) Alone(a Architecture) Variant {
	v := Paper()
	v.Mode = "paper+" + c.Name
	c.apply(&v, Corrected(a))
	return v
}

func (v Variant) named(change string) Variant {
	v.Mode = "paper+" + change
	return v
}

// concerns reports whether a model has the term that the change modifies.
func (c Change) concerns(a Architecture) bool {
	balls := a == ELEm || a == EmELpp
	switch c.Name {
	case "hinge":
		return balls
	case "paired-nf2":
		return !balls && a != BoxEL
	case "extended":
		return a == Box2EL
	}
	return true
}
