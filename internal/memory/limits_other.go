//go:build !linux

package memory

// limits returns nothing: only GOMEMLIMIT bounds the memory.
func limits() []limit { return nil }
