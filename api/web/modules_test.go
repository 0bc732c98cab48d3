package web

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"box2el-owl/internal/chromium"
)

// TestIndexRefersToAssets checks that the page refers to existing files below Folder.
func TestIndexRefersToAssets(t *testing.T) {
	index := string(Index())
	for _, name := range []string{"main.js", "style.css", "icon.svg"} {
		if !strings.Contains(index, `="`+Folder()+"/"+name+`"`) {
			t.Errorf("the page does not refer to %s in %s", name, Folder())
		}
		if _, err := fs.Stat(Assets(), name); err != nil {
			t.Error(err)
		}
	}
	if strings.Contains(index, "<style") || strings.Contains(index, "style=") ||
		strings.Contains(index, "onclick") {
		t.Error("the page has style or script of its own, which its policy forbids")
	}
}

// TestTypes checks the modules with the TypeScript compiler against the types in their comments,
// and for unused names.
func TestTypes(t *testing.T) {
	modules := chromium.Modules(t)
	if modules == "" {
		t.Skip(
			"no TypeScript compiler; install npm and have network access (Debian: apt-get install npm)")
	}
	files, err := filepath.Glob("assets/*.js")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	args := append([]string{filepath.Join(modules, "typescript", "lib", "tsc.js"), "--noEmit",
		"--allowJs", "--checkJs", "--target", "esnext", "--module", "esnext",
		"--lib", "esnext,dom,dom.iterable", "--noUnusedLocals", "--noUnusedParameters"}, files...)
	if out, err := exec.Command("node", args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestStages checks that the page has a word for each stage of a job.
func TestStages(t *testing.T) {
	source, err := fs.ReadFile(Assets(), "view-ontology.js")
	if err != nil {
		t.Fatal(err)
	}
	words := regexp.MustCompile(`const stages = .*`).Find(source)
	reported := regexp.MustCompile(`[pP]rogress(?:\.Report)?\("(\w+)"`)
	found := 0
	for _, dir := range []string{"owl/el", "reasoner", "embed", "suggest", "report"} {
		err := filepath.WalkDir("../../"+dir, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, stage := range reported.FindAllSubmatch(text, -1) {
				found++
				if !regexp.MustCompile(`\b` + string(stage[1]) + `:`).Match(words) {
					t.Errorf("%s: no word for the stage %q", path, stage[1])
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 5 {
		t.Errorf("only %d stages found", found)
	}
}

// TestModules calls functions of the page in the browser with unusual values.
func TestModules(t *testing.T) {
	browser := chromium.Start(t)
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServerFS(Assets()))
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte(`<!doctype html><title>modules</title><link rel="icon" href="data:,">`))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	tab := chromium.Open(t, browser,
		func(url string) bool { return strings.HasPrefix(url, server.URL) })
	tab.Do(chromedp.Navigate(server.URL))
	for _, test := range []struct {
		name, module, script string
		want                 []string
	}{
		{"a class in the address", "route", `['http://x.org/a#b', 'http://x.org/50%/a b', 'urn:é:日本', 'a/b/c'].map(iri => m.parse(m.classPlace('abc1', iri)).arg)`,
			[]string{"http://x.org/a#b", "http://x.org/50%/a b", "urn:é:日本", "a/b/c"}},
		{"odd addresses", "route", `['', '#', '#/', '#/x', '#/o', '#/o/../class', '#/o/A!', '#/o/a1/%', '#/o/a1'].map(h => JSON.stringify(m.parse(h)))`,
			[]string{`{"view":"ontologies"}`, `{"view":"ontologies"}`, `{"view":"ontologies"}`,
				`{"view":"ontologies"}`, `{"view":"ontologies"}`, `{"view":"ontologies"}`,
				`{"view":"ontologies"}`, `{"id":"a1","view":"%"}`, `{"id":"a1","view":"review"}`}},
		{"probabilities", "dom", `[0, 1e-9, 0.001, 0.0312, 0.5, 0.999, 0.99999, 1].map(m.percent)`,
			[]string{"0%", "< 0.1%", "0.1%", "3.1%", "50%", "99.9%", "> 99.9%", "100%"}},
		{"keywords, but not in names", "axioms", `["'part of some' SubClassOf r some (A and not B)", "'it\\'s and' EquivalentTo: x", "andy o orange"].map(text => {
			const e = m.manchester(text);
			return (e.textContent === text) + ' ' +
				[...e.querySelectorAll('.kw')].map(k => k.textContent).join(' ')})`,
			[]string{"true SubClassOf some and not", "true EquivalentTo:", "true o"}},
		{"text stays text, and a name does not turn the text around it", "axioms", `["<img src=x onerror=alert(1)>", "'</span><script>x</script>'"].map(text => {
			const e = m.manchester(text);
			return (e.textContent === text) + ' ' +
				[...e.querySelectorAll('*')].map(k => k.localName).join(' ')})`,
			[]string{"true ", "true bdi"}},
		{"names", "axioms", `[{label: 'x'}, {label: 'x', id: 'x'}, {label: 'x', id: 'X:1'}].map(name => {
			const e = document.createElement('p');
			e.append(...m.nameOf(name).filter(Boolean));
			return e.innerHTML})`,
			[]string{"<bdi>x</bdi>", `<bdi>x</bdi><span class="id"> no&nbsp;label</span>`,
				`<bdi>x</bdi><span class="id"> X:1</span>`}},
		{"errors", "dom", `[{line: 1, column: 10}, {line: 12}, {column: 13, field: '/axioms/0'}, {column: 1},
			{line: 1, column: 1}, {field: '/steps'}, undefined].map(body => m.fault({message: 'bad', body}).textContent)`,
			[]string{"bad (line 1, column 10)", "bad (line 12)", "bad (column 13)", "bad", "bad",
				"steps: bad", "bad"}},
		{"texts of the server", "dom",
			`['no class is called x', 'a.ofn: not an ontology', 'owl:Thing is', 'The'].map(m.sentence)`,
			[]string{"No class is called x", "a.ofn: not an ontology", "owl:Thing is", "The"}},
		{"a proof whose tree would have 2^60 leaves", "axioms", `(() => {
			const proof = Array.from({length: 60}, (_, i) => ({conclusion: 'c', manchester: 'C' + i,
				rule: 'NF1', premises: i ? [i - 1, i - 1] : [], axioms: []}));
			const e = m.explanationOf({entailed: true, proof});
			document.documentElement.append(e);
			return [String(e.querySelectorAll('li').length < 40),
				e.querySelector('summary').textContent]})()`,
			[]string{"true", "C59 superclass"}},
		{"no proof to show", "axioms", `[m.explanationOf({entailed: false}).textContent, m.explanationOf({entailed: true, note: 'It is a tautology.'}).textContent]`,
			[]string{"Not entailed.", "It is a tautology."}},
	} {
		got := chromium.Evaluate[[]string](tab, `import('/`+test.module+`.js').then(m => `+
			test.script+`)`)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s (-want +got):\n%s", test.name, cmp.Diff(test.want, got))
		}
	}
	for _, complaint := range tab.Complaints() {
		t.Error(complaint)
	}
}
