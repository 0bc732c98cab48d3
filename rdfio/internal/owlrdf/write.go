package owlrdf

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// Layout renders an RDF graph, block by block, in one syntax.
type Layout interface {
	// Begin writes the beginning of the document.
	Begin(prefixes *owl.Prefixes)
	// Block writes the triples of one subject, an IRINode, a BlankNode, or Anonymous. Props is not
	// empty.
	Block(subject Node, props []Property)
	// End writes the end of the document.
	End()
	// AllowsLabel reports whether a blank node may have this label.
	AllowsLabel(label string) bool
}

// Anonymous is a blank node that is the subject of a block and occurs nowhere else.
var Anonymous = Node{}

// IsAnonymous reports whether the node is Anonymous.
func (n *Node) IsAnonymous() bool { return n.Kind == IRINode && n.Name.IsZero() }

// Write translates the ontology by the OWL 2 Mapping to RDF Graphs, section 2, and writes it: the
// header, then the axioms of each IRI, sorted by its bytes, then those of each anonymous
// individual, then those whose subject has no name. Axioms of a subject are in order of kind,
// predicate and object; the reification of an annotated axiom follows its subject.
//
// The bytes depend only on the set of axioms: operands of sets are sorted, and labels of blank
// nodes, needed only if a blank node is mentioned twice, are hashes of its content. In RDF, an
// axiom with and without annotations is one with annotations. Undeclared entities are declared.
func Write(o *owl.Ontology, out *doc.Output, layout Layout) error {
	return write(o, true, out, layout)
}

// WriteAxiom writes the block or blocks of one axiom, and no declarations of its entities.
func WriteAxiom(a owl.Axiom, layout Layout) error {
	return write(&owl.Ontology{Axioms: []owl.Axiom{a}}, false, &doc.Output{W: io.Discard}, layout)
}

func write(o *owl.Ontology, declare bool, out *doc.Output, layout Layout) error {
	g := &graphWriter{out: out, layout: layout, labels: make(map[owl.IRI]owl.IRI)}
	g.Label = g.individualLabel

	triples := make([]axiomTriple, 0, len(o.Axioms))
	for _, axiom := range o.Axioms {
		triples = g.triplesOf(triples, axiom)
		if g.Err != nil {
			return fmt.Errorf("%w, in an axiom of kind %v", g.Err, axiom.Kind())
		}
		g.nodes = 0
	}
	if declare {
		for _, d := range missingDeclarations(o) {
			triples = g.triplesOf(triples, d)
		}
	}

	layout.Begin(Prefixes(o))
	g.header(o)
	order := g.bySubject(triples)
	for i := 0; i < len(order); {
		j := i + 1
		for j < len(order) && order[j].kind == order[i].kind && order[j].name == order[i].name {
			j++
		}
		if err := g.group(triples, order[i:j]); err != nil {
			return err
		}
		i = j
	}
	layout.End()
	return out.Finish()
}

// missingDeclarations declares the classes, datatypes and properties that an ontology uses and does
// not declare, because the mapping from RDF needs them (section 3.2.1). If there are imports, most
// are declared there; those whose kind the triples cannot tell are declared still, for readers that
// cannot load an import: properties in restrictions, names that are equivalent, and annotation
// properties with a range. An IRI that is a class and a datatype, or properties of several kinds,
// is left to its use.
func missingDeclarations(o *owl.Ontology) []owl.Axiom {
	declared, doubtful := make(map[owl.Entity]bool), make(map[owl.Entity]bool)
	for _, a := range o.Axioms {
		switch a := a.(type) {
		case *owl.Declaration:
			declared[a.Entity] = true
		case *owl.AnnotationPropertyRange:
			doubtful[a.Property] = true
		case *owl.EquivalentClasses:
			for _, c := range a.Classes {
				if c, ok := c.(owl.Class); ok {
					doubtful[c] = true
				}
			}
		}
	}
	signature := o.Signature()
	classes, properties := make(map[owl.IRI]int), make(map[owl.IRI]int) // kinds of each
	counts := func(e owl.Entity) map[owl.IRI]int {
		switch e.EntityKind() {
		case owl.ClassKind, owl.DatatypeKind:
			return classes
		case owl.NamedIndividualKind:
			return nil
		default:
			return properties
		}
	}
	for _, e := range signature {
		if count := counts(e); count != nil {
			count[e.EntityIRI()]++
		}
	}
	var missing []owl.Axiom
	for _, e := range signature {
		iri, kind := e.EntityIRI(), e.EntityKind()
		byUse := (kind == owl.ClassKind || kind == owl.AnnotationPropertyKind) && !doubtful[e]
		if counts(e)[iri] != 1 || declared[e] || iri.IsReserved() || byUse && len(o.Imports) > 0 {
			continue
		}
		missing = append(missing, &owl.Declaration{Entity: e})
	}
	return missing
}

