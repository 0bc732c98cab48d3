//go:build !amd64 || noasm

package kernel

// assembly returns nil: this build has portable kernels only.
func assembly() *Ops[float32] { return nil }
