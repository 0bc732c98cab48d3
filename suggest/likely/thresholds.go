package likely

// Thresholds of the finder for restrictions.
const (
	// Lower bounds of the share of a rule, by family: below it, the rule is no evidence.
	wordBound = .6
	slotBound = .4
	cueBound  = .25

	// fewestAsserted is the number of members of a rule that must have the restriction asserted.
	fewestAsserted = 3

	// sharedByMost is the least share of the members with the restriction that have a shared
	// feature.
	sharedByMost = .9

	// localShare and localCueShare are the shares that a rule needs near the subject and near
	// the filler, over at least fewestLocal others.
	localShare    = .65
	localCueShare = .5
	fewestLocal   = 3

	// narrowerShare is the least share of a narrower key of a slot, with fewestLocal other members
	// or, for the full key, fewestFull.
	narrowerShare = .5
	fewestFull    = 2

	// Bounds of the pairs of witnesses.
	slotOK       = .55 // S
	slotAlone    = .6  // S without a cue or a wider filler
	slotWeak     = .4  // S with strong T
	positionOK   = .75 // S by position only
	cueStrong    = .7  // T with weak S
	wordStrong   = .7  // W with the definition or with the name of the property
	cueForWord   = .5  // T with W ≥ wordBound
	cueForAll    = .6  // T with all subclasses
	cueLong      = .65 // T by two words, alone
	templateRate = .7  // definitions by template

	// subjectShare is the least share of an ID space among the classes with axioms.
	subjectShare = .03

	// spaceShare is the least share of an ID space among the fillers of a property.
	spaceShare = .5
)
