package rdfio

import (
	"bytes"
	"fmt"
	"mime"
	"slices"
	"strings"
)

// detect finds the syntax of a document that begins with head. Content comes first: the formats that
// recognise it are the candidates. Where there are several, as every N-Triples document is Turtle
// too, the media type decides among them, then the extension, then the order of formats. Where
// nothing recognises the content, media type and extension are believed, and the decoder says where
// it is wrong. What is known to be something else is refused by name. A format that the caller
// names is believed, whatever the content is.
func detect(head []byte, opts ReadOptions) (*Format, error) {
	if opts.Format != "" {
		return requested(opts.Format)
	}
	if err := refuse(head); err != nil {
		return nil, err
	}
	if err := refuseSyntax(head); err != nil {
		return nil, err
	}
	var candidates []*Format
	for i := range formats {
		if formats[i].sniff(head) {
			candidates = append(candidates, &formats[i])
		}
	}
	media, ext := mediaType(opts.MediaType), extension(opts.File)
	if len(candidates) == 0 {
		for i := range formats {
			candidates = append(candidates, &formats[i])
		}
		if f := prefer(candidates, media, ext); f != nil {
			return f, nil
		}
		return nil, fmt.Errorf("%w: it begins with %s, which no syntax that is read here does (%s); --input-format overrides",
			ErrNotOntology, quoteStart(head), formatNames())
	}
	if f := prefer(candidates, media, ext); f != nil {
		return f, nil
	}
	return candidates[0], nil
}

// prefer returns the candidate that the media type names, else the first that has the extension.
func prefer(candidates []*Format, media, ext string) *Format {
	for _, f := range candidates {
		if media != "" && slices.Contains(f.Media, media) {
			return f
		}
	}
	for _, f := range candidates {
		if ext != "" && slices.Contains(f.Ext, ext) {
			return f
		}
	}
	return nil
}

// requested returns the format that the caller names.
func requested(name string) (*Format, error) {
	f, ok := FormatByName(name)
	if !ok {
		return nil, fmt.Errorf("%w: no format is called %q (there are %s)", ErrUnsupportedSyntax, name, formatNames())
	}
	return &f, nil
}

// mediaType strips the parameters of a media type.
func mediaType(s string) string {
	media, _, err := mime.ParseMediaType(s)
	if err != nil {
		return ""
	}
	return media
}

// foreign are things that stand where an ontology should be, by how they begin.
var foreign = []struct{ magic, message string }{
	{"version https://git-lfs.github.com/spec/", "it is a Git LFS pointer, not the file itself: fetch it with git lfs pull"},
	{"/annex/objects/", "it is a git-annex pointer, not the file itself: fetch it with git annex get"},
	{"PK\x03\x04", "it is a zip archive: unpack it first"},
	{"\xfd7zXZ\x00", "it is compressed with xz: unpack it with xz -d"},
	{"BZh", "it is compressed with bzip2: unpack it with bunzip2"},
	{"\x28\xb5\x2f\xfd", "it is compressed with zstd: unpack it with zstd -d"},
	{"\x1f\x9d", "it is compressed with compress: unpack it with uncompress"},
	{"7z\xbc\xaf\x27\x1c", "it is a 7z archive: unpack it first"},
	{"%PDF-", "it is a PDF document"},
}

// refuse tells what can be no ontology in any syntax.
func refuse(head []byte) error {
	if len(bytes.TrimLeft(head, " \t\r\n")) == 0 && len(head) < headSize {
		return fmt.Errorf("%w: it is empty", ErrNotOntology)
	}
	for _, f := range foreign {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return fmt.Errorf("%w: %s", ErrNotOntology, f.message)
		}
	}
	if isHTML(head) {
		return fmt.Errorf("%w: it is an HTML page; the ontology may be behind a link in it, or come when asked for with the header Accept: text/turtle, application/rdf+xml", ErrNotOntology)
	}
	if i := bytes.IndexByte(head[:min(len(head), 4096)], 0); i >= 0 {
		return fmt.Errorf("%w: it is a binary file (byte %d is NUL)", ErrNotOntology, i+1)
	}
	return nil
}

