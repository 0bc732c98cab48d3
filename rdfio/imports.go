package rdfio

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

// ErrMissingImport is returned if an import is not found and ReadOptions.StrictImports is set.
var ErrMissingImport = errors.New("missing import")

// readImports adds the imports closure of the document at path to root (Structural Specification,
// section 3.4), nearest documents first. Header and prefixes of root do not change. Each document
// is read once, also if imports are cyclic.
func readImports(ctx context.Context, path string, root *owl.Ontology, report *Report,
	opts ReadOptions) error {
	c := &closure{
		resolver: newResolver(path, report, opts.Permits),
		root:     root,
		report:   report,
		opts:     opts,
		seen:     make(map[string]bool),
	}
	c.loaded(path, root)
	for len(c.waiting) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		next := c.waiting[0]
		c.waiting = c.waiting[1:]
		if c.seen[next.iri] {
			continue
		}
		c.seen[next.iri] = true
		if err := c.read(ctx, next); err != nil {
			return err
		}
	}
	if opts.StrictImports && len(report.MissingImports) > 0 {
		return &ParseError{File: path,
			Err: fmt.Errorf(
				"%w: %s; name the files in %s next to the document, or allow fetching with --fetch-imports",
				ErrMissingImport, strings.Join(report.MissingImports, ", "), catalogName)}
	}
	return nil
}

// closure is an imports closure that is being read.
type closure struct {
	*resolver
	root    *owl.Ontology
	report  *Report
	opts    ReadOptions
	waiting []wanted        // a queue
	seen    map[string]bool // IRIs of imports that were looked for, and of documents that were read

	// anonymous holds the ids in use; nil until the first import is merged.
	anonymous map[owl.AnonymousIndividual]bool
	documents int
}

// wanted is an import that waits to be read.
type wanted struct {
	iri  string
	file string // the document that imports it
	dir  string // its directory; empty if it was fetched
}

// loaded notes a document that was read and queues its imports.
func (c *closure) loaded(path string, o *owl.Ontology) {
	for _, name := range []owl.IRI{o.IRI, o.VersionIRI} {
		if !name.IsZero() {
			c.seen[name.String()] = true
		}
	}
	dir := ""
	if path != "" {
		dir = filepath.Dir(path)
		c.files[canonicalPath(path)] = true
	}
	for _, i := range o.Imports {
		if !c.seen[i.String()] {
			c.waiting = append(c.waiting, wanted{iri: i.String(), file: path, dir: dir})
		}
	}
}

// read finds one import, reads it and merges it.
func (c *closure) read(ctx context.Context, w wanted) error {
	opts := ReadOptions{Base: w.iri, Strict: c.opts.Strict, Limits: c.opts.Limits,
		NoAnnotationAssertions: c.opts.NoAnnotationAssertions, Progress: c.opts.Progress}
	path, remote := c.find(w)
	file := path
	var o *owl.Ontology
	var report *Report
	var err error
	switch {
	case path != "" && c.files[canonicalPath(path)]:
		return nil // the same document under another name
	case path != "":
		o, report, err = readFileAlone(ctx, path, opts)
	case c.opts.FetchImports:
		file = remote
		o, report, err = publicFetcher.read(ctx, remote, opts)
		var unreachable *fetchError
		if errors.As(err, &unreachable) || errors.Is(err, ErrNotOntology) {
			c.missing(w, err.Error())
			return nil
		}
	default:
		why := "not in a catalog and not in the directory of the document"
		if c.absent != "" {
			why = "the catalog names " + c.absent + ", where no file is found"
		}
		c.missing(w, why)
		return nil
	}
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("import <%s> of %s: %w", w.iri, w.file, err)
	}
	if path != "" {
		c.report.Imports = append(c.report.Imports, doc.ImportedFile{IRI: w.iri, File: path,
			Syntax: report.Syntax})
	}
	c.merge(w, file, o, report)
	c.loaded(path, o)
	return nil
}

func (c *closure) missing(w wanted, why string) {
	c.report.MissingImports = append(c.report.MissingImports, w.iri)
	c.noteIn(w.file, doc.NoteMissingImport, fmt.Sprintf("import <%s>: %s", w.iri, why))
}

func (r *resolver) noteIn(file string, kind NoteKind, message string) {
	one := &Report{}
	one.Note(kind, 0, 0, message)
	one.SetFile(file)
	r.report.Add(one)
}

// merge adds the axioms of an imported document. It renames anonymous individuals that clash.
func (c *closure) merge(w wanted, file string, o *owl.Ontology, report *Report) {
	if c.anonymous == nil {
		c.anonymous = make(map[owl.AnonymousIndividual]bool)
		c.root.RenameAnonymous(func(i owl.AnonymousIndividual) owl.AnonymousIndividual {
			c.anonymous[i] = true
			return i
		})
	}
	c.documents++
	keepApart(o, c.anonymous, c.documents)
	c.root.Axioms = append(c.root.Axioms, o.Axioms...)
	c.report.Add(report)
	c.noteIn(file, doc.NoteImported, fmt.Sprintf("import <%s>: %d axioms", w.iri, len(o.Axioms)))
}

// keepApart renames the anonymous individuals of o if an id is taken, and adds theirs to taken.
func keepApart(o *owl.Ontology, taken map[owl.AnonymousIndividual]bool, document int) {
	own := make(map[owl.AnonymousIndividual]bool)
	clash := false
	o.RenameAnonymous(func(i owl.AnonymousIndividual) owl.AnonymousIndividual {
		own[i] = true
		clash = clash || taken[i]
		return i
	})
	if clash {
		prefix := freshPrefix(document, own, taken)
		renamed := make(map[owl.AnonymousIndividual]bool, len(own))
		o.RenameAnonymous(func(i owl.AnonymousIndividual) owl.AnonymousIndividual {
			if renamed[i] {
				return i
			}
			i = owl.AnonymousIndividual{ID: owl.NewIRI(prefix + i.ID.String())}
			renamed[i] = true
			return i
		})
		own = renamed
	}
	for i := range own {
		taken[i] = true
	}
}

