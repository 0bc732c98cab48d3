package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// The layout is that of the files of the authors' code (KRR-Oxford/BoxSquaredEL, directory data/):
//
//	D/prediction/  classes.json relations.json {train,val,test}/nf1.npy … nf4.npy
//	               train/{disjoint,top,class_ids,role_inclusion,role_chain}.npy
//	D/inferences/  D_norm_full.owl val.json inferences.json
//	PPI/D/         {train,val,test}/protein_links.txt train/D.owl
//
// IRIs in the files have angle brackets; those of a Dataset do not.

// ErrLayout is returned if files are not a data set in the authors' layout.
var ErrLayout = errors.New("not in the authors' layout")

// LayoutOptions sets how the layout is read.
type LayoutOptions struct {
	// Paper reads files as the authors' code does, without its defects. The relation SubClassOf,
	// which is not a role, gets an id at the first NF1 line of a text unless relations.json has the
	// ids, and C(a) of proteins is skipped. Default: there is no such relation, and C(a) is a
	// ConceptAssertion.
	Paper bool
}

// LayoutReport counts what was left out of the files or of the data set.
type LayoutReport struct {
	// Skipped counts by kind, when reading, the skipped lines and pairs; when writing, the axioms
	// without a place in the layout.
	Skipped map[string]int
	// NotNegative counts the classes that class_ids.npy does not list. The published code draws no
	// negatives from them; Train does, because it does not read the file.
	NotNegative int
}

func (r *LayoutReport) skip(what string, n int) {
	if n == 0 {
		return
	}
	if r.Skipped == nil {
		r.Skipped = make(map[string]int)
	}
	r.Skipped[what] += n
}

// Names of the built-in classes in the files.
const (
	layoutThing   = "owl:Thing"
	layoutNothing = "owl:Nothing"
)

// layoutFolders are the folders of the sets, in the order of Dataset.Sets.
var layoutFolders = [...]string{"train", "val", "test"}

// malformed returns ErrLayout for a file.
func malformed(path, format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s", path, ErrLayout, fmt.Sprintf(format, args...))
}

// ReadLayout reads the files of a task: Prediction and Inferences from the directory D,
// LinkPrediction from PPI/D. Ids are those of the files, and axioms are in their order. Bottom is
// None if the files do not mention owl:Nothing. Names that begin with "aux:" are Auxiliary.
func ReadLayout(dir string, task Task, opts LayoutOptions) (*Dataset, *LayoutReport, error) {
	l := &layoutReader{
		d: &Dataset{Name: filepath.Base(filepath.Clean(dir)), Top: None, Bottom: None,
			Task: task},
		opts:   opts,
		report: &LayoutReport{},
	}
	var err error
	switch task {
	case Prediction:
		err = l.readPrediction(filepath.Join(dir, "prediction"))
	case Inferences:
		err = l.readInferences(filepath.Join(dir, "inferences"))
	case LinkPrediction:
		err = l.readProteins(dir)
	default:
		err = fmt.Errorf("the layout has no files for the task %v", task)
	}
	if err != nil {
		return nil, nil, err
	}
	if err := l.d.Validate(); err != nil {
		return nil, nil, fmt.Errorf("%s: %w: %w", dir, ErrLayout, err)
	}
	return l.d, l.report, nil
}

type layoutReader struct {
	d      *Dataset
	opts   LayoutOptions
	report *LayoutReport
}

// predictionFiles are the arrays of the task Prediction. The folder train alone has the optional
// ones.
var predictionFiles = []struct {
	name     string
	form     Form
	optional bool
}{
	{"nf1.npy", NF1, false}, {"nf2.npy", NF2, false}, {"nf3.npy", NF3, false},
	{"nf4.npy", NF4, false}, {"role_inclusion.npy", RoleInclusion, true},
	{"role_chain.npy", RoleChain, true},
}

