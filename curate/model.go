package curate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/reasoner"
)

// ModelUse describes the origin of the model of a session.
type ModelUse struct {
	// File is the file of the model; "" if there is no model, or if it is not saved.
	File string
	// Trained reports that Open has trained the model.
	Trained bool
	// Stale reports that the model was trained on another state of the ontology. Changed is the
	// share of axioms between named classes that differ.
	Stale   bool
	Changed float64
	// Unsaved is the error of saving a trained model.
	Unsaved error
	// Earlier is the file of a model that an earlier version wrote and that would be used if it
	// could be read; empty if there is none.
	Earlier string
}

const (
	modelEnding = ".safetensors"
	// earlierEnding is that of models that earlier versions wrote, which cannot be read any more.
	earlierEnding = ".model"
)

// closeEnough is the maximum share of changed axioms for which a model is still used.
const closeEnough = 0.2

// ModelName is the file name of a model in the folder of models: another one for other data,
// options or seeds.
func ModelName(m *embed.Model) string {
	return modelName(m.Data, embed.Options{Model: m.Architecture, Hyper: &m.Hyper,
		Variant: &m.Variant, Seed: m.Seed})
}

func modelName(d *dataset.Dataset, opts embed.Options) string {
	hash := d.Hash()
	about, err := json.Marshal([]any{hex.EncodeToString(hash[:]), opts.Model, opts.Hyper,
		opts.Variant, opts.Seed})
	if err != nil {
		panic("model name: " + err.Error()) // never: numbers, checked to be finite
	}
	sum := sha256.Sum256(about)
	return modelStem(d, opts) + hex.EncodeToString(sum[:4]) + modelEnding
}

// modelStem returns the prefix of the names of all models of one kind of an ontology.
func modelStem(d *dataset.Dataset, opts embed.Options) string {
	return fmt.Sprintf("%s-%s-%s-", PlainName(d.Name), opts.Model, opts.Variant.Mode)
}

// reserved matches the names of devices of Windows, with any ending.
var reserved = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)

