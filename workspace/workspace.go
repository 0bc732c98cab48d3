package workspace

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"box2el-owl/db"
	"box2el-owl/internal/memory"
	"box2el-owl/owl"
)

// Options are the options of Open.
type Options struct {
	// Store has the rows, and the history.
	Store *db.Store
	// Documents is the directory of documents, which is created on demand.
	Documents string
	// Folder is the directory of ontologies of earlier versions.
	Folder string
	// Models is the directory of models. Default: "", models are not stored.
	Models string
	// Roots are folders of the machine that clients may name files in. Default: none.
	Roots []string
	// Workers is the number of threads of a task. Default: all cores. It does not change any
	// answer.
	Workers int
	// Language is the language tag of labels, see owl.Ontology. Default: none.
	Language string
	// Program is the program that models, runs and reports name.
	Program string

	// DocumentBytes bounds a document, unpacked. Default: 2 GiB.
	DocumentBytes int64

	// Now tells the time. Default: time.Now.
	Now func() time.Time
}

func (o Options) withDefaults() Options {
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.DocumentBytes == 0 {
		o.DocumentBytes = 2 << 30
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Workspace has the ontologies that clients keep open. It is safe for concurrent use.
type Workspace struct {
	opts      Options
	decisions *decided

	// Background tasks end with stop; background counts them.
	ctx        context.Context
	stop       context.CancelFunc
	background sync.WaitGroup
	tasks      chan struct{} // one token for each task in the background that may work at a time

	explanations chan struct{} // one token for each explanation that is being looked for

	mu         sync.Mutex
	closed     bool
	ontologies map[string]*Ontology
}

// Open opens the workspace of a store. Its ontologies are listed at once, and read in the
// background.
func Open(ctx context.Context, opts Options) (*Workspace, error) {
	w := &Workspace{opts: opts.withDefaults(), ontologies: make(map[string]*Ontology),
		tasks: make(chan struct{}, 1), explanations: make(chan struct{}, maxExplanations)}
	w.decisions = &decided{store: opts.Store}
	w.ctx, w.stop = context.WithCancel(context.WithoutCancel(ctx))
	if err := w.open(ctx); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

func (w *Workspace) open(ctx context.Context) error {
	if err := w.migrate(ctx); err != nil {
		return err
	}
	if err := w.removeStrayDocuments(ctx); err != nil {
		return err
	}
	// ontologies without an IRI that are not open any more cannot be opened again
	if err := w.opts.Store.ForgetRuns(ctx, anonymousKey); err != nil {
		return err
	}
	rows, err := w.opts.Store.OpenOntologies(ctx)
	if err != nil {
		return err
	}
	documents, err := w.opts.Store.Documents(ctx, "")
	if err != nil {
		return err
	}
	byNumber := make(map[int64]*db.Document)
	for i := range documents {
		byNumber[documents[i].Number] = &documents[i]
	}
	for _, row := range rows {
		o, err := w.restored(row, byNumber[row.Current])
		if err != nil {
			return fmt.Errorf("ontology %s: %w", row.ID, err)
		}
		w.ontologies[row.ID] = o
	}
	for _, o := range w.Ontologies() {
		o.advance()
	}
	return nil
}

// Close ends the background tasks. Acknowledged operations are on the disk already.
func (w *Workspace) Close() error {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.stop()
	w.background.Wait()
	return nil
}

// inBackground runs a task after the earlier ones. Its context ends when the workspace is closed,
// or when memory runs out.
func (w *Workspace) inBackground(task func(context.Context)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.background.Go(func() {
		select {
		case w.tasks <- struct{}{}:
		case <-w.ctx.Done():
			return
		}
		defer func() { <-w.tasks }()
		ctx, check := memory.Watch(w.ctx)
		task(ctx)
		check(nil)
	})
}

// New describes a new ontology.
type New struct {
	// Name is the name for people. Default: that of its IRI or file.
	Name string
	// IRI is the key of decisions and models if the document has no IRI.
	IRI owl.IRI
	// Path is a file of this machine to read, with its imports. Default: none, and there are no
	// axioms.
	Path string
	// Client reports that the client keeps the ontology: it is in memory only. Default: false, the
	// server does.
	Client bool
	// Copy opens the file to be read, besides the ontology with its IRI. Default: false.
	Copy bool
}

// Create makes an ontology. If a file is named, errors are ErrPath and those of reading it.
func (w *Workspace) Create(ctx context.Context, n New) (*Ontology, error) {
	if len(n.IRI.String()) > maxName || len(n.Name) > maxName {
		return nil, fmt.Errorf("%w: a name of more than %d bytes", ErrInvalid, maxName)
	}
	o := w.newOntology(db.OpenOntology{ID: strings.ToLower(rand.Text()), Name: n.Name,
		IRI: n.IRI.String(), Created: w.opts.Now().UTC().Truncate(time.Microsecond)})
	if err := o.lock(ctx); err != nil {
		return nil, err
	}
	defer o.unlock()
	o.client.Store(n.Client)
	if n.Path == "" {
		o.axioms = emptyAxioms()
		o.become((&View{ontology: o, header: &header{}, changed: o.created}).hold(o.axioms))
		if err := o.save(ctx, o.settings); err != nil {
			return nil, err
		}
	} else if err := o.readPath(ctx, n.Path, ReplaceOptions{Client: n.Client,
		Copy: n.Copy}); err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, ErrClosed
	}
	w.ontologies[o.id] = o
	return o, nil
}

// maxName bounds names of ontologies.
const maxName = 4000

// Ontology returns an ontology by its id. The error is ErrUnknownOntology.
func (w *Workspace) Ontology(id string) (*Ontology, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	o, ok := w.ontologies[id]
	if !ok {
		return nil, fmt.Errorf("%w %q", ErrUnknownOntology, id)
	}
	return o, nil
}

// Ontologies lists them in the order in which they were made.
func (w *Workspace) Ontologies() []*Ontology {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.SortedFunc(maps.Values(w.ontologies), func(a, b *Ontology) int {
		return cmp.Or(a.created.Compare(b.created), strings.Compare(a.id, b.id))
	})
}

// Delete removes the rows of an ontology; its files go at the next start, and its memory is freed
// with its last View. Cancel its jobs first. Operations and models stay. The error is
// ErrUnknownOntology, or that of a context that has ended.
func (w *Workspace) Delete(ctx context.Context, id string) error {
	o, err := w.Ontology(id)
	if err != nil {
		return err
	}
	if err := o.lock(ctx); err != nil {
		return err
	}
	defer o.unlock()
	if !o.client.Load() {
		if err := w.opts.Store.ForgetOpenOntology(ctx, id); err != nil {
			return err
		}
	}
	w.mu.Lock()
	delete(w.ontologies, id)
	w.mu.Unlock()
	v := *o.View()
	v.err, v.reasoner, v.prepared = fmt.Errorf("%w %q", ErrUnknownOntology, id), nil, nil
	o.become(&v)
	o.tell(Event{Name: GoneEvent})
	return nil
}

// permitted returns the path of a regular file, links followed, that clients may read. Opening a
// pipe would wait for its writer. The error is ErrPath, whether the file exists or not.
func (w *Workspace) permitted(path string) (string, error) {
	real, err := realPath(path)
	if err != nil {
		return "", ErrPath
	}
	if info, err := os.Stat(real); err != nil || !info.Mode().IsRegular() {
		return "", ErrPath
	}
	for _, root := range w.opts.Roots {
		if within, err := realPath(root); err == nil {
			if rel, err := filepath.Rel(within, real); err == nil && filepath.IsLocal(rel) &&
				rel != "." {
				return real, nil
			}
		}
	}
	return "", ErrPath
}

// realPath returns the absolute path without links.
func realPath(path string) (string, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}