func (l *layoutReader) readPrediction(dir string) (err error) {
	if l.d.Classes, err = readIDs(filepath.Join(dir, "classes.json")); err != nil {
		return err
	}
	if l.d.Roles, err = readIDs(filepath.Join(dir, "relations.json")); err != nil {
		return err
	}
	l.describeClasses()
	for i, set := range l.d.Sets() {
		for _, file := range predictionFiles {
			if file.optional && i > 0 {
				continue
			}
			path, columns := filepath.Join(dir, layoutFolders[i], file.name), file.form.Columns()
			ids, err := readInts(path, len(columns))
			if file.optional && errors.Is(err, os.ErrNotExist) {
				continue
			}
			if err != nil {
				return err
			}
			for j, id := range ids {
				if n := len(l.d.Names(columns[j%len(columns)])); int(id) >= n {
					return malformed(path, "id %d of %d in row %d", id, n, j/len(columns))
				}
			}
			set[file.form] = Table{Width: len(columns), IDs: ids}
		}
	}
	return l.readOthers(filepath.Join(dir, "train"))
}

// readOthers reads the optional arrays that are no axioms of one form.
func (l *layoutReader) readOthers(dir string) error {
	for _, file := range []struct {
		name    string
		columns int
	}{{"disjoint.npy", 3}, {"class_ids.npy", 0}, {"top.npy", 0}} {
		path := filepath.Join(dir, file.name)
		ids, err := readInts(path, file.columns)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		switch file.name {
		case "disjoint.npy": // C ⊓ D ⊑ ⊥, with the id of owl:Nothing in the third column
			for i := 0; i < len(ids); i += 3 {
				if ids[i+2] != l.d.Bottom {
					return malformed(path, "row %d ends with %d, which is not the id of "+
						"owl:Nothing", i/3, ids[i+2])
				}
				l.d.Train[NF5].Append(ids[i], ids[i+1])
			}
		case "class_ids.npy": // the published code's pool of negatives
			slices.Sort(ids)
			if n := len(ids); n > 0 && int(ids[n-1]) >= len(l.d.Classes) {
				return malformed(path, "id %d of %d", ids[n-1], len(l.d.Classes))
			}
			l.report.NotNegative = len(l.d.Classes) - len(slices.Compact(ids))
		case "top.npy":
			if len(ids) != 1 || l.d.Top != None && l.d.Top != ids[0] {
				return malformed(path, "%v is not the id of owl:Thing", ids)
			}
			l.d.Top = ids[0]
		}
	}
	return nil
}

// describeClasses finds the built-in and the auxiliary classes.
func (l *layoutReader) describeClasses() {
	l.d.Auxiliary = make([]bool, len(l.d.Classes))
	for i, name := range l.d.Classes {
		switch name {
		case owl.Thing.IRI.String():
			l.d.Top = int32(i)
		case owl.Nothing.IRI.String():
			l.d.Bottom = int32(i)
		}
		l.d.Auxiliary[i] = strings.HasPrefix(name, auxiliaryPrefix)
	}
}

// readIDs reads a JSON object from names to ids, which are 0 to n−1.
func readIDs(path string) ([]string, error) {
	var ids map[string]int64
	if err := readJSON(path, &ids); err != nil {
		return nil, err
	}
	list := make([]string, len(ids))
	known := make(map[string]bool, len(ids))
	for _, text := range slices.Sorted(maps.Keys(ids)) { // so that the first error is determined
		name, id := nameOf(text), ids[text]
		switch {
		case id < 0 || id >= int64(len(list)):
			return nil, malformed(path, "id %d of %q is not less than %d", id, text, len(list))
		case list[id] != "":
			return nil, malformed(path, "%q and %q have the same id %d", list[id], name, id)
		case name == "" || known[name]:
			return nil, malformed(path, "the name %q is empty or repeated", name)
		}
		list[id], known[name] = name, true
	}
	return list, nil
}

func readJSON(path string, into any) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	decoder := json.NewDecoder(f)
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("%s: %w: %w", path, ErrLayout, err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return malformed(path, "unexpected data after the JSON value")
	}
	return nil
}

// nameOf returns the name for its text in a file.
func nameOf(text string) string {
	switch text {
	case layoutThing:
		return owl.Thing.IRI.String()
	case layoutNothing:
		return owl.Nothing.IRI.String()
	}
	if n := len(text); n > 2 && text[0] == '<' && text[n-1] == '>' {
		return text[1 : n-1]
	}
	return text
}
