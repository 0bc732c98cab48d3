package box2elowl_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// phrases are expressions that a reader has to read twice.
var phrases = regexp.MustCompile(`(?i)` + strings.Join([]string{
	`^\w+ (is|are) (what|how|where|whether|who|whoever|whatever)\b`,
	`^\w+ says?\b`,
	`\bstands?\b`,
	`\btold\b`,
	`\bgrounds?\b`,
	`\b(nobody|somebody|anybody|whoever|whatever)\b`,
	`\b(lies|beside|amid)\b`,
	`\b(is|are) to be\b`,
	`\bwhat there is\b`,
	`\bwhere there (is|are)\b`,
	`\bgo(es)? on\b`,
	`\blets? go of\b`,
	`\bhands? (out|in|on|over)\b`,
	`\b(gives?|given) (up|back)\b`,
	`\bcomes? (out|along|in)\b`,
	`\bso many\b`,
	`\banew\b`,
	`\bin any case\b`,
	`\bas (it is|it stands|they are|they stand)\b`,
	`\b(former|hardly)\b`,
	`\bthe like\b`,
	`\bof which\b`,
	`\bspeaks? (for|of|against)\b`,
	`\bturns? on\b`,
	`\bwhat follows\b`,
	`\bby (itself|themselves)\b`,
	`(?-i:^Of (a|an|the|what|each|all)\b)`,
	`^Wh(at|o)\b`,
	`\bno number any more\b|\bleft the numbers\b|\bcaught up\b|\bsees? to\b`,
}, "|"))

// inlineCode is code within a sentence of a document.
var inlineCode = regexp.MustCompile("`[^`\n]+`")

// maxColumns is the length of the longest line. Tables and URLs may be longer.
const maxColumns = 100

// unread are the folders and files that are not held to the two tests below, with the reason.
var unread = map[string]string{
	"api/contract/contract.gen.go":              "generated",
	"embed/internal/kernel/avx2_stubs_amd64.go": "generated",
	"CHANGELOG.md":   "entries of released versions stay",
	"docs/decisions": "records of what was decided then",
	"NOTICE":         "names and licenses of others",
}

// exceptions are sentences that may have a phrase, by file and text, with the reason.
var exceptions = map[string]string{
	"api/openapi.yaml: who: {type: string, maxLength: 200}":                                                                  "a field of the API",
	"api/openapi.yaml: who: {type: string}":                                                                                  "a field of the API",
	"suggest/asserted/words.go: towards upon as than after before behind beneath beside versus vs via regarding":             "English prepositions",
	"suggest/asserted/words.go: abandoned dead drained dried dry extinct former fake failed lost missing presumptive pseudo": "privative words",
	"suggest/superclass/genus.go: region area subdivision group set collection series type former potential candidate":       "privative words",
}

// TestLanguage looks for phrases in comments, messages, documents and pages, and for lines that are
// too long.
func TestLanguage(t *testing.T) {
	used := make(map[string]bool)
	files := trackedFiles(t)
	for path := range unread {
		if !slices.ContainsFunc(files, func(f string) bool { return covered(f, []string{path}) }) {
			t.Errorf("unread: there is no %s any more", path)
		}
	}
	for _, file := range files {
		if covered(file, slices.Collect(maps.Keys(unread))) {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var texts []text
		switch filepath.Ext(file) {
		case ".go":
			texts = goTexts(t, file, data)
			checkColumns(t, file, string(data))
		case ".md":
			texts = paragraphs(1, inlineCode.ReplaceAllString(string(data), ""))
		case ".java":
			texts = javaTexts(string(data))
			checkColumns(t, file, string(data))
		case ".js", ".html", ".yaml":
			texts = lineTexts(string(data))
		}
		for _, x := range texts {
			if found := phrases.FindString(x.text); found != "" {
				key := file + ": " + strings.TrimSpace(x.text)
				if exceptions[key] != "" {
					used[key] = true
					continue
				}
				t.Errorf("%s:%d: %q in: %s", file, x.line, found, strings.TrimSpace(x.text))
			}
		}
	}
	for key := range exceptions {
		if !used[key] {
			t.Errorf("exceptions: nothing has %q any more", key)
		}
	}
}

// text is a paragraph or line of a file.
type text struct {
	line int // the first one
	text string
}

// goTexts returns the paragraphs of the comments, and the string literals with at least two words.
func goTexts(t *testing.T, name string, data []byte) []text {
	t.Helper()
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, name, data, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var texts []text
	for _, group := range parsed.Comments {
		texts = append(texts, paragraphs(files.Position(group.Pos()).Line, group.Text())...)
	}
	if strings.HasSuffix(name, "_test.go") {
		return texts
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if s, ok := n.(*ast.BasicLit); ok && s.Kind == token.STRING && strings.Contains(s.Value, " ") {
			texts = append(texts, text{files.Position(s.Pos()).Line, strings.Trim(s.Value, "`\"")})
		}
		return true
	})
	return texts
}

