package owlrdf

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// sorted translates operands of a set and sorts them by CompareNodes.
func (t *Translation) sorted(operands []any) sequence {
	for i, x := range operands {
		operands[i] = t.Node(x)
	}
	slices.SortStableFunc(operands, func(a, b any) int {
		x, y := a.(Node), b.(Node)
		return CompareNodes(&x, &y)
	})
	return operands
}

// sortedSet returns the same without duplicates.
func (t *Translation) sortedSet(operands []any) sequence {
	return slices.CompactFunc(t.sorted(operands), func(a, b any) bool {
		x, y := a.(Node), b.(Node)
		return CompareNodes(&x, &y) == 0
	})
}

// CompareNodes orders nodes by kind, then by their text, trees by their triples in order. It is 0
// exactly for nodes that are written alike.
func CompareNodes(a, b *Node) int {
	if a.Kind != b.Kind {
		return cmp.Compare(a.Kind, b.Kind)
	}
	switch a.Kind {
	case IRINode, BlankNode:
		return a.Name.Compare(b.Name)
	case LiteralNode:
		return compareLiterals(a.Literal, b.Literal)
	}
	if a.Tree == b.Tree {
		return 0
	}
	for i := range min(len(a.Tree.Items), len(b.Tree.Items)) {
		if c := CompareNodes(&a.Tree.Items[i], &b.Tree.Items[i]); c != 0 {
			return c
		}
	}
	if c := compareProperties(a.Tree.Props, b.Tree.Props); c != 0 {
		return c
	}
	return cmp.Compare(len(a.Tree.Items), len(b.Tree.Items))
}

func compareProperties(a, b []Property) int {
	for i := range min(len(a), len(b)) {
		if c := a[i].Predicate.Compare(b[i].Predicate); c != 0 {
			return c
		}
		if c := CompareNodes(&a[i].Object, &b[i].Object); c != 0 {
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

// AppendNodeKey appends a key that is equal exactly for nodes that are equal by CompareNodes.
func AppendNodeKey(dst []byte, n *Node) []byte {
	dst = append(dst, byte(n.Kind))
	switch n.Kind {
	case IRINode, BlankNode:
		return appendTextKey(dst, n.Name.String())
	case LiteralNode:
		dst = appendTextKey(dst, n.Literal.Lexical)
		dst = appendTextKey(dst, n.Literal.Datatype.IRI.String())
		return appendTextKey(dst, n.Literal.Lang)
	}
	dst = binary.AppendUvarint(dst, uint64(len(n.Tree.Items)))
	for i := range n.Tree.Items {
		dst = AppendNodeKey(dst, &n.Tree.Items[i])
	}
	return AppendPropertiesKey(dst, n.Tree.Props)
}

// AppendPropertiesKey appends the key of predicates with their objects. Equal lists, and no others,
// have the same key.
func AppendPropertiesKey(dst []byte, props []Property) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(props)))
	for i := range props {
		dst = appendTextKey(dst, props[i].Predicate.String())
		dst = AppendNodeKey(dst, &props[i].Object)
	}
	return dst
}

func appendTextKey(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// LabelDigits is the length of the hash in a generated label.
const LabelDigits = 16

// MadeLabel returns a blank node label that is a hash of a key, so that other axioms do not change
// it.
func MadeLabel(key []byte) string {
	sum := sha256.Sum256(key)
	return "x" + hex.EncodeToString(sum[:LabelDigits/2])
}

// looksMade reports whether a label may be one of MadeLabel, also with a number after it.
func looksMade(label string) bool {
	if len(label) < 1+LabelDigits || label[0] != 'x' {
		return false
	}
	for _, c := range []byte(label[1 : 1+LabelDigits]) {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f') {
			return false
		}
	}
	return true
}
