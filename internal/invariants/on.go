//go:build invariants

package invariants

// Enabled reports whether the program checks invariants.
const Enabled = true
