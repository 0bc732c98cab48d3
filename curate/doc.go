// Package curate holds one ontology with its reasoner, its explainer, a trained model and its
// suggester. The command line and the server both use it.
//
// Open classifies the ontology, finds likely missing axioms, and opens the model that was trained
// on it or on a similar earlier state, or trains one on request. It returns a Session with a
// suggest.Suggester. Models are in a directory, one safetensors file each.
//
// A Session never changes, and is safe for concurrent use. The same ontology, options and models
// give the same suggestions for any number of workers.
package curate
