// Package kernel is the arithmetic on which every model trains and ranks: vectors, boxes, Adam, and
// tiles of distances. It knows neither axioms nor models.
//
// The portable kernels are plain Go for float32 and float64. Every kernel gives the same bits on
// every machine and in every implementation, because three things are fixed:
//
//   - Rounding. Each product, sum, quotient and root is rounded by itself to the element type; nothing
//     is fused. (Go lets a compiler fuse x·y + z, and on arm64 it does; the conversion T(x*y) forbids
//     it.)
//   - Order. A sum over i is kept in eight lanes, element i in lane i mod 8, and the lanes s₀ … s₇ are
//     added as ((s₀+s₄) + (s₂+s₆)) + ((s₁+s₅) + (s₃+s₇)). The sums of a tile run over one accumulator
//     for each pair, in ascending order.
//   - Signs and ties. sgn(0) = 0, whatever the sign of the zero, and the sign of a NaN counts as 0. Subgradients are those of the
//     specification of Box²EL: [0]₊' = 0, and equal arguments of a max or min get half each.
//
// What is not a number stays visible: a NaN among the arguments of an element makes its residual, its
// intersection, its gap and every sum over them a NaN (with which payload is not fixed). The gradients of boxes,
// which only choose and scale, give no such promise.
//
// For float32 on amd64 there is assembly for AVX2 beside them (avx2_amd64.s), written by the generator
// in gen, a module of its own, with avo v0.5.0: go generate. Each of its kernels has its portable twin
// in vector.go, box.go, adam.go or tile.go, which is always compiled, and tests compare the two bit by
// bit. Float32 chooses at run time; the build tag noasm, and UsePortable in a test, leave the assembly
// out. A denormal slows a kernel down, by half or more, but is never flushed to zero: that would be
// other bits.
//
// Slices of unequal lengths are a programmer's mistake, and panic. Kernels allocate nothing, keep
// nothing, and are safe for concurrent use on different destinations.
package kernel
