package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// download activates a link and returns the file that the browser stores.
func (p *tasks) download(name string) []byte {
	p.T.Helper()
	dir := p.T.TempDir()
	_, err := chromedp.Call(p.Ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
	})
	if err != nil {
		p.T.Fatal(err)
	}
	p.activate(name)
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(
		50 * time.Millisecond) {
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil {
			p.T.Fatal(err)
		}
		if len(files) != 1 || strings.HasSuffix(files[0], ".crdownload") {
			continue
		}
		content, err := os.ReadFile(files[0])
		if err != nil {
			p.T.Fatal(err)
		}
		return content
	}
	p.T.Fatalf("%s is not stored", name)
	return nil
}

// exports is task T5: a patch of five accepted axioms for a clone of the repository, and the edited
// document.
func (p *tasks) exports() {
	p.T.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		p.T.Skip("no git")
	}
	p.begin()
	p.activate("Changes")
	patch := p.download("Patch")
	p.end("T5", 2)
	p.until("five changes with their evidence", `/\+5 −0 axioms/.test(q('.summary').textContent) &&
		all('.changes .plus').length === 5 && shown('.detail .why li').length > 0`)
	p.usable("changes")
	edited := p.download("Document")

	packed, err := os.Open("../testdata/cl-edit.ofn.gz")
	if err != nil {
		p.T.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		p.T.Fatal(err)
	}
	given, err := io.ReadAll(unpacked)
	if err != nil {
		p.T.Fatal(err)
	}
	clone := p.T.TempDir()
	file := filepath.Join(clone, "cl-edit.ofn")
	if err := os.WriteFile(file, given, 0o600); err != nil {
		p.T.Fatal(err)
	}
	git := func(input []byte, args ...string) string {
		p.T.Helper()
		command := exec.Command("git", append([]string{"-C", clone, "-c", "user.name=t", "-c",
			"user.email=t@x"}, args...)...)
		command.Stdin = bytes.NewReader(input)
		out, err := command.CombinedOutput()
		if err != nil {
			p.T.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	git(nil, "init", "-q")
	git(nil, "add", ".")
	git(nil, "commit", "-qm", "as given")
	git(patch, "apply", "-")
	after, err := os.ReadFile(file)
	if err != nil {
		p.T.Fatal(err)
	}
	if !bytes.Equal(after, edited) {
		p.T.Error("the patched file is not the edited document")
	}
	stat := strings.Fields(git(nil, "diff", "--numstat"))
	plus, _ := strconv.Atoi(stat[0])
	minus, _ := strconv.Atoi(stat[1])
	p.T.Logf("T5: git diff has %d added and %d removed lines", plus, minus)
	if plus+minus > 10 || plus+minus == 0 {
		p.T.Errorf("git diff has %d lines, want 1 to 10", plus+minus)
	}
	var added []string
	for line := range strings.Lines(git(nil, "diff", "-U0")) {
		if strings.HasPrefix(line, "+SubClassOf") {
			added = append(added, line)
		}
	}
	if accepted := p.accepted(); len(added) != len(accepted) {
		p.T.Errorf("the diff adds %q, accepted are %q", added, accepted)
	}
}
