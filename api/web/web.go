package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"sync"
)

//go:embed index.html assets
var files embed.FS

// Assets returns the files that Index refers to. They are served below Folder. Its name depends on
// their contents, so they may be cached forever.
func Assets() fs.FS {
	assets, err := fs.Sub(files, "assets")
	if err != nil {
		panic(err) // "assets" is a valid path
	}
	return assets
}

// Folder returns the path of Assets relative to that of Index, such as assets-0123456789abcdef.
func Folder() string { return page().folder }

// Index returns the page, which must not be cached.
func Index() []byte { return page().index }

type built struct {
	folder string
	index  []byte
}

var page = sync.OnceValue(func() built {
	hash := sha256.New()
	err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := files.ReadFile(path)
		hash.Write([]byte(path + "\x00"))
		hash.Write(content)
		return err
	})
	if err != nil {
		panic(err) // embedded files are readable
	}
	index, err := files.ReadFile("index.html")
	if err != nil {
		panic(err)
	}
	folder := "assets-" + hex.EncodeToString(hash.Sum(nil)[:8])
	return built{folder, bytes.ReplaceAll(index, []byte(`="assets/`), []byte(`="`+folder+`/`))}
})
