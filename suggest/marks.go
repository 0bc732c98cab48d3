package suggest

import "math"

// marks are a set of classes that is emptied at once.
type marks struct {
	rounds []int32 // by class: when it was marked
	round  int32
}

func newMarks(classes int) marks { return marks{rounds: make([]int32, classes)} }

// begin starts a round, in which no class is marked.
func (m *marks) begin() {
	if m.round++; m.round == math.MaxInt32 {
		clear(m.rounds)
		m.round = 1
	}
}

// mark reports whether a class was not marked before.
func (m *marks) mark(class int32) bool {
	if m.marked(class) {
		return false
	}
	m.rounds[class] = m.round
	return true
}

func (m *marks) marked(class int32) bool { return m.rounds[class] == m.round }
