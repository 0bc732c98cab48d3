package doc

// OutsideDL returns the findings for which the document, as it stands, is not an OWL 2 DL document
// (OWL 2 Mapping to RDF Graphs, section 3), whatever the ontology that was made of it says. Left
// out is what that ontology shows by itself (undeclared entities, rules), and what the mapping allows
// (shared blank nodes, OWL 1 terms that it has a rule for), and how imports were found.
func (r *Report) OutsideDL() []Note {
	var notes []Note
	for _, n := range r.Notes {
		switch n.Kind {
		case NoteSharedNode, NoteOWL1Vocabulary, NoteRule, NoteImported, NoteMissingImport, NoteCatalog, NoteTemporaryName, NoteUndeclaredClass, NoteUndeclaredDatatype,
			NoteUndeclaredObjectProperty, NoteUndeclaredDataProperty, NoteUndeclaredAnnotationProperty:
		default:
			notes = append(notes, n)
		}
	}
	return notes
}
