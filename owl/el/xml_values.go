package el

import (
	"cmp"
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
	v := value{valueKey: valueKey{space: xmlContent, form: l.Lexical}}
	v.vague = strings.Contains(l.Lexical, "<![CDATA[")
	if !utf8.ValidString(l.Lexical) {
		return v, false
	}
	var form strings.Builder // never fails
	for d := xml.NewDecoder(strings.NewReader(l.Lexical)); ; {
		t, err := d.Token()
		if err != nil {
			if !v.vague {
				v.form = form.String()
			}
			return v, errors.Is(err, io.EOF)
		}
		switch t := t.(type) {
		case xml.StartElement:
			if !v.start(&form, t) {
				return v, false
			}
		case xml.EndElement:
			form.WriteString("</" + t.Name.Local + ">")
		case xml.CharData:
			_ = xml.EscapeText(&form, t)
		case xml.Comment:
			form.WriteString("<!--" + string(t) + "-->")
		case xml.ProcInst:
			form.WriteString("<?" + t.Target + " " + string(t.Inst) + "?>")
			if strings.EqualFold(t.Target, "xml") {
				return v, false
			}
		default: // for a directive
			return v, false
		}
	}
}

// start writes a tag with sorted attributes. It returns false if an attribute occurs twice.
func (v *value) start(form *strings.Builder, t xml.StartElement) bool {
	v.vague = v.vague || t.Name.Space != ""
	form.WriteString("<" + t.Name.Local)
	slices.SortFunc(t.Attr, func(a, b xml.Attr) int {
		return cmp.Or(strings.Compare(a.Name.Space, b.Name.Space),
			strings.Compare(a.Name.Local, b.Name.Local))
	})
	for i, a := range t.Attr {
		if i > 0 && a.Name == t.Attr[i-1].Name {
			return false
		}
		v.vague = v.vague || a.Name.Space != "" || a.Name.Local == "xmlns" ||
			strings.ContainsAny(a.Value, "\t\r\n")
		form.WriteString(" " + a.Name.Local + `="`)
		_ = xml.EscapeText(form, []byte(a.Value))
		form.WriteString(`"`)
	}
	form.WriteString(">")
	return true
}