// refuseSyntax returns an error for ontology syntaxes that are known but not read.
func refuseSyntax(head []byte) error {
	if isOBOGraphs(head) {
		return fmt.Errorf("%w: this is OBO Graphs JSON; take the .owl or .obo file of the same release",
			ErrUnsupportedSyntax)
	}
	return nil
}

// isHTML recognises HTML and XHTML pages by their document type or their root element.
func isHTML(head []byte) bool {
	root, doctype := xmlStart(head)
	return asciiEqualFold(doctype, "html") || asciiEqualFold(root.name, "html")
}

// isOWLXML recognises OWL/XML (OWL 2 XML Serialization): the root element is Ontology of the owl
// name space. An RDF/XML document may begin with that very element, but then gives it a subject by
// an attribute of the rdf name space.
func isOWLXML(head []byte) bool {
	root, _ := xmlStart(head)
	prefix, local, found := strings.Cut(root.name, ":")
	if !found {
		prefix, local = "", root.name
	}
	if local != "Ontology" && local != "OWLOntology" {
		return false
	}
	for _, subject := range []string{":about=", ":ID=", ":nodeID="} {
		if strings.Contains(root.attributes, subject) {
			return false
		}
	}
	return prefix == "" || strings.Contains(root.attributes, "ontologyIRI=") || !strings.Contains(root.attributes, "22-rdf-syntax-ns#")
}

// isManchester recognises documents in Manchester syntax by the first frame, which may be behind
// comments.
func isManchester(head []byte) bool {
	rest := skipComments(head)
	for _, keyword := range []string{"Prefix:", "Ontology:", "Namespace:", "Class:",
		"ObjectProperty:", "DataProperty:", "AnnotationProperty:", "Datatype:", "Individual:"} {
		if after, ok := bytes.CutPrefix(rest, []byte(keyword)); ok {
			// "Prefix:x" would be a Turtle name.
			return len(after) > 0 && (after[0] == ' ' || after[0] == '\t' || after[0] == '\n' || after[0] == '\r' || after[0] == '<')
		}
	}
	return false
}

// isOBOGraphs recognises the JSON of OBO Graphs by its first key.
func isOBOGraphs(head []byte) bool {
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("{"))
	return ok && (bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte(`"graphs"`)))
}

// skipComments drops white space and lines that begin with #.
func skipComments(b []byte) []byte {
	for {
		b = bytes.TrimLeft(b, " \t\r\n")
		if len(b) == 0 || b[0] != '#' {
			return b
		}
		end := bytes.IndexAny(b, "\r\n")
		if end < 0 {
			return nil
		}
		b = b[end:]
	}
}

// startTag is the first start tag of an XML or HTML document.
type startTag struct {
	name       string
	attributes string // as they stand
}

// xmlStart finds the first start tag and the name in the document type declaration, where head holds
// them; it skips the XML declaration, processing instructions and comments.
func xmlStart(head []byte) (root startTag, doctype string) {
	for {
		head = bytes.TrimLeft(head, " \t\r\n")
		switch {
		case bytes.HasPrefix(head, []byte("<?")):
			head = behind(head, "?>")
		case bytes.HasPrefix(head, []byte("<!--")):
			head = behind(head, "-->")
		case len(head) > 9 && asciiEqualFold(string(head[:9]), "<!doctype"):
			if fields := bytes.FieldsFunc(head[9:min(len(head), 200)], endsName); len(fields) > 0 {
				doctype = string(fields[0])
			}
			head = behindDoctype(head)
		case len(head) > 1 && head[0] == '<':
			end := bytes.IndexFunc(head[1:], endsName)
			if end < 0 {
				return startTag{}, doctype
			}
			root.name = string(head[1 : 1+end])
			root.attributes = string(head[1+end : 1+len(head)-1-len(behind(head, ">"))])
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

// quoteStart shows how a document begins.
func quoteStart(head []byte) string {
	head = bytes.TrimLeft(head, " \t\r\n")
	if i := bytes.IndexAny(head, "\r\n"); i >= 0 {
		head = head[:i]
	}
	return fmt.Sprintf("%q", head[:min(len(head), 40)])
}

func asciiEqualFold(s, t string) bool {
	return len(s) == len(t) && equalFoldASCII([]byte(s), []byte(t))
}
