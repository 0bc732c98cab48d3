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
	baselines := make(map[string][]*Outcome)
	for i, r := range results {
		if i == 0 {
			s.Model, s.Mode, s.Task, s.Dataset = r.Model, r.Mode, r.Task, r.Dataset
			s.Options, s.Ties, s.Notes = r.Options, r.Ties, r.Notes
		}
		s.Seeds = append(s.Seeds, r.Seed)
		if step, ok := r.keptAt(); ok {
			s.KeptAt = append(s.KeptAt, step)
		}
		for form, share := range r.Entailed {
			if s.Entailed == nil {
				s.Entailed = make(map[string]Share)
			}
			sum := s.Entailed[form]
			s.Entailed[form] = Share{Of: sum.Of + share.Of, N: sum.N + share.N}
		}
		models = append(models, &r.Outcome)
		for name, o := range r.Baselines {
			baselines[name] = append(baselines[name], o)
		}
	}
	mean, deviation := spreadOutcomes(models)
	if mean != nil {
		s.Mean.Outcome, s.Deviation.Outcome = *mean, *deviation
	}
	s.Mean.Baselines, s.Deviation.Baselines = spreadNamed(baselines)
	return s
}

// spreadOutcomes summarizes outcomes. It ignores nil ones.
func spreadOutcomes(outcomes []*Outcome) (mean, deviation *Outcome) {
	forms := make(map[string][]*Figures)
	filtered := make(map[string][]*Outcome)
	var combined []*Figures
	var without []*Outcome
	present := false
	for _, o := range outcomes {
		if o == nil {
			continue
		}
		present = true
		for name, f := range o.Forms {
			forms[name] = append(forms[name], f)
		}
		for name, f := range o.Filtered {
			filtered[name] = append(filtered[name], f)
		}
		combined = append(combined, o.Combined)
		without = append(without, o.WithoutAuxiliary)
	}
	if !present {
		return nil, nil
	}
	mean = &Outcome{Forms: make(map[string]*Figures)}
	deviation = &Outcome{Forms: make(map[string]*Figures)}
	for name, figures := range forms {
		mean.Forms[name], deviation.Forms[name] = spreadFigures(figures)
	}
	mean.Combined, deviation.Combined = spreadFigures(combined)
	mean.Filtered, deviation.Filtered = spreadNamed(filtered)
	mean.WithoutAuxiliary, deviation.WithoutAuxiliary = spreadOutcomes(without)
	return mean, deviation
}

func spreadNamed(named map[string][]*Outcome) (mean, deviation map[string]*Outcome) {
	if len(named) == 0 {
		return nil, nil
	}
	mean, deviation = make(map[string]*Outcome), make(map[string]*Outcome)
	for name, outcomes := range named {
		mean[name], deviation[name] = spreadOutcomes(outcomes)
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
