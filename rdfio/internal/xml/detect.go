package xml

import (
	"bytes"
	"strings"
)

// startTag is the first start tag of an XML or HTML document.
type startTag struct {
	Name       string
	Attributes string // unparsed
}

// Start returns the first start tag and the name in the document type declaration, if head contains
// them. It skips the XML declaration, processing instructions and comments.
func Start(head []byte) (root startTag, doctype string) {
	for {
		head = bytes.TrimLeft(head, " \t\r\n")
		switch {
		case bytes.HasPrefix(head, []byte("<?")):
			head = after(head, "?>")
		case bytes.HasPrefix(head, []byte("<!--")):
			head = after(head, "-->")
		case len(head) > 9 && strings.EqualFold(string(head[:9]), "<!doctype"):
			if fields := bytes.FieldsFunc(head[9:min(len(head), 200)], endsName); len(fields) > 0 {
				doctype = string(fields[0])
			}
			n := DoctypeLength(head)
			if n < 0 {
				return startTag{}, doctype
			}
			head = head[n:]
		case len(head) > 1 && head[0] == '<':
			end := bytes.IndexFunc(head[1:], endsName)
			if end < 0 {
				return startTag{}, doctype
			}
			root.Name = string(head[1 : 1+end])
			root.Attributes = string(head[1+end : 1+len(head)-1-len(after(head, ">"))])
			return root, doctype
		default:
			return startTag{}, doctype
		}
	}
}

func endsName(r rune) bool { return strings.ContainsRune(" \t\r\n>/[", r) }

// after returns the text after the first mark, or nothing.
func after(b []byte, mark string) []byte {
	_, rest, _ := bytes.Cut(b, []byte(mark))
	return rest
}
