package superclass

// Thresholds of the superclass finder. They were chosen on the rows of a prototype that two judges
// read. Rates are shares of the pairs for which a witness holds that are entailed already.
const (
	// Name: the label of D ends the label of C, or begins it before a preposition.
	nameRate     = .7  // combined rate
	namePartRate = .55 // rate of D and of the further words, each
	namePrior    = .5  // share over all pairs of that kind
	nameSupport  = 2   // entailed pairs of D and of the words; 1 with a genus or a definition

	// Strong name.
	strongSupport = 8
	strongShare   = .85
	apartBranch   = 4 // classes of a branch for which disjointness of branches counts

	// Template.
	templateRate     = .8
	templateRateWith = .7 // with a definition
	templateSupport  = 3  // of template and pair of names together
	templateContra   = .5

	// Genus.
	genusPrior    = .7
	genusFewest   = 10
	genusRate     = .7
	genusLargest  = .25 // share of the classes that are below D
	genusDropped  = 3   // words of the genus before the name
	genusCommon   = 5   // entailed pairs that make up for a missing common ancestor
	genusContra   = .5
	definingShare = .5  // of the differentia of D that C's texts contain
	definedShare  = .35 // of the definition of D that C's definition contains

	// Pairs across ID spaces.
	crossingFewest = 5

	// A filler is no superclass unless the property has such fillers.
	fillerFewest = 3
	fillerShare  = .02

	// An upper-level class: a child of a root with this share of the classes below it.
	upperShare = .1
)
