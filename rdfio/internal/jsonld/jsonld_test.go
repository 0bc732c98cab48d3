package jsonld

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// jsonldLines decodes a document into sorted lines of N-Triples and the warnings, with fresh blank
// nodes numbered by the order of the triples.
func jsonldLines(document string) (lines, warnings []string, err error) {
	limits := doc.Limits{}.WithDefaults()
	w := doc.NewWindow(context.Background(), strings.NewReader(document), "a.jsonld", limits)
	terms := rdf.NewTable()
	opts := doc.Options{
		Base: "http://base.example.org/dir/doc", Limits: limits,
		Prefix: func(name, namespace string) {},
		Warn:   func(line, col int, message string) { warnings = append(warnings, message) },
	}
	err = Decode(w, terms, opts, func(st rdf.Statement) error {
		lines = append(lines, jsonldTermText(terms, st.S)+" "+jsonldTermText(terms, st.P)+
			" "+jsonldTermText(terms, st.O))
		return nil
	})
	slices.Sort(lines)
	return lines, warnings, err
}

func jsonldTermText(terms *rdf.Table, id rdf.ID) string {
	switch text := string(terms.Bytes(id)); {
	case terms.Kind(id) == rdf.IRI:
		return "<" + text + ">"
	case terms.Kind(id) == rdf.Blank && text == "":
		return "[]"
	case terms.Kind(id) == rdf.Blank:
		return "_:" + text
	case len(terms.Lang(id)) > 0:
		return fmt.Sprintf("%q@%s", text, terms.Lang(id))
	default:
		datatype := string(terms.Bytes(terms.Datatype(id)))
		return fmt.Sprintf("%q^^%s", text, strings.TrimPrefix(datatype, "http://www.w3.org/2001/XMLSchema#"))
	}
}

