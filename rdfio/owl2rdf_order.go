package rdfio

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// sorted translates operands whose order means nothing and puts them in the order of compareNodes.
func (t *translation) sorted(operands []any) sequence {
	for i, x := range operands {
		operands[i] = t.node(x)
	}
	slices.SortStableFunc(operands, func(a, b any) int {
		x, y := a.(rdfNode), b.(rdfNode)
		return compareNodes(&x, &y)
	})
	return operands
}

// sortedSet does the same, and keeps only one of equal operands.
func (t *translation) sortedSet(operands []any) sequence {
	return slices.CompactFunc(t.sorted(operands), func(a, b any) bool {
		x, y := a.(rdfNode), b.(rdfNode)
		return compareNodes(&x, &y) == 0
	})
}

// compareNodes orders nodes by kind, then by their characters, trees by their triples in order. It
// is 0 exactly for nodes that are written alike. It goes no further into trees than they agree.
func compareNodes(a, b *rdfNode) int {
	if a.kind != b.kind {
		return cmp.Compare(a.kind, b.kind)
	}
	switch a.kind {
	case iriNode, blankNode:
		return a.name.Compare(b.name)
	case literalNode:
		return compareLiterals(a.literal, b.literal)
	}
	if a.tree == b.tree {
		return 0
	}
	for i := range min(len(a.tree.items), len(b.tree.items)) {
		if c := compareNodes(&a.tree.items[i], &b.tree.items[i]); c != 0 {
			return c
		}
	}
	if c := compareProperties(a.tree.props, b.tree.props); c != 0 {
		return c
	}
	return cmp.Compare(len(a.tree.items), len(b.tree.items))
}

func compareProperties(a, b []rdfProperty) int {
	for i := range min(len(a), len(b)) {
		if c := a[i].predicate.Compare(b[i].predicate); c != 0 {
			return c
		}
		if c := compareNodes(&a[i].object, &b[i].object); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

func compareLiterals(a, b *owl.Literal) int {
	if a == b {
		return 0
	}
	return cmp.Or(
		strings.Compare(a.Lexical, b.Lexical),
		a.Datatype.IRI.Compare(b.Datatype.IRI),
		strings.Compare(strings.ToLower(a.Lang), strings.ToLower(b.Lang)),
		strings.Compare(a.Lang, b.Lang))
}

// appendNodeKey appends bytes that are equal exactly for nodes that compareNodes takes for equal.
func appendNodeKey(dst []byte, n *rdfNode) []byte {
	dst = append(dst, byte(n.kind))
	switch n.kind {
	case iriNode, blankNode:
		return appendTextKey(dst, n.name.String())
	case literalNode:
		dst = appendTextKey(dst, n.literal.Lexical)
		dst = appendTextKey(dst, n.literal.Datatype.IRI.String())
		return appendTextKey(dst, n.literal.Lang)
	}
	dst = binary.AppendUvarint(dst, uint64(len(n.tree.items)))
	for i := range n.tree.items {
		dst = appendNodeKey(dst, &n.tree.items[i])
	}
	return appendPropertiesKey(dst, n.tree.props)
}

func appendPropertiesKey(dst []byte, props []rdfProperty) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(props)))
	for i := range props {
		dst = appendTextKey(dst, props[i].predicate.String())
		dst = appendNodeKey(dst, &props[i].object)
	}
	return dst
}

func appendTextKey(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// labelDigits is the length of the part of a made label that is a hash.
const labelDigits = 16

// madeLabel returns a blank node label that depends only on what key says, so that a change
// elsewhere in the ontology does not change it.
func madeLabel(key []byte) string {
	sum := sha256.Sum256(key)
	return "x" + hex.EncodeToString(sum[:labelDigits/2])
}

// looksMade reports whether a label could be one of madeLabel, also with a number behind it.
func looksMade(label string) bool {
	if len(label) < 1+labelDigits || label[0] != 'x' {
		return false
	}
	for _, c := range []byte(label[1 : 1+labelDigits]) {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f') {
			return false
		}
	}
	return true
}
