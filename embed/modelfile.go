package embed

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"box2el-owl/embed/dataset"
	"box2el-owl/internal/outfile"
	"box2el-owl/internal/sections"
)

// A model file is a row of checksummed sections (internal/sections). Blocks are aligned, so that a mapped file is used
// where it lies:
//
//	version    the number of the format
//	about      what kind of model it is and how it came to be: JSON, an aboutModel
//	classes, roles, individs    the names of rows, each as lengths and text
//	history    JSON, a list of points
//	measured   what Evaluation holds
//	pad, block    for each block, in the architecture's order: float32, row after row, at a multiple of 64 bytes
//
// There is no date in it: the bytes depend on the training alone.

// Why a model file cannot be opened.
var (
	// ErrNotModel says that a file is something else than a model.
	ErrNotModel = errors.New("not a model file")
	// ErrModelVersion says that another version of the program has written the model.
	ErrModelVersion = errors.New("the model is of another version of the program")
	// ErrModelDamaged says that a file is not, or not wholly, what Write has written.
	ErrModelDamaged = errors.New("the model file is damaged")
)

const (
	modelMagic = "\x89b2elmd\n"

	// modelVersion is to be raised whenever the same file would mean something else.
	modelVersion = 1

	// blockAlignment is that of blocks in a file: a line of the cache.
	blockAlignment = 64
)

// aboutModel is what a file says of a model in JSON.
type aboutModel struct {
	Model    Architecture       `json:"model"`
	Options  Hyper              `json:"options"`
	Variant  Variant            `json:"variant"`
	Seed     uint64             `json:"seed"`
	DataHash string             `json:"dataHash"` // hexadecimal
	Steps    int                `json:"steps"`
	KeptAt   int                `json:"keptAt"`
	Measures map[string]Measure `json:"measures"` // by name of the form
	Program  string             `json:"program,omitempty"`
	Blocks   []aboutBlock       `json:"blocks"`
}

// aboutBlock tells readers that know nothing of architectures what a block is.
type aboutBlock struct {
	Name    string `json:"name"`
	Of      string `json:"of"` // "class", "role" or "individual"
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"`
}

func aboutBlocks(m *matrices[float32]) []aboutBlock {
	var list []aboutBlock
	for b, block := range m.blocks {
		list = append(list, aboutBlock{Name: block.Name, Of: block.Rows.String(), Rows: m.rows[b], Columns: block.Cols})
	}
	return list
}

// Save writes the model into a file, which is replaced as a whole or not at all.
func (m *Model) Save(path string) error {
	return outfile.Write(path, m.Write)
}

// Write writes the model. The same model gives the same bytes on every machine. Parameters go out from where they are:
// nothing is copied.
func (m *Model) Write(w io.Writer) error {
	about, err := json.Marshal(m.about())
	if err != nil {
		return fmt.Errorf("writing the model: %w", err)
	}
	history, err := json.Marshal(m.History)
	if err != nil {
		return fmt.Errorf("writing the model's history: %w", err)
	}
	if len(m.Evaluation) > 0 && !json.Valid(m.Evaluation) {
		return errors.New("writing the model: its evaluation is no JSON")
	}
	out := sections.NewWriter(w, modelMagic)
	sections.Words(out, "version", []uint32{modelVersion})
	out.Bytes("about", about)
	out.Strings("classes", m.Classes)
	out.Strings("roles", m.Roles)
	out.Strings("individs", m.Individuals)
	out.Bytes("history", history)
	out.Bytes("measured", m.Evaluation)
	for _, block := range m.matrices.values {
		out.Align(blockAlignment)
		sections.Words(out, "block", block)
	}
	return out.Close()
}

func (m *Model) about() aboutModel {
	measures := make(map[string]Measure, len(m.Measures))
	for form, by := range m.Measures {
		measures[form.String()] = by
	}
	return aboutModel{
		Model: m.Architecture, Options: m.Hyper, Variant: m.Variant, Seed: m.Seed,
		DataHash: hex.EncodeToString(m.DataHash[:]), Steps: m.Steps, KeptAt: m.KeptAt,
		Measures: measures, Program: m.Program, Blocks: aboutBlocks(&m.matrices),
	}
}

// OpenModel opens a model file. Where the system allows it the parameters are not read but mapped: they take memory as they are
// used, shared by all processes that have the model open, until Close. All checksums are checked here, once through the
// file. A file that is mapped may be replaced or removed (as Save does), but not be overwritten or cut off.
//
// The error is ErrNotModel, ErrModelVersion, ErrModelDamaged, or the system's.
func OpenModel(path string) (*Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	file, unmap, err := mapFile(f)
	if err != nil {
		return nil, err
	}
	if file == nil { // what cannot be mapped
		m, err := ReadModel(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return m, nil
	}
	m, err := readModel(sections.NewMemoryReader(file, modelMagic))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), unmap())
	}
	m.unmap = unmap
	return m, nil
}

// Close lets go of the file of a model that OpenModel has opened. Parameters and scorers may not be used after. For other
// models it does nothing.
func (m *Model) Close() error {
	if m.unmap == nil {
		return nil
	}
	unmap := m.unmap
	m.unmap, m.matrices.values = nil, nil
	return unmap()
}

// ReadModel reads what Write has written, to its end. Errors are those of OpenModel, or the io.Reader's. What it allocates
// grows with what has arrived.
func ReadModel(r io.Reader) (*Model, error) {
	return readModel(sections.NewReader(r, modelMagic))
}

