package rdfio

import "box2el-owl/rdfio/internal/doc"

// The types that every syntax shares.
type (
	// ParseError is an error with its place: it prints as "file:line:col: message".
	ParseError = doc.ParseError
	// Limits bound what one document may make a reader hold at once.
	Limits = doc.Limits
	// Report lists what reading found besides the axioms.
	Report = doc.Report
	// Note is one kind of finding with its count and its first places.
	Note = doc.Note
	// NoteKind names a kind of finding.
	NoteKind = doc.NoteKind
	// Finding is one place in a document.
	Finding = doc.Finding
)

// Conditions of errors. Each is wrapped in a *ParseError.
var (
	ErrTooLarge          = doc.ErrTooLarge
	ErrTruncated         = doc.ErrTruncated
	ErrNotOntology       = doc.ErrNotOntology
	ErrUnsupportedSyntax = doc.ErrUnsupportedSyntax
	ErrNotWritable       = doc.ErrNotWritable
)

// NoteMissingImport counts imports that were not found, and where they were looked for.
const NoteMissingImport = doc.NoteMissingImport
