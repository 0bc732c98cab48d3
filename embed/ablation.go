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

	// Metrics are the metrics of the pooled ranks of the test axioms of all forms.
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
	return rows, ablate(ctx, d, base, seeds, rows, &d.Test, nil)
}

// AblateFamily trains each setting on the family ontology in two dimensions. Its eleven axioms are
// all training axioms, so the results are the number of claims that hold and the ranks of the
// training axioms.
func AblateFamily(ctx context.Context, base Options, seeds int) ([]AblationRow, error) {
	rows := ablationRows(base)
	d := Family()
	return rows, ablate(ctx, d, base, seeds, rows, &d.Train, CheckFamily)
}

// ablate trains the setting of each row with each seed, ranks the axioms with the model and, unless
// claims is nil, counts those that hold. A setting that occurs in two studies is trained once.
func ablate(
	ctx context.Context, d *dataset.Dataset, base Options, seeds int, rows []AblationRow,
	axioms *dataset.Axioms, claims func(*Model) ([]Claim, error),
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
		var runs []ranking.Metrics
		holds := 0
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
			metrics, err := rankedTogether(ctx, m, axioms, base.Workers)
			if err != nil {
				return err
			}
			runs = append(runs, metrics)
			if claims == nil {
				continue
			}
			checked, err := claims(m)
			if err != nil {
				return err
			}
			for _, c := range checked {
				if c.Holds {
					holds++
				}
			}
		}
		mean, _ := ranking.Spread(runs)
		row.Metrics = &mean
		if claims != nil {
			mean := float64(holds) / float64(seeds)
			row.Holds = &mean
		}
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
