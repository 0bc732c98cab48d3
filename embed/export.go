package embed

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
)

// ErrNoBlock says that a model has no block of that name.
var ErrNoBlock = errors.New("the model has no such block")

// block returns a block by its name, or the first one without a name, its values and the names of
// its rows.
func (m *Model) block(name string) (block Block, values []float32, rows []string, err error) {
	var names []string
	for b, block := range m.matrices.blocks {
		if name == "" || block.Name == name {
			return block, m.matrices.values[b], m.namesOf(block.Rows), nil
		}
		names = append(names, block.Name)
	}
	return Block{}, nil, nil, fmt.Errorf("%w: %q; %s has %s", ErrNoBlock, name, m.Architecture,
		strings.Join(names, ", "))
}

func (m *Model) namesOf(kind dataset.Kind) []string {
	switch kind {
	case dataset.Role:
		return m.Roles
	case dataset.Individual:
		return m.Individuals
	}
	return m.Classes
}

// ExportWord2Vec writes a block as word2vec text: a line with the numbers of rows and columns, then
// for each row its name and its values, separated by blanks. Without a name it is the first block,
// that of the classes. Blanks and control characters in names are written as %XX. Values are
// written so that they read back to the same bits, as they are trained: of columns from
// Block.Absolute on, models use the absolute value.
func (m *Model) ExportWord2Vec(w io.Writer, block string) error {
	b, values, names, err := m.block(block)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%d %d\n", len(names), b.Cols)
	writeRows(out, names, values, b.Cols, ' ')
	return out.Flush()
}

// ExportTSV writes a block as tab-separated values, with a line of headings: "name", then the
// columns by number. All else is as in ExportWord2Vec.
func (m *Model) ExportTSV(w io.Writer, block string) error {
	b, values, names, err := m.block(block)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.WriteString("name")
	for i := range b.Cols {
		fmt.Fprintf(out, "\t%d", i)
	}
	out.WriteByte('\n')
	writeRows(out, names, values, b.Cols, '\t')
	return out.Flush()
}

// writeRows writes lines; the writer keeps the first error.
func writeRows(out *bufio.Writer, names []string, values []float32, cols int, separator byte) {
	var line []byte
	for i, name := range names {
		line = appendWord(line[:0], name)
		for _, x := range values[i*cols : (i+1)*cols] {
			line = append(line, separator)
			line = strconv.AppendFloat(line, float64(x), 'g', -1, 32)
		}
		out.Write(append(line, '\n'))
	}
}

// appendWord appends a name without blanks and control characters. Spaces of Unicode beyond ASCII
// count: gensim splits at them.
func appendWord(line []byte, name string) []byte {
	for _, r := range name {
		if r > ' ' && r != 0x7f && !isWideBlank(r) {
			line = append(line, string(r)...)
			continue
		}
		for _, b := range []byte(string(r)) {
			line = fmt.Appendf(line, "%%%02X", b)
		}
	}
	return line
}

// isWideBlank reports what Python's str.split takes for a blank beyond ASCII.
func isWideBlank(r rune) bool {
	switch r {
	case 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000:
		return true
	}
	return 0x2000 <= r && r <= 0x200a
}

// layoutFolders are the folders in which the authors' code saves models.
var layoutFolders = map[Architecture]string{
	Box2EL: "boxsqel", Box2ELTr: "ablation", ELEm: "elem", EmELpp: "EmELpp", ELBE: "elbe",
	BoxEL: "boxel",
}

// ExportLayout writes the model as the authors' code does, an npy file for each block that has
// rows: into the model's folder below dir, which is D/prediction, D/inferences or PPI/D (package
// dataset). There each block stands twice, as NAME_best.npy, which their evaluation reads, and as
// NAME.npy, where they have the last parameters: those a Model does not have, unless they are the
// kept ones.
func (m *Model) ExportLayout(dir string) error {
	folder := filepath.Join(dir, layoutFolders[m.Architecture])
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for b, block := range m.matrices.blocks {
		if m.matrices.rows[b] == 0 {
			continue
		}
		for _, end := range []string{"_best.npy", ".npy"} {
			if err := dataset.WriteMatrix(filepath.Join(folder, block.Name+end), m.matrices.rows[b], block.Cols, m.matrices.values[b]); err != nil {
				return err
			}
		}
	}
	return nil
}

