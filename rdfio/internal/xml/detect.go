package xml

import (
	"bytes"
	"strings"
)

// startTag is the first start tag of an XML or HTML document.
type startTag struct {
	Name       string
	Attributes string // as they stand
}

// Start finds the first start tag and the name in the document type declaration, where head holds
// them; it skips the XML declaration, processing instructions and comments.
func Start(head []byte) (root startTag, doctype string) {
	for {
		head = bytes.TrimLeft(head, " \t\r\n")
		switch {
		case bytes.HasPrefix(head, []byte("<?")):
			head = behind(head, "?>")
		case bytes.HasPrefix(head, []byte("<!--")):
			head = behind(head, "-->")
		case len(head) > 9 && strings.EqualFold(string(head[:9]), "<!doctype"):
			if fields := bytes.FieldsFunc(head[9:min(len(head), 200)], endsName); len(fields) > 0 {
				doctype = string(fields[0])
			}
			head = behindDoctype(head)
		case len(head) > 1 && head[0] == '<':
			end := bytes.IndexFunc(head[1:], endsName)
			if end < 0 {
				return startTag{}, doctype
			}
			root.Name = string(head[1 : 1+end])
			root.Attributes = string(head[1+end : 1+len(head)-1-len(behind(head, ">"))])
			return root, doctype
		default:
			return startTag{}, doctype
		}
	}
}

func endsName(r rune) bool { return strings.ContainsRune(" \t\r\n>/[", r) }

// behind returns what follows the first mark, or nothing.
func behind(b []byte, mark string) []byte {
	_, after, _ := bytes.Cut(b, []byte(mark))
	return after
}

// behindDoctype returns what follows a document type declaration, whose internal subset has angle
// brackets of its own, in quotes, in comments and out of them.
func behindDoctype(b []byte) []byte {
	open, quote := 0, byte(0)
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case bytes.HasPrefix(b[i:], []byte("<!--")):
			i = len(b) - len(behind(b[i:], "-->")) - 1
		case c == '"' || c == '\'':
			quote = c
		case c == '<':
			open++
		case c == '>':
			if open--; open == 0 {
				return b[i+1:]
			}
		}
	}
	return nil
}
