package rdfio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/owlrdf"
	"box2el-owl/rdfio/internal/rdf"
)

// ReadOptions are the options of reading. The zero value reads any syntax, follows imports on this
// machine only, and notes missing ones.
type ReadOptions struct {
	// File is the name of the document in errors. Default: the path, or "-" for a stream.
	File string
	// Base is the IRI of the document, against which its relative IRIs are resolved. Changes the
	// result. Default: the file: IRI of File, or file:///stdin for a stream without a name.
	Base string
	// Format is the Name of the syntax. Default: detected.
	Format string
	// MediaType is the media type that the sender names. It decides if the content may be in
	// several syntaxes. Default: unknown.
	MediaType string
	// Strict makes faults that other tools pass over errors, such as an rdf:ID that is no XML name.
	// Default: they are noted with their place (NoteKind.IsError).
	Strict bool
	// Report receives the findings of Triples, WriteTriples and CountTriples. Default: they are
	// dropped.
	Report *Report
	// Limits bound the memory that one document may need.
	Limits Limits
	// NoImports reads the document alone. Changes the result. Default: ReadFile follows imports.
	NoImports bool
	// StrictImports makes a missing import an error. Default: it is noted in Report.MissingImports.
	StrictImports bool
	// Permits reports whether imports and catalogs may be read from a path, which may contain
	// links. Other files are treated as absent. Default: any file.
	Permits func(path string) bool
	// NoAnnotationAssertions leaves out annotation assertions, which reasoners ignore and which may
	// be most of an ontology. Changes the result; Report.Skipped counts them. Default: they are
	// kept.
	NoAnnotationAssertions bool
	// FetchImports gets imports that are not found on this machine over https. Default: they are
	// missing.
	FetchImports bool
	// Progress receives the stages "reading" (bytes of the file on disk) and "mapping"
	// (statements). Default: nil.
	Progress owl.Progress
}

// Read reads one document from a stream, in any syntax, compressed or not. It does not follow
// imports, which the Ontology lists. An error is ctx.Err() or has a *ParseError in its chain.
func Read(ctx context.Context, r io.Reader, opts ReadOptions) (*owl.Ontology, *Report, error) {
	r = opts.forStream(r)
	return readDocument(ctx, r, opts)
}

// forStream sets the name and the base of a stream. It returns the stream with its progress.
func (opts *ReadOptions) forStream(r io.Reader) io.Reader {
	if opts.File == "" {
		opts.File = "-"
	}
	if opts.Base == "" {
		opts.Base = DocumentIRI(opts.File)
	}
	if opts.Progress == nil {
		return r
	}
	counted := &countingReader{r: r}
	return &progressReader{r: counted, done: counted.n.Load, progress: opts.Progress}
}

// decoding returns the options of a decoder, which notes its findings in report.
func (opts *ReadOptions) decoding(report *Report, prefix func(name, namespace string)) doc.Options {
	return doc.Options{
		Base:   opts.Base,
		Limits: opts.Limits.WithDefaults(),
		Sparse: opts.NoAnnotationAssertions,
		Prefix: prefix,
		Warn: func(line, col int, message string) {
			report.Note(doc.NoteSyntax, line, col, message)
		},
		Strict: opts.Strict,
		Note:   report.Note,
	}
}

// readDocument reads one document. File and Base of opts are set; r reports the progress.
func readDocument(ctx context.Context, r io.Reader, opts ReadOptions) (*owl.Ontology, *Report,
	error) {
	report := &Report{}
	prefixes := &owl.Prefixes{}
	decoding := opts.decoding(report, prefixes.Set)
	w, format, err := openDocument(ctx, r, opts, &decoding)
	if err != nil {
		return nil, nil, err
	}
	report.Syntax = format.Name
	var o *owl.Ontology
	if format.decode != nil {
		o, err = readGraph(ctx, w, format, decoding, report, opts.Progress)
	} else {
		o, err = format.read(w, decoding, report)
	}
	if err == nil && opts.Strict {
		err = report.Fault(opts.File)
	}
	if err != nil {
		return nil, nil, placed(ctx, opts.File, err)
	}
	if o.Prefixes == nil {
		o.Prefixes = prefixes
	}
	report.SetFile(opts.File)
	report.Own = len(o.Axioms)
	return o, report, nil
}

