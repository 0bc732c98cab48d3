// Package trees trains and evaluates gradient-boosted regression trees.
//
// Train minimizes the logistic loss by second-order boosting on histograms: columns are cut into at
// most 255 bins, trees grow leaf by leaf in the order of gain, and the histogram of the larger of
// two children is that of the parent minus that of the smaller. A missing value (NaN) goes to the
// side with the greater gain, which the node stores. The same table and options give the same
// forest on any number of CPUs.
//
// A Forest of 100 trees of 15 leaves takes 17 kB in its binary form, which holds a hash of the
// names of the columns: Read rejects a forest that was trained on other columns.
package trees
