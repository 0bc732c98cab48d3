package turtle

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strconv"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/owlrdf"
	"box2el-owl/rdfio/internal/rdf"
)

// ntriplesLayout writes RDF 1.1 N-Triples. The label of a blank node is a hash of its axiom with a
// number within the axiom, so that adding or removing an axiom changes no other lines.
type ntriplesLayout struct {
	termWriter
	key  []byte
	stem string // of the labels of the current triple
	made int    // labels of that stem
}

func (l *ntriplesLayout) AllowsLabel(label string) bool { return rdf.IsBlankNodeLabel(label) }

func (l *ntriplesLayout) Begin(*owl.Prefixes) {}

func (l *ntriplesLayout) End() {}

func (l *ntriplesLayout) Block(subject owlrdf.Node, props []owlrdf.Property) {
	if subject.IsAnonymous() {
		l.newStem(owlrdf.AppendPropertiesKey(l.key[:0], props))
		l.properties(l.label(), props)
		return
	}
	s := l.name(&subject)
	for i := range props {
		if owlrdf.IsTree(&props[i].Object) {
			l.newStem(owlrdf.AppendPropertiesKey(owlrdf.AppendNodeKey(l.key[:0], &subject),
				props[i:i+1]))
		}
		l.property(s, &props[i])
	}
}

func (l *ntriplesLayout) newStem(key []byte) {
	l.key = key
	sum := sha256.Sum256(key)
	l.stem = "_:x" + hex.EncodeToString(sum[:owlrdf.LabelDigits/2]) + "_"
	l.made = 0
}

func (l *ntriplesLayout) label() string {
	l.made++
	return l.stem + strconv.Itoa(l.made)
}

func (l *ntriplesLayout) properties(subject string, props []owlrdf.Property) {
	for i := range props {
		l.property(subject, &props[i])
	}
}

// property writes a triple, then the triples of its object.
func (l *ntriplesLayout) property(subject string, p *owlrdf.Property) {
	object := &p.Object
	switch object.Kind {
	case owlrdf.TreeNode:
		label := l.label()
		l.triple(subject, p.Predicate, label)
		l.properties(label, object.Tree.Props)
	case owlrdf.ListNode:
		l.list(subject, p.Predicate, object.Tree.Items)
	case owlrdf.LiteralNode:
		l.startTriple(subject, p.Predicate)
		l.literal(object.Literal)
		l.out.Text(" .\n")
	default:
		l.triple(subject, p.Predicate, l.name(object))
	}
}

func (l *ntriplesLayout) list(subject string, predicate owl.IRI, items []owlrdf.Node) {
	for i := range items {
		cell := l.label()
		l.triple(subject, predicate, cell)
		l.property(cell, &owlrdf.Property{Predicate: owlrdf.RDFFirst, Object: items[i]})
		subject, predicate = cell, owlrdf.RDFRest
	}
	l.triple(subject, predicate, l.iri(owlrdf.RDFNil))
}

func (l *ntriplesLayout) triple(subject string, predicate owl.IRI, object string) {
	l.startTriple(subject, predicate)
	l.out.Text(object)
	l.out.Text(" .\n")
}

func (l *ntriplesLayout) startTriple(subject string, predicate owl.IRI) {
	l.out.Text(subject)
	l.out.Text(" ")
	l.out.Text(l.iri(predicate))
	l.out.Text(" ")
}

// name returns an owlrdf.IRINode or owlrdf.BlankNode as text.
func (l *ntriplesLayout) name(n *owlrdf.Node) string {
	if n.Kind == owlrdf.BlankNode {
		return "_:" + n.Name.String()
	}
	return l.iri(n.Name)
}

// WriteNTriples writes RDF 1.1 N-Triples.
func WriteNTriples(w io.Writer, o *owl.Ontology) error {
	out := &doc.Output{W: w}
	return owlrdf.Write(o, out, &ntriplesLayout{termWriter: newTermWriter(out)})
}
