package el

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"box2el-owl/owl"
)

// parseXML accepts well-formed XML content. (The lexical space of rdf:XMLLiteral in RDF 1.0
// requires its canonical form.) Two literals have the same value if they differ only in the order
// of attributes, quotes, character references and the spelling of empty elements. If namespaces,
// CDATA sections or white space in attributes may affect the canonical form, the value is vague.
func parseXML(l *owl.Literal) (value, bool) {
	if !utf8.ValidString(l.Lexical) {
		return value{}, false
	}
	c := xmlCanonicalizer{vague: strings.Contains(l.Lexical, "<![CDATA[")}
	if !c.read(l.Lexical) {
		return value{}, false
	}
	v := value{valueKey: valueKey{space: xmlContent, form: c.form.String()}, vague: c.vague}
	if c.vague {
		v.form = l.Lexical
	}
	return v, true
}

// xmlCanonicalizer writes tokens in the form of Canonical XML.
type xmlCanonicalizer struct {
	form  strings.Builder
	open  []xml.Name
	vague bool
}

// read reports whether the content is well-formed.
func (c *xmlCanonicalizer) read(content string) bool {
	d := xml.NewDecoder(strings.NewReader(content))
	for {
		t, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return len(c.open) == 0
		}
		if err != nil || !c.token(t) {
			return false
		}
	}
}

func (c *xmlCanonicalizer) token(t xml.Token) bool {
	switch t := t.(type) {
	case xml.StartElement:
		return c.start(t)
	case xml.EndElement:
		last := len(c.open) - 1
		if last < 0 || c.open[last] != t.Name {
			return false
		}
		c.open = c.open[:last]
		c.write("</", rawName(t.Name), ">")
	case xml.CharData:
		c.escape(string(t))
	case xml.Comment:
		c.write("<!--", string(t), "-->")
	case xml.ProcInst:
		c.write("<?", t.Target, " ", string(t.Inst), "?>")
		return !strings.EqualFold(t.Target, "xml")
	default: // for a directive
		return false
	}
	return true
}

func (c *xmlCanonicalizer) start(t xml.StartElement) bool {
	c.vague = c.vague || t.Name.Space != ""
	c.open = append(c.open, t.Name)
	c.write("<", rawName(t.Name))
	slices.SortFunc(t.Attr, func(a, b xml.Attr) int {
		return strings.Compare(rawName(a.Name), rawName(b.Name))
	})
	for i, a := range t.Attr {
		if i > 0 && a.Name == t.Attr[i-1].Name {
			return false
		}
		c.vague = c.vague || a.Name.Space != "" || a.Name.Local == "xmlns" ||
			strings.ContainsAny(a.Value, "\t\r\n")
		c.write(" ", rawName(a.Name), `="`)
		c.escape(a.Value)
		c.write(`"`)
	}
	c.write(">")
	return true
}

func (c *xmlCanonicalizer) write(parts ...string) {
	for _, p := range parts {
		c.form.WriteString(p)
	}
}

// escape distinguishes text from markup; its form may differ from the standard.
func (c *xmlCanonicalizer) escape(s string) {
	_, _ = xmlEscaper.WriteString(&c.form, s) // a strings.Builder never fails
}

var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\r",
	"&#xD;")

func rawName(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}
