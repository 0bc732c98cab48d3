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
	"box2el-owl/db"
	"box2el-owl/rdfio"
	"box2el-owl/rdfio/edit"
	"box2el-owl/workspace"
)

// ListDocuments lists the documents of an ontology.
func (s *Server) ListDocuments(ctx context.Context,
	r contract.ListDocumentsRequestObject) (contract.ListDocumentsResponseObject, error) {
	list, err := ontologyFrom(ctx).Documents(ctx)
	return contract.ListDocuments200JSONResponse{Items: append([]db.Document{}, list...)}, err
}

// GetKeptDocument returns a document as it was sent.
func (s *Server) GetKeptDocument(ctx context.Context,
	r contract.GetKeptDocumentRequestObject) (contract.GetKeptDocumentResponseObject, error) {
	o := ontologyFrom(ctx)
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
	return response(func(w http.ResponseWriter) error {
		defer kept.Close()
		return sendBody(w, media, d.Size, kept)
	}), nil
}

// GetDocument returns the ontology as a document: the one that was sent, with its edits, or one
// that is written as a whole.
func (s *Server) GetDocument(ctx context.Context,
	r contract.GetDocumentRequestObject) (contract.GetDocumentResponseObject, error) {
	v, o := viewFrom(ctx), ontologyFrom(ctx)
	document := v.Document()
	format, _ := rdfio.FormatByName(
		cmp.Or(string(deref(r.Params.Format)), document.Format, "functional"))
	if format.Name != document.Format {
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
	text []byte) (response, error) {
	var header []string
	if edited.Whole != "" {
		header = []string{"X-Whole-Document", strings.Map(func(c rune) rune {
			if c < ' ' || c > '~' {
				return '?'
			}
			return c
		}, edited.Whole[:min(len(edited.Whole), maxReason)])}
	}
	return s.bufferResponse(media, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}, header...)
}

// maxReason is the maximum length of the header X-Whole-Document.
const maxReason = 500

// GetPatch returns the edits of an ontology as a patch.
func (s *Server) GetPatch(ctx context.Context,
	r contract.GetPatchRequestObject) (contract.GetPatchResponseObject, error) {
	o := ontologyFrom(ctx)
	format := cmp.Or(string(deref(r.Params.Format)), "diff")
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

// tagged adds an ETag to responses that depend on the state of an ontology. It responds with status
// 304 if the client already has that tag. The tag is weak, because a response may be compressed.
func (s *Server) tagged(next contract.StrictHandlerFunc,
	name string) contract.StrictHandlerFunc {
	byRevision := s.operations[strings.ToLower(name[:1])+name[1:]].byRevision
	if !byRevision && name != "GetOntology" {
		return next
	}
	return func(c echo.Context, request any) (answer any, err error) {
		ctx, header := c.Request().Context(), c.Request().Header
		var text []byte
		if !byRevision { // the answer is small, and has more than the revision
			if answer, err = next(c, request); err != nil {
				return answer, err
			}
			if text, err = json.Marshal(answer); err != nil {
				return nil, err
			}
		}
		v := cmp.Or(viewFrom(ctx), ontologyFrom(ctx).View())
		hash := fnv.New64a()
		fmt.Fprintf(hash, "%q", []string{s.version, v.Tag(), header.Get("Accept"),
			header.Get("Accept-Language"), string(text)})
		tag := fmt.Sprintf(`W/"%d-%x"`, v.Revision(), hash.Sum64())
		if matches(header.Get("If-None-Match"), tag) {
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
