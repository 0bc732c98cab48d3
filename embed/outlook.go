package embed

import "context"

// horizon is how many steps are planned ahead of the one that is taken: as far as the next
// validation, at the most.
const horizon = validateEvery

// outlook holds the plans of the coming steps, so that an update knows when its row is next needed.
type outlook struct {
	planner *planner
	plans   [horizon + 1]plan // of step s at s mod (horizon + 1)
	planned int               // the last planned step

	// latest[u] is the last planned step that touches unit u, and at[u] the place of u in its plan.
	latest, at []int32
}

func newOutlook(p *planner) *outlook {
	units := p.units()
	return &outlook{planner: p, latest: make([]int32, units), at: make([]int32, units)}
}

// begin plans the steps after the one given. Where the context ends it early, no step may be taken.
func (o *outlook) begin(ctx context.Context, done int) {
	clear(o.latest)
	o.planned = done
	for range horizon {
		if ctx.Err() != nil {
			return
		}
		o.extend(done)
	}
}

// of returns the plan of a step.
func (o *outlook) of(step int) *plan { return &o.plans[step%len(o.plans)] }

// extend plans one more step while the given one is taken. It writes only to plans of later
// steps: what a step knows of the future is therefore the same for any number of workers.
// Where nothing was begun, plans are given from outside.
func (o *outlook) extend(taken int) {
	if o.planned < taken || o.planned == o.planner.hyper.Steps {
		return
	}
	o.planned++
	p := o.of(o.planned)
	o.planner.plan(o.planned, p)
	p.next = roomFor(p.next, len(p.units))
	for i, unit := range p.units {
		p.next[i] = 0
		if before := int(o.latest[unit]); before > taken {
			o.of(before).next[o.at[unit]] = uint8(o.planned - before)
		}
		o.latest[unit], o.at[unit] = int32(o.planned), int32(i)
	}
}

// until returns the step up to which the plan's unit i, once it has taken the plan's step, can be
// brought at once: the last one before it is touched again, as far as that is known, and before
// parameters are looked at as a whole, as they are after the last of all steps.
func (p *plan) until(i, steps int) int {
	if p.next == nil { // a plan by itself
		return p.step
	}
	last := min(wholeAfter(p.step), steps)
	if p.next[i] != 0 {
		last = min(last, p.step+int(p.next[i])-1)
	}
	return last
}

// wholeAfter returns the first step from the given one on after which a validation looks at all
// parameters.
func wholeAfter(step int) int { return (step + validateEvery - 1) / validateEvery * validateEvery }
