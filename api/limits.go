package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"time"
)

// Limits are what the server takes. The zero value has the defaults.
type Limits struct {
	// DocumentSent and DocumentBytes are of a document: as it is sent, and unpacked. Default: 256
	// MB and 1 GB.
	DocumentSent, DocumentBytes int64
	// RequestBytes is of any other body, as sent and unpacked. Default: 16 MB.
	RequestBytes int64
	// BodiesInMemory and BodiesOnDisk are of all bodies together that are coming in, or are being
	// worked on. Default: 256 MB and 2 GB.
	BodiesInMemory, BodiesOnDisk int64

	// Cores is how many requests are worked on at the same time; those that may take long leave one
	// core to the others, where there are two. Default: all cores.
	Cores int
	// Patience is how long a request waits for its turn. Default: 10 s.
	Patience time.Duration
	// Quick and Long are how long the work on a request may take. Default: 30 s and 5 minutes.
	Quick, Long time.Duration

	// Requests is how many requests there may be at the same time, Streams how many streams of
	// events, Connections how many connections. Default: 1,000, 4,000 and 6,000.
	Requests, Streams, Connections int
	// RequestsPerClient is how many requests, and streams, one other machine may have at the same time.
	// Default: 64.
	RequestsPerClient int

	// Header is how long a client may take to say what it asks for. Default: 10 s.
	Header time.Duration
	// Stall is how long a client may send nothing, or take nothing, and Pace how many bytes a
	// second it has to send on the whole. Default: 20 s, and 4 kB.
	Stall time.Duration
	Pace  int64
}

const (
	kB = 1 << 10
	mB = 1 << 20
	gB = 1 << 30
)

func (l Limits) withDefaults(cores int) Limits {
	for _, n := range []struct {
		field *int64
		value int64
	}{
		{&l.DocumentSent, 256 * mB}, {&l.DocumentBytes, gB}, {&l.RequestBytes, 16 * mB}, {&l.BodiesInMemory, 256 * mB}, {&l.BodiesOnDisk, 2 * gB}, {&l.Pace, 4 * kB},
	} {
		if *n.field == 0 {
			*n.field = n.value
		}
	}
	for _, n := range []struct {
		field *int
		value int
	}{
		{&l.Cores, cores}, {&l.Requests, 1000}, {&l.Streams, 4000}, {&l.Connections, 6000}, {&l.RequestsPerClient, 64},
	} {
		if *n.field == 0 {
			*n.field = n.value
		}
	}
	for _, d := range []struct {
		field *time.Duration
		value time.Duration
	}{
		{&l.Patience, 10 * time.Second}, {&l.Quick, 30 * time.Second}, {&l.Long, 5 * time.Minute}, {&l.Header, 10 * time.Second}, {&l.Stall, 20 * time.Second},
	} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	return l
}

// budget is a number of bytes, or of anything, that may be in use at the same time.
type budget struct {
	limit int64
	used atomic.Int64
}

// reserve reports whether so many more may be used; they are to be given back.
func (b *budget) reserve(n int64) bool {
	if b.used.Add(n) > b.limit {
		b.used.Add(-n)
		return false
	}
	return true
}

func (b *budget) release(n int64) { b.used.Add(-n) }

// weight says how much work a request is.
type weight int

const (
	light weight = iota // none to speak of
	quick               // some milliseconds
	long                // may take seconds
)

// cpuSlots are the cores that requests take cpuSlots on.
type cpuSlots struct {
	all, long chan struct{} // a place for each that is taken
	patience  time.Duration
}

func newCPUSlots(cores int, patience time.Duration) *cpuSlots {
	return &cpuSlots{all: make(chan struct{}, cores), long: make(chan struct{}, max(cores-1, 1)),
		patience: patience}
}

// acquire waits for a turn; it is to be given back. Where it takes too long it is errBusy.
func (t *cpuSlots) acquire(ctx context.Context, w weight) (give func(), err error) {
	if w == light {
		return func() {}, nil
	}
	waiting, end := context.WithTimeoutCause(ctx, t.patience, errBusy)
	defer end()
	if w == long {
		if err := acquireOne(waiting, t.long); err != nil {
			return nil, err
		}
	}
	if err := acquireOne(waiting, t.all); err != nil {
		if w == long {
			<-t.long
		}
		return nil, err
	}
	return func() {
		<-t.all
		if w == long {
			<-t.long
		}
	}, nil
}

