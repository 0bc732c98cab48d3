package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/suggest"
	"box2el-owl/workspace"
)

// storeOptions are the flags of commands that use the store.
type storeOptions struct{ path string }

func (o *storeOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.path, "store", "",
		"`FILE` of the store (default: store.db in $BOX2EL_HOME or the user's state directory)")
}

// open opens the store, and creates it with its directory if it does not exist.
func (o *storeOptions) open(ctx context.Context) (*db.Store, error) {
	path, err := o.file()
	if err != nil {
		return nil, err
	}
	if o.path == "" {
		if err := makeStateDir("the store", filepath.Dir(path)); err != nil {
			return nil, err
		}
	}
	store, err := db.Open(ctx, path, db.Options{})
	if o.path == "" && errors.Is(err, db.ErrReadOnly) {
		err = fmt.Errorf("%w; %s", err, setHome)
	}
	return store, err
}

// openForReading opens the store, even if it is read-only. The error is an *fs.PathError if the
// file does not exist or cannot be reached.
func (o *storeOptions) openForReading(ctx context.Context) (*db.Store, error) {
	path, err := o.file()
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		if o.path == "" && !errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("no store: %w; %s", err, setHome)
		}
		return nil, err
	}
	store, err := db.Open(ctx, path, db.Options{})
	if errors.Is(err, db.ErrReadOnly) || errors.Is(err, db.ErrFull) {
		return db.Open(ctx, path, db.Options{ReadOnly: true})
	}
	return store, err
}

// file returns the path of the store. Neither the file nor its directory need exist.
func (o *storeOptions) file() (string, error) {
	if o.path != "" {
		return o.path, nil
	}
	home, err := stateHome("the store")
	return filepath.Join(home, "store.db"), err
}

// models returns the directory of the store's models, which is next to the store. It creates the
// dir unless --store names the store.
func (o *storeOptions) models() (string, error) {
	if o.path != "" {
		return filepath.Join(filepath.Dir(o.path), "models"), nil
	}
	home, err := stateHome("models")
	if err != nil {
		return "", err
	}
	dir := filepath.Join(home, "models")
	return dir, makeStateDir("models", dir)
}

// ontologyKey returns the key of an ontology in the store; "" if it is read from standard input and
// has no IRI.
func ontologyKey(ontology *owl.Ontology, input inputOptions) string {
	var iri owl.IRI
	if document := input.documentIRI(); document != "" {
		iri = owl.NewIRI(document)
	}
	return db.OntologyKey(ontology, iri)
}

// documentIRI returns the base IRI of the document; "" for standard input without --base.
func (o *inputOptions) documentIRI() string {
	if o.Base == "" && o.path != "-" {
		return rdfio.DocumentIRI(o.path)
	}
	return o.Base
}

// setHome is the advice of errors about the directory of the store and the models.
const setHome = "set BOX2EL_HOME to a folder that you may write to"

// stateHome returns the directory for the store and the models: $BOX2EL_HOME, or a directory in the
// user's state directory. It does not create the directory. The error names what needs it.
func stateHome(what string) (string, error) {
	if home := os.Getenv("BOX2EL_HOME"); home != "" {
		return home, nil
	}
	state, err := userStateDir()
	if err != nil {
		return "", fmt.Errorf("no folder for %s: %w; %s", what, err, setHome)
	}
	return filepath.Join(state, "box2el-owl"), nil
}

// makeStateDir creates a directory in stateHome that only its user can read. Unless $BOX2EL_HOME is
// set, it also restricts the mode of an existing directory, because earlier versions left it open.
func makeStateDir(what, folder string) error {
	_, missing := os.Stat(folder)
	err := os.MkdirAll(folder, 0o700)
	if err == nil && missing != nil {
		err = restrict(folder)
	}
	if err == nil && os.Getenv("BOX2EL_HOME") == "" {
		err = os.Chmod(folder, 0o700)
	}
	if err != nil {
		return fmt.Errorf("no folder for %s: %w; %s", what, err, setHome)
	}
	return nil
}

// userStateDir returns the directory in which programs keep the state of this user.
func userStateDir() (string, error) {
	switch runtime.GOOS {
	case "darwin":
		return os.UserConfigDir() // ~/Library/Application Support
	case "windows":
		return os.UserCacheDir() // %LOCALAPPDATA%
	}
	if state := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(state) {
		return state, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "state"), err
}

// isDevice reports whether a path is a device or a pipe, which has no files next to it.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// decisions returns the current decisions about axioms of an ontology. They are empty if there is
// no store yet or the ontology has no key.
func (o *storeOptions) decisions(ctx context.Context, key string) (*suggest.Decisions, error) {
	decisions := new(suggest.Decisions)
	if key == "" {
		return decisions, nil
	}
	store, err := o.openForReading(ctx)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return decisions, nil
	case err != nil:
		return nil, err
	}
	defer store.Close()
	current := make(map[owl.Hash]suggest.Decided)
	list, err := store.Current(ctx, key)
	if err != nil {
		return nil, err
	}
	for _, d := range list {
		current[d.Hash] = workspace.Decided(d)
	}
	decisions.Set(current)
	return decisions, nil
}
