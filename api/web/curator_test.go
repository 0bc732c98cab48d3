package web

import (
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/chromedp/chromedp"

	"box2el-owl/internal/chromium"
)

// curator performs the actions of a person in a window.
type curator struct {
	*chromium.Tab
	axe string
}

// vocabulary defines functions for conditions.
const vocabulary = `const q = s => document.querySelector(s),
  all = s => [...document.querySelectorAll(s)], text = () => document.body.innerText,
  shown = s => all(s).filter(e => e.checkVisibility()),
  called = t => shown('button, a, summary').find(e => e.textContent.trim() === t);`

func (p *curator) holds(condition string) bool {
	p.T.Helper()
	return chromium.Evaluate[bool](p.Tab, `(() => {`+vocabulary+` return Boolean(`+condition+
		`)})()`)
}

// until waits for a condition and runs scripts before each check.
func (p *curator) until(what, condition string, do ...string) {
	p.T.Helper()
	for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); time.Sleep(
		30 * time.Millisecond) {
		if len(do) > 0 {
			p.holds(do[0])
		}
		if p.holds(condition) {
			return
		}
	}
	p.Screenshot("failed")
	p.T.Fatalf("waited in vain: %s; the page says:\n%s\n%v", what,
		chromium.Evaluate[string](p.Tab, `document.body.innerText`), p.Complaints())
}

// click presses the button or link with a name.
func (p *curator) click(name string) {
	p.T.Helper()
	p.until("there is "+name, fmt.Sprintf(
		`(b => b && !b.disabled && (b.click(), true))(called(%q))`, name))
}

// fill writes into the field with a label.
func (p *curator) fill(label, value string) {
	p.T.Helper()
	p.until("there is a field "+label,
		fmt.Sprintf(`shown('label').some(l => l.textContent === %q)`, label))
	p.holds(
		fmt.Sprintf(
			`(field => (field.value = %q, field.dispatchEvent(new Event('change'))))(shown('label').find(l => l.textContent === %q).control)`, value, label))
}

// press sends a key to the focused element.
func (p *curator) press(key string) {
	p.T.Helper()
	p.Do(chromedp.KeyEvent(key))
}

// look checks that the page is usable, narrow in light mode and wide in dark mode; with
// $BOX2EL_SCREENSHOTS, at three usual widths in both modes. The texts in said may be logged as
// errors; nothing else may.
func (p *curator) look(name string, said ...string) {
	p.T.Helper()
	screens := []screen{{360, "light"}, {1280, "dark"}}
	if os.Getenv("BOX2EL_SCREENSHOTS") != "" {
		screens = nil
		for _, width := range []int64{390, 1024, 1440} {
			screens = append(screens, screen{width, "light"}, screen{width, "dark"})
		}
	}
	for _, s := range screens {
		p.Show(s.width, s.scheme)
		where := fmt.Sprintf("%s-%d-%s", name, s.width, s.scheme)
		for _, fault := range chromium.Evaluate[[]string](p.Tab,
			`[...document.querySelectorAll('.error')].map(e => e.textContent)`) {
			if !slices.Contains(said, fault) {
				p.T.Errorf("%s: the page says %q", where, fault)
			}
		}
		if wide := p.Width(); wide > int(s.width) {
			p.T.Errorf("%s: the page is %d pixels wide: %q", where, wide,
				chromium.Evaluate[[]string](p.Tab, `[...document.body.querySelectorAll('*')]
					.filter(e => e.getBoundingClientRect().right > innerWidth)
					.map(e => e.outerHTML.slice(0, 150)).slice(-3)`))
		}
		if p.axe != "" {
			for _, wrong := range p.Axe(p.axe) {
				p.T.Errorf("%s: axe: %s", where, wrong)
			}
		}
		p.Screenshot("page-" + where)
	}
	for _, complaint := range p.Complaints() {
		p.T.Errorf("%s: %s", name, complaint)
	}
}

// screen is a size and color scheme.
type screen struct {
	width  int64
	scheme string
}
