package reasoner

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"box2el-owl/internal/outfile"
	"box2el-owl/owl"
)

// SaveFile is Save into a file, which is replaced as a whole or not at all, also when the machine stops halfway.
func (r *Reasoner) SaveFile(ctx context.Context, file string, key StateKey) error {
	return outfile.Write(file, func(w io.Writer) error { return r.Save(ctx, w, key) })
}

// LoadFile is Load from a file.
func LoadFile(ctx context.Context, file string, key StateKey, axioms func() ([]owl.Axiom, error), opts Options) (*Reasoner, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Load(ctx, f, key, axioms, opts)
}

// StateUse tells what Open has done.
type StateUse struct {
	// Refused says why there was nothing to load: fs.ErrNotExist, or one of the errors of Load. Nil where the
	// state has been loaded.
	Refused error
	// Unsaved says why the new state could not be saved. The Reasoner is good all the same.
	Unsaved error
}

// Loaded reports whether the Reasoner has been loaded.
func (u StateUse) Loaded() bool { return u.Refused == nil }

// Open loads the state of an ontology from a file if that has it. Otherwise it does what New does and saves the
// result there, over whatever the file was, if that is a state or nothing. The arguments are those of Load.
func Open(ctx context.Context, file string, key StateKey, axioms func() ([]owl.Axiom, error), opts Options) (*Reasoner, StateUse, error) {
	r, refused := LoadFile(ctx, file, key, axioms, opts)
	if refused == nil {
		return r, StateUse{}, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, StateUse{}, err
	}
	use := StateUse{Refused: refused}
	if axioms == nil {
		return nil, use, ErrNoAxioms
	}
	list, err := axioms()
	if err != nil {
		return nil, use, err
	}
	if r, err = New(ctx, &owl.Ontology{Axioms: list}, opts); err != nil {
		return nil, use, err
	}
	if !isStateOrNothing(file) {
		use.Unsaved = ErrNoState
		return r, use, nil
	}
	use.Unsaved = r.SaveFile(ctx, file, key)
	return r, use, ctx.Err()
}

// ErrNoState says that a file to be overwritten by a state is something else.
var ErrNoState = errors.New("the file is something else than a saved state, and is left alone")

// isStateOrNothing reports whether a file is not there, or empty, or begins as a state does.
func isStateOrNothing(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	begin := make([]byte, len(stateMagic))
	n, _ := f.Read(begin)
	return n == 0 || string(begin) == stateMagic
}
