package web

import (
	"os/exec"
	"path/filepath"
	"testing"

	"box2el-owl/internal/chromium"
)

// TestFirefox runs the page's story in Firefox: upload, search, decision, changes, undo, history
// and query, without a message on the console.
func TestFirefox(t *testing.T) {
	firefox, err := exec.LookPath("firefox-esr")
	if err != nil {
		if firefox, err = exec.LookPath("firefox"); err != nil {
			t.Skip("no Firefox; install firefox-esr (Debian: apt-get install firefox-esr)")
		}
	}
	modules := chromium.Modules(t)
	if modules == "" {
		t.Skip(
			"no puppeteer-core; install npm and have network access (Debian: apt-get install npm)")
	}
	document, err := filepath.Abs("../testdata/cl-edit.ofn.gz")
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(t)
	s.start()
	out, err := exec.Command("node", "testdata/firefox.mjs", modules, firefox, s.ticket(),
		document).CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}