// freshPrefix returns a prefix that no id begins with.
func freshPrefix(document int, sets ...map[owl.AnonymousIndividual]bool) string {
next:
	for try := 0; ; try++ {
		prefix := "d" + strconv.Itoa(document) + "-"
		if try > 0 {
			prefix = "d" + strconv.Itoa(document) + "-" + strconv.Itoa(try) + "-"
		}
		for _, set := range sets {
			for i := range set {
				if strings.HasPrefix(i.ID.String(), prefix) {
					continue next
				}
			}
		}
		return prefix
	}
}

// resolver finds the documents of imports. It asks the catalog in the directory of the root
// document, then that in the directory of the importing document. Then it looks in both for a file
// that is named as the last segment of the IRI, with or without the extension of a known syntax and
// ".gz". It does not search by content.
type resolver struct {
	dir      string              // of the root
	catalogs map[string]*catalog // by path; nil if it does not exist
	files    map[string]bool     // documents that were read, by canonicalPath
	absent   string              // path of the last import in a catalog, if it is no file; else ""
	report   *Report             // for catalogs that cannot be read
	permits  func(path string) bool
}

func newResolver(root string, report *Report, permits func(path string) bool) *resolver {
	if permits == nil {
		permits = func(string) bool { return true }
	}
	return &resolver{
		permits:  permits,
		dir:      filepath.Dir(root),
		catalogs: make(map[string]*catalog),
		files:    make(map[string]bool),
		report:   report,
	}
}

// find returns the path of an import's document. If no file is found, path is empty and remote is
// the IRI to fetch, which a catalog may have changed.
func (r *resolver) find(w wanted) (path, remote string) {
	remote, r.absent = w.iri, ""
	dirs := []string{r.dir}
	if w.dir != "" && w.dir != r.dir {
		dirs = append(dirs, w.dir)
	}
	for _, dir := range dirs {
		target, ok := r.consult(filepath.Join(dir, catalogName), w.iri)
		if !ok {
			continue
		}
		if file, local := filePath(target); local {
			if r.isFile(file) {
				return file, ""
			}
			r.absent = file
			continue
		}
		remote = target
		break
	}
	if file, local := filePath(w.iri); local && w.dir != "" && r.isFile(file) {
		return file, "" // not for a fetched document, which must not read local files
	}
	slices.Reverse(dirs) // the directory of the importing document first
	for _, dir := range dirs {
		if file := r.inDir(dir, w.iri); file != "" {
			return file, ""
		}
	}
	return "", remote
}

// consult looks an IRI up in a catalog and in those that it names as next, each once.
func (r *resolver) consult(path, iri string) (target string, ok bool) {
	asked := make(map[string]bool)
	for queue := []string{path}; len(queue) > 0 && len(asked) < catalogChain; queue = queue[1:] {
		if asked[queue[0]] {
			continue
		}
		asked[queue[0]] = true
		c := r.catalog(queue[0])
		if c == nil {
			continue
		}
		if target, ok := c.resolve(iri); ok {
			return target, true
		}
		queue = append(queue, c.next...)
	}
	return "", false
}

// catalog reads a catalog once. A catalog that cannot be read is noted and treated as absent.
func (r *resolver) catalog(path string) *catalog {
	if c, known := r.catalogs[path]; known {
		return c
	}
	if !r.permits(path) {
		return nil
	}
	c, err := readCatalog(path)
	if err != nil {
		r.noteIn(path, doc.NoteCatalog, err.Error())
	}
	r.catalogs[path] = c
	return c
}

// isFile reports whether there is a file that may be read.
func (r *resolver) isFile(path string) bool { return r.permits(path) && isFile(path) }

// inDir finds a file in dir that is named as the last segment of the IRI. It passes over files that
// were read before, because their IRIs are known and differ.
func (r *resolver) inDir(dir, iri string) string {
	name := lastSegment(iri)
	if name == "" {
		return ""
	}
	for _, ext := range append([]string{""}, knownExtensions()...) {
		for _, gz := range []string{"", ".gz"} {
			file := filepath.Join(dir, name+ext+gz)
			if r.isFile(file) && !r.files[canonicalPath(file)] {
				return file
			}
		}
	}
	return ""
}

// lastSegment returns the last segment of the IRI's path as a file name; "" if it is no file name.
func lastSegment(iri string) string {
	iri, _, _ = strings.Cut(iri, "#")
	iri, _, _ = strings.Cut(iri, "?")
	iri = strings.TrimRight(iri, "/")
	name := iri[strings.LastIndexAny(iri, "/:")+1:]
	if unescaped, err := url.PathUnescape(name); err == nil {
		name = unescaped
	}
	if name == "." || name == ".." || strings.ContainsAny(name, "/\\\x00") {
		return ""
	}
	return name
}

// knownExtensions returns the extensions of all syntaxes, each once, in the order of formats.
func knownExtensions() []string {
	var list []string
	for _, f := range formats {
		for _, ext := range f.Ext {
			if !slices.Contains(list, ext) {
				list = append(list, ext)
			}
		}
	}
	return list
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// canonicalPath returns the absolute path of a file without symbolic links.
func canonicalPath(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path
}
