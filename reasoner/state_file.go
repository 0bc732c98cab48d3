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

// SaveFile is Save to a file, which is replaced atomically.
func (r *Reasoner) SaveFile(ctx context.Context, file string, key StateKey) error {
	return outfile.Write(file, func(w io.Writer) error { return r.Save(ctx, w, key) })
}

// LoadFile is Load from a file.
func LoadFile(
	ctx context.Context, file string, key StateKey, axioms func() ([]owl.Axiom, error),
	opts Options,
) (*Reasoner, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Load(ctx, f, key, axioms, opts)
}

// StateUse describes the work of Open.
type StateUse struct {
	// Refused is the reason why no state was loaded: fs.ErrNotExist, or one of the errors of Load.
	// It is nil if the state was loaded.
	Refused error
	// Unsaved is the error of saving the new state. The Reasoner is usable nevertheless.
	Unsaved error
}

// Loaded reports whether the Reasoner was loaded.
func (u StateUse) Loaded() bool { return u.Refused == nil }

// Open loads the state of an ontology from a file. If that fails, it does what New does and saves
// the result to the file, unless the file is something other than a state. The arguments are those
// of Load.
func Open(
	ctx context.Context, file string, key StateKey, axioms func() ([]owl.Axiom, error),
	opts Options,
) (*Reasoner, StateUse, error) {
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

// ErrNoState is returned if a file to be overwritten is no saved state.
var ErrNoState = errors.New("the file is not a saved state and was not changed")

// isStateOrNothing reports whether a file does not exist, is empty, or begins like a state.
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
