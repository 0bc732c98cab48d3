package api

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
)

// Media types that are asked for.
const (
	mediaJSON = "application/json"
	mediaTSV  = "text/tab-separated-values"
	mediaSVG  = "image/svg+xml"
)

// prefers reports whether a client wants another media type than JSON: it names it in the header
// Accept, and JSON not before it.
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

// bufferedResponse is an answer that has been written already, and is sent at the pace of the client. It may be
// large.
type bufferedResponse struct {
	media  string
	policy string // Content-Security-Policy; "" for the usual one
	text   *bytes.Reader
	disk   *os.File // instead of text
	remove func()
	size   int64
}

// bufferResponse has an answer written: in memory or, where it is large, into a file without a name.
func (s *Server) bufferResponse(media string, write func(io.Writer) error) (*bufferedResponse, error) {
	t := &responseBuffer{server: s}
	buffered := bufio.NewWriterSize(t, 64*kB)
	err := write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	if err == nil && t.disk != nil {
		_, err = t.disk.Seek(0, io.SeekStart)
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return &bufferedResponse{media: media, text: bytes.NewReader(t.text.Bytes()), disk: t.disk, remove: t.close,
		size: t.size}, nil
}

// responseBuffer is a writer into memory, and behind some size into a file.
type responseBuffer struct {
	server *Server
	text   bytes.Buffer
	disk   *os.File
	remove func()
	size   int64
}

func (o *responseBuffer) Write(p []byte) (n int, err error) {
	if o.disk == nil && o.text.Len()+len(p) > maxInMemory {
		if o.disk, o.remove, err = o.server.tempFile(); err != nil {
			return 0, err
		}
		if _, err := o.disk.Write(o.text.Bytes()); err != nil {
			return 0, err
		}
		o.text = bytes.Buffer{}
	}
	o.size += int64(len(p))
	if o.disk != nil {
		return o.disk.Write(p)
	}
	return o.text.Write(p)
}

func (o *responseBuffer) close() {
	if o.remove != nil {
		o.remove()
	}
}

// send writes the answer.
func (f *bufferedResponse) send(w http.ResponseWriter) error {
	defer f.remove()
	w.Header().Set("Content-Type", f.media)
	w.Header().Set("Content-Length", strconv.FormatInt(f.size, 10))
	if f.policy != "" {
		w.Header().Set("Content-Security-Policy", f.policy)
	}
	w.WriteHeader(http.StatusOK)
	var from io.Reader = f.text
	if f.disk != nil {
		from = f.disk
	}
	_, err := io.Copy(w, from)
	return err
}

// What may be answered so.

func (f *bufferedResponse) VisitGetTaxonomyResponse(w http.ResponseWriter) error { return f.send(w) }
func (f *bufferedResponse) VisitGetDocumentResponse(w http.ResponseWriter) error { return f.send(w) }
func (f *bufferedResponse) VisitExportDecisionsResponse(w http.ResponseWriter) error {
	return f.send(w)
}
func (f *bufferedResponse) VisitGetReportResponse(w http.ResponseWriter) error { return f.send(w) }
func (f *bufferedResponse) VisitGetNeighbourhoodResponse(w http.ResponseWriter) error {
	return f.send(w)
}
