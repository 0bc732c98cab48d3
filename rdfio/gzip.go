package rdfio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"

	"box2el-owl/owl"
)

// isGzip recognizes the header of RFC 1952: the magic bytes and the only compression method.
func isGzip(head []byte) bool { return bytes.HasPrefix(head, []byte{0x1f, 0x8b, 8}) }

// gzipReader decompresses a stream of one or more members (RFC 1952, section 2.2). Its errors name
// the damage. A truncated stream ends with io.ErrUnexpectedEOF.
type gzipReader struct{ z *gzip.Reader }

func newGzipReader(r io.Reader) (io.Reader, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, gzipError(err)
	}
	return &gzipReader{z}, nil
}

func (g *gzipReader) Read(p []byte) (int, error) {
	n, err := g.z.Read(p)
	if err != nil && err != io.EOF {
		err = gzipError(err)
	}
	return n, err
}

func gzipError(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case err == io.EOF: // in the header of the first member
		return io.ErrUnexpectedEOF
	case errors.Is(err, gzip.ErrHeader):
		return errors.New("damaged gzip stream: something else follows a member")
	case errors.Is(err, gzip.ErrChecksum):
		return errors.New("damaged gzip stream: wrong checksum")
	case errors.As(err, &corrupt):
		return fmt.Errorf("damaged gzip stream: %w", err)
	}
	return err
}

// source reads a regular file. It decompresses gzip ahead of its reader.
type source struct {
	io.Reader
	ahead *readAhead // nil for plain files
}

// newSource returns a source that reports progress on the goroutine of its reader.
func newSource(f io.Reader, length int64, progress owl.Progress) (*source, error) {
	counted := &countingReader{r: f}
	head := readHead(counted)
	s := &source{Reader: head}
	if isGzip(head.head) {
		z, err := newGzipReader(head)
		if err != nil {
			return nil, err
		}
		s.ahead = newReadAhead(z)
		s.Reader = s.ahead
	}
	if progress != nil {
		s.Reader = &progressReader{r: s.Reader, done: counted.n.Load, total: length,
			progress: progress}
	}
	return s, nil
}

// Close ends the goroutine of the source, if there is one. The file stays open.
func (s *source) Close() {
	if s.ahead != nil {
		s.ahead.Close()
	}
}

// readAhead reads a stream one block ahead on its own goroutine. Close waits for the goroutine, at
// most for one Read of the stream, which must not block for long. Two blocks circulate: the
// goroutine receives one from free, fills it and sends it to full.
type readAhead struct {
	full chan block
	free chan []byte
	stop chan struct{}
	done sync.WaitGroup

	current block
	off     int
}

type block struct {
	data []byte
	err  error // after data
}

const (
	aheadBlocks    = 2
	aheadBlockSize = 256 << 10
)

func newReadAhead(r io.Reader) *readAhead {
	a := &readAhead{
		full: make(chan block, aheadBlocks), // sending never waits
		free: make(chan []byte, aheadBlocks),
		stop: make(chan struct{}),
	}
	for range aheadBlocks {
		a.free <- make([]byte, aheadBlockSize)
	}
	a.done.Go(func() { a.run(r) })
	return a
}

func (a *readAhead) run(r io.Reader) {
	for {
		var buf []byte
		select {
		case buf = <-a.free:
		case <-a.stop:
			return
		}
		n, err := fill(r, buf)
		a.full <- block{buf[:n], err}
		if err != nil {
			return
		}
	}
}

func (a *readAhead) Read(p []byte) (int, error) {
	for a.off == len(a.current.data) {
		if a.current.err != nil {
			return 0, a.current.err
		}
		if a.current.data != nil {
			a.free <- a.current.data[:cap(a.current.data)]
		}
		a.current, a.off = <-a.full, 0
	}
	n := copy(p, a.current.data[a.off:])
	a.off += n
	return n, nil
}

// Close ends the goroutine. Read must not be called afterwards.
func (a *readAhead) Close() {
	close(a.stop)
	a.done.Wait()
}
