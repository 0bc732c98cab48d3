//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package embed

import "os"

// mapFile maps nothing here: files are read.
func mapFile(*os.File) (file []byte, unmap func() error, err error) { return nil, nil, nil }
