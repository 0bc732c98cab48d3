package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

// storeOptions are the flags of commands that use the store.
type storeOptions struct{ path string }

func (o *storeOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.path, "store", "", "`FILE` of the store (default: store.db in $BOX2EL_HOME or the user's state directory)")
}

// open opens the store, and makes it where there is none.
func (o *storeOptions) open(ctx context.Context) (*db.Store, error) {
	path, err := o.file()
	if err != nil {
		return nil, err
	}
	return db.Open(ctx, path, db.Options{})
}

// openForReading opens the store also where it may not be written to. Where there is none it is an error, fs.ErrNotExist.
func (o *storeOptions) openForReading(ctx context.Context) (*db.Store, error) {
	path, err := o.file()
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	store, err := db.Open(ctx, path, db.Options{})
	if errors.Is(err, db.ErrReadOnly) || errors.Is(err, db.ErrFull) {
		return db.Open(ctx, path, db.Options{ReadOnly: true})
	}
	return store, err
}

func (o *storeOptions) file() (string, error) {
	if o.path != "" {
		return o.path, nil
	}
	folder, err := stateFolder("")
	return filepath.Join(folder, "store.db"), err
}

// models is the folder of the models that belong to the store: it lies beside it.
func (o *storeOptions) models() (string, error) {
	if o.path == "" {
		return stateFolder("models")
	}
	return filepath.Join(filepath.Dir(o.path), "models"), nil
}

// ontologyKey is what the store knows an ontology by; "" where it has no IRI and comes from standard input without one.
func ontologyKey(ontology *owl.Ontology, input inputOptions) string {
	document := input.base
	if document == "" && input.path != "-" {
		document = rdfio.DocumentIRI(input.path)
	}
	var iri owl.IRI
	if document != "" {
		iri = owl.NewIRI(document)
	}
	return db.OntologyKey(ontology, iri)
}

// stateFolder makes sure of a folder in $BOX2EL_HOME, or else in the place where programs of the user keep their state; of that
// place itself for "".
func stateFolder(name string) (string, error) {
	what := name
	if what == "" {
		what = "the store"
	}
	home := os.Getenv("BOX2EL_HOME")
	if home == "" {
		state, err := userStateFolder()
		if err != nil {
			return "", fmt.Errorf("no place for %s: %w; set BOX2EL_HOME, or name a file", what, err)
		}
		home = filepath.Join(state, "box2el-owl")
	}
	folder := filepath.Join(home, name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("no place for %s: %w", what, err)
	}
	return folder, nil
}

func userStateFolder() (string, error) {
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

// isDevice reports whether a path is a device or a pipe, which has no place beside it.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}
