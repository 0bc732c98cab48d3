package report

import (
	"bytes"
	"context"
	"flag"
	"fmt"
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

var screenshots = flag.String("screenshots", "", "write what the browser shows into this `FOLDER`")

// TestBrowser opens the page in a real browser, in light and dark, wide and narrow: it loads nothing, complains of nothing, is never
// wider than the screen, and its text can be told from its background.
func TestBrowser(t *testing.T) {
	ctx := startBrowser(t)
	var b bytes.Buffer
	if err := WriteHTML(&b, comparisonExample()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, width := range []int64{360, 768, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(fmt.Sprintf("%d-%s", width, scheme), func(t *testing.T) { inspect(t, ctx, file, width, scheme) })
		}
	}
}

// startBrowser starts the browser that is installed; without one the test is skipped.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("there is no chromium or google-chrome to open the page in")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser), chromedp.NoSandbox, chromedp.WSURLReadTimeout(time.Minute))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...) // the browser outlives the contexts of subtests
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("%s: %v", browser, err)
	}
	return ctx
}

// measured is what lookAtPage returns.
type measured struct {
	Scroll float64  `json:"scroll"`
	Wide   []string `json:"wide"`
	Faint  []string `json:"faint"`
	Main   int      `json:"main"`
	Open   int      `json:"open"`
}

func inspect(t *testing.T, browser context.Context, file string, width int64, scheme string) {
	ctx, cancel := chromedp.NewContext(browser)
	defer cancel()
	var mu sync.Mutex
	var complaints []string // guarded by mu
	complain := func(what string) {
		mu.Lock()
		defer mu.Unlock()
		complaints = append(complaints, what)
	}
	err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventConsoleAPICalled:
			complain("console: " + string(e.Type))
		case *runtime.EventExceptionThrown:
			complain("exception: " + e.ExceptionDetails.Text)
		case *log.EventEntryAdded:
			complain("log: " + e.Entry.Text)
		case *network.EventRequestWillBeSent:
			if url := e.Request.URL; url != "file://"+file && !strings.HasPrefix(url, "data:") {
				complain("request: " + url)
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
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 800), chromedp.Navigate("file://"+file)); err != nil {
		t.Fatal(err)
	}
	found, err := chromedp.Run(ctx, chromedp.Evaluate[measured](lookAtPage))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, complaint := range complaints {
		t.Error(complaint)
	}
	if found.Scroll > float64(width) {
		t.Errorf("the page is %g pixels wide; wider than it: %v", found.Scroll, found.Wide)
	}
	for _, faint := range found.Faint {
		t.Errorf("contrast: %s", faint)
	}
	if found.Main != 1 || found.Open == 0 {
		t.Errorf("%d main elements, %d details that could be opened", found.Main, found.Open)
	}
	if *screenshots != "" {
		if err := os.WriteFile(filepath.Join(*screenshots, fmt.Sprintf("page-%d-%s.png", width, scheme)), picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// lookAtPage opens all that can be opened, and measures: how wide the page is, what sticks out, and which text has a contrast of less than
// 4.5 with what lies behind it (WCAG 2.1, success criterion 1.4.3).
const lookAtPage = `(() => {
  const details = document.querySelectorAll('details');
  details.forEach(d => d.open = true);
  const width = document.documentElement.clientWidth;
  const wide = [...document.querySelectorAll('body *')]
    .filter(e => !e.closest('.scroll, .picture, pre, .skip') && e.getBoundingClientRect().right > width + 1)
    .map(e => e.tagName + '.' + e.className).slice(0, 10);
  const parse = color => (color.match(/[\d.]+/g) || []).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(s => s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = e => {
    if (e.closest('svg')) e = e.closest('svg').parentElement;
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length >= 3 && (c.length === 3 || c[3] > 0)) return c;
    }
    return [255, 255, 255];
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; node = walker.nextNode();) {
    const e = node.parentElement;
    if (!node.textContent.trim() || ['STYLE', 'title', 'desc'].includes(e.tagName)) continue;
    const style = getComputedStyle(e);
    const text = luminance(parse(e.closest('svg') ? style.fill : style.color)), ground = luminance(behind(e));
    const contrast = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
    if (contrast < 4.5) faint.push(contrast.toFixed(2) + ' ' + e.tagName + '.' + e.getAttribute('class') + ': ' + node.textContent.trim().slice(0, 40));
  }
  return {scroll: document.documentElement.scrollWidth, wide, faint: faint.slice(0, 10), main: document.querySelectorAll('main').length, open: details.length};
})()`
