package api

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// Media types of responses.
const (
	mediaJSON = "application/json"
	mediaTSV  = "text/tab-separated-values"
	mediaSVG  = "image/svg+xml"
)

// prefers reports whether a client prefers a media type to JSON: the header Accept has it, and JSON
// not before it.
func prefers(ctx context.Context, media string) bool {
	for part := range strings.SplitSeq(callOf(ctx).request.Header.Get("Accept"), ",") {
		name, _, _ := strings.Cut(part, ";")
		switch strings.TrimSpace(name) {
		case media:
			return true
		case mediaJSON:
			return false
		}
	}
	return false
}

// response writes a response that is not JSON.
type response func(http.ResponseWriter) error

func (f response) VisitGetDocumentResponse(w http.ResponseWriter) error      { return f(w) }
func (f response) VisitGetKeptDocumentResponse(w http.ResponseWriter) error  { return f(w) }
func (f response) VisitGetPatchResponse(w http.ResponseWriter) error         { return f(w) }
func (f response) VisitExportDecisionsResponse(w http.ResponseWriter) error  { return f(w) }
func (f response) VisitGetReportResponse(w http.ResponseWriter) error        { return f(w) }
func (f response) VisitGetNeighbourhoodResponse(w http.ResponseWriter) error { return f(w) }
func (f response) VisitFollowJobResponse(w http.ResponseWriter) error        { return f(w) }
func (f response) VisitFollowOntologyResponse(w http.ResponseWriter) error   { return f(w) }

// bufferResponse calls write and buffers its output, which is sent at the pace of the client.
// header has names and values of the header.
func (s *Server) bufferResponse(
	media string, write func(io.Writer) error, header ...string,
) (response, error) {
	b := &body{server: s}
	buffered := bufio.NewWriterSize(b, 64*kB)
	err := write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	var content io.Reader
	if err == nil {
		content, err = b.reader()
	}
	if err != nil {
		b.close()
		return nil, err
	}
	return func(w http.ResponseWriter) error {
		defer b.close()
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		return sendBody(w, media, b.size, content)
	}, nil
}

// sendBody writes a response with a body of known size.
func sendBody(w http.ResponseWriter, media string, size int64, body io.Reader) error {
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	w.WriteHeader(http.StatusOK)
	_, err := io.Copy(w, body)
	return err
}