// graphWriter writes axioms as blocks.
type graphWriter struct {
	Translation
	out    *doc.Output
	layout Layout
	labels map[owl.IRI]owl.IRI // of anonymous individuals, by node id
	key    []byte              // reused
	later  []LaterBlock        // blocks to write after the current one
}

// LaterBlock is the block of a blank node that was mentioned by its label.
type LaterBlock struct {
	Subject Node
	Props   []Property
}

// header writes the block of the ontology.
func (g *graphWriter) header(o *owl.Ontology) {
	props := []Property{{RDFType, Node{Name: ontologyType.iri()}}}
	if !o.VersionIRI.IsZero() {
		props = append(props, Property{versionIRI.iri(), Node{Name: o.VersionIRI}})
	}
	sorted := slices.Clone(o.Imports)
	slices.SortFunc(sorted, owl.IRI.Compare)
	for _, i := range slices.Compact(sorted) {
		props = append(props, Property{imports.iri(), Node{Name: i}})
	}
	g.annotatedBlock(Node{Name: o.IRI}, props, g.annotations(o.Annotations))
	g.flushLater()
}

// subjectKey orders the triples: those of IRIs first, those of labels next, the rest last.
type subjectKey struct {
	name   owl.IRI
	kind   rdfNodeKind
	triple int32
}

func (g *graphWriter) bySubject(triples []axiomTriple) []subjectKey {
	order := make([]subjectKey, len(triples))
	for i := range triples {
		order[i] = subjectKey{kind: TreeNode, triple: int32(i)}
		if s := g.leaf(triples[i].subject); s.Kind != TreeNode {
			order[i].kind, order[i].name = s.Kind, s.Name
		}
	}
	slices.SortFunc(order, func(a, b subjectKey) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), a.name.Compare(b.name),
			cmp.Compare(a.triple, b.triple))
	})
	return order
}

// leaf translates a subject with a name or label, and returns an empty TreeNode for others.
func (g *graphWriter) leaf(x any) Node {
	switch x := x.(type) {
	case Node:
		return x
	case owl.IRI, owl.Class, owl.ObjectProperty, owl.DataProperty, owl.AnnotationProperty,
		owl.Datatype, owl.NamedIndividual, owl.AnonymousIndividual:
		return g.Node(x)
	}
	return Node{Kind: TreeNode}
}

// mainTriple is a translated axiomTriple.
type mainTriple struct {
	kind             owl.AxiomKind
	subject          Node
	predicate        owl.IRI // zero for an axiom that is a blank node: its triples are the object's
	object           Node
	annotations      []annotationNode
	operands         []any
	part             int
	sLabel, oLabel   owl.IRI // of trees that are mentioned more than once
	definesNoSubject bool    // the triples of sLabel belong to another main triple
}

