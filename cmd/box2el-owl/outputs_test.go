package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"box2el-owl/internal/golden"
	"box2el-owl/internal/outside"
)

// recorded lists command lines for each document of the record. FILE is the document.
var recorded = map[string][]string{
	"heart.owl": {
		"classify FILE", "classify FILE --json", "classify FILE -f tree", "classify FILE -f ofn",
		"classify FILE -f ttl --include-asserted", "stats FILE --json", "profile FILE", "triples FILE",
		"convert FILE - --format turtle", "convert FILE - --format functional", "convert FILE - --format rdfxml",
		"convert FILE - --format jsonld", "explain FILE Endocarditis HeartDisease",
		"query FILE Tissue", "suggest FILE --tier speculative --json", "suggest FILE Endocardium",
	},
	"pizzeria.ttl": {
		"classify FILE -f tsv", "classify FILE --json", "classify FILE -f tree", "stats FILE --json",
		"profile FILE --json", "convert FILE - --format functional", "convert FILE - --format rdfxml",
		"query FILE 'hot pizza' --json", "explain FILE GardenHamTopping", "explain FILE GardenHamTopping --repairs 3",
		"suggest FILE --tier all --json --limit 500", "suggest FILE --doubtful --json",
		"suggest FILE --form definition --json", "suggest FILE diavola --verdict all --effect --tier speculative",
		"place FILE --label 'spicy vegetarian pizza' --json", "check FILE 'diavola SubClassOf pizza' --json",
		"train FILE --dim 8 --steps 50 --json", "evaluate FILE --dim 8 --steps 100 --json",
		"report FILE --dim 8 --steps 50 --json", "report FILE --dim 8 --steps 50 --format tsv",
	},
	"people.ofn": {
		"classify FILE", "realize FILE", "realize FILE --json", "query FILE Person --json",
		"stats FILE", "profile FILE", "convert FILE - --format turtle", "suggest FILE --json",
	},
	"places.obo": {
		"classify FILE -f tsv", "suggest FILE", "suggest FILE --json", "suggest FILE --tier all --json --limit 300",
		"suggest FILE --doubtful", "convert FILE - --format functional", "stats FILE --json",
		"place FILE --label 'salt marsh' --definition 'A marsh whose water is saline.' --json",
		"check FILE 'underground river SubClassOf river' --json",
	},
}

// recordedOutside lists command lines for each ontology of the outside test data with a golden
// file.
var recordedOutside = []string{
	"classify FILE -f tsv", "classify FILE --json", "stats FILE --json", "profile FILE --json",
	"suggest FILE --json", "suggest FILE --doubtful --json --limit 200",
	"suggest FILE --classes CLASSES --tier speculative --verdict all --json",
}

// TestOutputs compares the outputs of commands on the examples, and on ontologies of the outside
// test data, with golden files: the first lines of each output, its size and its hash. Times are
// left out. After an intended change of an output, run the test with -update and give the reason in
// the change log.
func TestOutputs(t *testing.T) {
	used := make(map[string]bool)
	check := func(t *testing.T, path string, commands []string) {
		name := filepath.Join("testdata", "record", filepath.Base(path)+".txt")
		used[name] = true
		var out bytes.Buffer
		for _, command := range commands {
			fmt.Fprintf(&out, "$ %s\n%s\n", command, recordOf(t, path, command))
		}
		golden.Check(t, name, out.Bytes())
	}
	for name, commands := range recorded {
		t.Run(name, func(t *testing.T) {
			check(t, filepath.Join("..", "..", "examples", name), commands)
		})
	}
	t.Run("outside", func(t *testing.T) {
		if testing.Short() {
			t.Skip("reads large ontologies")
		}
		for _, path := range outside.Glob(t, "ontologies", "*.*") {
			name := filepath.Join("testdata", "record", filepath.Base(path)+".txt")
			if _, err := os.Stat(name); err != nil {
				continue
			}
			t.Run(filepath.Base(path), func(t *testing.T) { check(t, path, recordedOutside) })
		}
	})
}

// volatile matches what differs from run to run: times, speeds, memory and models' folders.
var volatile = regexp.MustCompile(
	`\d+(\.\d+)? (ms|µs|s|min|MB)\b|\d+ steps/s|/\S*/models/|` +
		`"(\w*Millis|seconds|stepsPerSecond|made|peak\w+)": ?"?[-+0-9.eTZ:]+"?|` +
		`provenance\t(seconds\t[^\n]*|\t*made\t[^\n]*)`)

// recordOf runs a command in an empty home and returns the first lines of the output, its size and
// its hash, and those of what it wrote for people.
func recordOf(t *testing.T, path, command string) string {
	t.Setenv("BOX2EL_HOME", t.TempDir())
	var args []string
	for _, a := range regexp.MustCompile(`'[^']*'|\S+`).FindAllString(command, -1) {
		switch a = strings.Trim(a, "'"); a {
		case "FILE":
			a = path
		case "CLASSES":
			a = someClasses(t, path)
		}
		args = append(args, a)
	}
	var out, errs bytes.Buffer
	code := execute(t.Context(), args, &streams{in: strings.NewReader(""), out: &out, err: &errs})
	document := strings.NewReplacer(path, "FILE")
	return fmt.Sprintf("exit code %d\n%s%s", code, summaryOf(document.Replace(out.String())),
		summaryOf(document.Replace(errs.String())))
}

// someClasses writes the subjects of 80 lines of the class hierarchy to a file and returns its
// path.
func someClasses(t *testing.T, path string) string {
	var out bytes.Buffer
	args := []string{"classify", path, "-f", "tsv", "-q"}
	if code := execute(t.Context(), args,
		&streams{out: &out, err: &bytes.Buffer{}}); code != exitDone {
		t.Fatalf("%v: exit code %d", args, code)
	}
	var classes []string
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i := 0; i < len(lines) && len(classes) < 80; i += 1 + len(lines)/80 {
		if sub, _, _ := strings.Cut(lines[i], "\t"); sub != "EQ" && sub != "UNSAT" {
			classes = append(classes, sub)
		}
	}
	file := filepath.Join(t.TempDir(), "classes")
	if err := os.WriteFile(file, []byte(strings.Join(classes, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func summaryOf(output string) string {
	output = volatile.ReplaceAllString(output, "TIME")
	if output == "" {
		return ""
	}
	const shown, columns = 4, 160
	var head strings.Builder
	n := 0
	for line := range strings.Lines(output) {
		if n++; n <= shown {
			line = strings.TrimRight(line, "\n")
			fmt.Fprintf(&head, "| %s\n", line[:min(columns, len(line))])
		}
	}
	return fmt.Sprintf("%s%d lines, %d bytes, sha256 %x\n", head.String(), n, len(output),
		sha256.Sum256([]byte(output)))
}
