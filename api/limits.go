package api

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"time"
)

// Limits bound the resources that clients can use. The zero value has the defaults.
type Limits struct {
	// DocumentSent and DocumentBytes are the maximum sizes of a document as sent and uncompressed.
	// Default: 256 MB and 1 GB.
	DocumentSent, DocumentBytes int64
	// RequestBytes is the maximum size of any other body, as sent and uncompressed. Default: 16 MB.
	RequestBytes int64
	// Cores is the number of requests that are processed concurrently. If it is two or more, one is
	// kept free of requests that may take long. Default: all cores.
	Cores int
	// Patience is the time that a request waits for a CPU slot. Default: 10 s.
	Patience time.Duration
	// Header is the time for a client to send the header of a request. Default: 10 s.
	Header time.Duration
	// Stall is the maximum time in which a client sends or receives nothing. Pace is the minimum
	// mean rate, in bytes per second, at which a client sends a body. Default: 20 s and 4 kB.
	Stall time.Duration
	Pace  int64
}

// Limits that are the same for every server.
const (
	// the total sizes of the bodies of all current requests
	maxBodiesInMemory, maxBodiesOnDisk = 256 * mB, 2 * gB
	// the durations of the work on a request
	quickTime, longTime = 30 * time.Second, 5 * time.Minute
	// the numbers of concurrent requests, streams of events and connections
	maxRequests, maxStreams, maxConnections = 1000, 4000, 6000
	// the number of concurrent requests and streams of a client on another machine
	maxPerClient = 64
)

const (
	kB = 1 << 10
	mB = 1 << 20
	gB = 1 << 30
)

func (l Limits) withDefaults(cores int) Limits {
	l.DocumentSent = cmp.Or(l.DocumentSent, 256*mB)
	l.DocumentBytes = cmp.Or(l.DocumentBytes, gB)
	l.RequestBytes = cmp.Or(l.RequestBytes, 16*mB)
	l.Cores = cmp.Or(l.Cores, cores)
	l.Patience = cmp.Or(l.Patience, 10*time.Second)
	l.Header = cmp.Or(l.Header, 10*time.Second)
	l.Stall = cmp.Or(l.Stall, 20*time.Second)
	l.Pace = cmp.Or(l.Pace, 4*kB)
	return l
}

// budget bounds the number of bytes, or of requests, in use at the same time.
type budget struct {
	limit int64
	used  atomic.Int64
}

// reserve reserves n and reports whether the limit allows it. The caller releases them later.
func (b *budget) reserve(n int64) bool {
	if b.used.Add(n) > b.limit {
		b.used.Add(-n)
		return false
	}
	return true
}

func (b *budget) release(n int64) { b.used.Add(-n) }

// weight is the amount of work of an operation.
type weight int

const (
	light weight = iota // needs no CPU slot
	quick               // bounded by quickTime
	long                // bounded by longTime
)

// cpuSlots is a counting semaphore for the work on requests. Long requests can hold all slots but
// one, if there are two or more.
type cpuSlots struct {
	all, long chan struct{} // an element for each slot in use
	patience  time.Duration
}

func newCPUSlots(cores int, patience time.Duration) *cpuSlots {
	return &cpuSlots{
		all: make(chan struct{}, cores), long: make(chan struct{}, max(cores-1, 1)),
		patience: patience,
	}
}

// acquire waits for a slot. The caller must call release once. The error is errBusy after patience.
func (s *cpuSlots) acquire(ctx context.Context, w weight) (release func(), err error) {
	var wanted, held []chan struct{}
	switch w {
	case quick:
		wanted = []chan struct{}{s.all}
	case long:
		wanted = []chan struct{}{s.long, s.all}
	}
	release = func() {
		for _, slots := range held {
			<-slots
		}
	}
	waiting, end := context.WithTimeoutCause(ctx, s.patience, errBusy)
	defer end()
	for _, slots := range wanted {
		select {
		case slots <- struct{}{}:
			held = append(held, slots)
		case <-waiting.Done():
			release()
			return nil, context.Cause(waiting)
		}
	}
	return release, nil
}

// pacedReader reads a request body. Each read extends the connection's deadline in proportion to
// the bytes received, so a client slower than Limits.Pace is disconnected.
type pacedReader struct {
	io.ReadCloser
	connection *http.ResponseController
	limits     *Limits
	since      time.Time
	read       int64
	atEOF      bool
}

func (r *pacedReader) Read(p []byte) (int, error) {
	deadline := time.Now().Add(r.limits.Stall)
	earned := time.Duration(r.read/r.limits.Pace) * time.Second
	if last := r.since.Add(r.limits.Stall + earned); last.Before(deadline) {
		deadline = last
	}
	r.connection.SetReadDeadline(deadline) // fails without a connection, in tests of a handler
	n, err := r.ReadCloser.Read(p)
	r.read += int64(n)
	if err == io.EOF {
		r.atEOF = true
		// net/http reads on until the response is sent, to detect a closed connection
		r.connection.SetReadDeadline(time.Time{})
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = errTooSlow
	}
	return n, err
}

