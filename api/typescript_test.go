package api

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"box2el-owl/internal/chromium"
)

// TestTypeScript generates a client's types from the contract with openapi-typescript, compiles
// testdata/story.ts with them, and runs it against the server.
func TestTypeScript(t *testing.T) {
	modules := chromium.Modules(t)
	if modules == "" {
		t.Skip(
			"no openapi-typescript; install npm and have network access (Debian: apt-get install npm)")
	}
	dir := t.TempDir()
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	story, err := os.ReadFile("testdata/story.ts")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"story.ts": string(story),
		"package.json": `{"type": "module"}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	document, err := filepath.Abs("../examples/pizzeria.ttl")
	if err != nil {
		t.Fatal(err)
	}
	contract, err := filepath.Abs("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	h := start(t, Options{})
	for _, args := range [][]string{
		{"node_modules/openapi-typescript/bin/cli.js", contract, "--default-non-nullable=false",
			"-o", "schema.d.ts"},
		{"node_modules/typescript/lib/tsc.js", "--strict", "--target", "esnext", "--module",
			"esnext", "--moduleResolution", "bundler", "--types", "node", "story.ts"},
		{"story.js", h.url + basePath, h.token, document},
	} {
		command := exec.Command("node", args...)
		command.Dir = dir
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", args[0], err, out)
		}
		t.Logf("%s", out)
	}
}
