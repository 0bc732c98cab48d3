package owl

// Progress is told how far a long operation has come. It is called synchronously and often: the
// sink throttles. Total is 0 where it is not known. A nil Progress is fine everywhere.
type Progress func(stage string, done, total int64)

// Report calls p unless it is nil.
func (p Progress) Report(stage string, done, total int64) {
	if p != nil {
		p(stage, done, total)
	}
}
