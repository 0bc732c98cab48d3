// Package index prepares a normal form for saturation. One compiler translates axioms (Compiler);
// its sinks are the base, which New lays out by left side, and the layers over it, whose additions
// and removals package saturate compiles. A layer shares the lists of its base and keeps the
// concepts whose axioms differ apart (Changes).
package index
