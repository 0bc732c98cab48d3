package api

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"strings"

	"box2el-owl/api/contract"
	"box2el-owl/owl/diff"
	"box2el-owl/workspace"
)

// sentOf returns the files of a body: those of a multipart/form-data body, otherwise the body.
func sentOf(body io.Reader, contentType string) (workspace.Sent, error) {
	media, params, err := mime.ParseMediaType(contentType)
	if err != nil || media != "multipart/form-data" {
		return workspace.OneDocument(body, contentType), nil
	}
	if params["boundary"] == "" {
		return nil, problemOf(http.StatusBadRequest, "invalid",
			"multipart/form-data without a boundary")
	}
	parts := multipart.NewReader(body, params["boundary"])
	return func() (workspace.Part, error) {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return workspace.Part{}, io.EOF
		}
		if isOwn(err) {
			return workspace.Part{}, err
		}
		if err != nil {
			return workspace.Part{}, problemOf(http.StatusBadRequest, "invalid", err.Error())
		}
		return workspace.Part{
			Name: fileName(part), Main: part.FormName() == "document", Body: part,
			MediaType: part.Header.Get("Content-Type"),
		}, nil
	}, nil
}

// fileName returns the file name of a part with its directories, which multipart.Part.FileName
// leaves out.
func fileName(part *multipart.Part) string {
	_, params, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	if err != nil || params["filename"] == "" {
		return part.FormName()
	}
	name := strings.ReplaceAll(params["filename"], `\`, "/")
	return strings.TrimPrefix(path.Clean("/"+name), "/")
}

// CompareOntology compares an ontology with another version.
func (s *Server) CompareOntology(
	ctx context.Context, r contract.CompareOntologyRequestObject,
) (contract.CompareOntologyResponseObject, error) {
	o := ontologyFrom(ctx)
	err := o.Await(ctx)
	if err != nil {
		return nil, err
	}
	with := workspace.Other{Document: deref(r.Params.Document), Newer: deref(r.Params.Newer)}
	if id := deref(r.Params.Ontology); id != "" {
		if with.Ontology, err = s.workspace.Ontology(id); err != nil {
			return nil, err
		}
	}
	body := bufio.NewReader(r.Body)
	if _, err := body.Peek(1); err != io.EOF {
		if with.Sent, err = sentOf(body, r.ContentType); err != nil {
			return nil, err
		}
		with.Newer = r.Params.Newer == nil || *r.Params.Newer
	}
	with.Language = viewOf(ctx, o).Language()
	d, err := o.Compare(ctx, with)
	if err != nil {
		return nil, err
	}
	return contract.CompareOntology200JSONResponse(
		diffOf(d, cmp.Or(deref(r.Params.Limit), maxSubjects))), nil
}

// maxSubjects is the number of subjects of a difference, unless the request has another.
const maxSubjects = 1000

// diffOf converts a difference to the contract.
func diffOf(d *workspace.Difference, limit int) contract.Diff {
	present := presenter{manchester: d.Manchester}
	out := contract.Diff{
		Older: d.Older, Newer: d.Newer, Added: d.Added, Removed: d.Removed,
		Changed: d.Changed, AnnotationsOnly: d.AnnotationsOnly, AddedEntities: d.AddedEntities,
		RemovedEntities: d.RemovedEntities, Deprecated: d.Deprecated,
		AcceptsMissing: nonEmpty(present.axioms(d.AcceptsMissing)), Accepts: nonZero(d.Accepts),
		SubjectsTotal: len(d.Subjects), Subjects: []contract.SubjectDiff{},
	}
	for _, s := range d.Subjects[:min(limit, len(d.Subjects))] {
		one := contract.SubjectDiff{Added: present.axioms(s.Added),
			Removed: present.axioms(s.Removed)}
		if !s.IRI.IsZero() {
			name := d.Name(s.IRI)
			one.Subject = &name
		}
		one.State = nonZero(string(s.State))
		one.Changed = each(s.Changed, func(c diff.Change) contract.ChangedAxiom {
			return contract.ChangedAxiom{Before: present.axiom(c.Before),
				After: present.axiom(c.After)}
		})
		out.Subjects = append(out.Subjects, one)
	}
	return out
}

// RestoreDocument replaces the document with an earlier one.
func (s *Server) RestoreDocument(
	ctx context.Context, r contract.RestoreDocumentRequestObject,
) (contract.RestoreDocumentResponseObject, error) {
	_, err := ontologyFrom(ctx).Restore(ctx, r.Document, workspace.ReplaceOptions{OtherIRI: true})
	out, err := s.changed(ctx, err)
	return contract.RestoreDocument200JSONResponse(out), err
}
