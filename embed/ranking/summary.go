package ranking

// Summary holds the mean and the standard deviation of each figure over runs with different seeds.
type Summary struct {
	Model   string   `json:"model"`
	Mode    string   `json:"mode"`
	Task    string   `json:"task"`
	Dataset string   `json:"dataset"`
	Seeds   []uint64 `json:"seeds"`
	Options any      `json:"options,omitempty"`
	KeptAt  []int    `json:"keptAt,omitempty"` // steps of the parameters, by seed
	Ties    string   `json:"ties"`
	Notes   []string `json:"notes,omitempty"` // from the first run

	Mean      Findings `json:"mean"`
	Deviation Findings `json:"deviation"`

	// Entailed counts, by form, the ranked axioms of all runs that their training sets entail.
	Entailed map[string]Share `json:"entailed,omitempty"`
}

// Summarize summarizes runs that differ only in their seeds. A figure that is missing in some runs,
// because a split has no axioms of a form, is summarized over the others.
func Summarize(results []*Result) *Summary {
	s := &Summary{}
	var models []*Outcome
	var baselines []map[string]*Outcome
	for i, r := range results {
		if i == 0 {
			s.Model, s.Mode, s.Task, s.Dataset = r.Model, r.Mode, r.Task, r.Dataset
			s.Options, s.Ties, s.Notes = r.Options, r.Ties, r.Notes
		}
		s.Seeds = append(s.Seeds, r.Seed)
		if r.KeptAt != nil {
			s.KeptAt = append(s.KeptAt, *r.KeptAt)
		}
		for form, share := range r.Entailed {
			if s.Entailed == nil {
				s.Entailed = make(map[string]Share)
			}
			sum := s.Entailed[form]
			s.Entailed[form] = Share{Of: sum.Of + share.Of, N: sum.N + share.N}
		}
		models, baselines = append(models, &r.Outcome), append(baselines, r.Baselines)
	}
	mean, deviation := spreadOutcomes(models)
	if mean != nil {
		s.Mean.Outcome, s.Deviation.Outcome = *mean, *deviation
	}
	s.Mean.Baselines, s.Deviation.Baselines = spreadEach(baselines, spreadOutcomes)
	return s
}

// spreadOutcomes summarizes outcomes. It ignores nil ones.
func spreadOutcomes(outcomes []*Outcome) (mean, deviation *Outcome) {
	var forms []map[string]*Figures
	var filtered []map[string]*Outcome
	var combined []*Figures
	var without []*Outcome
	for _, o := range outcomes {
		if o != nil {
			forms, filtered = append(forms, o.Forms), append(filtered, o.Filtered)
			combined, without = append(combined, o.Combined), append(without, o.WithoutAuxiliary)
		}
	}
	if forms == nil {
		return nil, nil
	}
	mean, deviation = &Outcome{}, &Outcome{}
	mean.Forms, deviation.Forms = spreadEach(forms, spreadFigures)
	mean.Combined, deviation.Combined = spreadFigures(combined)
	mean.Filtered, deviation.Filtered = spreadEach(filtered, spreadOutcomes)
	mean.WithoutAuxiliary, deviation.WithoutAuxiliary = spreadOutcomes(without)
	return mean, deviation
}

// spreadEach summarizes the values of each name. The maps are nil if there are none.
func spreadEach[V any](
	runs []map[string]*V, spread func([]*V) (mean, deviation *V),
) (mean, deviation map[string]*V) {
	named := make(map[string][]*V)
	for _, run := range runs {
		for name, value := range run {
			named[name] = append(named[name], value)
		}
	}
	if len(named) == 0 {
		return nil, nil
	}
	mean, deviation = make(map[string]*V), make(map[string]*V)
	for name, values := range named {
		mean[name], deviation[name] = spread(values)
	}
	return mean, deviation
}

// spreadFigures summarizes figures of at least one axiom. Candidates is that of the first.
func spreadFigures(figures []*Figures) (mean, deviation *Figures) {
	mean, deviation = &Figures{}, &Figures{}
	var runs, optimistic, pessimistic []Metrics
	for _, f := range figures {
		if f == nil || f.N == 0 {
			continue
		}
		if len(runs) == 0 {
			mean.Candidates, deviation.Candidates = f.Candidates, f.Candidates
		}
		runs = append(runs, f.Metrics)
		if f.Optimistic != nil && f.Pessimistic != nil {
			optimistic = append(optimistic, *f.Optimistic)
			pessimistic = append(pessimistic, *f.Pessimistic)
		}
		mean.NaN += f.NaN
	}
	mean.Metrics, deviation.Metrics = Spread(runs)
	mean.Optimistic, deviation.Optimistic = spreadOf(optimistic)
	mean.Pessimistic, deviation.Pessimistic = spreadOf(pessimistic)
	return mean, deviation
}

func spreadOf(runs []Metrics) (mean, deviation *Metrics) {
	if len(runs) == 0 {
		return nil, nil
	}
	m, d := Spread(runs)
	return &m, &d
}