// LayoutModels lists the models that the authors' code has saved below a folder, D/prediction for
// instance.
func LayoutModels(dir string) []Architecture {
	var found []Architecture
	for _, a := range Architectures() {
		if info, err := os.Stat(filepath.Join(dir, layoutFolders[a])); err == nil && info.IsDir() {
			found = append(found, a)
		}
	}
	return found
}

// ErrLayoutModel says that npy files do not hold a model of the data set.
var ErrLayoutModel = errors.New("not a saved model of these data")

// ImportLayoutModel reads a model that the authors' code has saved, or ExportLayout, from its
// folder below dir: the validated parameters where they are there, else the last ones. The data set
// says what the rows are; the dimension follows from the columns. What the files do not say is as
// in the published code: the Variant is Paper, forms are ranked by centers. Steps are 0.
func ImportLayoutModel(dir string, a Architecture, d *dataset.Dataset) (*Model, error) {
	m := &Model{
		Architecture: a, Hyper: DefaultHyper(a), Variant: Paper(), Classes: d.Classes,
		Roles: d.Roles, Individuals: d.Individuals,
		Data: d, DataHash: d.Hash(), Measures: make(map[dataset.Form]Measure),
	}
	m.Hyper.Steps = 0
	for _, q := range ranking.Questions() {
		m.Measures[q.Form] = ByCenters
	}
	folder := filepath.Join(dir, layoutFolders[a])
	if _, err := emptyMatrices(m); err != nil { // an unknown model
		return nil, err
	}
	files, err := readLayoutBlocks(folder, m)
	if err != nil {
		return nil, err
	}
	m.Hyper.Dim = dimensionOf(a, files[0].cols)
	if err := (Options{Hyper: &m.Hyper, Variant: &m.Variant}).check(); err != nil {
		return nil, fmt.Errorf("%s: %w: %d columns", files[0].path, ErrLayoutModel, files[0].cols)
	}
	if m.matrices, err = emptyMatrices(m); err != nil {
		return nil, err
	}
	for b, block := range m.matrices.blocks {
		f := files[b]
		if rows := m.matrices.rows[b]; f.rows != rows || rows > 0 && f.cols != block.Cols {
			return nil, fmt.Errorf("%s: %w: %d × %d, where %d %s rows of %d should be", f.path,
				ErrLayoutModel, f.rows, f.cols, rows, block.Rows, block.Cols)
		}
		m.matrices.values = append(m.matrices.values, f.values)
	}
	if err := m.matrices.finite(); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", folder, ErrLayoutModel, err)
	}
	return m, nil
}

// layoutBlock is what one file holds; a missing one of individuals holds nothing.
type layoutBlock struct {
	path       string
	rows, cols int
	values     []float32
}

func readLayoutBlocks(folder string, m *Model) ([]layoutBlock, error) {
	shape, err := emptyMatrices(m)
	if err != nil {
		return nil, err
	}
	var files []layoutBlock
	for _, block := range shape.blocks {
		var f layoutBlock
		var err error
		for _, end := range []string{"_best.npy", ".npy"} {
			f.path = filepath.Join(folder, block.Name+end)
			f.rows, f.cols, f.values, err = dataset.ReadMatrix(f.path)
			if !errors.Is(err, fs.ErrNotExist) {
				break
			}
		}
		if errors.Is(err, fs.ErrNotExist) && block.Rows == dataset.Individual {
			err = nil // they are only there where there are individuals
		}
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// dimensionOf is the dimension with which the first block of a model has so many columns, or 0.
// Columns are linear in it.
func dimensionOf(a Architecture, cols int) int {
	columns := func(dim int) int {
		h := DefaultHyper(a)
		h.Dim = dim
		m, err := newModel[float32](a, h, Paper())
		if err != nil {
			return 0
		}
		return m.blocks[0].Cols
	}
	slope := columns(2) - columns(1)
	constant := columns(1) - slope
	if slope <= 0 || (cols-constant)%slope != 0 {
		return 0
	}
	return (cols - constant) / slope
}
