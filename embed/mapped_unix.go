//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package embed

import (
	"fmt"
	"os"
	"syscall"
)

// mapFile maps a file into memory, to be read only. The file is nil if it is none that can be mapped.
func mapFile(f *os.File) (file []byte, unmap func() error, err error) {
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	size := info.Size()
	if !info.Mode().IsRegular() || size == 0 || size != int64(int(size)) {
		return nil, nil, nil
	}
	file, err = syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, fmt.Errorf("mapping %s: %w", f.Name(), err)
	}
	return file, func() error { return syscall.Munmap(file) }, nil
}