// PlainName is a name with nothing in it that is special in names of files somewhere. It is the
// beginning of a file name, so its end may be a dot.
func PlainName(name string) string {
	name = strings.TrimLeft(name, ".")
	if reserved.MatchString(name) {
		name = "_" + name
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>| `, r) {
			return '_'
		}
		return r
	}, name)
}

// trainingOptions fills in what models are named by.
func trainingOptions(o embed.Options) embed.Options {
	if o.Model == "" {
		o.Model = embed.Box2EL
	}
	if o.Variant == nil {
		v := embed.Corrected(o.Model)
		o.Variant = &v
	}
	if o.Hyper == nil {
		h := embed.HyperOf(o.Model, *o.Variant)
		o.Hyper = &h
	}
	return o
}

// findOrTrain returns the model of a data set: the one trained on it, one trained on another state
// of it, or a new one.
func findOrTrain(ctx context.Context, d *dataset.Dataset, opts Options) (m *embed.Model,
	use ModelUse, err error) {
	options := trainingOptions(opts.Training)
	file, earlier := "", ""
	if opts.Models != "" {
		file = filepath.Join(opts.Models, modelName(d, options))
		if !opts.Retrain {
			if m := fitting(d, file); m != nil {
				return m, ModelUse{File: file}, nil
			}
			stem := modelStem(d, options)
			if m, use := closest(d, opts.Models, stem, options); m != nil {
				return m, use, nil
			}
			if files := modelFiles(opts.Models, stem, earlierEnding); len(files) > 0 {
				earlier = files[0]
			}
		}
	}
	if !opts.Untrained {
		m, use, err = train(ctx, d, options, file, opts)
	}
	use.Earlier = earlier
	return m, use, err
}

// modelFiles lists the models in a folder by the beginning and the ending of their names.
func modelFiles(folder, stem, ending string) []string {
	pattern := filepath.Join(escapeGlob(folder), escapeGlob(stem)+"*"+ending)
	files, _ := filepath.Glob(pattern) // the pattern is valid
	slices.Sort(files)
	return files
}

// fitting opens the model that was trained on these data; nil if there is no usable one.
func fitting(d *dataset.Dataset, file string) *embed.Model {
	m, err := embed.OpenModel(file)
	if err != nil || m.DataHash != d.Hash() {
		return nil
	}
	// d is equal to the model's data and in memory already.
	m.Data, m.Classes, m.Roles, m.Individuals = d, d.Classes, d.Roles, d.Individuals
	return m
}

// closest opens the model of the same ontology whose data differ least, if that is within
// closeEnough. If options were chosen, its options are those. It skips files that cannot be read,
// because a model can be trained.
func closest(d *dataset.Dataset, folder, stem string, options embed.Options) (best *embed.Model,
	use ModelUse) {
	now := namedAxioms(d)
	chosen := optionsChosen(options)
	changed := closeEnough
	for _, file := range modelFiles(folder, stem, modelEnding) {
		data, err := readData(file)
		if err != nil {
			continue
		}
		share := now.changed(namedAxioms(data))
		if share > changed || best != nil && share == changed {
			continue
		}
		m, err := embed.OpenModel(file)
		if err != nil || chosen && !trainedWith(m, options) {
			continue
		}
		changed = share
		best = m
		use = ModelUse{File: file, Stale: share > 0 || !sameSizes(d, m.Data), Changed: share}
	}
	return best, use
}

// optionsChosen reports whether complete options differ from the defaults.
func optionsChosen(o embed.Options) bool {
	variant := embed.Corrected(o.Model)
	return *o.Variant != variant || *o.Hyper != embed.HyperOf(o.Model, variant) || o.Seed > 1
}

// trainedWith reports whether a model was trained with complete options.
func trainedWith(m *embed.Model, o embed.Options) bool {
	return m.Variant == *o.Variant && m.Hyper == *o.Hyper && m.Seed == o.Seed
}

// HasModels reports whether a folder has models of an ontology of that name, also of earlier
// versions and unusable ones; "" has none.
func HasModels(folder, name string) bool {
	return folder != "" && len(modelFiles(folder, PlainName(name)+"-", "")) > 0
}

// escapeGlob takes their meaning from the characters of a glob.
func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// readData reads the data set of a model, but not the model.
func readData(path string) (*dataset.Dataset, error) {
	file, err := dataset.OpenFile(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return dataset.Read(file)
}

// sameSizes reports whether two data sets have equally many axioms of each form. Their ids may
// differ all the same: they depend on how the ontology came about.
func sameSizes(a, b *dataset.Dataset) bool {
	for form := range a.Train {
		if a.Train[form].Len()+a.Validation[form].Len()+a.Test[form].Len() != b.Train[form].Len()+
			b.Validation[form].Len()+b.Test[form].Len() {
			return false
		}
	}
	return true
}

// axiomSet has the axioms between names that are not made up, which are the same after an edit
// elsewhere.
type axiomSet map[string]struct{}

func namedAxioms(d *dataset.Dataset) axiomSet {
	set := make(axiomSet)
	for _, axioms := range []*dataset.Axioms{&d.Train, &d.Validation, &d.Test} {
		for _, form := range []dataset.Form{dataset.NF1, dataset.NF3} {
		rows:
			for i := range axioms[form].Len() {
				key := form.String()
				for column, id := range axioms[form].Row(i) {
					if form.Columns()[column] == dataset.Role {
						key += "\n" + d.Roles[id]
						continue
					}
					if d.Auxiliary != nil && d.Auxiliary[id] {
						continue rows
					}
					key += "\n" + d.Classes[id]
				}
				set[key] = struct{}{}
			}
		}
	}
	return set
}

// changed is the share of the axioms of two sets that are not in both.
func (s axiomSet) changed(other axiomSet) float64 {
	both := 0
	for key := range s {
		if _, ok := other[key]; ok {
			both++
		}
	}
	all := len(s) + len(other) - both
	if all == 0 {
		return 0
	}
	return float64(all-both) / float64(all)
}

// train trains a model and saves it in the directory of models. The model is nil if the data set
// has nothing to train on.
func train(ctx context.Context, d *dataset.Dataset, options embed.Options, file string,
	opts Options) (m *embed.Model, use ModelUse, err error) {
	options.Workers, options.Progress, options.Step = opts.Workers, opts.Progress, opts.Step
	if options.Variant.KnownNegatives {
		options.Closure, err = Reason(reasoner.Options{Workers: opts.Workers,
			Progress: opts.Progress})(ctx, d, &d.Train)
		if err != nil && !errors.Is(err, ErrContradiction) {
			return nil, use, err
		}
	}
	m, err = embed.Train(ctx, d, options)
	switch {
	case errors.Is(err, embed.ErrNothingToTrain):
		return nil, use, nil
	case err != nil:
		return nil, use, fmt.Errorf("%s: %w", d.Name, err)
	}
	m.Program, use.Trained = opts.Program, true
	if file != "" {
		if use.Unsaved = keep(m, file); use.Unsaved == nil {
			use.File = file
		}
	}
	return m, use, nil
}

func keep(m *embed.Model, file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return m.Save(file)
}
