// Command gen writes the AVX2 kernels of package kernel: avx2_amd64.s and avx2_stubs_amd64.go.
// It is a separate module, so that nothing else needs avo, and runs by go generate.
//
// Each kernel has the operations of its portable function in the folder above, in the same order,
// for eight elements at a time. Nothing is fused: the package requires AVX2, not FMA.
package main
