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

// AblationRow is one setting of an ablation and what came of it, as means over the seeds.
type AblationRow struct {
	Study     string       `json:"study"` // "negatives" or "roles"
	Model     Architecture `json:"model"`
	Negatives int          `json:"negatives"`
	Seeds     int          `json:"seeds"`

	// Holds is the number of claims of the family ontology that hold, where that is the data set.
	Holds *float64 `json:"holds,omitempty"`

	// Metrics are of the pooled ranks of the test axioms of all forms, where there are some.
	Metrics *ranking.Metrics `json:"metrics,omitempty"`
}

// ablationRows are the settings: ω = 0 … 5 of Box²EL, then Box²EL beside Box²EL-Tr with the ω of
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

// Ablate trains each setting of the ablations on d, base.Seed and the following seeds being taken
// in turn, and ranks its test axioms, raw, by the expected rank of ties. The other options are
// those of base, of Box²EL and Box²EL-Tr alike.
func Ablate(ctx context.Context, d *dataset.Dataset, base Options, seeds int) ([]AblationRow,
	error) {
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

// AblateFamily does the same on the family ontology in two dimensions. An ontology of eleven axioms
// has none to spare for testing: it counts the claims that hold and ranks the very axioms that it
// trains on, which shows how well a model fits.
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

// ablate trains every row's setting with every seed; judge adds what a model shows to the row. A
// setting that occurs in two studies is trained once.
func ablate(ctx context.Context, d *dataset.Dataset, base Options, seeds int, rows []AblationRow,
	judge func(*Model, *AblationRow) error) error {
	report := base.Progress
	base.Progress = nil
	for i := range rows {
		row := &rows[i]
		row.Seeds = seeds
		if twin := twinOf(rows[:i], row); twin != nil {
			row.Holds, row.Metrics = twin.Holds, twin.Metrics
			continue
		}
		for s := range seeds {
			report.Report("ablation", int64(i*seeds+s), int64(len(rows)*seeds))
			opts, hyper, variant := base, *base.Hyper, *base.Variant
			hyper.Negatives = row.Negatives
			opts.Model, opts.Seed, opts.Hyper, opts.Variant = row.Model, base.Seed+uint64(s),
				&hyper, &variant
			m, err := Train(ctx, d, opts)
			if err != nil {
				return err
			}
			if err := judge(m, row); err != nil {
				return err
			}
		}
		row.average()
	}
	report.Report("ablation", int64(len(rows)*seeds), int64(len(rows)*seeds))
	return nil
}

func twinOf(done []AblationRow, row *AblationRow) *AblationRow {
	for i := range done {
		if done[i].Model == row.Model && done[i].Negatives == row.Negatives {
			return &done[i]
		}
	}
	return nil
}

// rankedTogether are the metrics of the pooled expected ranks of all forms that have axioms and
// that the model ranks.
func rankedTogether(ctx context.Context, m *Model, axioms *dataset.Axioms,
	workers int) (ranking.Metrics, error) {
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

// average makes means of sums over the seeds.
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
