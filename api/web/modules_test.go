package web

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
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
		{"text stays text", "axioms", `["<img src=x onerror=alert(1)>", "'</span><script>x</script>'"].map(text => {
			const e = m.manchester(text);
			return (e.textContent === text) + ' ' +
				[...e.querySelectorAll('*')].map(k => k.localName).join(' ')})`,
			[]string{"true ", "true "}},
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
