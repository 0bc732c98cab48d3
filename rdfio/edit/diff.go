package edit

import (
	"bytes"

	"github.com/rogpeppe/go-internal/diff"
)

// Unified returns the difference of two texts as a unified diff that git apply and patch accept;
// nothing if they are equal. Name is the path of the document.
func Unified(name string, old, new []byte) []byte {
	patch := diff.Diff("a/"+name, old, "b/"+name, new)
	_, patch, _ = bytes.Cut(patch, []byte("\n")) // the line "diff old new"
	return patch
}
