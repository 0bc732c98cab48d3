package embed

import (
	"errors"
	"fmt"
	"os"
	"unsafe"
)

// kept holds the best parameters of a training so far in a temporary file, so that they take no memory beside the
// ones in training. The file has no name where the system allows that.
type kept struct {
	folder string
	file   *os.File // nil: nothing was kept
}

func newKept(folder string) *kept { return &kept{folder: folder} }

// put overwrites what was kept.
func (k *kept) put(values [][]float32) error {
	if k.file == nil {
		file, err := os.CreateTemp(k.folder, "box2el-kept-*")
		if err != nil {
			return fmt.Errorf("keeping the best parameters: %w", err)
		}
		k.file = file
	}
	var at int64
	for _, block := range values {
		n, err := k.file.WriteAt(bytesOf(block), at)
		if err != nil {
			return fmt.Errorf("keeping the best parameters: %w (set TMPDIR to a folder with more space)", err)
		}
		at += int64(n)
	}
	return nil
}

// get reads what was kept into values; without anything kept it leaves them.
func (k *kept) get(values [][]float32) error {
	if k.file == nil {
		return nil
	}
	var at int64
	for _, block := range values {
		n, err := k.file.ReadAt(bytesOf(block), at)
		if err != nil {
			return fmt.Errorf("reading the best parameters back: %w", err)
		}
		at += int64(n)
	}
	return nil
}

func (k *kept) close() error {
	if k.file == nil {
		return nil
	}
	return errors.Join(k.file.Close(), os.Remove(k.file.Name()))
}

// bytesOf is the memory of a block, for files of this machine alone.
func bytesOf(block []float32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(block))), 4*len(block))
}
