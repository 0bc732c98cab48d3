// Package session brings together what answers questions about one ontology: its reasoner, its explainer, a trained model, and the
// suggestions that rest on all of them. The command line and the server both work through it.
//
// Open classifies the ontology, finds the model that was trained on it, or on an earlier state of it that is close, or else trains one, learns what
// signals of missing axioms are worth, and hands out a suggest.Suggester. Models lie in a folder as train writes them: a model with
// the data it was trained on beside it (.data), and what was learned of suggestions (.learned.json).
//
// A Session never changes, and is safe for concurrent use. The same ontology, options and models give the same suggestions, whatever the
// number of workers.
package session
