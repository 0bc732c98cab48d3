// Package rdfio reads and writes ontology documents: the RDF syntaxes, OWL/XML, OWL functional
// syntax, Manchester syntax and OBO.
//
// Read takes one document from a stream, ReadFile a file with its imports closure, Write renders an
// ontology; Triples, WriteTriples and CountTriples stop at the RDF. Formats is the table of
// syntaxes:
//
//	name        extensions          read by                                        written
//	rdfxml      .owl .rdf .xml      own decoder, RDF 1.1 XML Syntax                yes
//	functional  .ofn .owl .fss      own parser, OWL 2 Structural Specification     yes
//	owlxml      .owx .owl .xml      own parser over the shapes of package owl      yes
//	manchester  .omn .owl           own parser, whole documents up to 64 MB        yes
//	obo         .obo                own parser, OBO 1.4                            yes
//	jsonld      .jsonld .json       piprate/json-gold, JSON-LD 1.1                 yes
//	turtle      .ttl .n3            own decoder, RDF 1.1 Turtle                    yes
//	ntriples    .nt                 own decoder, RDF 1.1 N-Triples                 yes
//
// Documents may be compressed by gzip. The syntax is detected by content first, by media type next,
// by extension last. OBO Graphs, HTML pages, pointers of Git LFS and other compressions are errors
// that name them. Documents are UTF-8; XML may also be in UTF-16, and in the 8-bit encodings that
// its declaration names.
//
// # Faults
//
// Read and ReadFile pass over faults that the OWL API, fastobo or pronto pass over, such as a
// broken line of OBO or an rdf:ID that occurs twice. Each is noted in the Report with its place and
// what was made of it (NoteKind.IsError). ReadOptions.Strict makes the first one an error. All
// other violations of a grammar are errors.
//
// # From triples to axioms
//
// RDF documents are decoded into statements over interned terms and mapped by the OWL 2 Mapping to
// RDF Graphs, sections 3.1-3.2, with the tolerance of the OWL API: undeclared entities are typed by
// their use, blank nodes may be shared, owl:Axiom may annotate a triple that is not there, and the
// vocabularies of OWL 1 and RDF Schema are understood. The Report counts what was refused, kept as
// an annotation or left out, with its first places.
//
// # Imports
//
// ReadFile looks for imports in catalog-v001.xml (OASIS XML Catalogs 1.1, as Protégé writes it),
// then for a file in the directory of the document that is named as the last segment of the IRI. A
// missing import is noted, or an error with StrictImports. Documents are fetched only if
// FetchImports is set: over https, from public addresses, with limits of size, time and redirects.
//
// # Limits
//
// Input is untrusted. No document makes a reader panic, recurse on its input or open a connection.
// One token takes at most Limits.Token bytes, nesting Limits.Depth levels, internal
// entities Limits.Expansion bytes; a JSON-LD document at most 64 MB. Readers of RDF and functional
// syntax do not hold the whole text: they need a window of the longest token, the distinct terms,
// and 16 bytes for a triple. A stream that ends early or fails is an error, not the end of the
// document.
//
// Errors are the context's own, or have a *ParseError in their chain, which names file, line and
// column. Cancellation takes effect within 50 ms, in JSON-LD after the current node. No goroutine
// outlives a call. The result depends only on the bytes and the options. All functions may be
// called concurrently.
package rdfio