// group writes the axioms of one subject, or those without a named subject.
func (g *graphWriter) group(triples []axiomTriple, order []subjectKey) error {
	main := make([]mainTriple, len(order))
	for i := range order {
		g.nodes = 0
		main[i] = g.mainTriple(&triples[order[i].triple])
		if g.Err != nil {
			return fmt.Errorf("%w, in an axiom of kind %v", g.Err, main[i].kind)
		}
	}
	slices.SortFunc(main, compareMain)
	main = slices.CompactFunc(main, func(a, b mainTriple) bool { return compareMain(a, b) == 0 })

	if order[0].kind == TreeNode {
		g.unnamed(main)
	} else {
		g.named(Node{Kind: order[0].kind, Name: order[0].name}, main)
	}
	err := g.out.Flush()
	if errors.Is(err, doc.ErrNotWritable) && order[0].kind == IRINode {
		return fmt.Errorf("%w, in an axiom about <%s>", err, order[0].name)
	}
	return err
}

func (g *graphWriter) mainTriple(t *axiomTriple) mainTriple {
	m := mainTriple{kind: t.axiom.Kind(), predicate: t.predicate, operands: t.operands,
		part: t.part}
	if !t.auxiliary {
		m.annotations = g.annotations(t.axiom.AxiomAnnotations())
	}
	if t.subject == nil {
		m.object = Node{Kind: TreeNode, Tree: &rdfTree{Props: g.blankAxiom(t.axiom)}}
		return m
	}
	m.subject, m.object = g.Node(t.subject), g.Node(t.object)
	if g.Err != nil {
		return m
	}
	if len(m.annotations) == 0 && len(t.operands) <= 2 {
		return m // each end is mentioned once
	}
	if IsTree(&m.subject) {
		m.sLabel = g.endLabel(&m, t.part)
		m.definesNoSubject = t.part > 0 // it was the object of the part before
	}
	if IsTree(&m.object) {
		m.oLabel = g.endLabel(&m, t.part+1)
	}
	return m
}

// IsTree reports whether a node is written as its triples or as a list.
func IsTree(n *Node) bool { return n.Kind == TreeNode || n.Kind == ListNode }

// endLabel returns the label of operand i of the axiom of a main triple.
func (g *graphWriter) endLabel(m *mainTriple, i int) owl.IRI {
	return owl.NewIRI(MadeLabel(append(g.tripleKey(m), byte(i), byte(i>>8), byte(i>>16))))
}

// tripleKey identifies the axiom without its annotations.
func (g *graphWriter) tripleKey(m *mainTriple) []byte {
	key := appendTextKey(g.key[:0], m.predicate.String())
	if m.operands == nil {
		key = AppendNodeKey(AppendNodeKey(key, &m.subject), &m.object)
	}
	for _, x := range m.operands {
		n := x.(Node)
		key = AppendNodeKey(key, &n)
	}
	g.key = key
	return key
}

func compareMain(a, b mainTriple) int {
	return cmp.Or(
		cmp.Compare(a.kind, b.kind),
		compareTriple(&a, &b),
		// Triples with labels come first; see redundant.
		b.sLabel.Compare(a.sLabel), b.oLabel.Compare(a.oLabel),
		slices.CompareFunc(a.annotations, b.annotations, compareAnnotations),
		cmp.Compare(a.part, b.part),
	)
}

// compareTriple is 0 if two axioms have the same main triple up to blank node labels.
func compareTriple(a, b *mainTriple) int {
	if c := a.predicate.Compare(b.predicate); c != 0 {
		return c
	}
	if c := CompareNodes(&a.subject, &b.subject); c != 0 {
		return c
	}
	return CompareNodes(&a.object, &b.object)
}

// redundant reports whether the triple before m is the same main triple.
func redundant(m, before *mainTriple) bool {
	if before == nil || before.kind != m.kind || compareTriple(before, m) != 0 ||
		m.predicate.IsZero() {
		return false
	}
	return m.sLabel == before.sLabel && m.oLabel == before.oLabel ||
		m.sLabel.IsZero() && m.oLabel.IsZero()
}