// finish is called when the response is sent. net/http then reads a part of the unread body, for at
// most linger.
func (r *pacedReader) finish() {
	if !r.atEOF {
		r.connection.SetReadDeadline(time.Now().Add(linger))
	}
}

// linger is the time for reading an unread body after the response, so that the client can receive
// the response before the connection is closed.
const linger = 200 * time.Millisecond

// maxInMemory is the size up to which a request or response body is in memory.
const maxInMemory = mB

// body is a request or response body, in memory or, if it is large, in an unlinked file.
type body struct {
	server *Server
	budget *budget // in which its size is reserved; nil for a response
	size   int64
	text   bytes.Buffer
	disk   *os.File
	remove func() // closes disk
}

// bufferBody reads the body of a request to its end, so that no CPU slot is held while the client
// sends. It does not decompress. The caller closes the body. The error is errBusy if a budget is
// exhausted.
func (s *Server) bufferBody(src io.Reader) (*body, error) {
	b := &body{server: s, budget: &s.bodiesInMemory}
	if _, err := io.Copy(b, src); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *body) Write(p []byte) (int, error) {
	if b.disk == nil && b.text.Len()+len(p) > maxInMemory {
		if err := b.toDisk(); err != nil {
			return 0, err
		}
	}
	if b.budget != nil && !b.budget.reserve(int64(len(p))) {
		return 0, errBusy
	}
	b.size += int64(len(p))
	if b.disk != nil {
		return b.disk.Write(p)
	}
	return b.text.Write(p)
}

// toDisk moves the body to a file.
func (b *body) toDisk() (err error) {
	if b.disk, b.remove, err = b.server.tempFile(); err != nil {
		return err
	}
	if b.budget != nil {
		if !b.server.bodiesOnDisk.reserve(b.size) {
			return errBusy
		}
		b.budget.release(b.size)
		b.budget = &b.server.bodiesOnDisk
	}
	_, err = b.disk.Write(b.text.Bytes())
	b.text = bytes.Buffer{}
	return err
}

// reader returns a reader of the whole body.
func (b *body) reader() (io.Reader, error) {
	if b.disk == nil {
		return &b.text, nil
	}
	_, err := b.disk.Seek(0, io.SeekStart)
	return b.disk, err
}

func (b *body) close() {
	if b.remove != nil {
		b.remove()
	}
	if b.budget != nil {
		b.budget.release(b.size)
	}
}

// tempFile creates a file that is deleted when it is closed or the process ends.
func (s *Server) tempFile() (file *os.File, remove func(), err error) {
	file, err = os.CreateTemp(s.dir, ".body-*.part")
	if err != nil {
		return nil, nil, err
	}
	os.Remove(file.Name()) // fails on Windows, where open files keep their names
	return file, func() {
		file.Close()
		os.Remove(file.Name())
	}, nil
}

// decompress returns a reader of the body without its content encoding.
func decompress(b io.Reader, encoding string) (io.Reader, error) {
	switch encoding {
	case "", "identity":
		return b, nil
	case "gzip", "x-gzip":
		r, err := gzip.NewReader(b)
		if err != nil {
			return nil, problemOf(http.StatusBadRequest, "bad-gzip",
				"invalid gzip data: Content-Encoding is gzip")
		}
		return r, nil
	}
	return nil, problemOf(http.StatusUnsupportedMediaType, "other-encoding",
		"unsupported content encoding: use gzip")
}

// pacedWriter writes a response. Each write sets the connection's deadline, so a client that
// receives nothing for the time stall is disconnected.
type pacedWriter struct {
	http.ResponseWriter
	connection *http.ResponseController
	stall      time.Duration
}

func (w *pacedWriter) WriteHeader(status int) {
	w.connection.SetWriteDeadline(time.Now().Add(w.stall)) // fails without a connection
	w.ResponseWriter.WriteHeader(status)
}

func (w *pacedWriter) Write(p []byte) (total int, err error) {
	for len(p) > 0 {
		chunk := p[:min(len(p), 64*kB)]
		w.connection.SetWriteDeadline(time.Now().Add(w.stall))
		n, err := w.ResponseWriter.Write(chunk)
		total += n
		if err != nil {
			return total, err
		}
		p = p[len(chunk):]
	}
	return total, nil
}

// Unwrap is used by http.ResponseController.
func (w *pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush implements http.Flusher.
func (w *pacedWriter) Flush() {
	w.connection.SetWriteDeadline(time.Now().Add(w.stall))
	w.connection.Flush()
}
