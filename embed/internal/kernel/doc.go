// Package kernel implements the arithmetic of training and ranking: vectors, boxes, Adam, and tiles
// of distances.
//
// The portable kernels are plain Go for float32 and float64. Every kernel gives the same bits on
// every machine and in every implementation, because three things are fixed:
//
//   - Rounding: each product, sum, quotient and root is rounded to the element type. Nothing is
//     fused. (Go allows a compiler to fuse x·y + z, and on arm64 it does; T(x*y) prevents it.)
//   - Order: a sum over i is kept in eight lanes, element i in lane i mod 8. The lanes s₀ … s₇ are
//     added as ((s₀+s₄) + (s₂+s₆)) + ((s₁+s₅) + (s₃+s₇)). The sums of a tile use one accumulator
//     per pair, in ascending order.
//   - Signs and ties: sgn(0) = 0 for both zeros, and the sign of a NaN counts as 0. Subgradients
//     are those of the specification of Box²EL: [0]₊' = 0, and equal arguments of a max or min get
//     half each.
//
// NaN propagates: a NaN among the arguments of an element makes its residual, its intersection, its
// gap and every sum over them NaN, with an unspecified payload. The gradients of boxes, which only
// select and scale, do not guarantee this.
//
// For float32 on amd64 there is AVX2 assembly (avx2_amd64.s), written by the generator in gen, a
// separate module, with avo v0.5.0: go generate. Each of its kernels has a portable counterpart in
// vector.go, box.go, adam.go or tile.go, which is always compiled, and tests compare the two bit by
// bit. Float32 selects the implementation at run time; the build tag noasm disables the assembly.
// Denormals slow a kernel down by half or more, but are never flushed to zero, because that would
// change bits.
//
// Kernels panic if slices have unequal lengths. They do not allocate or retain memory, and are safe
// for concurrent use on different destinations.
package kernel