// named writes the block of a subject with a name or label, then the blocks of its blank nodes.
func (g *graphWriter) named(subject Node, main []mainTriple) {
	props := make([]Property, 0, len(main))
	var before *mainTriple
	for i := range main {
		m := &main[i]
		if !redundant(m, before) {
			props = append(props, Property{m.predicate, g.mention(&m.object, m.oLabel)})
		}
		before = m
	}
	g.layout.Block(subject, props)
	for i := range main {
		g.reify(&main[i])
	}
	g.flushLater()
}

// unnamed writes the axioms without a named subject, each as a block.
func (g *graphWriter) unnamed(main []mainTriple) {
	var before *mainTriple
	for i := range main {
		m := &main[i]
		switch {
		case m.predicate.IsZero():
			g.annotatedBlock(Anonymous, m.object.Tree.Props, m.annotations)
		case !redundant(m, before):
			g.triple(m)
		}
		g.reify(m)
		g.flushLater()
		before = m
	}
}

// triple writes a main triple and the triples of its subject as one block.
func (g *graphWriter) triple(m *mainTriple) {
	subject, props := Anonymous, slices.Clone(TreeProperties(&m.subject))
	if !m.sLabel.IsZero() {
		subject = Node{Kind: BlankNode, Name: m.sLabel}
	}
	if m.definesNoSubject {
		props = nil
	}
	g.layout.Block(subject, append(props, Property{m.predicate, g.mention(&m.object, m.oLabel)}))
}

// mention returns n, or its label if it has one, and then queues its triples.
func (g *graphWriter) mention(n *Node, label owl.IRI) Node {
	if label.IsZero() {
		return *n
	}
	labelled := Node{Kind: BlankNode, Name: label}
	g.later = append(g.later, LaterBlock{labelled, TreeProperties(n)})
	return labelled
}

// TreeProperties returns the triples of a tree, or those of the first cell of a list.
func TreeProperties(n *Node) []Property {
	if n.Kind == TreeNode {
		return n.Tree.Props
	}
	rest := Node{Name: RDFNil}
	if len(n.Tree.Items) > 1 {
		rest = Node{Kind: ListNode, Tree: &rdfTree{Items: n.Tree.Items[1:]}}
	}
	return []Property{{RDFFirst, n.Tree.Items[0]}, {RDFRest, rest}}
}

// reify queues the annotations of an axiom with a main triple (section 2.3.1).
func (g *graphWriter) reify(m *mainTriple) {
	if len(m.annotations) == 0 || m.predicate.IsZero() {
		return
	}
	g.queueReified(axiomType.iri(), end(m.subject, m.sLabel), m.predicate, end(m.object, m.oLabel),
		m.annotations)
}

func end(n Node, label owl.IRI) Node {
	if label.IsZero() {
		return n
	}
	return Node{Kind: BlankNode, Name: label}
}

// queueReified queues the annotations of the triple s p o.
func (g *graphWriter) queueReified(class owl.IRI, s Node, p owl.IRI, o Node,
	annotations []annotationNode) {
	g.queueAnnotated(Anonymous, []Property{
		{RDFType, Node{Name: class}},
		{annotatedSource.iri(), s},
		{annotatedProperty.iri(), Node{Name: p}},
		{annotatedTarget.iri(), o},
	}, annotations)
}

// annotatedBlock writes a block with annotations, and queues the annotations of these.
func (g *graphWriter) annotatedBlock(subject Node, props []Property, annotations []annotationNode) {
	at := len(g.later)
	g.queueAnnotated(subject, props, annotations)
	block := g.later[at]
	g.later = slices.Delete(g.later, at, at+1)
	g.layout.Block(block.Subject, block.Props)
}

