package report

import (
	"box2el-owl/embed"
	"box2el-owl/embed/ranking"
	"box2el-owl/suggest"
)

// Comparison is what deduction and induction say of one ontology, side by side: Compare makes it, and
// WriteHTML and WriteTSV write it. Names in JSON never change; additions only.
//
// Everything in it is about names that the ontology has: what the normalization has introduced is
// neither shown nor counted, but in Prediction, which says where.
type Comparison struct {
	Ontology Ontology `json:"ontology"`

	// Summary are the findings in plain sentences, the most important ones first.
	Summary []string `json:"summary"`

	Deduction Deduction `json:"deduction"`

	// Untrained says why there is no model, and so nothing of what follows but Provenance.
	Untrained string `json:"untrained,omitempty"`

	Training *Training `json:"training,omitempty"`

	// Prediction are the metrics of the test axioms in the paper's directions, as `evaluate --json` has them.
	Prediction *ranking.Result `json:"prediction,omitempty"`

	Agreement       []Agreement       `json:"agreement,omitempty"`
	Ranks           []RankGroup       `json:"ranks,omitempty"`
	PrecisionRecall []PrecisionRecall `json:"precisionRecall,omitempty"`
	Depth           *DepthStudy       `json:"depth,omitempty"`
	Disagreement    Disagreement      `json:"disagreement"`
	Neighborhoods   []Surroundings    `json:"neighborhoods,omitempty"`

	// Suggestions are the first of the whole ontology, best first, judged by the reasoner.
	Suggestions []Suggestion `json:"suggestions,omitempty"`
	// SuggestedBy is what they are ordered by.
	SuggestedBy suggest.Order `json:"suggestedBy,omitempty"`

	// Doubtful are the first of the asserted axioms that checks object to, NumDoubtful counts all.
	Doubtful    []Doubt `json:"doubtful,omitempty"`
	NumDoubtful int     `json:"numDoubtful,omitempty"`

	Provenance Provenance `json:"provenance"`

	family *Boxes // the paper's example
}

// Ontology says what was compared.
type Ontology struct {
	Name        string `json:"name"` // a file's name without its endings
	IRI         string `json:"iri,omitempty"`
	VersionIRI  string `json:"versionIRI,omitempty"`
	Hash        string `json:"hash"` // of what it says; see owl.Ontology.Hash
	Axioms      int    `json:"axioms"`
	OutsideEL   int    `json:"outsideEL"` // axioms that were used in part or not at all
	Classes     int    `json:"classes"`
	Properties  int    `json:"objectProperties"`
	Individuals int    `json:"individuals"`
}

// Name is a class with what people call it.
type Name struct {
	IRI   string `json:"iri"`
	Label string `json:"label"` // rdfs:label, else the end of the IRI
}

// Axiom is an axiom in functional syntax, for programs, and in Manchester syntax with labels, for people.
type Axiom struct {
	Functional string `json:"axiom"`
	Manchester string `json:"manchester"`
}

// Deduction is what the reasoner adds to what is asserted. Subsumptions are those between different
// satisfiable named classes, other than owl:Thing.
type Deduction struct {
	Subsumptions int `json:"subsumptions"` // entailed ones
	Asserted     int `json:"asserted"`     // of these, stated by an axiom, also as one conjunct among others
	Direct       int `json:"direct"`       // of Subsumptions, those with no class between
	DirectNew    int `json:"directNew"`    // of Direct, those that no axiom states

	Unsatisfiable []Name `json:"unsatisfiable"`

	// Examples are direct subsumptions that no axiom states, those with the deepest proofs among a sample.
	Examples []Derivation `json:"examples"`
}

// Added counts the subsumptions that no axiom states, and DirectAsserted the direct ones that one does.
func (d Deduction) Added() int          { return d.Subsumptions - d.Asserted }
func (d Deduction) DirectAsserted() int { return d.Direct - d.DirectNew }

// Derivation is something that follows, with its smallest proof.
type Derivation struct {
	Axiom
	Sub   Name `json:"sub"`
	Super Name `json:"super"`
	Proof
}

