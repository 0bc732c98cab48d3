package report

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"box2el-owl/internal/chromium"
)

// TestBrowser opens the page in a real browser, in light and dark mode, wide and narrow. The page
// must load nothing, log nothing and fit the screen; the contrast of its text must suffice and
// axe-core must find no violation.
func TestBrowser(t *testing.T) {
	browser := chromium.Start(t)
	axe := chromium.AxeSource(t)
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
			t.Run(fmt.Sprintf("%d-%s", width, scheme), func(t *testing.T) {
				tab := chromium.Open(t, browser, func(url string) bool { return url == "file://"+file })
				tab.Show(width, scheme)
				tab.Do(chromedp.Navigate("file://" + file))
				inspect(t, tab, width)
				if axe != "" {
					for _, wrong := range tab.Axe(axe) {
						t.Errorf("axe: %s", wrong)
					}
				}
				tab.Screenshot(fmt.Sprintf("report-%d-%s", width, scheme))
				for _, complaint := range tab.Complaints() {
					t.Error(complaint)
				}
			})
		}
	}
}

// measured is the result of lookAtPage.
type measured struct {
	Scroll float64  `json:"scroll"`
	Wide   []string `json:"wide"`
	Faint  []string `json:"faint"`
	Main   int      `json:"main"`
	Open   int      `json:"open"`
}

func inspect(t *testing.T, tab *chromium.Tab, width int64) {
	found := chromium.Evaluate[measured](tab, lookAtPage)
	if found.Scroll > float64(width) {
		t.Errorf("the page is %g pixels wide; wider than it: %v", found.Scroll, found.Wide)
	}
	for _, faint := range found.Faint {
		t.Errorf("contrast: %s", faint)
	}
	if found.Main != 1 || found.Open == 0 {
		t.Errorf("%d main elements, %d details that could be opened", found.Main, found.Open)
	}
}

// lookAtPage opens all sections and measures the width of the page, elements that exceed it, and
// text with a contrast below 4.5 (WCAG 2.1, success criterion 1.4.3).
const lookAtPage = `(() => {
  const details = document.querySelectorAll('details');
  details.forEach(d => d.open = true);
  const width = document.documentElement.clientWidth;
  const wide = [...document.querySelectorAll('body *')]
    .filter(e => !e.closest('.scroll, .picture, pre, .skip'))
    .filter(e => e.getBoundingClientRect().right > width + 1)
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
    const text = luminance(parse(e.closest('svg') ? style.fill : style.color));
    const ground = luminance(behind(e));
    const contrast = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
    if (contrast < 4.5) faint.push(contrast.toFixed(2) + ' ' + e.tagName + '.' +
      e.getAttribute('class') + ': ' + node.textContent.trim().slice(0, 40));
  }
  return {scroll: document.documentElement.scrollWidth, wide, faint: faint.slice(0, 10),
    main: document.querySelectorAll('main').length, open: details.length};
})()`
