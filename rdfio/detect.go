package rdfio

import (
	"bytes"
	"fmt"
	"mime"
	"slices"
	"strings"

	"box2el-owl/rdfio/internal/xml"
)

// detect finds the syntax of a document that begins with head. The formats that recognize the
// content are the candidates. Among several, as every N-Triples document is Turtle too, the media
// type decides, then the extension, then the order of formats. If no format recognizes the content,
// the media type decides, then the extension. Content that is known to be something else is an
// error that names it. Content is not examined if the caller names a format.
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
		return nil,
			fmt.Errorf(
				"%w: it begins with %s, unlike all supported syntaxes (%s); --input-format overrides",
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

// requested returns the format with a name (see FormatByName).
func requested(name string) (*Format, error) {
	f, ok := FormatByName(name)
	if !ok {
		return nil, fmt.Errorf("%w: no format is called %q (there are %s)", ErrUnsupportedSyntax,
			name, formatNames())
	}
	return &f, nil
}

// mediaType returns a media type without its parameters.
func mediaType(s string) string {
	media, _, err := mime.ParseMediaType(s)
	if err != nil {
		return ""
	}
	return media
}

// foreign lists documents that are no ontologies, by their first bytes.
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

// refuse returns an error if a document is no ontology in any syntax.
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
		return fmt.Errorf(
			"%w: it is an HTML page; the ontology may be behind a link in it, or come when asked for with the header Accept: text/turtle, application/rdf+xml", ErrNotOntology)
	}
	if i := bytes.IndexByte(head[:min(len(head), 4096)], 0); i >= 0 {
		return fmt.Errorf("%w: it is a binary file (byte %d is NUL)", ErrNotOntology, i+1)
	}
	return nil
}

// refuseSyntax returns an error for ontology syntaxes that are known but not read.
func refuseSyntax(head []byte) error {
	if isOBOGraphs(head) {
		return fmt.Errorf(
			"%w: this is OBO Graphs JSON; take the .owl or .obo file of the same release",
			ErrUnsupportedSyntax)
	}
	return nil
}

// isHTML recognizes HTML and XHTML pages by their document type or their root element.
func isHTML(head []byte) bool {
	root, doctype := xml.Start(head)
	return strings.EqualFold(doctype, "html") || strings.EqualFold(root.Name, "html")
}

// isOBOGraphs recognizes the JSON of OBO Graphs by its first key.
func isOBOGraphs(head []byte) bool {
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("{"))
	return ok && (bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte(`"graphs"`)))
}

// quoteStart returns the beginning of the first line, in quotation marks.
func quoteStart(head []byte) string {
	head = bytes.TrimLeft(head, " \t\r\n")
	if i := bytes.IndexAny(head, "\r\n"); i >= 0 {
		head = head[:i]
	}
	return fmt.Sprintf("%q", head[:min(len(head), 40)])
}