// TestDecodeJSONLD compares the triples of documents with those of the specification.
func TestDecodeJSONLD(t *testing.T) {
	const s = `{"@id":"http://s","http://p":`
	for _, tt := range []struct {
		name, document string
		want           []string
	}{
		{"IntegerAsString", s + `{"@value":"007","@type":"http://www.w3.org/2001/XMLSchema#integer"}}`, []string{`<http://s> <http://p> "007"^^integer`}},
		{"IntegerByContext", `{"@context":{"xsd":"http://www.w3.org/2001/XMLSchema#","p":{"@id":"http://p","@type":"xsd:integer"}},"@id":"http://s","p":["5","x"]}`,
			[]string{`<http://s> <http://p> "5"^^integer`, `<http://s> <http://p> "x"^^integer`}},
		{"IntegerByVocabulary", `{"@context":{"@vocab":"http://www.w3.org/2001/XMLSchema#"},"@id":"http://s","http://p":{"@value":"5","@type":"integer"}}`,
			[]string{`<http://s> <http://p> "5"^^integer`}},
		{"IntegerByAlias", `{"@context":{"type":"@type","val":"@value"},"@id":"http://s","http://p":{"val":"5","type":"http://www.w3.org/2001/XMLSchema#integer"}}`,
			[]string{`<http://s> <http://p> "5"^^integer`}},
		{"WordInteger", s + `["integer","_:text","inte0ger x-blank0:"]}`,
			[]string{`<http://s> <http://p> "_:text"^^string`, `<http://s> <http://p> "inte0ger x-blank0:"^^string`, `<http://s> <http://p> "integer"^^string`}},
		{"NativeTypes", s + `[5,1e3,1.5,true,null]}`,
			[]string{`<http://s> <http://p> "1.5E0"^^double`, `<http://s> <http://p> "1000"^^integer`, `<http://s> <http://p> "5"^^integer`, `<http://s> <http://p> "true"^^boolean`}},
		{"Language", s + `{"@value":"x","@language":"en-US"}}`, []string{`<http://s> <http://p> "x"@en-us`}},
		{"LanguageMap", `{"@context":{"p":{"@id":"http://p","@container":"@language"}},"@id":"http://s","p":{"en":"x","fr":["y"]}}`,
			[]string{`<http://s> <http://p> "x"@en`, `<http://s> <http://p> "y"@fr`}},
		{"Datatype", s + `{"@value":"x","@type":"http://d"}}`, []string{`<http://s> <http://p> "x"^^http://d`}},
		{"List", s + `{"@list":["a",{"@id":"http://o"}]}}`, []string{
			`<http://s> <http://p> []`,
			`[] <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> "a"^^string`,
			`[] <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> <http://o>`,
			`[] <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil>`,
			`[] <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> []`}},
		{"ListOfLists", s + `{"@list":[{"@list":[]}]}}`, []string{`<http://s> <http://p> []`,
			`[] <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil>`,
			`[] <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil>`}},
		{"Nest", `{"@id":"http://s","@nest":{"http://p":"x"}}`, []string{`<http://s> <http://p> "x"^^string`}},
		{"Included", `{"@included":[{"@id":"http://s","http://p":"x"}]}`, []string{`<http://s> <http://p> "x"^^string`}},
		{"RelativeBase", `{"@context":{"@base":"x/"},"@id":"y","http://p":"x"}`, []string{`<http://base.example.org/dir/x/y> <http://p> "x"^^string`}},
		{"LargeInteger", s + `12345678901234567890}`, []string{`<http://s> <http://p> "12345678901234567890"^^integer`}},
		{"RelativeIRIInFull", `{"@id":"é","http://p":"x"}`, []string{`<http://base.example.org/dir/é> <http://p> "x"^^string`}},
		{"EmptyList", s + `{"@list":[]}}`, []string{`<http://s> <http://p> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil>`}},
		{"Base", `{"@id":"","http://p":{"@id":"rel"}}`, []string{`<http://base.example.org/dir/doc> <http://p> <http://base.example.org/dir/rel>`}},
		{"BaseOfTheDocument", `{"@context":{"@base":"http://b/x/"},"@id":"","http://p":{"@id":"../y"}}`, []string{`<http://b/x/> <http://p> <http://b/y>`}},
		{"BaseInAnArray", `[{"@context":[{"q":"http://p"}],"@id":"rel","q":"x"},{"@id":"r","http://p":"y"}]`,
			[]string{`<http://base.example.org/dir/r> <http://p> "y"^^string`, `<http://base.example.org/dir/rel> <http://p> "x"^^string`}},
		{"BaseAfterNull", `{"@context":null,"@id":"rel","http://p":"x"}`, []string{`<http://base.example.org/dir/rel> <http://p> "x"^^string`}},
		{"TextThatIsNoURL", s + `[{"@value":"100% of\nit"},{"@value":":"},"%zz"]}`,
			[]string{`<http://s> <http://p> "%zz"^^string`, `<http://s> <http://p> "100% of\nit"^^string`, `<http://s> <http://p> ":"^^string`}},
		{"Labels", `{"@id":"_:me","http://p":[{"@id":"_:b0"},{"http://p":"x"}]}`,
			[]string{`[] <http://p> "x"^^string`, `_:me <http://p> []`, `_:me <http://p> _:b0`}},
		{"LabelAsType", `{"@id":"http://s","@type":"_:t"}`, []string{`<http://s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> _:t`}},
		{"Reverse", `{"@id":"http://s","@reverse":{"http://p":{"@id":"http://o"}}}`, []string{`<http://o> <http://p> <http://s>`}},
		{"Characters", s + `"\"\\\n\t%s \u00e9\ud835\udd38 \u0000"}`, []string{`<http://s> <http://p> "\"\\\n\t%s é𝔸 \x00"^^string`}},
		{"Nothing", `{}`, nil},
		{"EmptyArray", `[]`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, _, err := jsonldLines(tt.document)
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(tt.want)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecodeJSONLDRefuses(t *testing.T) {
	chain := `"t0":"http://x/"`
	for i := range 20 {
		chain += fmt.Sprintf(`,"t%d":"t%d:x"`, i+1, i)
	}
	many := strings.Repeat(`"v",`, 10) // the values differ in TooManyValues
	var keys, values strings.Builder
	for i := range maxMembers {
		fmt.Fprintf(&keys, `"http://%d":1,`, i)
	}
	for i := range 5000 {
		fmt.Fprintf(&values, `"%d",`, i)
	}
	for _, tt := range []struct {
		name, document string
		is             error // nil: any
		place, says    string
	}{
		{"Truncated", "{\"@id\":\"http://s\",\n \"http://p\":", doc.ErrTruncated, ":2:", ""},
		{"TruncatedString", `{"@id":"htt`, doc.ErrTruncated, ":1:12", ""},
		{"NoJSON", `{"@id":"http://s" "x":1}`, nil, ":1:", "JSON"},
		{"Trailing", `{} x`, nil, ":1:", ""},
		{"BareString", `"http://s"`, nil, ":1:", "no JSON object"},
		{"BareNumber", `5`, nil, ":1:", "no JSON object"},
		{"BareNull", `null`, nil, ":1:", "no JSON object"},
		{"TypeNumber", `{"@id":"http://s",` + "\n" + `"@type":[5]}`, nil, ":1:", "@type"},
		{"RemoteContext", `{"@context":"http://schema.org/","@id":"http://s"}`, doc.ErrUnsupportedSyntax, ":1:", `"http://schema.org/"`},
		{"RemoteContextInArray", `{"@context":[{},"http://schema.org/"],"@id":"http://s"}`, doc.ErrUnsupportedSyntax, ":1:", `"http://schema.org/"`},
		{"NestedRemoteContext", `{"http://p":{"@context":"https://w3id.org/x"}}`, doc.ErrUnsupportedSyntax, ":1:", "w3id"},
		{"Import", `{"@context":{"@import":"http://x"}}`, doc.ErrUnsupportedSyntax, ":1:", `"http://x"`},
		{"RemoteContextInList", `{"http://p":{"@list":[{"@context":"http://x/","@id":"http://s"}]}}`, doc.ErrUnsupportedSyntax, ":1:", `"http://x/"`},
		{"InvalidListMember", `{"@id":"http://s","http://p":{"@list":[{"@id":5}]}}`, nil, ":1:", "list"},
		{"ArrayInList", `{"http://p":{"@list":[["a"]]}}`, doc.ErrUnsupportedSyntax, ":1:", "list"},
		{"Version", `{"@context":{"@version":1.2}}`, nil, ":1:", "version"},
		{"DuplicateKey", `{"@id":"http://s","http://p":"x","http://p":"y"}`, nil, ":1:", "twice"},
		{"InvalidUTF8", "{\"http://p\":\"\xff\"}", nil, ":1:14", "UTF-8"},
		{"LoneSurrogate", `{"http://p":"\ud800"}`, nil, ":1:", "surrogate"},
		{"Deep", strings.Repeat(`{"http://p":`, 1_000_000), doc.ErrTooLarge, ":1:", "nesting"},
		{"DeepArrays", strings.Repeat(`[`, 1_000_000), doc.ErrTooLarge, ":1:", "nesting"},
		{"PrefixChain", `{"@context":{` + chain + `}}`, doc.ErrTooLarge, "", "chain"},
		{"PrefixCycle", `{"@context":{"a":"b:x","b":"a:x"}}`, doc.ErrTooLarge, "", "chain"},
		{"ExpansionBomb", `{"@context":{"p":"http://` + strings.Repeat("x", 1<<20) + `/"},"@graph":[{"p:a":[` + strings.Repeat(many, 200) + `"v"]}]}`, doc.ErrTooLarge, "", "names"},
		{"TooManyKeys", "{" + keys.String() + `"http://p":1}`, doc.ErrTooLarge, ":1:", "keys"},
		{"ValueArray", `{"http://p":{"@value":["x"]}}`, nil, "", "value"},
		{"IDNumber", `{"@id":5}`, nil, "", "@id"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lines, _, err := jsonldLines(tt.document)
			if err == nil {
				t.Fatalf("read as %q", lines)
			}
			var at *doc.ParseError
			if !errors.As(err, &at) || !strings.Contains(err.Error(), "a.jsonld"+tt.place) ||
				!strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %q does not give place %q and say %q", err, tt.place, tt.says)
			}
			if tt.is != nil && !errors.Is(err, tt.is) {
				t.Errorf("error %v, want %v", err, tt.is)
			}
		})
	}
}

func TestDecodeJSONLDWarns(t *testing.T) {
	for _, tt := range []struct{ name, document, says string }{
		{"UndefinedTerm", `{"@id":"http://s","name":"x"}`, `no context defines "name"`},
		{"NamedGraph", `{"@id":"http://g","@graph":[{"@id":"http://s","http://p":"x"}]}`, "named graph"},
		{"BlankPredicate", `{"@id":"http://s","_:p":"x"}`, "blank node as predicate"},
		{"SpaceInIRI", `{"@id":"http://s/a b","http://p":"x"}`, "' '"},
		{"NoLanguage", `{"@id":"http://s","http://p":{"@value":"x","@language":"a b"}}`, "no language tag"},
		{"ArrayOfStrings", `["http://s"]`, "a value that no node has"},
	} {
		_, warnings, err := jsonldLines(tt.document)
		if err != nil || !strings.Contains(strings.Join(warnings, "\n"), tt.says) {
			t.Errorf("%s: warnings %q, error %v; want one that says %q", tt.name, warnings,
				err, tt.says)
		}
	}
	for _, quiet := range []string{
		`{"@context":{"@vocab":"http://v/"},"@id":"http://s","name":"x"}`,
		`{"@context":{"name":"http://v/name"},"@graph":[{"@id":"http://s","name":"x"}]}`,
		`{"@context":{"p":{"@id":"http://p","@container":"@language"}},"@id":"http://s","p":{"en":"x"}}`,
	} {
		if _, warnings, err := jsonldLines(quiet); err != nil || len(warnings) > 0 {
			t.Errorf("%s: warnings %q, error %v; want none", quiet, warnings, err)
		}
	}
}

func TestIsJSONLD(t *testing.T) {
	for head, want := range map[string]bool{
		`{"@id":`: true, " \n[\n {": true, `{}`: true, `[["`: true,
		`[] a <x> .`: false, `[ a <x> ] .`: false, `[ <p> <o> ] .`: false, `<x> <y> <z>`: false, `{ <s>`: false, ``: false, `[`: false,
	} {
		if got := Is([]byte(head)); got != want {
			t.Errorf("isJSONLD(%q) = %v", head, got)
		}
	}
}

// FuzzJSONLD reads mutated documents: no panic, no error without a place.
func FuzzJSONLD(f *testing.F) {
	for _, seed := range []string{
		`{"@context":{"@vocab":"http://v/","p":{"@type":"@id"}},"@id":"_:b","p":"x","q":[1,2.5,true,null,{"@value":"integer","@type":"xsd:integer"}]}`,
		`[{"@id":"http://s","@type":["http://T"],"http://p":{"@list":["a",{"@id":"http://o"}]}}]`,
		`{"@context":[null,{"a":"http://a/","@language":"en"}],"@graph":[{"a:b":{"@set":["x"]},"@reverse":{"a:c":[{"@id":"a:d"}]}}]}`,
		`{"@context":{"i":{"@id":"http://i","@container":"@index"},"id":"@id"},"id":"http://s","i":{"k":{"@value":"x","@index":"y"}}}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, document string) {
		_, _, err := jsonldLines(document)
		var at *doc.ParseError
		if err != nil && !errors.As(err, &at) {
			t.Errorf("%q: error %q has no place", document, err)
		}
	})
}