// queueAnnotated queues a block with annotations and the annotations of these. An anonymous subject
// gets a label if an annotation of it has annotations, which must mention it (section 2.2).
func (g *graphWriter) queueAnnotated(subject Node, props []Property, annotations []annotationNode) {
	props = slices.Clone(props)
	nested := false
	for _, a := range annotations {
		props = append(props, Property{a.property, a.value})
		nested = nested || len(a.annotations) > 0
	}
	if nested && subject.IsAnonymous() {
		g.key = AppendPropertiesKey(g.key[:0], props)
		for _, a := range annotations {
			g.key = a.appendKey(g.key)
		}
		subject = Node{Kind: BlankNode, Name: owl.NewIRI(MadeLabel(g.key))}
	}
	g.later = append(g.later, LaterBlock{subject, props})
	for _, a := range annotations {
		if len(a.annotations) > 0 {
			g.queueReified(annotationType.iri(), subject, a.property, a.value, a.annotations)
		}
	}
}

func (g *graphWriter) flushLater() {
	for _, b := range g.later {
		g.layout.Block(b.Subject, b.Props)
	}
	g.later = g.later[:0]
}

// annotationNode is a translated annotation with its own annotations.
type annotationNode struct {
	property    owl.IRI
	value       Node
	annotations []annotationNode
}

// annotations translates a set of annotations, sorted.
func (t *Translation) annotations(list []owl.Annotation) []annotationNode {
	if len(list) == 0 {
		return nil
	}
	if t.depth++; t.depth > MaxWriteDepth {
		t.Fail(fmt.Errorf("%w: annotations nested more than %d deep", doc.ErrTooLarge,
			MaxWriteDepth))
		return nil
	}
	nodes := make([]annotationNode, len(list))
	for i, a := range list {
		nodes[i] = annotationNode{a.Property.IRI, t.Node(a.Value), t.annotations(a.Annotations)}
	}
	t.depth--
	slices.SortFunc(nodes, compareAnnotations)
	return slices.CompactFunc(nodes,
		func(a, b annotationNode) bool { return compareAnnotations(a, b) == 0 })
}

func compareAnnotations(a, b annotationNode) int {
	if c := a.property.Compare(b.property); c != 0 {
		return c
	}
	if c := CompareNodes(&a.value, &b.value); c != 0 {
		return c
	}
	return slices.CompareFunc(a.annotations, b.annotations, compareAnnotations)
}

func (a *annotationNode) appendKey(dst []byte) []byte {
	dst = AppendNodeKey(appendTextKey(dst, a.property.String()), &a.value)
	for i := range a.annotations {
		dst = a.annotations[i].appendKey(append(dst, '('))
	}
	return append(dst, ')')
}

// individualLabel returns the label of an anonymous individual: its node id, or a hash of it if it
// is no legal label or may be a generated one.
func (g *graphWriter) individualLabel(id owl.IRI) owl.IRI {
	label, known := g.labels[id]
	if known {
		return label
	}
	label = id
	if s := id.String(); !g.layout.AllowsLabel(s) || looksMade(s) {
		sum := sha256.Sum256([]byte(s))
		label = owl.NewIRI("i-" + hex.EncodeToString(sum[:LabelDigits/2]))
	}
	g.labels[id] = label
	return label
}

// Prefixes returns the standard prefixes, that of SWRL if there are rules, and the ontology's own
// prefixes that are legal in every syntax and do not redefine a standard one.
func Prefixes(o *owl.Ontology) *owl.Prefixes {
	all := &owl.Prefixes{}
	if slices.ContainsFunc(o.Axioms, func(a owl.Axiom) bool { return a.Kind() == owl.RuleKind }) {
		all.Set("swrl", swrlNamespace)
	}
	for name, namespace := range o.Prefixes.All() {
		if owl.IsPrefixName(name) && rdf.SchemeEnd(namespace) > 0 &&
			rdf.BadIRIByte(namespace) < 0 && utf8.ValidString(namespace) {
			all.Set(name, namespace)
		}
	}
	for name, namespace := range owl.StandardPrefixes().All() {
		all.Set(name, namespace)
	}
	return all
}
