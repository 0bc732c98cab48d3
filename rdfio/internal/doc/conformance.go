package doc

// OutsideDL returns the findings that make the document no OWL 2 DL document (OWL 2 Mapping to RDF
// Graphs, section 3). It omits three kinds: faults that the ontology itself shows (undeclared
// entities, rules), constructs that the mapping allows (shared blank nodes, OWL 1 terms with a
// rule), and places of imports.
func (r *Report) OutsideDL() []Note {
	var notes []Note
	for _, n := range r.Notes {
		switch n.Kind {
		case NoteSharedNode, NoteOWL1Vocabulary, NoteRule, NoteImported, NoteMissingImport,
			NoteCatalog, NoteTemporaryName, NoteUndeclaredClass, NoteUndeclaredDatatype,
			NoteUndeclaredObjectProperty, NoteUndeclaredDataProperty,
			NoteUndeclaredAnnotationProperty:
		default:
			notes = append(notes, n)
		}
	}
	return notes
}
