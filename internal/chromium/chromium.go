// Package chromium opens pages in a real browser for tests. It starts an installed Chromium or
// Chrome, records console messages and requests of the page, takes screenshots, and runs the
// accessibility checks of axe-core (testdata/package.json, installed by npm).
package chromium

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Start starts the browser; the test is skipped if none is installed. Open opens windows in it.
func Start(t *testing.T) context.Context {
	t.Helper()
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome",
		"google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("no browser to open pages in; install chromium (Debian: apt-get install chromium)")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser),
		chromedp.NoSandbox, chromedp.WSURLReadTimeout(time.Minute))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(),
		options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("%s: %v", browser, err)
	}
	return ctx
}

// Tab is a window of the browser with the complaints about its page.
type Tab struct {
	Ctx context.Context
	T   *testing.T // fails if an action fails

	mu         sync.Mutex
	complaints []string // guarded by mu
	forgiving  bool     // guarded by mu
}

// Open opens a window. Console messages, exceptions and requests to URLs that own rejects are
// complaints.
func Open(t *testing.T, browser context.Context, own func(url string) bool) *Tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	tab := &Tab{Ctx: ctx, T: t}
	err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventConsoleAPICalled:
			what := "console: " + string(e.Type)
			for _, value := range e.Args {
				what += fmt.Sprintf(" %s%s", value.Value, value.Description)
			}
			tab.complain(what)
		case *runtime.EventExceptionThrown:
			what := e.ExceptionDetails.Text
			if e.ExceptionDetails.Exception != nil {
				what += " " + e.ExceptionDetails.Exception.Description
			}
			tab.complain("exception: " + what)
		case *log.EventEntryAdded:
			tab.complain("log: " + e.Entry.Text + " " + e.Entry.URL)
		case *network.EventRequestWillBeSent:
			if url := e.Request.URL; !own(url) && !strings.HasPrefix(url, "data:") {
				tab.complain("request: " + url)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, log.Enable, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	return tab
}

func (tab *Tab) complain(what string) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	if !tab.forgiving {
		tab.complaints = append(tab.complaints, what)
	}
}

// Forgive sets whether complaints are ignored from now on, for example while a server is stopped.
func (tab *Tab) Forgive(forgiving bool) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.forgiving = forgiving
}

// Complaints returns the complaints since its last call.
func (tab *Tab) Complaints() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	all := tab.complaints
	tab.complaints = nil
	return all
}

// Do runs actions in the window. An error fails the test.
func (tab *Tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	tab.T.Helper()
	if err := chromedp.Do(tab.Ctx, actions...); err != nil {
		tab.T.Fatal(err)
	}
}

// Evaluate returns the value of a script in the page.
func Evaluate[T any](tab *Tab, script string) T {
	tab.T.Helper()
	value, err := chromedp.Run(tab.Ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		tab.T.Fatalf("%.100s: %v", script, err)
	}
	return value
}

// Show sets the width of the viewport and the preferred color scheme, light or dark.
func (tab *Tab) Show(width int64, scheme string) {
	tab.T.Helper()
	feature := &emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{feature}}
	if _, err := chromedp.Call(tab.Ctx, emulation.SetEmulatedMedia, media); err != nil {
		tab.T.Fatal(err)
	}
	tab.Do(chromedp.EmulateViewport(width, 800))
}

// Screenshot writes a screenshot into the directory $BOX2EL_SCREENSHOTS, if it is set.
func (tab *Tab) Screenshot(name string) {
	tab.T.Helper()
	dir := os.Getenv("BOX2EL_SCREENSHOTS")
	if dir == "" {
		return
	}
	screenshot, err := chromedp.Run(tab.Ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), screenshot, 0o644)
	}
	if err != nil {
		tab.T.Fatal(err)
	}
}

// Width returns the width of the page in pixels. If it exceeds that of the window, the page scrolls
// horizontally.
func (tab *Tab) Width() int {
	tab.T.Helper()
	return Evaluate[int](tab, `document.documentElement.scrollWidth`)
}

// Axe returns the violations that axe-core finds in the current page, one per line.
func (tab *Tab) Axe(axe string) []string {
	tab.T.Helper()
	found := Evaluate[string](tab, axe+`;
axe.run(document, {resultTypes: ['violations']}).then(result => JSON.stringify(
  result.violations.flatMap(v => v.nodes.map(node =>
    v.id + ': ' + v.help + ': ' + node.html.slice(0, 200) + ' ' +
    node.any.concat(node.all, node.none).map(c => c.message).join('; ')))))`)
	var lines []string
	if err := json.Unmarshal([]byte(found), &lines); err != nil {
		tab.T.Fatal(err)
	}
	return lines
}

// AxeSource returns the script of axe-core, or "" with a log message if it is not installed and npm
// cannot install it.
func AxeSource(t *testing.T) string {
	t.Helper()
	modules := Modules(t)
	if modules == "" {
		return ""
	}
	script, err := os.ReadFile(filepath.Join(modules, "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}

// Modules returns the node_modules directory for testdata/package.json, installed by npm if
// necessary, or "" if that fails.
func Modules(t *testing.T) string {
	t.Helper()
	modules, err := install()
	if err != nil {
		t.Logf("axe-core and typescript are missing, so their checks are skipped: %v",
			err)
	}
	return modules
}

//go:embed testdata/package.json testdata/package-lock.json
var packages embed.FS

// install runs npm with package-lock.json in a subdirectory of the user's cache directory named
// after the hash of that file. Concurrent tests may call it: the directory is renamed when it is
// complete.
var install = sync.OnceValues(func() (string, error) {
	lock, err := packages.ReadFile("testdata/package-lock.json")
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	cache = filepath.Join(cache, "box2el-owl-tests")
	hash := sha256.Sum256(lock)
	done := filepath.Join(cache, hex.EncodeToString(hash[:8]))
	modules := filepath.Join(done, "node_modules")
	if _, err := os.Stat(modules); err == nil {
		return modules, nil
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp(cache, "install-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	inner, err := fs.Sub(packages, "testdata")
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(dir, inner); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	npm := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	npm.Dir = dir
	if out, err := npm.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm ci: %w %s", err, out)
	}
	if err := os.Rename(dir, done); err != nil {
		if _, other := os.Stat(modules); other != nil { // otherwise another test was faster
			return "", err
		}
	}
	return modules, nil
})
