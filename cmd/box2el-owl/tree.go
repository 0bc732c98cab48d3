package main

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/owl/relations"
)

// reservedLines is the number of lines for the summary and the prompt of the shell.
const reservedLines = 8

// treeText returns a summary and the inferred hierarchy as an indented tree with labels. height and
// width limit it to the size of a terminal; 0 is no limit.
func treeText(c *classification, height, width int) string {
	t := &tree{c: c, children: make(map[owl.Class][]owl.Class),
		equivalent: make(map[owl.Class][]owl.Class), name: namer(c.ontology), width: width}
	if height > 0 {
		t.limit = max(height-reservedLines, 5)
	}
	t.summary()
	if c.taxonomy.Consistent() {
		t.build()
		t.draw()
	}
	return t.out.String()
}

type tree struct {
	c          *classification
	children   map[owl.Class][]owl.Class // sorted by name
	equivalent map[owl.Class][]owl.Class // the others of a group, by its representative
	name       func(owl.IRI) string
	width      int
	limit      int // lines of the tree; 0 for all
	lines      int
	out        strings.Builder
}

func (t *tree) summary() {
	stats := t.c.taxonomy.Statistics()
	if !t.c.taxonomy.Consistent() {
		t.out.WriteString("The ontology is inconsistent, so it entails everything.\n")
		return
	}
	unsat := t.c.taxonomy.Unsatisfiable()
	fmt.Fprintf(&t.out,
		"%d classes, %d unsatisfiable, %d groups of equivalent classes; %d axioms, %d derived facts, %.0f ms\n",
		len(t.c.taxonomy.Classes()), len(unsat), len(t.c.taxonomy.Equivalent()), t.c.numAxiom,
		stats.Derived,
		millis(t.c.readTime+t.c.normalTime+stats.Index+stats.Saturate+stats.Reduce))
}

func (t *tree) build() {
	for _, group := range t.c.taxonomy.Equivalent() {
		representative := group[0]
		for _, class := range group {
			if class == owl.Thing {
				representative = owl.Thing
			}
		}
		for _, class := range group {
			if class != representative {
				t.equivalent[representative] = append(t.equivalent[representative], class)
			}
		}
	}
	for sub, super := range t.c.taxonomy.Direct() {
		t.children[super] = append(t.children[super], sub)
	}
	for _, children := range t.children {
		t.sort(children)
	}
}

func (t *tree) sort(classes []owl.Class) {
	sort.Slice(classes, func(i, j int) bool {
		a, b := strings.ToLower(t.name(classes[i].IRI)), strings.ToLower(t.name(classes[j].IRI))
		if a != b {
			return a < b
		}
		return classes[i].IRI.Compare(classes[j].IRI) < 0
	})
}

// node is a line of the tree to be drawn.
type node struct {
	class  owl.Class
	indent string // of its own line, without the branch
	last   bool   // it is the last of its siblings
	root   bool
}

// draw writes the tree in depth-first order with an explicit stack, because a hierarchy may be as
// deep as it has classes. With a limit, it draws as many levels as fit.
func (t *tree) draw() {
	depth := t.fittingDepth()
	type open struct {
		node
		level int
	}
	stack := []open{{node{class: owl.Thing, root: true}, 0}}
	unsat := t.c.taxonomy.Unsatisfiable()
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		children := t.children[n.class]
		folded := ""
		if t.limit > 0 && n.level >= depth && len(children) > 0 {
			folded = fmt.Sprintf("  (+%d)", len(children))
			children = nil
		}
		t.line(n.node, folded)
		if t.limit > 0 && t.lines >= t.limit && len(stack)+len(children) > 0 {
			t.out.WriteString("…\n")
			break
		}
		below := n.indent
		if !n.root {
			below += map[bool]string{true: "   ", false: "│  "}[n.last]
		}
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, open{node{class: children[i], indent: below,
				last: i == len(children)-1 && (!n.root || len(unsat) == 0)}, n.level + 1})
		}
	}
	t.drawUnsatisfiable(unsat)
	if t.limit > 0 {
		t.out.WriteString(
			"Full tree: box2el-owl classify FILE -f tree | less\n")
	}
}

// fittingDepth returns the number of levels below owl:Thing that fit in the limit, at least one.
func (t *tree) fittingDepth() int {
	level := t.children[owl.Thing]
	total, depth := 1+len(level), 1
	for t.limit > 0 && len(level) > 0 {
		var next []owl.Class
		for _, class := range level {
			next = append(next, t.children[class]...)
			if total+len(next) > t.limit {
				return depth
			}
		}
		total += len(next)
		level = next
		depth++
	}
	return depth
}

func (t *tree) line(n node, suffix string) {
	text := n.indent
	if !n.root {
		text += map[bool]string{true: "└─ ", false: "├─ "}[n.last]
	}
	text += t.name(n.class.IRI)
	for _, class := range t.equivalent[n.class] {
		text += " ≡ " + t.name(class.IRI)
	}
	t.out.WriteString(cut(text+suffix, t.width))
	t.out.WriteByte('\n')
	t.lines++
}

func (t *tree) drawUnsatisfiable(unsat []owl.Class) {
	if len(unsat) == 0 {
		return
	}
	unsat = append([]owl.Class(nil), unsat...)
	t.sort(unsat)
	t.out.WriteString("└─ owl:Nothing\n")
	for i, class := range unsat {
		if t.limit > 0 && i == 5 {
			fmt.Fprintf(&t.out, "   └─ … and %d more\n", len(unsat)-i)
			break
		}
		branch := "├─ "
		if i == len(unsat)-1 {
			branch = "└─ "
		}
		t.out.WriteString(cut("   "+branch+t.name(class.IRI), t.width) + "\n")
	}
}

// namer returns a function from an IRI to its label, else its abbreviated name, else the IRI.
func namer(o *owl.Ontology) func(owl.IRI) string {
	labels := o.Labels()
	return func(iri owl.IRI) string {
		if label, ok := labels[iri]; ok {
			return printable(label)
		}
		switch iri {
		case owl.Thing.IRI:
			return "owl:Thing"
		case owl.Nothing.IRI:
			return "owl:Nothing"
		}
		if label, ok := relations.Marked(iri); ok {
			return label
		}
		return printable(iri.Fragment())
	}
}

// cut shortens a line to width characters; 0 is no limit.
func cut(s string, width int) string {
	if width <= 0 || utf8.RuneCountInString(s) <= width {
		return s
	}
	runes := []rune(s)
	return string(runes[:width-1]) + "…"
}
