package embed

import (
	"syscall"
	"unsafe"
)

// inLargePages asks the system to store a new slice in pages of 2 MB. The steps of a training
// access rows in random places, and with pages of 4 kB each row costs a walk through the page
// tables. It is a hint and does not change results.
func inLargePages[E any](s []E) []E {
	const page = 1 << 12
	const madviseHugepage = 14 // MADV_HUGEPAGE, which package syscall does not name
	size := len(s) * int(unsafe.Sizeof(*new(E)))
	if size < 1<<22 {
		return s
	}
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), size)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(memory))) % page)
	_ = syscall.Madvise(memory[skip:skip+(size-skip)/page*page], madviseHugepage)
	return s
}
