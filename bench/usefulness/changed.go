package main

import (
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
)

// superclassRelation is the name of C ⊑ D among relations in tables.
const superclassRelation = "sub"

// measureRelations places the relation of rows that change the relation between two classes, among
// all relations in use but those that the older release asserts between the two: rows that change
// a property to another, and all.
func measureRelations(ctx context.Context, p *pair, m method, record func(string, place)) error {
	rel, ok := m.(relator)
	if !ok {
		return nil
	}
	for _, row := range p.added {
		if len(row.was) == 0 {
			continue
		}
		was := make(map[int32]bool)
		for _, name := range row.was {
			if name == superclassRelation {
				was[asserted.NoProperty] = true
			} else if r, ok := p.older.index.Property(owl.NewIRI(name)); ok {
				was[r] = true
			}
		}
		list, err := rel.relations(ctx, p.older.subjectOf(row.Class), row.Target)
		if err != nil {
			return err
		}
		at := place{key: row.key(p.name), candidates: len(p.older.inUse) + 1 - len(was)}
		at.rank, at.listed = placeIn(list, at.candidates,
			func(c candidate) bool { return c.property == row.Property },
			func(c candidate) bool { return !was[c.property] })
		record("relationChanged, superclasses too", at)
		if row.Property == asserted.NoProperty || was[asserted.NoProperty] {
			continue
		}
		properties := slices.DeleteFunc(slices.Clone(list), func(c candidate) bool {
			return c.property == asserted.NoProperty
		})
		at.candidates--
		at.rank, at.listed = placeIn(properties, at.candidates,
			func(c candidate) bool { return c.property == row.Property },
			func(c candidate) bool { return !was[c.property] })
		record("relationChanged", at)
	}
	return nil
}
