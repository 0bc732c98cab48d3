package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"
)

// setColor applies --color. With auto, a stream is colored if it is a terminal, unless NO_COLOR is
// set (no-color.org).
func (s *streams) setColor(mode string) {
	auto := mode == "auto" && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	s.outColored = mode == "always" || auto && s.outTerminal
	s.errColored = mode == "always" || auto && s.errTerminal
}

// Words that are colored in text for people. A quoted name is matched first, so that words in it
// are not colored.
var coloredWords = regexp.MustCompile(`'(?:[^'\\]|\\.)*'|‘[^’]*’` +
	`|\b0 unsatisfiable|(?m)^(?:box2el-owl:|warning:)` + // red
	`|\b(?:contradicts|rejected|unsatisfiable|inconsistent|Root unsatisfiable class)\b` +
	`|(?m)^ *-(?: |$)` +
	`|(?m)^(?:  )?(?:likely|entailed|Entailed|accepted)\b|(?m)^ *\+(?: |$)` + // green
	`|(?m)^(?:  )?possible\b|(?m)^note:|(?m)^ *~(?: |$)` + // yellow
	`|\b(?:SubClassOf|EquivalentTo|EquivalentClasses|DisjointWith|DisjointClasses|SubPropertyOf` +
	`|Types?|some|only|owl:Nothing)\b`) // blue

const (
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	blue   = "\x1b[34m"
	plain  = "\x1b[0m"
)

// colored colors signs of evidence, tiers, verdicts, warnings and keywords of Manchester syntax.
func colored(text string) string {
	return coloredWords.ReplaceAllStringFunc(text, func(match string) string {
		word := strings.TrimSpace(match)
		color := blue
		switch word {
		case "box2el-owl:", "warning:", "contradicts", "rejected", "unsatisfiable", "inconsistent",
			"Root unsatisfiable class", "-":
			color = red
		case "likely", "entailed", "Entailed", "accepted", "+":
			color = green
		case "possible", "note:", "~":
			color = yellow
		}
		if strings.HasPrefix(word, "'") || strings.HasPrefix(word, "‘") || word[0] == '0' {
			return match
		}
		return strings.Replace(match, word, color+word+plain, 1)
	})
}

// listMark matches the indentation of a line, with the lines of a tree and the number or sign of a
// list.
var listMark = regexp.MustCompile(`^[ │├└─]*(?:\d+  |[-+~] )?`)

// wrapped breaks lines of more than width characters at blanks, with the indentation of the text.
// Width 0 is no limit. A word longer than a line is not broken.
func wrapped(text string, width int) string {
	if width <= 0 {
		return text
	}
	var out []byte
	for line := range strings.Lines(text) {
		mark := listMark.FindString(line)
		column := utf8.RuneCountInString(mark)
		indent := strings.Map(func(r rune) rune {
			if r == '│' || r == '├' {
				return '│'
			}
			return ' '
		}, mark)
		start := column
		out = append(out, mark...)
		for word := range strings.SplitAfterSeq(line[len(mark):], " ") {
			n := utf8.RuneCountInString(strings.TrimRight(word, " \n"))
			if column > start && column+n > width {
				out = append(append(bytes.TrimRight(out, " "), '\n'), indent...)
				column = start
			}
			out = append(out, word...)
			column += utf8.RuneCountInString(word)
		}
	}
	return string(out)
}