func readModel(in *sections.Reader) (*Model, error) {
	m, err := readModelSections(in)
	switch {
	case errors.Is(err, sections.ErrMagic):
		return nil, fmt.Errorf("%w: %w", ErrNotModel, err)
	case errors.Is(err, sections.ErrDamaged):
		return nil, fmt.Errorf("%w: %w", ErrModelDamaged, err)
	case err != nil:
		return nil, err
	}
	return m, nil
}

func readModelSections(in *sections.Reader) (*Model, error) {
	if err := readVersion(in, modelVersion, ErrModelVersion); err != nil {
		return nil, err
	}
	var about aboutModel
	readJSON(in, "about", &about)
	m := &Model{}
	m.Classes, m.Roles, m.Individuals = in.ReadStrings("classes"), in.ReadStrings("roles"), in.ReadStrings("individs")
	readJSON(in, "history", &m.History)
	if measured := in.ReadBytes("measured"); len(measured) > 0 {
		m.Evaluation = bytes.Clone(measured) // not the mapped file's
		if !json.Valid(measured) {
			in.Fail("it is no JSON")
		}
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	if err := m.take(about); err != nil {
		return nil, err
	}
	for b, block := range m.matrices.blocks {
		in.Align(blockAlignment)
		values := sections.ReadWords[float32](in, "block")
		if in.Err() == nil && len(values) != m.matrices.rows[b]*block.Cols {
			in.Fail("%s has %d numbers, where %d rows of %d should be", block.Name, len(values), m.matrices.rows[b], block.Cols)
		}
		m.matrices.values = append(m.matrices.values, values)
	}
	if err := in.Close(); err != nil {
		return nil, err
	}
	if err := m.matrices.finite(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModelDamaged, err)
	}
	return m, nil
}

// readVersion reads the number of the format.
func readVersion(in *sections.Reader, want uint32, other error) error {
	version := sections.ReadWords[uint32](in, "version")
	if err := in.Err(); err != nil {
		return err
	}
	if len(version) != 1 || version[0] != want {
		return fmt.Errorf("%w: format %v, this one reads %d", other, version, want)
	}
	return nil
}

// readJSON reads a section into a struct or a list of them, which has fields for all that is there.
func readJSON(in *sections.Reader, name string, into any) {
	text := in.ReadBytes(name)
	if in.Err() != nil {
		return
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		in.Fail("%v", err)
		return
	}
	if _, err := d.Token(); err != io.EOF {
		in.Fail("something follows the JSON value")
	}
}

// take checks what a file says of a model, and lays the blocks out. Memory for them comes later, with their numbers.
func (m *Model) take(about aboutModel) error {
	damaged := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrModelDamaged, fmt.Sprintf(format, args...))
	}
	m.Architecture, m.Hyper, m.Variant, m.Seed = about.Model, about.Options, about.Variant, about.Seed
	m.Steps, m.KeptAt, m.Program = about.Steps, about.KeptAt, about.Program
	if err := (Options{Model: m.Architecture, Hyper: &m.Hyper, Variant: &m.Variant}).check(); err != nil {
		return damaged("%v", err)
	}
	if m.KeptAt < 0 || m.KeptAt > m.Steps {
		return damaged("parameters of step %d of %d", m.KeptAt, m.Steps)
	}
	hash, err := hex.DecodeString(about.DataHash)
	if err != nil || len(hash) != len(m.DataHash) {
		return damaged("%q is no hash", about.DataHash)
	}
	copy(m.DataHash[:], hash)
	if err := m.takeMeasures(about.Measures); err != nil {
		return damaged("%v", err)
	}
	if m.matrices, err = emptyMatrices(m); err != nil {
		return fmt.Errorf("%w: %w", ErrModelVersion, err) // it knows a model that this one does not
	}
	blocks := aboutBlocks(&m.matrices)
	for b := range max(len(blocks), len(about.Blocks)) {
		if b >= len(blocks) || b >= len(about.Blocks) || blocks[b] != about.Blocks[b] {
			return damaged("it has the blocks %v, where %s has %v", about.Blocks, m.Architecture, blocks)
		}
	}
	return nil
}

func (m *Model) takeMeasures(measures map[string]Measure) error {
	m.Measures = make(map[dataset.Form]Measure, len(measures))
	for form := range dataset.NumForms {
		by, ok := measures[form.String()]
		if !ok {
			continue
		}
		if by != ByCenters && by != ByLoss && by != ByBoth {
			return fmt.Errorf("%v is ranked by %q", form, by)
		}
		m.Measures[form] = by
	}
	if len(m.Measures) != len(measures) {
		return fmt.Errorf("forms are ranked that there are not: %v", measures)
	}
	return nil
}

// emptyMatrices are the blocks that a model's architecture has for its names, without values.
func emptyMatrices(m *Model) (matrices[float32], error) {
	architecture, err := newModel[float32](m.Architecture, m.Hyper, m.Variant)
	if err != nil {
		return matrices[float32]{}, err
	}
	empty := matrices[float32]{blocks: architecture.blocks}
	size := sizes{dataset.Class: len(m.Classes), dataset.Role: len(m.Roles), dataset.Individual: len(m.Individuals)}
	for _, b := range empty.blocks {
		empty.rows = append(empty.rows, size[b.Rows])
	}
	return empty, nil
}
