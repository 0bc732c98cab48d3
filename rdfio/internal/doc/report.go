package doc

import "slices"

// Report lists the findings of reading. Each part of a document that is dropped has a line in it.
type Report struct {
	// Syntax is the Name of the format that was read.
	Syntax string
	// Triples is the number of distinct triples; 0 for syntaxes that are not made of triples.
	Triples int
	// Own is the number of axioms of the document itself: they come first, those of its imports
	// after them.
	Own int
	// Skipped is the number of annotation assertions that ReadOptions.NoAnnotationAssertions left
	// out.
	Skipped int
	// MissingImports are the imports that were not found, by the IRI that the document gives.
	MissingImports []string
	// Imports are the files of the imports that were merged, in their order.
	Imports []ImportedFile
	// Notes are the findings, in a fixed order.
	Notes []Note
}

// ImportedFile is a file that was read as an import.
type ImportedFile struct{ IRI, File, Syntax string }

// Note is one kind of finding with its count and its first places.
type Note struct {
	Kind  NoteKind
	Count int
	// Examples are the first few findings of the kind, in document order.
	Examples []Finding
}

// Finding is one place in a document. Line and Col count from 1; 0 where not known.
type Finding struct {
	File      string // as in errors
	Line, Col int
	Message   string
}

// NoteKind names a kind of finding.
type NoteKind string

// NoteSyntax: a fault of the text that did not keep it from being read, such as an IRI with a
// character that RFC 3987 does not allow.
const NoteSyntax NoteKind = "syntax"

const MaxExamples = 5

// Note counts one finding.
func (r *Report) Note(kind NoteKind, line, col int, message string) {
	for i := range r.Notes {
		if r.Notes[i].Kind == kind {
			r.Notes[i].Count++
			if len(r.Notes[i].Examples) < MaxExamples {
				r.Notes[i].Examples = append(r.Notes[i].Examples,
					Finding{Line: line, Col: col, Message: message})
			}
			return
		}
	}
	r.Notes = append(r.Notes, Note{Kind: kind, Count: 1,
		Examples: []Finding{{Line: line, Col: col, Message: message}}})
}

// SetFile names the document of all findings.
func (r *Report) SetFile(file string) {
	for i := range r.Notes {
		for j := range r.Notes[i].Examples {
			r.Notes[i].Examples[j].File = file
		}
	}
}

// Add takes over what reading another document of the imports closure found.
func (r *Report) Add(other *Report) {
	r.Triples += other.Triples
	r.Skipped += other.Skipped
	r.MissingImports = append(r.MissingImports, other.MissingImports...)
	for _, n := range other.Notes {
		at := slices.IndexFunc(r.Notes, func(have Note) bool { return have.Kind == n.Kind })
		if at < 0 {
			r.Notes = append(r.Notes, n)
			continue
		}
		have := &r.Notes[at]
		have.Count += n.Count
		have.Examples = append(have.Examples,
			n.Examples[:min(len(n.Examples), MaxExamples-len(have.Examples))]...)
	}
}