// Proof is a derivation, with its size.
type Proof struct {
	Depth int         `json:"depth"` // inferences on the longest way from an asserted axiom to the conclusion
	Uses  int         `json:"uses"`  // asserted axioms
	Steps []ProofStep `json:"proof"` // premises before conclusions; the last one is what was to be proved
}

// ProofStep is one inference.
type ProofStep struct {
	Conclusion string   `json:"manchester"`
	Rule       string   `json:"rule"`
	Premises   []int    `json:"premises"` // earlier steps, from 0
	Axioms     []string `json:"axioms"`   // in Manchester syntax
	// Supposed says that the conclusion is no axiom of the ontology but the one that is refuted.
	Supposed bool `json:"supposed,omitempty"`
}

// Training says how the model came to be.
type Training struct {
	Model      embed.Architecture `json:"model"`
	Hyper      embed.Hyper        `json:"options"`
	Variant    embed.Variant      `json:"variant"`
	Seed       uint64             `json:"seed"`
	Axioms     map[string]Parts   `json:"axioms"` // by normal form
	Steps      int                `json:"steps"`
	KeptAt     int                `json:"keptAt"`
	Seconds    float64            `json:"seconds"`
	DataHash   string             `json:"dataHash"`
	History    []embed.Point      `json:"history"`
	Validation string             `json:"validation"` // what History validates by
}

// Parts are the sizes of the three sets of axioms.
type Parts struct {
	Train      int `json:"train"`
	Validation int `json:"validation"`
	Test       int `json:"test"`
}

// Agreement counts axioms by whether they follow from the training axioms, which is what deduction says of
// them, and whether the model predicts them: their rank is at most PredictedAt. Other right answers, which
// are those that follow from the ontology, do not count against an axiom's rank.
type Agreement struct {
	Form   string `json:"form"`
	Axioms string `json:"axioms"` // which: GroupHeldOut or GroupRandom

	Both          int `json:"entailedPredicted"`
	DeductionOnly int `json:"entailedNotPredicted"`
	InductionOnly int `json:"notEntailedPredicted"`
	Neither       int `json:"notEntailedNotPredicted"`
}

// PredictedAt is the greatest rank at which an axiom counts as predicted.
const PredictedAt = 10

// N is the number of axioms that were counted.
func (a Agreement) N() int { return a.Both + a.DeductionOnly + a.InductionOnly + a.Neither }

// Predicted and Entailed are the sums of the matrix.
func (a Agreement) Predicted() int { return a.Both + a.InductionOnly }

// Entailed is the number of axioms that follow from the training axioms.
func (a Agreement) Entailed() int { return a.Both + a.DeductionOnly }

// The groups of axioms that are ranked.
const (
	GroupAsserted        = "asserted"        // a sample of the training axioms
	GroupEntailed        = "entailed"        // a sample of what follows from them and is not asserted
	GroupHeldOut         = "heldOut"         // validation and test axioms
	GroupHeldOutEntailed = "heldOutEntailed" // those of them that follow from the training axioms
	GroupHeldOutNew      = "heldOutNew"      // those that do not
	GroupRandom          = "random"          // a class drawn at random in the place of the right one; in Ranks without what follows
)

// RankGroup says where the axioms of a group stand. Axioms are those between named classes; the candidates are
// the named classes; other right answers do not count.
type RankGroup struct {
	Form       string          `json:"form"`
	Group      string          `json:"group"`
	Candidates int             `json:"candidates"`
	Metrics    ranking.Metrics `json:"metrics"`
	// Shares are, at ranks that grow by a factor, the shares of axioms of at most this rank.
	Shares [][2]float64 `json:"shares"`
}

// PrecisionRecall is how well one threshold on the distance of all pairs of a question and a candidate tells
// held-out axioms from what does not follow. Axioms of the training set, and what follows beyond the test axioms, are
// left out. A candidate that does not follow counts as wrong, though it may be right and missing.
type PrecisionRecall struct {
	Form             string  `json:"form"`
	Ranker           string  `json:"ranker"` // "model" or a baseline
	Positives        int     `json:"positives"`
	Negatives        int64   `json:"negatives"`
	AveragePrecision float64 `json:"averagePrecision"`
	// Points are recall and precision.
	Points [][2]float64 `json:"points"`
}

