// Package trees trains and evaluates gradient-boosted regression trees that rank the candidates of
// a subject.
//
// Train fits one of three losses by second-order boosting on histograms: columns are cut into at
// most 255 bins, trees grow leaf by leaf in the order of gain, and the histograms of the larger of
// two children are those of the parent less those of the smaller. A missing value (NaN) goes to the
// side that gains more; the side is kept in the node. The same table and options give the same
// forest on any number of CPUs.
//
// A Forest of 100 trees of 15 leaves takes 17 kB in its binary form, which holds a hash of the
// names of the columns: Read rejects a forest that was trained on other columns.
package trees
