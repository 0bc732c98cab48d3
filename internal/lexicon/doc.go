// Package lexicon compares labels by their words and character trigrams (TF-IDF and cosine), without any embedding:
// the baseline of evaluations, and one signal of suggestions.
package lexicon
