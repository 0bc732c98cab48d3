// Package invariants tells whether the program was built with the tag "invariants": then packages check what must hold
// between their steps, at a cost that no user should pay, and panic where it does not.
//
//	if invariants.Enabled {
//		s.checkClosed()
//	}
//
// Enabled is a constant, so that nothing of the check is left in other builds, and it is compiled in all of
// them. `make test` runs the reasoner's tests with the tag once.
package invariants