func acquireOne(ctx context.Context, places chan struct{}) error {
	select {
	case places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// pacedReader is what a client sends, as long as it keeps sending: the time that it has left grows
// with the bytes that have come.
type pacedReader struct {
	io.ReadCloser
	connection *http.ResponseController
	limits     *Limits
	since      time.Time
	read       int64
	over       bool
}

func (a *pacedReader) Read(p []byte) (int, error) {
	patient := time.Now().Add(a.limits.Stall)
	if last := a.since.Add(a.limits.Stall + time.Duration(a.read/a.limits.Pace)*time.Second); last.Before(patient) {
		patient = last
	}
	// fails where there is no connection: in tests of a handler
	a.connection.SetReadDeadline(patient)
	n, err := a.ReadCloser.Read(p)
	a.read += int64(n)
	if err == io.EOF {
		a.over = true
		// the connection is watched until the request is answered, however long that takes
		a.connection.SetReadDeadline(time.Time{})
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = errTooSlow
	}
	return n, err
}

// finish is told that the answer is on its way: net/http reads a little of what has not been read,
// and is not to wait for it.
func (a *pacedReader) finish() {
	if !a.over {
		a.connection.SetReadDeadline(time.Now().Add(linger))
	}
}

// linger is how long what nobody wants is waited for, so that the client has a chance to see the
// answer first.
const linger = 200 * time.Millisecond

// limitedReader is a reader that has errTooLarge behind so many bytes.
type limitedReader struct {
	io.Reader
	left int64
}

func (c *limitedReader) Read(p []byte) (int, error) {
	if int64(len(p)) > c.left+1 {
		p = p[:c.left+1]
	}
	n, err := c.Reader.Read(p)
	if c.left -= int64(n); c.left < 0 {
		return 0, errTooLarge
	}
	return n, err
}

// body is what a client has sent: in memory, or where it is large in a file without a name.
type body struct {
	io.ReadSeeker
	size  int64
	close func()
}

// maxInMemory is how large a body may be to be kept in memory.
const maxInMemory = mB

// bufferBody reads the body of a request to its end, so that nobody has to be waited for any more.
// Packed ones are left packed. It is to be closed.
func (s *Server) bufferBody(src io.Reader) (b *body, err error) {
	start := make([]byte, 0, 4*kB)
	head := bytes.NewBuffer(start)
	taken := &reservation{budget: &s.bodiesInMemory}
	b = &body{close: taken.close}
	defer func() {
		if err != nil {
			b.close()
		}
	}()
	n, err := copyReserved(head, io.LimitReader(src, maxInMemory), taken)
	b.size = n
	if err != nil || n < maxInMemory {
		b.ReadSeeker = bytes.NewReader(head.Bytes())
		return b, err
	}
	file, remove, err := s.tempFile()
	if err != nil {
		return b, err
	}
	onDisk := &reservation{budget: &s.bodiesOnDisk}
	b.close = func() {
		remove()
		onDisk.close()
		taken.close()
	}
	if _, err := copyReserved(file, head, onDisk); err != nil {
		return b, err
	}
	taken.close()
	more, err := copyReserved(file, src, onDisk)
	if err != nil {
		return b, err
	}
	b.size += more
	b.ReadSeeker = file
	_, err = file.Seek(0, io.SeekStart)
	return b, err
}

// tempFile makes a file that is gone when it is closed, or the process ends.
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

// reservation is what one body takes of a budget.
type reservation struct {
	*budget
	taken int64
}

func (l *reservation) close() {
	l.release(l.taken)
	l.taken = 0
}

// copyReserved copies what a budget has room for; beyond that it is errBusy.
func copyReserved(to io.Writer, from io.Reader, l *reservation) (total int64, err error) {
	chunk := make([]byte, 32*kB)
	for {
		n, err := from.Read(chunk)
		if n > 0 {
			if !l.reserve(int64(n)) {
				return total, errBusy
			}
			l.taken += int64(n)
			total += int64(n)
			if _, err := to.Write(chunk[:n]); err != nil {
				return total, err
			}
		}
		switch {
		case err == io.EOF:
			return total, nil
		case err != nil:
			return total, err
		}
	}
}

// decompress is a body as it was before it was packed.
func decompress(b io.Reader, encoding string) (io.Reader, error) {
	switch encoding {
	case "", "identity":
		return b, nil
	case "gzip", "x-gzip":
		r, err := gzip.NewReader(b)
		if err != nil {
			return nil, problemOf(http.StatusBadRequest, "bad-gzip",
				"the body is not what Content-Encoding says: gzip")
		}
		return r, nil
	}
	return nil, problemOf(http.StatusUnsupportedMediaType, "other-encoding",
		"of the content encodings this server knows gzip")
}

// pacedWriter is what is sent to a client, as long as it keeps taking it.
type pacedWriter struct {
	http.ResponseWriter
	connection *http.ResponseController
	stall      time.Duration
}

func (d *pacedWriter) WriteHeader(status int) {
	d.connection.SetWriteDeadline(time.Now().Add(d.stall)) // fails where there is no connection
	d.ResponseWriter.WriteHeader(status)
}

func (d *pacedWriter) Write(p []byte) (total int, err error) {
	for len(p) > 0 {
		chunk := p[:min(len(p), 64*kB)]
		d.connection.SetWriteDeadline(time.Now().Add(d.stall))
		n, err := d.ResponseWriter.Write(chunk)
		total += n
		if err != nil {
			return total, err
		}
		p = p[len(chunk):]
	}
	return total, nil
}

// Unwrap is for http.ResponseController.
func (d *pacedWriter) Unwrap() http.ResponseWriter { return d.ResponseWriter }

// Flush is for those who ask for an http.Flusher.
func (d *pacedWriter) Flush() {
	d.connection.SetWriteDeadline(time.Now().Add(d.stall))
	d.connection.Flush()
}
