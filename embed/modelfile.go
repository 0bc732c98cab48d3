package embed

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"box2el-owl/embed/dataset"
	"box2el-owl/internal/outfile"
	"box2el-owl/internal/safetensors"
)

// A model is stored in one safetensors file (internal/safetensors), which Python reads as well. It
// has a tensor for each block of parameters, named as in the published code, the data set of the
// training with the held-out axioms (package dataset), and the metadata listed in fields. It has no
// date: the bytes depend only on the training.

// Errors of OpenModel.
var (
	// ErrNotModel is returned for a file that is not a model.
	ErrNotModel = errors.New("not a model file")
	// ErrModelVersion is returned for a model written by an incompatible version of the program.
	ErrModelVersion = errors.New("the model was written by another version of the program")
	// ErrModelDamaged is returned for a file whose content has changed since it was written.
	ErrModelDamaged = dataset.ErrDamaged
)

// fields lists the metadata of a model. The names are part of the format.
func (m *Model) fields() []safetensors.Field {
	return []safetensors.Field{
		{Name: "model", Value: (*string)(&m.Architecture)},
		{Name: "options", Value: &m.Hyper},
		{Name: "variant", Value: &m.Variant},
		{Name: "seed", Value: &m.Seed},
		{Name: "steps", Value: &m.Steps},
		{Name: "keptAt", Value: &m.BestStep},
		{Name: "measures", Value: &m.Measures},
		{Name: "heldOut", Value: &m.HeldOut},
		{Name: "history", Value: &m.History},
		{Name: "program", Value: &m.Program},
	}
}

// Save writes the model to a file that only its owner may read. An existing file is replaced
// atomically.
func (m *Model) Save(path string) error {
	return outfile.Write(path, m.Write)
}

// Write writes the model. The same model gives the same bytes on every machine.
func (m *Model) Write(w io.Writer) error {
	metadata, data, err := m.Data.Encode()
	if err != nil {
		return fmt.Errorf("writing the model: %w", err)
	}
	if err := safetensors.Encode(metadata, m.fields()); err != nil {
		return fmt.Errorf("writing the model: %w", err)
	}
	var tensors []safetensors.Tensor
	for b, block := range m.matrices.blocks {
		tensors = append(tensors, safetensors.Tensor{
			Name: block.Name, Shape: []int{m.matrices.rows[b], block.Cols},
			Values: m.matrices.values[b],
		})
	}
	return safetensors.Write(w, metadata, append(tensors, data...))
}

// OpenModel reads a model into memory and verifies the checksum of the file. Errors name the file.
// They are ErrNotModel, ErrModelVersion, ErrModelDamaged, or errors of the system.
func OpenModel(path string) (*Model, error) {
	f, err := dataset.OpenFile(path)
	switch {
	case errors.Is(err, dataset.ErrEarlier):
		return nil, fmt.Errorf("%w: %w; train it again: box2el-owl train ONTOLOGY -o %s",
			ErrModelVersion, err, path)
	case err != nil:
		return nil, modelError(err)
	}
	defer f.Close()
	m, err := readModel(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// modelError wraps an error of packages dataset and safetensors in that of this package.
func modelError(err error) error {
	switch {
	case errors.Is(err, dataset.ErrOther):
		return fmt.Errorf("%w: %w", ErrNotModel, err)
	case errors.Is(err, dataset.ErrLater):
		return fmt.Errorf("%w: %w", ErrModelVersion, err)
	case errors.Is(err, safetensors.ErrInvalid) && !errors.Is(err, ErrModelDamaged):
		return fmt.Errorf("%w: %w", ErrModelDamaged, err)
	}
	return err
}

// readModel reads a model from an open file. Errors are those of OpenModel.
func readModel(f *safetensors.File) (*Model, error) {
	if err := f.Verify(); err != nil {
		return nil, modelError(err)
	}
	data, err := dataset.Read(f)
	if err != nil {
		return nil, modelError(err)
	}
	if _, ok := f.Metadata["model"]; !ok {
		return nil, fmt.Errorf("%w: a data set", ErrNotModel)
	}
	m := &Model{Classes: data.Classes, Roles: data.Roles, Individuals: data.Individuals, Data: data}
	hex.Decode(m.DataHash[:], []byte(f.Metadata["dataHash"])) // dataset.Read has verified it
	if err := safetensors.Decode(f.Metadata, m.fields()); err != nil {
		return nil, modelError(err)
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	for b, block := range m.matrices.blocks {
		values, err := safetensors.Read[float32](f, block.Name, m.matrices.rows[b], block.Cols)
		if err != nil {
			return nil, modelError(err)
		}
		m.matrices.values = append(m.matrices.values, values)
	}
	if err := m.matrices.finite(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModelDamaged, err)
	}
	return m, nil
}

// check validates the metadata of a model and creates its blocks.
func (m *Model) check() error {
	damaged := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrModelDamaged, fmt.Sprintf(format, args...))
	}
	options := Options{Model: m.Architecture, Hyper: &m.Hyper, Variant: &m.Variant}
	if err := options.check(); err != nil {
		return damaged("%v", err)
	}
	if m.BestStep < 0 || m.BestStep > m.Steps {
		return damaged("best step %d of %d", m.BestStep, m.Steps)
	}
	for form, by := range m.Measures {
		if by != ByCenters && by != ByLoss && by != ByBoth {
			return damaged("%v is ranked by %q", form, by)
		}
	}
	var err error
	if m.matrices, err = emptyMatrices(m); err != nil {
		return fmt.Errorf("%w: %w", ErrModelVersion, err) // an unknown architecture
	}
	return nil
}

// emptyMatrices returns the blocks of a model, with their numbers of rows and without values.
func emptyMatrices(m *Model) (matrices[float32], error) {
	architecture, err := newModel[float32](m.Architecture, m.Hyper, m.Variant)
	if err != nil {
		return matrices[float32]{}, err
	}
	empty := matrices[float32]{blocks: architecture.blocks}
	for _, b := range empty.blocks {
		empty.rows = append(empty.rows, len(m.Data.Names(b.Rows)))
	}
	return empty, nil
}
