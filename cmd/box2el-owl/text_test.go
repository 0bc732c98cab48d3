package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"box2el-owl/owl/el"
)

func TestWrapped(t *testing.T) {
	text := "   1  'hot spring' SubClassOf spring\n" +
		"      + 'hot spring' ends in spring; here 5 of 5 other such names are subclasses\n" +
		"  │  ├─ 'a class' SubClassOf 'another class'\n" +
		"http://example.org/a-name-that-is-longer-than-the-line\n"
	want := "   1  'hot spring' SubClassOf\n" +
		"      spring\n" +
		"      + 'hot spring' ends in\n" +
		"        spring; here 5 of 5\n" +
		"        other such names are\n" +
		"        subclasses\n" +
		"  │  ├─ 'a class' SubClassOf\n" +
		"  │  │  'another class'\n" +
		"http://example.org/a-name-that-is-longer-than-the-line\n"
	got := wrapped(text, 30)
	if got != want {
		t.Errorf("wrapped in 30 columns:\n%s\nwant\n%s", got, want)
	}
	for line := range strings.Lines(got) {
		text := strings.TrimSpace(line)
		if n := utf8.RuneCountInString(text); n > 30 && strings.Contains(text, " ") {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if got := wrapped(text, 0); got != text {
		t.Errorf("wrapped without a width: %s", got)
	}
}

func TestColored(t *testing.T) {
	for text, want := range map[string]string{
		"likely\n":                        green + "likely" + plain + "\n",
		"   1  a SubClassOf b\n":          "   1  a " + blue + "SubClassOf" + plain + " b\n",
		"'not SubClassOf' some thing":     "'not SubClassOf' " + blue + "some" + plain + " thing",
		"‘some class’ is a class":         "‘some class’ is a class",
		"      - A sentence.":             "      " + red + "-" + plain + " A sentence.",
		"4 classes, 0 unsatisfiable":      "4 classes, 0 unsatisfiable",
		"4 classes, 10 unsatisfiable":     "4 classes, 10 " + red + "unsatisfiable" + plain,
		"warning: 2 imports not found":    red + "warning:" + plain + " 2 imports not found",
		"http://example.org/#Some-likely": "http://example.org/#Some-likely",
	} {
		if got := colored(text); got != want {
			t.Errorf("%q is colored %q, want %q", text, got, want)
		}
	}
}

// TestSetColor checks --color on a terminal and elsewhere.
func TestSetColor(t *testing.T) {
	for _, c := range []struct {
		mode, noColor, term   string
		terminal, wantColored bool
	}{
		{"auto", "", "xterm", true, true},
		{"auto", "", "xterm", false, false},
		{"auto", "1", "xterm", true, false},
		{"auto", "", "dumb", true, false},
		{"always", "1", "xterm", false, true},
		{"never", "", "xterm", true, false},
	} {
		t.Setenv("NO_COLOR", c.noColor)
		t.Setenv("TERM", c.term)
		s := &streams{outTerminal: c.terminal}
		if s.setColor(c.mode); s.outColored != c.wantColored {
			t.Errorf("%+v: colored %v", c, s.outColored)
		}
	}
}

// TestProfileText writes counts with thousands separators, as stats does.
func TestProfileText(t *testing.T) {
	p := &profileJSON{Profiles: map[string]bool{"EL": true},
		Violations: []violationsJSON{{Reason: "reason", Clause: "clause", Count: 1543}}}
	text := p.text(&el.Report{Used: 4855})
	for _, want := range []string{"\n   1,543  reason (clause)\n", "… and 1,543 more (",
		"uses all 4,855 logical axioms.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text has no %q:\n%s", want, text)
		}
	}
}
