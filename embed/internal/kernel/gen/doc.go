// Command gen writes the AVX2 kernels of package kernel: avx2_amd64.s and avx2_stubs_amd64.go.
// It is a module of its own, so that nothing else needs avo, and runs by go generate.
//
// Each kernel here follows its twin in the folder above operation by operation, eight elements at a
// time. Nothing is fused: the CPU flag that the package asks for is AVX2, not FMA.
package main
