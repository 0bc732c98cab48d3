package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/owl/relations"
)

// reservedLines is the number of lines for the summary and the prompt of the shell.
const reservedLines = 8

// longText is the length from which a tree does not repeat the subclasses of a class.
const longText = 64 << 20

// treeText returns a summary and the inferred hierarchy as an indented tree with labels. height and
// width limit it to the size of a terminal; 0 is no limit.
// Obsolete classes are left out unless obsolete is set.
func treeText(c *classification, height, width int, obsolete bool) string {
	t := &tree{c: c, children: make(map[owl.Class][]owl.Class),
		equivalent: make(map[owl.Class][]owl.Class), labels: c.ontology.Labels(), width: width}
	if height > 0 {
		t.limit = max(height-reservedLines, 5)
	}
	t.summary()
	if c.taxonomy.Consistent() {
		t.build(obsolete)
		t.draw()
	}
	return t.out.String()
}

type tree struct {
	c          *classification
	children   map[owl.Class][]owl.Class // sorted by name
	equivalent map[owl.Class][]owl.Class // the others of a group, by its representative
	labels     map[owl.IRI]string
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
		"%s, %d unsatisfiable, %s of equivalent classes; %s axioms, %s derived facts, %.0f ms\n",
		plural(len(t.c.taxonomy.Classes()), "class", "classes"), len(unsat),
		plural(len(t.c.taxonomy.Equivalent()), "group", "groups"), thousands(t.c.numAxiom),
		thousands(int(stats.Derived)),
		millis(t.c.readTime+t.c.normalTime+stats.Index+stats.Saturate+stats.Reduce))
}

// build collects the children of each class. On a terminal, the roots are the preferred ones of the
// ontology, if it has any.
func (t *tree) build(obsolete bool) {
	for _, group := range t.c.taxonomy.Equivalent() {
		representative := group[0]
		if slices.Contains(group, owl.Thing) {
			representative = owl.Thing
		}
		t.equivalent[representative] = slices.DeleteFunc(slices.Clone(group),
			func(class owl.Class) bool { return class == representative })
	}
	names := owl.NewNames(t.c.ontology)
	hidden := 0
	for sub, super := range t.c.taxonomy.Direct() {
		if !obsolete && names.Obsolete(sub.IRI) {
			hidden++
			continue
		}
		t.children[super] = append(t.children[super], sub)
	}
	roots := t.children[owl.Thing]
	if preferred := t.preferredRoots(); t.limit > 0 && len(preferred) > 0 {
		t.children[owl.Thing] = preferred
	}
	for _, children := range t.children {
		t.sort(children)
	}
	unlabeled := 0
	for _, class := range roots {
		if t.labels[class.IRI] == "" {
			unlabeled++
		}
	}
	if len(t.labels) > 0 && unlabeled > 0 || hidden > 0 {
		fmt.Fprintf(&t.out, "%s, %s without label", plural(len(roots), "root", "roots"),
			thousands(unlabeled))
		if n := t.c.missingImports; n > 0 {
			fmt.Fprintf(&t.out, ", as %s missing", plural(n, "import is", "imports are"))
		}
		if hidden > 0 {
			fmt.Fprintf(&t.out, "; %s hidden (--obsolete shows them)",
				plural(hidden, "obsolete class", "obsolete classes"))
		}
		t.out.WriteByte('\n')
	}
}

var preferredRoot = owl.NewIRI("http://purl.obolibrary.org/obo/IAO_0000700")

func (t *tree) preferredRoots() (roots []owl.Class) {
	for _, a := range t.c.ontology.Annotations {
		iri, ok := a.Value.(owl.IRI)
		if class := (owl.Class{IRI: iri}); ok && a.Property.IRI == preferredRoot &&
			slices.Contains(t.c.taxonomy.Classes(), class) {
			roots = append(roots, class)
		}
	}
	return roots
}

// sort sorts classes by label. Those without label are last.
func (t *tree) sort(classes []owl.Class) {
	keys := make(map[owl.Class]string, len(classes))
	for _, c := range classes {
		keys[c] = strings.ToLower(t.name(c.IRI)) + "\x00" + c.IRI.String()
		if t.labels[c.IRI] == "" {
			keys[c] = "\U0010ffff" + keys[c]
		}
	}
	slices.SortFunc(classes, func(a, b owl.Class) int { return strings.Compare(keys[a], keys[b]) })
}

// node is a line of the tree to be drawn.
type node struct {
	class  owl.Class
	level  int    // below owl:Thing
	indent string // of its own line, without the branch
	last   bool   // it is the last of its siblings
}

// draw writes the tree in depth-first order with an explicit stack, because a hierarchy may be as
// deep as it has classes. With a limit, it draws as many levels as fit. A class with several
// superclasses has several places, whose number can be exponential in the number of classes. It has
// its subclasses at each of them until the text has longText bytes, then at the first only.
func (t *tree) draw() {
	depth := t.fittingDepth()
	stack := []node{{class: owl.Thing}}
	unsat := t.c.taxonomy.Unsatisfiable()
	drawn := make(map[owl.Class]bool)
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		children, folded := t.children[n.class], ""
		switch {
		case len(children) == 0:
		case t.limit > 0 && n.level >= depth:
			folded, children = fmt.Sprintf("  (+%d)", len(children)), nil
		case t.out.Len() > longText && drawn[n.class]:
			folded, children = fmt.Sprintf("  (+%d above)", len(children)), nil
		}
		drawn[n.class] = true
		t.line(n, folded)
		if t.limit > 0 && t.lines >= t.limit && len(stack)+len(children) > 0 {
			t.out.WriteString("…\n")
			break
		}
		below := n.indent
		if n.level > 0 {
			below += map[bool]string{true: "   ", false: "│  "}[n.last]
		}
		for i, class := range slices.Backward(children) {
			stack = append(stack, node{class, n.level + 1, below,
				i == len(children)-1 && (n.level > 0 || len(unsat) == 0)})
		}
	}
	t.drawUnsatisfiable(unsat)
	if t.limit > 0 {
		t.out.WriteString(
			"Full tree: box2el-owl classify FILE -f tree | less\n")
	}
}

// fittingDepth returns the number of levels below owl:Thing that fit in the limit, at least one.
// The last level may fit in part.
func (t *tree) fittingDepth() int {
	level := t.children[owl.Thing]
	total, depth := 1+len(level), 1
	for t.limit > 0 && len(level) > 0 {
		var next []owl.Class
		for _, class := range level {
			next = append(next, t.children[class]...)
			if total+len(next) > t.limit {
				if total < t.limit/2 {
					depth++ // as much of it as fits
				}
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
	if n.level > 0 {
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

// name returns the label of a class, else its abbreviated name, else the IRI.
func (t *tree) name(iri owl.IRI) string {
	if label, ok := t.labels[iri]; ok {
		return printable(label)
	}
	if iri == owl.Thing.IRI {
		return "owl:Thing"
	}
	if label, ok := relations.Marked(iri); ok {
		return label
	}
	return printable(iri.Fragment())
}

// cut shortens a line to width characters; 0 is no limit.
func cut(s string, width int) string {
	if width <= 0 || utf8.RuneCountInString(s) <= width {
		return s
	}
	runes := []rune(s)
	return string(runes[:width-1]) + "…"
}
