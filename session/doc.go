// Package session brings together what answers questions about one ontology: its reasoner, its
// explainer, a trained model, and the suggestions that rest on all of them. The command line and
// the server both work through it.
//
// Open classifies the ontology, finds what is likely to be missing, takes the model that was
// trained on it, or on an earlier state that is close, or trains one if it is asked to, and returns
// a suggest.Suggester. Models are in a folder as train writes them: a model with the data it was
// trained on next to it (.data).
//
// A Session never changes, and is safe for concurrent use. The same ontology, options and models
// give the same suggestions for any number of workers.
package session
