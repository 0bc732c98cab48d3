// Package lexicon compares labels by their words and character trigrams (TF-IDF with cosine
// similarity). It is a baseline of evaluations and a feature of suggestions.
package lexicon
