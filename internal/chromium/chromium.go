// Package chromium opens pages in a real browser for tests: it starts the Chromium or Chrome that is installed, notes what the page complains
// of and what it asks for, takes pictures, and has axe-core (testdata/package.json, by npm) look for what keeps people out.
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

// Start starts the browser; without one the test is skipped. Open opens windows in it.
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
		options...) // the browser outlives the contexts of subtests
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("%s: %v", browser, err)
	}
	return ctx
}

// Tab is a window of the browser, and what has been complained of in it.
type Tab struct {
	Ctx context.Context
	T   *testing.T // who is told of what goes wrong

	mu         sync.Mutex
	complaints []string // guarded by mu
	forgiving  bool     // guarded by mu
}

// Open opens a window. Requests to addresses that own does not know are complaints, as is all that is written to the console.
func Open(t *testing.T, browser context.Context, own func(url string) bool) *Tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	tab := &Tab{Ctx: ctx, T: t}
	err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventConsoleAPICalled:
			tab.complain("console: " + string(e.Type))
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

// Forgive says whether complaints are left out from now on, as while a server is away.
func (tab *Tab) Forgive(forgiving bool) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.forgiving = forgiving
}

// Complaints returns what has been complained of since it was asked last.
func (tab *Tab) Complaints() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	all := tab.complaints
	tab.complaints = nil
	return all
}

// Do does something in the window; an error ends the test.
func (tab *Tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	tab.T.Helper()
	if err := chromedp.Do(tab.Ctx, actions...); err != nil {
		tab.T.Fatal(err)
	}
}

// Evaluate returns what a script makes of the page.
func Evaluate[T any](tab *Tab, script string) T {
	tab.T.Helper()
	value, err := chromedp.Run(tab.Ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		tab.T.Fatalf("%.100s: %v", script, err)
	}
	return value
}

// Show sets the width of the screen, and the scheme of colours, light or dark, that the reader prefers.
func (tab *Tab) Show(width int64, scheme string) {
	tab.T.Helper()
	media :=
		emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if _, err := chromedp.Call(tab.Ctx, emulation.SetEmulatedMedia, media); err != nil {
		tab.T.Fatal(err)
	}
	tab.Do(chromedp.EmulateViewport(width, 800))
}

// Picture writes what the window shows into the folder $BOX2EL_SCREENSHOTS, if that is set.
func (tab *Tab) Picture(name string) {
	tab.T.Helper()
	folder := os.Getenv("BOX2EL_SCREENSHOTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(tab.Ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644)
	}
	if err != nil {
		tab.T.Fatal(err)
	}
}

// Width returns how wide the page is in pixels; more than the window has is a page that must be moved to the side.
func (tab *Tab) Width() int {
	tab.T.Helper()
	return Evaluate[int](tab, `document.documentElement.scrollWidth`)
}

// Axe returns what axe-core finds wrong with the page as it stands, a line each.
func (tab *Tab) Axe(axe string) []string {
	tab.T.Helper()
	found := Evaluate[string](tab, axe+`;
axe.run(document, {resultTypes: ['violations']}).then(result => JSON.stringify(result.violations.flatMap(v =>
  v.nodes.map(node => v.id + ': ' + v.help + ': ' + node.html.slice(0, 200) + ' ' + node.any.concat(node.all, node.none).map(c => c.message).join('; ')))))`)
	var lines []string
	if err := json.Unmarshal([]byte(found), &lines); err != nil {
		tab.T.Fatal(err)
	}
	return lines
}

// AxeSource returns the script of axe-core; where it is not installed and npm is missing or cannot install it, "", with a word in the test's log.
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

// Modules returns the folder of what testdata/package.json names, installed by npm if it has not been; "" where that cannot be done.
func Modules(t *testing.T) string {
	t.Helper()
	modules, err := install()
	if err != nil {
		t.Logf("axe-core and typescript are not there, so that nothing is checked with them: %v",
			err)
	}
	return modules
}

//go:embed testdata/package.json testdata/package-lock.json
var packages embed.FS

// install has npm install exactly what package-lock.json says, into a folder of the user's cache that is named after it. Several tests may do so at
// once: the folder gets its name when it is complete.
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
	folder, err := os.MkdirTemp(cache, "install-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	inner, err := fs.Sub(packages, "testdata")
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(folder, inner); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	npm := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	npm.Dir = folder
	if out, err := npm.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm ci: %w %s", err, out)
	}
	if err := os.Rename(folder, done); err != nil {
		if _, other := os.Stat(modules); other != nil { // else another test was faster
			return "", err
		}
	}
	return modules, nil
})
