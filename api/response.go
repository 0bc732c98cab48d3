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

// bufferedResponse is a complete response body, sent at the pace of the client. It may be large.
type bufferedResponse struct {
	media  string
	policy string // Content-Security-Policy; "" for contentPolicy
	whole  string // X-Whole-Document; "" for none
	text   *bytes.Reader
	disk   *os.File // instead of text
	remove func()
	size   int64
}

// bufferResponse calls write and stores its output in memory or, if it is large, in an unlinked
// file.
func (s *Server) bufferResponse(
	media string, write func(io.Writer) error,
) (*bufferedResponse, error) {
	b := &responseBuffer{server: s}
	buffered := bufio.NewWriterSize(b, 64*kB)
	err := write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	if err == nil && b.disk != nil {
		_, err = b.disk.Seek(0, io.SeekStart)
	}
	if err != nil {
		b.close()
		return nil, err
	}
	return &bufferedResponse{
		media: media, text: bytes.NewReader(b.text.Bytes()), disk: b.disk, remove: b.close,
		size: b.size,
	}, nil
}

// responseBuffer is a writer to memory and, from maxInMemory on, to a file.
type responseBuffer struct {
	server *Server
	text   bytes.Buffer
	disk   *os.File
	remove func()
	size   int64
}

func (b *responseBuffer) Write(p []byte) (n int, err error) {
	if b.disk == nil && b.text.Len()+len(p) > maxInMemory {
		if b.disk, b.remove, err = b.server.tempFile(); err != nil {
			return 0, err
		}
		if _, err := b.disk.Write(b.text.Bytes()); err != nil {
			return 0, err
		}
		b.text = bytes.Buffer{}
	}
	b.size += int64(len(p))
	if b.disk != nil {
		return b.disk.Write(p)
	}
	return b.text.Write(p)
}

func (b *responseBuffer) close() {
	if b.remove != nil {
		b.remove()
	}
}

// send writes the response.
func (r *bufferedResponse) send(w http.ResponseWriter) error {
	defer r.remove()
	w.Header().Set("Content-Type", r.media)
	w.Header().Set("Content-Length", strconv.FormatInt(r.size, 10))
	if r.policy != "" {
		w.Header().Set("Content-Security-Policy", r.policy)
	}
	if r.whole != "" {
		w.Header().Set("X-Whole-Document", r.whole)
	}
	w.WriteHeader(http.StatusOK)
	var from io.Reader = r.text
	if r.disk != nil {
		from = r.disk
	}
	_, err := io.Copy(w, from)
	return err
}

// Operations with buffered responses.

func (r *bufferedResponse) VisitGetTaxonomyResponse(w http.ResponseWriter) error {
	return r.send(w)
}

func (r *bufferedResponse) VisitGetDocumentResponse(w http.ResponseWriter) error {
	return r.send(w)
}

func (r *bufferedResponse) VisitGetPatchResponse(w http.ResponseWriter) error {
	return r.send(w)
}

func (r *bufferedResponse) VisitExportDecisionsResponse(w http.ResponseWriter) error {
	return r.send(w)
}

func (r *bufferedResponse) VisitGetReportResponse(w http.ResponseWriter) error {
	return r.send(w)
}

func (r *bufferedResponse) VisitGetNeighbourhoodResponse(w http.ResponseWriter) error {
	return r.send(w)
}

func (r *bufferedResponse) VisitGetKeptDocumentResponse(w http.ResponseWriter) error {
	return r.send(w)
}