// DepthStudy sets the depth of the smallest proofs of entailed, not asserted subsumptions beside their ranks.
type DepthStudy struct {
	Pairs int `json:"pairs"`
	// Spearman is the rank correlation of depth and rank, Low and High its percentile bootstrap interval
	// of Confidence.
	Spearman   float64 `json:"spearman"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Confidence float64 `json:"confidence"`
	Candidates int     `json:"candidates"`

	Depths []DepthGroup `json:"depths"` // ascending
}

// DepthGroup are the ranks of subsumptions with proofs of one depth.
type DepthGroup struct {
	Depth  int     `json:"depth"`
	AndUp  bool    `json:"andUp,omitempty"` // greater depths are counted here, too
	N      int     `json:"n"`
	Low    float64 `json:"low"` // 5th percentile
	Q1     float64 `json:"q1"`
	Median float64 `json:"median"`
	Q3     float64 `json:"q3"`
	High   float64 `json:"high"` // 95th percentile
}

// Disagreement is where deduction and induction contradict each other most.
type Disagreement struct {
	// RankedLow follow, and the model puts them last.
	RankedLow []Misplaced `json:"rankedLow,omitempty"`
	// Judged is how many of the model's first answers for a sample of classes were judged, and Contradictions how many
	// of them contradict the ontology; Contradicting are those which the model is surest of.
	Judged         int             `json:"judged"`
	Contradictions int             `json:"contradictions"`
	Contradicting  []Contradicting `json:"contradicting,omitempty"`
}

// Misplaced is something that follows, with its rank.
type Misplaced struct {
	Derivation
	Rank       float64 `json:"rank"`
	Candidates int     `json:"candidates"`
}

// Contradicting is an answer of the model that cannot be right.
type Contradicting struct {
	Axiom
	Rank          int     `json:"rank"` // among the candidates that do not follow
	Distance      float64 `json:"distance"`
	Unsatisfiable []Name  `json:"unsatisfiable,omitempty"` // classes that would have no instance
	Inconsistent  bool    `json:"inconsistent,omitempty"`
	Why           *Proof  `json:"why,omitempty"`
}

// Surroundings are the nearest classes of a class, in the model's space.
type Surroundings struct {
	Class Name   `json:"class"`
	Near  []Near `json:"near"` // nearest first; some because they are near, others because axioms relate them to the class

	vector []float64
}

// Near is a class near another.
type Near struct {
	Name
	Distance float64 `json:"distance"` // of centers
	Nearest  bool    `json:"nearest"`  // it is among the nearest
	Asserted bool    `json:"asserted"` // an axiom C ⊑ D relates the two
	Entailed bool    `json:"entailed"` // one is subsumed by the other

	vector []float64
}

// Suggestion is an axiom that is probably missing.
type Suggestion struct {
	Axiom
	Form        suggest.Form    `json:"form"`
	Subject     Name            `json:"subject"`
	Tier        suggest.Tier    `json:"tier,omitempty"`
	Evidence    []Evidence      `json:"evidence,omitempty"`
	Group       []Name          `json:"group,omitempty"` // the classes of a question about several
	Probability float64         `json:"probability"`
	Rank        int             `json:"rank"` // among those of its subject
	Verdict     suggest.Verdict `json:"verdict"`
	Why         []string        `json:"why"`
	ImpliedBy   *Axiom          `json:"impliedBy,omitempty"`

	Unsatisfiable []Name `json:"unsatisfiable,omitempty"` // what contradicts
}

// Evidence is a sentence for or against a suggestion.
type Evidence struct {
	For      bool   `json:"for"`
	Sentence string `json:"sentence"`
}

// Provenance is what one needs to make the comparison again.
type Provenance struct {
	Program string   `json:"program"`
	Command []string `json:"command,omitempty"`
	Made    string   `json:"made"`    // RFC 3339
	Machine string   `json:"machine"` // system, processor, cores
	Seed    uint64   `json:"seed"`
	Stages  []Stage  `json:"stages"`
	Notes   []string `json:"notes,omitempty"`
}

// Stage is a part of the work and the time that it took.
type Stage struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// Doubt is an asserted axiom with the sentences against it.
type Doubt struct {
	Axiom
	Against []string `json:"against"`
}
