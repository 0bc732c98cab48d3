package rdfio

// Report says what reading found beside the axioms. Nothing of a document is dropped without a
// line in it.
type Report struct {
	// Syntax is the Name of the format that was read.
	Syntax string
	// Triples is the number of distinct triples; 0 for syntaxes that are not made of triples.
	Triples int
	// MissingImports are the imports that were not found, by the IRI that the document gives.
	MissingImports []string
	// Notes are the findings, in a fixed order.
	Notes []Note
}

// Note is one kind of finding with its count and its first places.
type Note struct {
	Kind  NoteKind
	Count int
	// Examples are the first few findings of the kind, in document order.
	Examples []Finding
}

// Finding is one place in a document. Line and Col count from 1; 0 where not known.
type Finding struct {
	Line, Col int
	Message   string
}

// NoteKind names a kind of finding, in words that can be shown.
type NoteKind string

const maxExamples = 5

// note counts one finding.
func (r *Report) note(kind NoteKind, line, col int, message string) {
	for i := range r.Notes {
		if r.Notes[i].Kind == kind {
			r.Notes[i].Count++
			if len(r.Notes[i].Examples) < maxExamples {
				r.Notes[i].Examples = append(r.Notes[i].Examples, Finding{line, col, message})
			}
			return
		}
	}
	r.Notes = append(r.Notes, Note{Kind: kind, Count: 1, Examples: []Finding{{line, col, message}}})
}
