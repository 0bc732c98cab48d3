package workspace

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/owl/diff"
	"box2el-owl/owl/relations"
)

// Other is the version that an ontology is compared with. Default: the present document as it was
// sent.
type Other struct {
	// Sent has the files of a version; nil if none was sent.
	Sent Sent
	// Ontology is another ontology; nil if the version is a document.
	Ontology *Ontology
	// Document is the number of a stored document.
	Document int64
	// Language is the language of labels. Default: that of the workspace.
	Language string
	// Newer reports that the other version is the newer one.
	Newer bool
}

// Version describes one side of a Difference.
type Version struct {
	Axioms         int      `json:"axioms"`
	IRI            owl.IRI  `json:"iri,omitzero"`
	MissingImports []string `json:"missingImports,omitempty"`
	VersionIRI     owl.IRI  `json:"versionIRI,omitzero"`

	ontology *owl.Ontology
}

func versionOf(o *owl.Ontology, missing []string) Version {
	return Version{len(o.Axioms), o.IRI, missing, o.VersionIRI, o}
}

// Difference is the difference of two versions of an ontology.
type Difference struct {
	*diff.Diff
	Older, Newer Version
	// Accepts is the number of current accepts of the ontology, and AcceptsMissing has those that
	// the newer version does not assert.
	Accepts        int
	AcceptsMissing []owl.Axiom
	// Manchester renders axioms with the labels of both versions.
	Manchester owl.Manchester

	lookup *lookup
}

// Name returns the name of an entity of either version.
func (d *Difference) Name(iri owl.IRI) Name { return d.lookup.name(iri) }

// Compare compares the ontology with another version. Errors are those of View.Err, ErrUnknown for
// a document that is not stored, ErrInvalid if there is no document, those of Replace for files,
// and that of ctx.
func (o *Ontology) Compare(ctx context.Context, with Other) (*Difference, error) {
	now := o.View()
	if now.err != nil {
		return nil, now.err
	}
	other, err := o.otherVersion(ctx, with)
	if err != nil {
		return nil, err
	}
	own := versionOf(now.OWL(), now.header.kept.MissingImports)
	older, newer := other, own
	if with.Newer {
		older, newer = own, other
	}
	found, err := diff.Compare(ctx, older.ontology.Axioms, newer.ontology.Axioms)
	if err != nil {
		return nil, err
	}
	d := &Difference{Diff: found, Older: older, Newer: newer}
	both := found.Both(older.ontology, newer.ontology)
	both.Language = cmp.Or(with.Language, own.ontology.Language)
	names := relations.Names(both)
	d.Manchester = names.Manchester()
	d.lookup = &lookup{names: names, manchester: d.Manchester}
	labels := make(map[owl.IRI]string, len(d.Subjects))
	for _, s := range d.Subjects {
		labels[s.IRI] = fold(d.Name(s.IRI).Label)
	}
	slices.SortStableFunc(d.Subjects, func(a, b diff.Subject) int {
		if a.IRI.IsZero() || b.IRI.IsZero() {
			return 0 // those without a subject stay last
		}
		return strings.Compare(labels[a.IRI], labels[b.IRI])
	})
	return d, o.missingAccepts(ctx, now.key(), newer.ontology.Axioms, d)
}

// otherVersion reads the version to compare with.
func (o *Ontology) otherVersion(ctx context.Context, with Other) (Version, error) {
	switch {
	case with.Sent != nil:
		g, err := o.w.readSent(ctx, with.Sent, o.iri.String(), false)
		if err != nil {
			return Version{}, err
		}
		g.importer.Merge(g.root)
		return versionOf(g.root.Ontology, g.root.Report.MissingImports), nil
	case with.Ontology != nil:
		if err := with.Ontology.Await(ctx); err != nil {
			return Version{}, err
		}
		v := with.Ontology.View()
		return versionOf(v.OWL(), v.header.kept.MissingImports), nil
	}
	d, err := o.documentNumber(ctx, cmp.Or(with.Document, o.View().Document().Number))
	if err != nil {
		return Version{}, err
	}
	read, _, err := o.w.readKept(ctx, d)
	if err != nil {
		return Version{}, err
	}
	return versionOf(read, reportOf(d).MissingImports), nil
}

// missingAccepts adds the current accepts that a version does not assert.
func (o *Ontology) missingAccepts(ctx context.Context, key string, axioms []owl.Axiom,
	d *Difference) error {
	accepts := make(map[owl.Hash]owl.Axiom)
	current, err := o.w.opts.Store.History(ctx,
		db.Filter{Ontology: key, Current: true, Action: db.Accept})
	if err != nil {
		return err
	}
	for _, decision := range current {
		if a, err := db.ParseAxiom(decision.Axiom); err == nil {
			accepts[decision.Hash] = a
		}
	}
	d.Accepts = len(accepts)
	if len(accepts) == 0 {
		return nil
	}
	for _, a := range axioms {
		delete(accepts, bareHash(a))
	}
	d.AcceptsMissing = slices.Collect(maps.Values(accepts))
	owl.SortAxioms(d.AcceptsMissing)
	return nil
}

// Restore replaces the current document by a stored one. Errors are those of OpenDocument and
// Replace.
func (o *Ontology) Restore(ctx context.Context, number int64, opts ReplaceOptions) (Status, error) {
	d, err := o.documentNumber(ctx, number)
	if err != nil {
		return Status{}, err
	}
	if err := o.lock(ctx); err != nil {
		return Status{}, err
	}
	defer o.unlock()
	read, h, err := o.w.readKept(ctx, d)
	if err != nil {
		return Status{}, err
	}
	if err := o.replaceBy(ctx, read, h, d, opts); err != nil {
		return Status{}, err
	}
	return o.Status(), nil
}
