package embed

import "context"

// horizon is the number of steps planned ahead of the current one. It is the distance between two
// validations, because each validation needs all rows.
const horizon = validateEvery

// batchSchedule holds the plans of the coming steps, so that an update knows when its row is needed
// next.
type batchSchedule struct {
	planner *planner
	plans   [horizon + 1]plan // the plan of step s is at s mod (horizon + 1)
	planned int               // the last planned step

	// latest[id] is the last planned step that uses the row, and at[id] is the row's index in that
	// plan.
	latest, at []int32
}

func newBatchSchedule(p *planner) *batchSchedule {
	n := p.numRows()
	return &batchSchedule{planner: p, latest: make([]int32, n), at: make([]int32, n)}
}

// start plans the first steps. If the context ends early, no step may be taken.
func (s *batchSchedule) start(ctx context.Context) {
	for range horizon {
		if ctx.Err() != nil {
			return
		}
		s.planNext(0)
	}
}

// plan returns the plan of a step.
func (s *batchSchedule) plan(step int) *plan { return &s.plans[step%len(s.plans)] }

// planNext plans one more step during step current. It writes only to plans of later steps, so the
// plan of the current step does not depend on the number of workers. Without a call of start, the
// caller sets the plans.
func (s *batchSchedule) planNext(current int) {
	if s.planned < current || s.planned == s.planner.hyper.Steps {
		return
	}
	s.planned++
	p := s.plan(s.planned)
	s.planner.plan(s.planned, p)
	p.next = withLength(p.next, len(p.rowIDs))
	for i, id := range p.rowIDs {
		p.next[i] = 0
		if before := int(s.latest[id]); before > current {
			s.plan(before).next[s.at[id]] = uint8(s.planned - before)
		}
		s.latest[id], s.at[id] = int32(s.planned), int32(i)
	}
}

// until returns the step to which the update of row i of the plan may advance the row: the last one
// before the row is used again, if that is planned, and at most the next validation or the last
// step of the training.
func (p *plan) until(i, steps int) int {
	if p.next == nil { // not from a batchSchedule
		return p.step
	}
	last := min(nextValidation(p.step), steps)
	if p.next[i] != 0 {
		last = min(last, p.step+int(p.next[i])-1)
	}
	return last
}

// nextValidation returns the first step, at or after the given one, that a validation follows.
func nextValidation(step int) int {
	return (step + validateEvery - 1) / validateEvery * validateEvery
}
