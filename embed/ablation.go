package embed

import (
	"context"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
)

// The ablations of appendix E of the paper: how many negatives to draw for an axiom (E.2), and what
// a role is (E.1).

// maxNegatives is the greatest ω of the ablation.
const maxNegatives = 5

// AblationRow is one setting of an ablation with its results, means over the seeds.
type AblationRow struct {
	Study     string       `json:"study"` // "negatives" or "roles"
	Model     Architecture `json:"model"`
	Negatives int          `json:"negatives"`
	Seeds     int          `json:"seeds"`

	// Holds is the number of claims of the family ontology that hold. It is nil for other data
	// sets.
	Holds *float64 `json:"holds,omitempty"`

	// Metrics are the metrics of the pooled ranks of the test axioms of all forms. It is nil before
	// any is ranked.
	Metrics *ranking.Metrics `json:"metrics,omitempty"`
}

// ablationRows returns the settings: Box²EL with ω = 0 … 5, then Box²EL and Box²EL-Tr with the ω of
// base.
func ablationRows(base Options) []AblationRow {
	var rows []AblationRow
	for negatives := range maxNegatives + 1 {
		rows = append(rows, AblationRow{Study: "negatives", Model: Box2EL, Negatives: negatives})
	}
	for _, a := range []Architecture{Box2EL, Box2ELTr} {
		rows = append(rows, AblationRow{Study: "roles", Model: a, Negatives: base.Hyper.Negatives})
	}
	return rows
}

// Ablate trains each setting of the ablations on d, with base.Seed and the following seeds, and
// ranks the test axioms, unfiltered, by the expected rank of ties. All other options are those of
// base, for both models.
func Ablate(
	ctx context.Context, d *dataset.Dataset, base Options, seeds int,
) ([]AblationRow, error) {
	base.Model = Box2EL
	base = base.withDefaults()
	rows := ablationRows(base)
	return rows, ablate(ctx, d, base, seeds, rows, func(m *Model, row *AblationRow) error {
		metrics, err := rankedTogether(ctx, m, &d.Test, base.Workers)
		if err != nil {
			return err
		}
		row.add(metrics)
		return nil
	})
}

// AblateFamily trains each setting on the family ontology in two dimensions. Its eleven axioms are
// all training axioms, so the results are the number of claims that hold and the ranks of the
// training axioms.
func AblateFamily(ctx context.Context, base Options, seeds int) ([]AblationRow, error) {
	rows := ablationRows(base)
	return rows, ablate(ctx, Family(), base, seeds, rows, func(m *Model, row *AblationRow) error {
		claims, err := CheckFamily(m)
		if err != nil {
			return err
		}
		if row.Holds == nil {
			row.Holds = new(float64)
		}
		for _, c := range claims {
			if c.Holds {
				*row.Holds++
			}
		}
		metrics, err := rankedTogether(ctx, m, &Family().Train, base.Workers)
		if err != nil {
			return err
		}
		row.add(metrics)
		return nil
	})
}

// ablate trains the setting of each row with each seed and calls measure to add the results of the
// model to the row. A setting that occurs in two studies is trained once.
func ablate(
	ctx context.Context, d *dataset.Dataset, base Options, seeds int, rows []AblationRow,
	measure func(*Model, *AblationRow) error,
) error {
	report := base.Progress
	base.Progress = nil
	for i := range rows {
		row := &rows[i]
		row.Seeds = seeds
		if same := sameSetting(rows[:i], row); same != nil {
			row.Holds, row.Metrics = same.Holds, same.Metrics
			continue
		}
		for s := range seeds {
			report.Report("ablation", int64(i*seeds+s), int64(len(rows)*seeds))
			opts, hyper, variant := base, *base.Hyper, *base.Variant
			hyper.Negatives = row.Negatives
			opts.Model, opts.Seed = row.Model, base.Seed+uint64(s)
			opts.Hyper, opts.Variant = &hyper, &variant
			m, err := Train(ctx, d, opts)
			if err != nil {
				return err
			}
			if err := measure(m, row); err != nil {
				return err
			}
		}
		row.average()
	}
	report.Report("ablation", int64(len(rows)*seeds), int64(len(rows)*seeds))
	return nil
}

// sameSetting returns the row of done with the setting of row, or nil.
func sameSetting(done []AblationRow, row *AblationRow) *AblationRow {
	for i := range done {
		if done[i].Model == row.Model && done[i].Negatives == row.Negatives {
			return &done[i]
		}
	}
	return nil
}

// rankedTogether returns the metrics of the pooled expected ranks of all forms that have axioms and
// that the model can rank.
func rankedTogether(
	ctx context.Context, m *Model, axioms *dataset.Axioms, workers int,
) (ranking.Metrics, error) {
	scorers, err := m.Scorers()
	if err != nil {
		return ranking.Metrics{}, err
	}
	var pooled []float64
	for _, form := range []dataset.Form{dataset.NF1, dataset.NF2, dataset.NF3, dataset.NF4} {
		scorer := scorers[form]
		if scorer == nil || axioms[form].Len() == 0 {
			continue
		}
		ranks, err := ranking.Rank(ctx, scorer, axioms[form], ranking.Options{Workers: workers})
		if err != nil {
			return ranking.Metrics{}, err
		}
		pooled = append(pooled, ranking.RanksOf(ranks.Raw, ranking.Expected)...)
	}
	return ranking.Measure(pooled, len(m.Classes)), nil
}

func (r *AblationRow) add(m ranking.Metrics) {
	if r.Metrics == nil {
		r.Metrics = &ranking.Metrics{N: m.N}
	}
	for i, x := range numbersOf(r.Metrics) {
		*x += *numbersOf(&m)[i]
	}
}

// average divides the sums over the seeds by their number.
func (r *AblationRow) average() {
	if r.Holds != nil {
		*r.Holds /= float64(r.Seeds)
	}
	if r.Metrics != nil {
		for _, x := range numbersOf(r.Metrics) {
			*x /= float64(r.Seeds)
		}
	}
}

func numbersOf(m *ranking.Metrics) []*float64 {
	return []*float64{&m.Hits.At1, &m.Hits.At10, &m.Hits.At100, &m.Median, &m.MRR, &m.MeanRank,
		&m.AUC, &m.AUCPPI}
}
