package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"box2el-owl/api/contract"
	"box2el-owl/rdfio"
	"box2el-owl/rdfio/edit"
	"box2el-owl/workspace"
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

// GetDocument returns the ontology as a document: the one that was sent, with its edits, or one
// that is written as a whole.
func (s *Server) GetDocument(ctx context.Context,
	r contract.GetDocumentRequestObject) (contract.GetDocumentResponseObject, error) {
	v, err := s.view(ctx, r.Id)
	if err != nil {
		return nil, err
	}
	o, err := s.workspace.Ontology(r.Id)
	if err != nil {
		return nil, err
	}
	asked := ""
	if r.Params.Format != nil {
		asked = string(*r.Params.Format)
	}
	own, err := o.Format(ctx)
	if err != nil {
		return nil, err
	}
	format, _ := rdfio.FormatByName(cmp.Or(asked, own, "functional"))
	if format.Name != own {
		return s.bufferResponse(format.Media[0],
			func(w io.Writer) error { return v.WriteDocument(ctx, w, format.Name) })
	}
	edited, err := o.Edited(ctx)
	if err != nil {
		return nil, err
	}
	return s.editedResponse(format.Media[0], edited, edited.Text)
}

// editedResponse returns a document or patch, with the reason if it was written as a whole.
func (s *Server) editedResponse(media string, edited *workspace.EditedDocument,
	text []byte) (*bufferedResponse, error) {
	b, err := s.bufferResponse(media, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err == nil && edited.Whole != "" {
		b.whole = strings.Map(func(c rune) rune {
			if c < ' ' || c > '~' {
				return '?'
			}
			return c
		}, edited.Whole[:min(len(edited.Whole), maxReason)])
	}
	return b, err
}

// maxReason is the maximum length of the header X-Whole-Document.
const maxReason = 500

// GetPatch returns the edits of an ontology as a patch.
func (s *Server) GetPatch(ctx context.Context,
	r contract.GetPatchRequestObject) (contract.GetPatchResponseObject, error) {
	o, err := s.workspace.Ontology(r.Id)
	if err != nil {
		return nil, err
	}
	format := "diff"
	if r.Params.Format != nil {
		format = string(*r.Params.Format)
	}
	if format != "diff" {
		return s.bufferResponse(historyMedia[format],
			func(w io.Writer) error { return o.WriteDecisions(ctx, w, format) })
	}
	edited, err := o.Edited(ctx)
	if err != nil {
		return nil, err
	}
	return s.editedResponse("text/x-diff", edited,
		edit.Unified(edited.Name, edited.Given, edited.Text))
}

// byRevision are the operations whose answers depend on the axioms and the reasoner only.
var byRevision = map[string]bool{
	"GetDocument": true, "GetPatch": true, "FindClasses": true, "GetClass": true, "GetTaxonomy": true,
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
		of := []string{s.version, v.Tag(), c.Request().Header.Get("Accept"),
			c.Request().Header.Get("Accept-Language")}
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
