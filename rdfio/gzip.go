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

// newSource returns a reader of a regular file that reports progress on the goroutine of its
// reader. It decompresses gzip ahead, until stop is called. The file stays open.
func newSource(f io.Reader, length int64, progress owl.Progress) (in io.Reader, stop func(),
	err error) {
	counted := &countingReader{r: f}
	head := readHead(counted)
	in, stop = head, func() {}
	if isGzip(head.head) {
		z, err := newGzipReader(head)
		if err != nil {
			return nil, nil, err
		}
		in, stop = readAhead(z)
	}
	if progress != nil {
		in = &progressReader{r: in, done: counted.n.Load, total: length, progress: progress}
	}
	return in, stop, nil
}

// aheadBlockSize is less than the free part of a window, so that most blocks are taken at once.
const aheadBlockSize = 128 << 10

// readAhead reads a stream on its own goroutine, one block ahead of the reader that it returns.
// Stop ends the goroutine. It waits for one block at most, so that reads must not block for long.
func readAhead(r io.Reader) (ahead io.Reader, stop func()) {
	out, in := io.Pipe()
	var done sync.WaitGroup
	done.Go(func() {
		block := make([]byte, aheadBlockSize)
		for {
			n, err := fill(r, block)
			if _, stopped := in.Write(block[:n]); err != nil || stopped != nil {
				in.CloseWithError(err)
				return
			}
		}
	})
	return out, func() {
		out.Close()
		done.Wait()
	}
}
