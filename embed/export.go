package embed

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
)

// ErrNoBlock is returned if a model has no block of a name.
var ErrNoBlock = errors.New("the model has no such block")

// block returns a block by its name, with its values and the names of its rows. The empty name is
// the first block.
func (m *Model) block(name string) (block Block, values []float32, rows []string, err error) {
	var names []string
	for b, block := range m.matrices.blocks {
		if name == "" || block.Name == name {
			return block, m.matrices.values[b], m.Data.Names(block.Rows), nil
		}
		names = append(names, block.Name)
	}
	return Block{}, nil, nil, fmt.Errorf("%w: %q; %s has %s", ErrNoBlock, name, m.Architecture,
		strings.Join(names, ", "))
}

// ExportWord2Vec writes a block as word2vec text: a line with the numbers of rows and columns, then
// for each row its name and its values, separated by spaces. The empty name is the block of the
// classes. White space and control characters in names are written as %XX. Values are the trained
// ones with all bits; models use the absolute value of columns from Block.Absolute on.
func (m *Model) ExportWord2Vec(w io.Writer, block string) error {
	return m.writeBlock(w, block, " ", func(rows, cols int) string {
		return fmt.Sprintf("%d %d", rows, cols)
	})
}

// ExportTSV writes a block as tab-separated values. The header line has "name" and the numbers of
// the columns. Names and values are written as in ExportWord2Vec.
func (m *Model) ExportTSV(w io.Writer, block string) error {
	return m.writeBlock(w, block, "\t", func(_, cols int) string {
		head := "name"
		for i := range cols {
			head += "\t" + strconv.Itoa(i)
		}
		return head
	})
}

// writeBlock writes a head and a line for each row of a block.
func (m *Model) writeBlock(
	w io.Writer, block, separator string, head func(rows, cols int) string,
) error {
	b, values, names, err := m.block(block)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	line := append([]byte(head(len(names), b.Cols)), '\n')
	for i, name := range names {
		out.Write(line)
		line = appendWord(line[:0], name)
		for _, x := range values[i*b.Cols : (i+1)*b.Cols] {
			line = strconv.AppendFloat(append(line, separator...), float64(x), 'g', -1, 32)
		}
		line = append(line, '\n')
	}
	out.Write(line)
	return out.Flush()
}

// appendWord appends a name with white space and control characters as %XX, including white space
// beyond ASCII, at which gensim (Python's str.split) splits.
func appendWord(line []byte, name string) []byte {
	for _, r := range name {
		if r > ' ' && r != 0x7f && !unicode.IsSpace(r) {
			line = append(line, string(r)...)
			continue
		}
		for _, b := range []byte(string(r)) {
			line = fmt.Appendf(line, "%%%02X", b)
		}
	}
	return line
}

// layoutDirs are the directories in which the authors' code saves models.
var layoutDirs = map[Architecture]string{
	Box2EL: "boxsqel", Box2ELTr: "ablation", ELEm: "elem", EmELpp: "EmELpp", ELBE: "elbe",
	BoxEL: "boxel",
}

// ExportLayout writes the model as the authors' code does: an npy file for each block that has
// rows, in the model's directory below dir, which is D/prediction, D/inferences or PPI/D (package
// dataset). Each block is written twice: as NAME_best.npy, which the authors' evaluation reads, and
// as NAME.npy, where their code saves the last parameters and this function the best ones.
func (m *Model) ExportLayout(dir string) error {
	modelDir := filepath.Join(dir, layoutDirs[m.Architecture])
	if err := os.MkdirAll(modelDir, 0o755); err != nil {
		return err
	}
	for b, block := range m.matrices.blocks {
		if m.matrices.rows[b] == 0 {
			continue
		}
		for _, end := range []string{"_best.npy", ".npy"} {
			path := filepath.Join(modelDir, block.Name+end)
			values := m.matrices.values[b]
			err := dataset.WriteMatrix(path, m.matrices.rows[b], block.Cols, values)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// LayoutModels lists the models that the authors' code has saved below a directory such as
// D/prediction.
func LayoutModels(dir string) []Architecture {
	var found []Architecture
	for _, a := range Architectures() {
		if info, err := os.Stat(filepath.Join(dir, layoutDirs[a])); err == nil && info.IsDir() {
			found = append(found, a)
		}
	}
	return found
}

// ErrLayoutModel is returned if npy files are not a model of the data set.
var ErrLayoutModel = errors.New("not a saved model of these data")

// ImportLayoutModel reads a model saved by the authors' code or by ExportLayout from its directory
// below dir: the validated parameters if the files exist, otherwise the last ones. The names of the
// rows are those of the data set, and the number of columns determines the dimension. The Variant
// is Paper, forms are ranked by centers, and Steps is 0.
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
	modelDir := filepath.Join(dir, layoutDirs[a])
	var err error
	if m.matrices, err = emptyMatrices(m); err != nil { // an unknown model
		return nil, err
	}
	for b := range m.matrices.blocks {
		path, rows, cols, values, err := readLayoutBlock(modelDir, m.matrices.blocks[b])
		if err != nil {
			return nil, err
		}
		if b == 0 {
			m.Hyper.Dim = dimensionOf(a, cols)
			if err := (Options{Hyper: &m.Hyper, Variant: &m.Variant}).check(); err != nil {
				return nil, fmt.Errorf("%s: %w: %d columns", path, ErrLayoutModel, cols)
			}
			if m.matrices, err = emptyMatrices(m); err != nil {
				return nil, err
			}
		}
		block, expected := m.matrices.blocks[b], m.matrices.rows[b]
		if rows != expected || rows > 0 && cols != block.Cols {
			return nil, fmt.Errorf("%s: %w: %d × %d; expected %d rows (%s) of %d columns", path,
				ErrLayoutModel, rows, cols, expected, block.Rows, block.Cols)
		}
		m.matrices.values = append(m.matrices.values, values)
	}
	if err := m.matrices.finite(); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", modelDir, ErrLayoutModel, err)
	}
	return m, nil
}

// readLayoutBlock reads the file of a block. A missing file of individuals is empty, because data
// sets without individuals do not have it.
func readLayoutBlock(dir string, block Block) (
	path string, rows, cols int, values []float32, err error,
) {
	for _, end := range []string{"_best.npy", ".npy"} {
		path = filepath.Join(dir, block.Name+end)
		rows, cols, values, err = dataset.ReadMatrix(path)
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if errors.Is(err, fs.ErrNotExist) && block.Rows == dataset.Individual {
		err = nil
	}
	return path, rows, cols, values, err
}

// dimensionOf returns the smallest dimension for which the first block of a model has at least cols
// columns.
func dimensionOf(a Architecture, cols int) int {
	return sort.Search(1<<14, func(dim int) bool {
		h := DefaultHyper(a)
		h.Dim = dim
		m, err := newModel[float32](a, h, Paper())
		return err != nil || m.blocks[0].Cols >= cols
	})
}
