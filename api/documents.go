package api

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"box2el-owl/api/contract"
	"box2el-owl/rdfio"
)

// ListDocuments lists the documents of an ontology.
func (s *Server) ListDocuments(ctx context.Context,
	r contract.ListDocumentsRequestObject) (contract.ListDocumentsResponseObject, error) {
	o, err := s.workspace.Ontology(r.Id)
	if err != nil {
		return nil, err
	}
	list, current, err := o.Documents(ctx)
	if err != nil {
		return nil, err
	}
	out := contract.ListDocuments200JSONResponse{Items: make([]contract.Document, len(list))}
	for i, d := range list {
		out.Items[i] = contract.Document{
			Document: d.Number, Name: d.Name, Format: d.Format, Iri: nonZero(d.IRI),
			VersionIRI: nonZero(d.VersionIRI), Size: d.Size, At: d.At,
			Current: d.Number == current,
		}
	}
	return out, nil
}

// GetKeptDocument returns a document as it was sent.
func (s *Server) GetKeptDocument(ctx context.Context,
	r contract.GetKeptDocumentRequestObject) (contract.GetKeptDocumentResponseObject, error) {
	o, err := s.workspace.Ontology(r.Id)
	if err != nil {
		return nil, err
	}
	d, kept, err := o.OpenDocument(ctx, r.Document)
	if err != nil {
		return nil, err
	}
	media := "application/octet-stream"
	if strings.HasSuffix(d.File, ".gz") {
		media = "application/gzip"
	} else if f, known := rdfio.FormatByName(d.Format); known && len(f.Media) > 0 {
		media = f.Media[0]
	}
	return &bufferedResponse{
		media: media, disk: kept, remove: func() { kept.Close() }, size: d.Size,
	}, nil
}

// byRevision are the operations whose answers depend on the axioms and the reasoner only.
var byRevision = map[string]bool{
	"GetDocument": true, "FindClasses": true, "GetClass": true, "GetTaxonomy": true,
	"GetProfile": true, "ListUnsatisfiable": true,
}

// tagged gives answers about the state of an ontology an ETag, and answers 304 if the client has
// the tag. The tag is weak, as an answer may be sent with or without gzip.
func (s *Server) tagged(next contract.StrictHandlerFunc,
	operation string) contract.StrictHandlerFunc {
	if !byRevision[operation] && operation != "GetOntology" {
		return next
	}
	return func(c echo.Context, request any) (any, error) {
		ctx := c.Request().Context()
		v, err := s.view(ctx, c.Param("id"))
		if err != nil {
			return next(c, request) // which has its own answer to that
		}
		of := []string{s.version, v.Tag(), c.Request().Header.Get("Accept")}
		var answer any
		if !byRevision[operation] { // the answer is small, and has more than the revision
			if answer, err = next(c, request); err != nil {
				return answer, err
			}
			text, err := json.Marshal(answer)
			if err != nil {
				return nil, err
			}
			of = append(of, string(text))
		}
		hash := fnv.New64a()
		fmt.Fprintf(hash, "%q", of)
		tag := fmt.Sprintf(`W/"%d-%x"`, v.Revision(), hash.Sum64())
		if matches(c.Request().Header.Get("If-None-Match"), tag) {
			c.Response().Header().Set("ETag", tag)
			return nil, c.NoContent(http.StatusNotModified)
		}
		if answer == nil {
			if answer, err = next(c, request); err != nil {
				return answer, err
			}
		}
		c.Response().Header().Set("ETag", tag)
		return answer, nil
	}
}

// matches reports whether the header If-None-Match has a tag. The comparison is weak.
func matches(header, tag string) bool {
	for one := range strings.SplitSeq(header, ",") {
		one = strings.TrimSpace(one)
		if one == "*" || one != "" &&
			strings.TrimPrefix(one, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}
