package owl

// Progress receives the progress of a long operation. It is called synchronously and often, so it
// must throttle its output. total is 0 if it is unknown. A nil Progress is valid everywhere.
type Progress func(stage string, done, total int64)

// Report calls p unless it is nil.
func (p Progress) Report(stage string, done, total int64) {
	if p != nil {
		p(stage, done, total)
	}
}
