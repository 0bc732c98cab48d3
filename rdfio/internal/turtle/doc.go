// Package turtle reads and writes RDF 1.1 Turtle and N-Triples.
package turtle
