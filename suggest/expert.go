package suggest

import (
	"cmp"
	"slices"

	"box2el-owl/internal/selection"
)

// expert is what was learned of one form: weights for subjects that the model knows, and for those that it does not.
type expert struct {
	Scale    *scale  `json:"scale"`
	Plain    *school `json:"plain"`    // without a model
	Modelled *school `json:"modelled"` // nil: there is none
}

// school has weights for subjects of which nothing of the form is told, and for those of which there is: the former miss what they
// are first of all, the latter something further.
type school struct {
	Bare        []float64    `json:"bare"`
	Placed      []float64    `json:"placed"`
	Calibration *calibration `json:"calibration"`
}

// fits reports whether an expert is whole, and about so many signals.
func (e *expert) fits(signals int) bool {
	return e != nil && e.Scale != nil && len(e.Scale.Mean) == signals && len(e.Scale.Deviation) == signals && !slices.Contains(e.Scale.Deviation, 0) &&
		e.Plain.fits(signals) && (e.Modelled == nil || e.Modelled.fits(signals))
}

func (s *school) fits(signals int) bool {
	return s != nil && len(s.Bare) == signals && len(s.Placed) == signals && s.Calibration != nil
}

func (s *school) weightsFor(told int) []float64 {
	if told == 0 {
		return s.Bare
	}
	return s.Placed
}

// listed is how many candidates share what there is of a subject's probability.
const listed = 100

// list returns the k best candidates, best first, with their probabilities. It sorts them in room.
func (e *expert) list(t *table, room *[]Candidate, k, told int, modelled bool) []Candidate {
	s := e.Plain
	if modelled && e.Modelled != nil {
		s = e.Modelled
	}
	list := (&fusion{e.Scale, s.weightsFor(told)}).order(t, *room, max(k, listed))
	*room = list
	shares := logShares(list)
	list = slices.Clone(list[:min(k, len(list))])
	for i := range list {
		list[i].Score = s.Calibration.logOdds(termsOf(list[i].Score, list[i].Score-shares, told))
		list[i].Probability = sigmoid(list[i].Score)
	}
	return list
}

// order returns the k candidates of the highest scores, best first, in room if that is large enough.
func (f *fusion) order(t *table, room []Candidate, k int) []Candidate {
	list := slices.Grow(room[:0], len(t.statements))
	for i, s := range t.statements {
		if !t.forced[i] {
			list = append(list, Candidate{Statement: s, Score: f.score(t.row(i))})
		}
	}
	compare := func(a, b Candidate) int {
		if a.Score != b.Score {
			return cmp.Compare(b.Score, a.Score)
		}
		return compareStatements(a.Statement, b.Statement)
	}
	if k < len(list) {
		selection.SmallestFirst(list, k, func(a, b Candidate) bool { return compare(a, b) < 0 })
		list = list[:k]
	}
	slices.SortFunc(list, compare)
	return list
}

// logShares is the logarithm of what the exponentials of the first candidates' scores add up to.
func logShares(list []Candidate) float64 {
	scores := make([]float64, min(listed, len(list)))
	for i := range scores {
		scores[i] = list[i].Score
	}
	if len(scores) == 0 {
		return 0
	}
	return probabilities(scores)
}

const folds = 3 // of cross-validation, by subject

// fit learns an expert, and measures it by cross-validation: each fold by what the others teach.
func fit(form Form, plain, modelled material, opts RankerOptions) (*expert, FormQuality) {
	sc := newScale(len(signalsOf(form)), plain.choices, modelled.choices)
	prior, kinds, seed := priorOf(form), kindsOf(form, opts.Without), opts.Seed
	all := func(choice) bool { return true }

	e := &expert{Scale: sc, Plain: learnSchool(kinds, sc, plain.choices, all, &school{Bare: prior, Placed: prior})}
	if modelled.choices != nil {
		e.Modelled = learnSchool(kinds, sc, modelled.choices, all, e.Plain)
	}
	quality := newFormQuality(signalsOf(form), modelled.choices != nil)
	var outcomes, modelledOutcomes []outcome
	for fold := range folds {
		others := func(c choice) bool { return c.fold(seed) != fold }
		s := learnSchool(kinds, sc, plain.choices, others, &school{Bare: prior, Placed: prior})
		outcomes = append(outcomes, plain.outcomes(sc, s, fold, seed)...)
		if e.Modelled == nil {
			quality.rank(sc, s, plain.choices, fold, seed)
			continue
		}
		s = learnSchool(kinds, sc, modelled.choices, others, s)
		modelledOutcomes = append(modelledOutcomes, modelled.outcomes(sc, s, fold, seed)...)
		quality.rank(sc, s, modelled.choices, fold, seed)
	}
	e.Plain.Calibration = calibrate(outcomes)
	final := e.Plain
	if e.Modelled != nil {
		e.Modelled.Calibration = calibrate(modelledOutcomes)
		final, outcomes = e.Modelled, modelledOutcomes
	}
	quality.calibrate(outcomes, seed)
	quality.finish(final)
	return e, *quality
}

// learnSchool learns from the choices that use allows, starting from a prior: what all have in common, then what sets apart the two kinds
// of subjects.
func learnSchool(kinds []int, sc *scale, choices []choice, use func(choice) bool, prior *school) *school {
	var bare, placed []choice
	for _, c := range choices {
		switch {
		case !use(c):
		case c.told == 0:
			bare = append(bare, c)
		default:
			placed = append(placed, c)
		}
	}
	return &school{Bare: learnWeights(sc, bare, prior.Bare, kinds), Placed: learnWeights(sc, placed, prior.Placed, kinds)}
}

func (c *choice) fold(seed uint64) int {
	return int(scatter(seed+1, Statement{Class: c.class}) % folds)
}

// outcomes are those of the candidates that would be shown, of the subjects of a fold.
func (m *material) outcomes(sc *scale, s *school, fold int, seed uint64) []outcome {
	var outcomes []outcome
	for _, choices := range [2][]choice{m.choices, m.others} {
		for i := range choices {
			c := &choices[i]
			if c.fold(seed) != fold {
				continue
			}
			list := (&fusion{sc, s.weightsFor(c.told)}).order(&c.table, nil, len(c.statements))
			shares := logShares(list)
			for _, candidate := range list[:min(shownOnList, len(list))] {
				outcomes = append(outcomes, outcome{
					terms:  termsOf(candidate.Score, candidate.Score-shares, c.told),
					weight: c.weight,
					right:  c.right[slices.Index(c.statements, candidate.Statement)],
					class:  c.class,
				})
			}
		}
	}
	return outcomes
}

func signalsOf(form Form) []string {
	if form == Subclass {
		return subclassSignals
	}
	return existentialSignals
}