// paragraphs returns the paragraphs of a text without headings and blocks of code.
func paragraphs(line int, data string) []text {
	var texts []text
	var open []string
	end := func(at int) {
		if len(open) > 0 {
			texts = append(texts, text{at - len(open), strings.Join(open, " ")})
			open = nil
		}
	}
	code := false
	for l := range strings.Lines(data) {
		l = strings.TrimSpace(l)
		fence := strings.HasPrefix(l, "```")
		code = code != fence
		if code || fence || l == "" || l[0] == '#' {
			end(line)
		} else {
			open = append(open, l)
		}
		line++
	}
	end(line)
	return texts
}

// javaTokens are the comments and literals of Java.
var javaTokens = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|"(\\.|[^"\\\n])*"|'(\\.|[^'\\\n])*'`)

// javaTexts returns the lines of the comments, and the string literals with at least two words.
func javaTexts(data string) []text {
	var texts []text
	for _, at := range javaTokens.FindAllStringIndex(data, -1) {
		token, before := data[at[0]:at[1]], strings.Count(data[:at[0]], "\n")
		if token[0] != '/' && !strings.Contains(token, " ") {
			continue
		}
		for _, x := range lineTexts(strings.Trim(token, `"`)) {
			texts = append(texts, text{before + x.line, x.text})
		}
	}
	return texts
}

// lineTexts returns the lines of a file.
func lineTexts(data string) []text {
	var texts []text
	for l := range strings.Lines(data) {
		texts = append(texts, text{len(texts) + 1, strings.Trim(l, "/*# \t\n")})
	}
	return texts
}

func checkColumns(t *testing.T, name, data string) {
	t.Helper()
	for i, line := range strings.Split(data, "\n") {
		trimmed := strings.TrimSpace(line)
		table := strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, `"`) || strings.HasPrefix(trimmed, "`") ||
			strings.HasPrefix(trimmed, "// |") || strings.Contains(trimmed, "://")
		if n := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")); n > maxColumns && !table {
			t.Errorf("%s:%d: %d columns", name, i+1, n)
		}
	}
}

// trackedFiles lists the files of the repository; without git the test is skipped.
func trackedFiles(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("git", "ls-files", "-co", "--exclude-standard").Output()
	if err != nil {
		t.Skip("git ls-files: ", err)
	}
	return slices.DeleteFunc(strings.Fields(string(out)), func(file string) bool {
		_, err := os.Stat(file)
		return err != nil || strings.Contains(file, "testdata/") || file == "language_test.go"
	})
}

// covered reports whether one of the paths is the file, a pattern that it matches, a folder above it
// or the beginning of its name.
func covered(file string, paths []string) bool {
	return slices.ContainsFunc(paths, func(p string) bool {
		matched, _ := filepath.Match(p, file)
		return matched || file == p || strings.HasPrefix(file, p+"/") || strings.HasPrefix(file, p+"_") || strings.HasPrefix(file, p+".")
	})
}
