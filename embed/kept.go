package embed

import (
	"context"
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
	named  bool     // the system does not remove the names of open files
}

// keptPiece is the number of parameters that are written at once.
const keptPiece = 1 << 18

func newKept(folder string) *kept { return &kept{folder: folder} }

// put overwrites what was kept. Where the context ends it early, what is kept is of no use.
func (k *kept) put(ctx context.Context, values [][]float32) error {
	if k.file == nil {
		file, err := os.CreateTemp(k.folder, "box2el-kept-*")
		if err != nil {
			return fmt.Errorf("keeping the best parameters: %w", err)
		}
		k.file = file
		k.named = os.Remove(file.Name()) != nil
	}
	var at int64
	for _, block := range values {
		for from := 0; from < len(block); from += keptPiece {
			if err := ctx.Err(); err != nil {
				return err
			}
			n, err := k.file.WriteAt(bytesOf(block[from:min(from+keptPiece, len(block))]), at)
			if err != nil {
				return fmt.Errorf("keeping the best parameters: %w (set TMPDIR to a folder with more space)", err)
			}
			at += int64(n)
		}
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
	err := k.file.Close()
	if k.named {
		err = errors.Join(err, os.Remove(k.file.Name()))
	}
	return err
}

// bytesOf is the memory of a block, for files of this machine alone.
func bytesOf(block []float32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(block))), 4*len(block))
}
