package main

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestAPIDocument runs the commands of docs/api.md in one shell in the root of the project, against
// a real server.
func TestAPIDocument(t *testing.T) {
	for _, tool := range []string{"bash", "curl", "jq", "python3"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf(
				"no tools for the commands of docs/api.md; install curl, jq and python3 (there is no %s)", tool)
		}
	}
	text, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	script :=
		"set -euo pipefail\ntrap 'kill %1 2>/dev/null || true; rm -rf \"$BOX2EL_HOME\"' EXIT\n"
	blocks := strings.Split(string(text), "```sh\n")[1:]
	if len(blocks) < 10 {
		t.Fatalf("docs/api.md has %d blocks of commands", len(blocks))
	}
	for _, block := range blocks {
		commands, _, _ := strings.Cut(block, "```")
		script += commands
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	shell := exec.CommandContext(ctx, "bash", "-c", script)
	shell.Dir = "../.."
	shell.WaitDelay = 5 * time.Second // for a server that outlives the shell
	out, err := shell.CombinedOutput()
	if err != nil {
		t.Fatalf("%v; it had written:\n%s", err, out)
	}
	// One text of each part: hierarchy, training, suggestion, proof, query, history, document,
	// error.
	for _, want := range []string{
		"condition (3)", `"kind":"training"`, "speculative  new  diavola SubClassOf",
		"Nothing likely for diavola", "asserted: diavola SubClassOf pizza", `"margherita"`,
		"\taccept\t", "urn:box2el-owl:bad-document", "napoletana SubClassOf",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("nothing of it says %q:\n%s", want, out)
		}
	}
}