// ReadFile reads the document at path and, unless opts.NoImports is set, its imports closure,
// merged into one Ontology with the header of the document itself. See resolver for the places of
// imports.
func ReadFile(ctx context.Context, path string, opts ReadOptions) (*owl.Ontology, *Report, error) {
	o, report, err := readFileAlone(ctx, path, opts)
	if err != nil || opts.NoImports {
		return o, report, err
	}
	if err := readImports(ctx, path, o, report, opts); err != nil {
		return nil, nil, err
	}
	return o, report, nil
}

// placed returns the error of the context if it has ended, and otherwise err with its document.
func placed(ctx context.Context, file string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var at *ParseError
	if errors.As(err, &at) {
		return err
	}
	return &ParseError{File: file, Err: err}
}

// readFileAlone reads one file. A gzip file is decompressed one block ahead on another goroutine,
// which ends before readFileAlone returns.
func readFileAlone(ctx context.Context, path string, opts ReadOptions) (*owl.Ontology, *Report,
	error) {
	if opts.File == "" {
		opts.File = path
	}
	if opts.Base == "" {
		opts.Base = DocumentIRI(path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, fileError(opts.File, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, fileError(opts.File, err)
	}
	if info.IsDir() {
		return nil, nil, &ParseError{File: opts.File,
			Err: fmt.Errorf("%w: it is a directory; name a file in it", ErrNotOntology)}
	}
	if !info.Mode().IsRegular() {
		// A pipe may block forever, so no other goroutine may read it.
		return Read(ctx, f, opts)
	}
	in, stop, err := newSource(f, info.Size(), opts.Progress)
	if err != nil {
		return nil, nil, streamError(opts.File, err)
	}
	defer stop()
	return readDocument(ctx, in, opts)
}

// fileError returns an error that names the file once. Errors of package os also name the call.
func fileError(file string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return &ParseError{File: file, Err: err}
}

// DocumentIRI returns the file: IRI of a path (RFC 8089).
func DocumentIRI(path string) string {
	if path == "" || path == "-" {
		return "file:///stdin"
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		abs = path
	}
	abs = filepath.ToSlash(abs)
	if !strings.HasPrefix(abs, "/") {
		abs = "/" + abs
	}
	return (&url.URL{Scheme: "file", Path: abs}).String()
}

// pollEvery is the number of statements between two checks of the context, which take less than a
// millisecond.
const pollEvery = 1 << 12

// readGraph decodes a document that is made of triples and maps the graph.
func readGraph(ctx context.Context, w *doc.Window, format *Format, opts doc.Options, report *Report,
	progress owl.Progress) (*owl.Ontology, error) {
	terms := rdf.NewTable()
	statements, err := collect(ctx, w, format, terms, opts)
	if err != nil {
		return nil, err
	}
	progress.Report("mapping", 0, int64(len(statements)))
	return owlrdf.Map(ctx, terms, statements, opts, report)
}

// collect decodes all statements, in document order.
func collect(ctx context.Context, w *doc.Window, format *Format, terms *rdf.Table,
	opts doc.Options) ([]rdf.Statement, error) {
	var statements doc.Gathered[rdf.Statement]
	err := format.decode(w, terms, opts, bounded(ctx, terms, opts.Limits, gather(&statements)))
	if err != nil {
		return nil, err
	}
	return statements.All(), nil
}

// gather returns a function that adds a statement to others.
func gather(to *doc.Gathered[rdf.Statement]) func(rdf.Statement) error {
	return func(s rdf.Statement) error {
		if to.N > maxStatements {
			return fmt.Errorf("%w: more than %d statements", ErrTooLarge, maxStatements)
		}
		to.Add(s)
		return nil
	}
}

// bounded returns emit with checks of the context and of the size of the terms.
func bounded(ctx context.Context, terms *rdf.Table, limits Limits,
	emit func(rdf.Statement) error) func(rdf.Statement) error {
	full := textLimit(limits)
	emitted := 0
	return func(s rdf.Statement) error {
		if emitted++; emitted%pollEvery == 1 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if terms.Size() > full {
			return fmt.Errorf("%w: names and literals of more than %d bytes in one document",
				ErrTooLarge, full)
		}
		return emit(s)
	}
}

// textLimit returns the limit of the text of a term table between two statements. Its offsets have
// 32 bits, and until the next statement a decoder interns a few terms, each within the token limit.
func textLimit(l Limits) int { return max(1<<32-1-8*l.Token, 1<<20) }

// maxStatements keeps term ids and indexes of statements within 31 bits.
const maxStatements = 1<<29 - 1

// openDocument returns a decompressed stream in UTF-8 without a byte order mark, and its syntax.
// Errors have a *ParseError in their chain or are ctx.Err().
func openDocument(ctx context.Context, r io.Reader, opts ReadOptions, decoding *doc.Options) (
	*doc.Window, *Format, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	file := opts.File
	if file == "" {
		file = "-"
	}
	packed := readHead(r)
	var in io.Reader = packed
	if isGzip(packed.head) {
		var err error
		if in, err = newGzipReader(packed); err != nil {
			return nil, nil, streamError(file, err)
		}
	}
	text := readHead(in)
	if len(text.head) == 0 && text.err != io.EOF {
		return nil, nil, streamError(file, text.err)
	}
	utf8, err := transcode(text.head, text)
	if err != nil {
		return nil, nil, &ParseError{File: file, Line: 1, Col: 1, Err: err}
	}
	ascii := strings.HasSuffix(strings.ToUpper(declaredEncoding(text.head)), "ASCII")
	if utf8 != io.Reader(text) {
		text = readHead(utf8)
	}
	text.head = bytes.TrimPrefix(text.head, []byte(byteOrderMark))
	format, err := detect(text.head, opts)
	if err != nil {
		return nil, nil, &ParseError{File: file, Line: 1, Col: 1, Err: err}
	}
	repair := &repairReader{r: text, file: file, opts: decoding, ascii: ascii}
	w := doc.NewWindow(ctx, repair, file, opts.Limits)
	repair.place = func() (line, col int) { return w.Place(w.End) }
	return w, format, nil
}

// streamError returns an error of the stream with the name of the file. It has no line, because no
// text was read.
func streamError(file string, err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("%w: the compressed stream is cut off", ErrTruncated)
	}
	return &ParseError{File: file, Err: err}
}

const byteOrderMark = "\uFEFF"

// headSize is the number of bytes that detection examines. It is enough for a license in a comment.
const headSize = 64 << 10

// headed is a stream with its beginning in memory.
type headed struct {
	head []byte // not consumed yet
	r    io.Reader
	err  error // of the stream after head; nil if it continues
}

// readHead reads the first headSize bytes of r. Read returns its error after these bytes.
func readHead(r io.Reader) *headed {
	h := &headed{r: r}
	buf := make([]byte, headSize)
	var n int
	n, h.err = fill(r, buf)
	h.head = buf[:n]
	return h
}

// fill reads until buf is full or r returns an error, such as io.EOF. Unlike io.ReadFull, it
// returns that error unchanged.
func fill(r io.Reader, buf []byte) (n int, err error) {
	for empty := 0; n < len(buf) && err == nil; {
		var m int
		m, err = r.Read(buf[n:])
		n += m
		if m > 0 {
			empty = 0
		} else if empty++; empty == 100 && err == nil {
			err = io.ErrNoProgress
		}
	}
	return n, err
}

func (h *headed) Read(p []byte) (int, error) {
	if len(h.head) > 0 {
		n := copy(p, h.head)
		h.head = h.head[n:]
		return n, nil
	}
	if h.err != nil {
		return 0, h.err
	}
	return h.r.Read(p)
}

// progressReader reports how much of a file was read.
type progressReader struct {
	r        io.Reader
	done     func() int64
	total    int64
	progress owl.Progress
}

func (p *progressReader) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	p.progress.Report("reading", p.done(), p.total)
	return n, err
}

// countingReader counts the bytes that are read through it, for other goroutines too.
type countingReader struct {
	r io.Reader
	n atomic.Int64
}

func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n.Add(int64(n))
	return n, err
}
