// Package invariants reports whether the program was built with the tag "invariants". If so,
// packages check their invariants between steps, at a cost that users should not pay, and panic if
// one is violated.
//
//	if invariants.Enabled {
//		s.checkClosed()
//	}
//
// Enabled is a constant, so that the checks are compiled in all builds but cost nothing without the
// tag. `make test` runs the tests of the reasoner once with it.
package invariants
