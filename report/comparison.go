package report

import (
	"fmt"

	"box2el-owl/embed"
	"box2el-owl/embed/ranking"
	"box2el-owl/suggest"
)

// Comparison compares the entailments of one ontology with the predictions of a model. Compare
// makes it; WriteHTML and WriteTSV write it. JSON names never change; new ones may be added.
//
// Auxiliary classes introduced by normalization are neither shown nor counted, except in
// Prediction, which has figures with and without them.
type Comparison struct {
	Ontology Ontology `json:"ontology"`

	// Summary holds the findings as sentences, the most important first.
	Summary []string `json:"summary"`

	Deduction Deduction `json:"deduction"`

	// Untrained is the reason why there is no model. Then only Deduction, Doubtful and Provenance
	// are set.
	Untrained string `json:"untrained,omitempty"`

	Training *Training `json:"training,omitempty"`

	// Prediction holds the metrics of the test axioms in the directions of the paper, as `evaluate
	// --json` writes them.
	Prediction *ranking.Result `json:"prediction,omitempty"`

	Agreement       []Agreement       `json:"agreement,omitempty"`
	Ranks           []RankGroup       `json:"ranks,omitempty"`
	PrecisionRecall []PrecisionRecall `json:"precisionRecall,omitempty"`
	Depth           *DepthStudy       `json:"depth,omitempty"`
	Disagreement    Disagreement      `json:"disagreement"`
	Neighborhoods   []Surroundings    `json:"neighborhoods,omitempty"`

	// Suggestions are the best suggestions for the whole ontology with their verdicts, best first.
	Suggestions []Suggestion `json:"suggestions,omitempty"`
	// SuggestedBy is the order of Suggestions.
	SuggestedBy suggest.Order `json:"suggestedBy,omitempty"`

	// Doubtful are the first asserted axioms that a check rejects; NumDoubtful is the number of
	// all.
	Doubtful    []Doubt `json:"doubtful,omitempty"`
	NumDoubtful int     `json:"numDoubtful,omitempty"`
	// ChecksOff has a sentence for each check that is off for the ontology.
	ChecksOff []string `json:"checksOff,omitempty"`

	Provenance Provenance `json:"provenance"`
}

// Ontology identifies the ontology that was compared.
type Ontology struct {
	Name        string `json:"name"` // the file name without its extensions
	IRI         string `json:"iri,omitempty"`
	VersionIRI  string `json:"versionIRI,omitempty"`
	Hash        string `json:"hash"` // content hash; see owl.Ontology.Hash
	Axioms      int    `json:"axioms"`
	OutsideEL   int    `json:"outsideEL"` // axioms that the reasoner uses partly or not at all
	Classes     int    `json:"classes"`
	Properties  int    `json:"objectProperties"`
	Individuals int    `json:"individuals"`
}

// Name is a class with its label.
type Name struct {
	IRI   string `json:"iri"`
	Label string `json:"label"` // rdfs:label, else the local name of the IRI
}

// Axiom is an axiom in functional syntax and, for people, in Manchester syntax with labels.
type Axiom struct {
	Functional string `json:"axiom"`
	Manchester string `json:"manchester"`
}

// Deduction describes the entailments. Subsumptions are those between different satisfiable named
// classes other than owl:Thing.
type Deduction struct {
	Subsumptions int `json:"subsumptions"` // entailed ones
	Asserted     int `json:"asserted"`     // asserted by an axiom or a conjunct of one
	Direct       int `json:"direct"`       // of Subsumptions, those with no class between
	DirectNew    int `json:"directNew"`    // of Direct, those that no axiom asserts

	Unsatisfiable []Name `json:"unsatisfiable"`

	// Examples are direct subsumptions that no axiom asserts: those with the deepest proofs of a
	// sample.
	Examples []Derivation `json:"examples"`
}

// Added counts the subsumptions that no axiom asserts, DirectAsserted the direct ones that an axiom
// asserts.
func (d Deduction) Added() int          { return d.Subsumptions - d.Asserted }
func (d Deduction) DirectAsserted() int { return d.Direct - d.DirectNew }

// Derivation is an entailed subsumption with its smallest proof.
type Derivation struct {
	Axiom
	Sub   Name `json:"sub"`
	Super Name `json:"super"`
	Proof
}

// Proof is a derivation with its size.
type Proof struct {
	Depth int         `json:"depth"` // inferences on the longest path
	Uses  int         `json:"uses"`  // asserted axioms
	Steps []ProofStep `json:"proof"` // premises before conclusions; the last step is the goal
}

// ProofStep is one inference.
type ProofStep struct {
	Conclusion string   `json:"manchester"`
	Rule       string   `json:"rule"`
	Premises   []int    `json:"premises"` // earlier steps, from 0
	Axioms     []string `json:"axioms"`   // in Manchester syntax
	// Supposed marks a hypothetical axiom, which the proof refutes.
	Supposed bool `json:"supposed,omitempty"`
}

// Training describes the training of the model.
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
	Validation string             `json:"validation"` // the metric of History.Validation
}

// Parts holds the sizes of the three splits.
type Parts struct {
	Train      int `json:"train"`
	Validation int `json:"validation"`
	Test       int `json:"test"`
}

// Agreement counts axioms by whether the training axioms entail them and whether the model predicts
// them, that is, ranks them at most at PredictedAt. Ranks are filtered by the entailments of the
// whole ontology.
type Agreement struct {
	Form   string `json:"form"`
	Axioms string `json:"axioms"` // GroupHeldOut or GroupRandom

	Both          int `json:"entailedPredicted"`
	DeductionOnly int `json:"entailedNotPredicted"`
	InductionOnly int `json:"notEntailedPredicted"`
	Neither       int `json:"notEntailedNotPredicted"`
}

// PredictedAt is the greatest rank at which an axiom counts as predicted.
const PredictedAt = 10

// N returns the number of axioms that were counted.
func (a Agreement) N() int { return a.Both + a.DeductionOnly + a.InductionOnly + a.Neither }

// Predicted returns the number of predicted axioms.
func (a Agreement) Predicted() int { return a.Both + a.InductionOnly }

// Entailed returns the number of axioms that the training axioms entail.
func (a Agreement) Entailed() int { return a.Both + a.DeductionOnly }

// The groups of axioms that are ranked.
const (
	GroupAsserted        = "asserted"        // a sample of the training axioms
	GroupEntailed        = "entailed"        // a sample of entailed, not asserted subsumptions
	GroupHeldOut         = "heldOut"         // validation and test axioms
	GroupHeldOutEntailed = "heldOutEntailed" // held-out axioms that the training axioms entail
	GroupHeldOutNew      = "heldOutNew"      // held-out axioms that they do not entail
	GroupRandom          = "random"          // random answers; Ranks omits entailed ones
)

// RankGroup holds the filtered ranks of a group of axioms between named classes among the named
// classes.
type RankGroup struct {
	Form       string          `json:"form"`
	Group      string          `json:"group"`
	Candidates int             `json:"candidates"`
	Metrics    ranking.Metrics `json:"metrics"`
	// Shares is the cumulative distribution: pairs of a rank and the share of axioms up to it.
	Shares [][2]float64 `json:"shares"`
}

// PrecisionRecall describes how well one threshold on the distance separates held-out axioms from
// axioms that are not entailed, over all pairs of a question and a candidate. Training axioms and
// other entailed axioms are left out. An axiom that is not entailed counts as wrong, though it may
// be right and missing.
type PrecisionRecall struct {
	Form             string  `json:"form"`
	Ranker           string  `json:"ranker"` // "model" or a baseline
	Positives        int     `json:"positives"`
	Negatives        int64   `json:"negatives"`
	AveragePrecision float64 `json:"averagePrecision"`
	// Points are pairs of recall and precision.
	Points [][2]float64 `json:"points"`
}

// DepthStudy compares the depth of the smallest proofs of entailed, not asserted subsumptions with
// their ranks.
type DepthStudy struct {
	Pairs int `json:"pairs"`
	// Spearman is the rank correlation of depth and rank; Low and High are its bootstrap interval
	// at the level Confidence.
	Spearman   float64 `json:"spearman"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Confidence float64 `json:"confidence"`
	Candidates int     `json:"candidates"`

	Depths []DepthGroup `json:"depths"` // ascending
}

// DepthGroup describes the ranks of subsumptions by proof depth.
type DepthGroup struct {
	Depth  int     `json:"depth"`
	AndUp  bool    `json:"andUp,omitempty"` // greater depths are included
	N      int     `json:"n"`
	Low    float64 `json:"low"` // 5th percentile
	Q1     float64 `json:"q1"`
	Median float64 `json:"median"`
	Q3     float64 `json:"q3"`
	High   float64 `json:"high"` // 95th percentile
}

// Name returns the depth, with a plus sign if greater depths are included.
func (g DepthGroup) Name() string {
	if g.AndUp {
		return fmt.Sprintf("%d+", g.Depth)
	}
	return fmt.Sprint(g.Depth)
}

// Disagreement holds the axioms on which the reasoner and the model disagree most.
type Disagreement struct {
	// RankedLow are entailed axioms with the worst ranks.
	RankedLow []Misplaced `json:"rankedLow,omitempty"`
	// Judged is the number of top predictions that were checked for a sample of classes,
	// Contradictions the number of those that contradict the ontology. Contradicting are the
	// contradictions with the best ranks.
	Judged         int             `json:"judged"`
	Contradictions int             `json:"contradictions"`
	Contradicting  []Contradicting `json:"contradicting,omitempty"`
}

// Misplaced is an entailed axiom with its rank.
type Misplaced struct {
	Derivation
	Rank       float64 `json:"rank"`
	Candidates int     `json:"candidates"`
}

// Contradicting is a prediction that contradicts the ontology.
type Contradicting struct {
	Axiom
	Rank     int     `json:"rank"` // among the candidates that are not entailed
	Distance float64 `json:"distance"`
	// By distance; the nearest and the asserted classes.
	Unsatisfiable []Name `json:"unsatisfiable,omitempty"`
	Inconsistent  bool   `json:"inconsistent,omitempty"`
	Why           *Proof `json:"why,omitempty"`
}

// Surroundings holds the nearest classes of a class in the embedding.
type Surroundings struct {
	Class Name `json:"class"`
	// By distance; the nearest classes, and those that axioms relate to the class.
	Near []Near `json:"near"`

	vector []float64
}

// Near is a class near another one.
type Near struct {
	Name
	Distance float64 `json:"distance"` // of centers
	Nearest  bool    `json:"nearest"`  // it is one of the nearest
	Asserted bool    `json:"asserted"` // an axiom C ⊑ D relates the two
	Entailed bool    `json:"entailed"` // one is subsumed by the other

	vector []float64
}

// Suggestion is an axiom that is probably missing.
type Suggestion struct {
	Axiom
	Form     suggest.Form `json:"form"`
	Subject  Name         `json:"subject"`
	Tier     suggest.Tier `json:"tier,omitempty"`
	Evidence []Evidence   `json:"evidence,omitempty"`
	// The classes of a suggestion about several classes.
	Group       []Name          `json:"group,omitempty"`
	Probability float64         `json:"probability"`
	Rank        int             `json:"rank"` // among the suggestions for its subject
	Verdict     suggest.Verdict `json:"verdict"`
	Why         []string        `json:"why"`
	ImpliedBy   *Axiom          `json:"impliedBy,omitempty"`

	// Classes that it would make unsatisfiable.
	Unsatisfiable []Name `json:"unsatisfiable,omitempty"`
}

// Evidence is a sentence for or against a suggestion.
type Evidence struct {
	For      bool   `json:"for"`
	Sentence string `json:"sentence"`
}

// Provenance holds the data needed to reproduce the comparison.
type Provenance struct {
	Program string   `json:"program"`
	Command []string `json:"command,omitempty"`
	Made    string   `json:"made"`    // RFC 3339
	Machine string   `json:"machine"` // system, processor, cores
	Seed    uint64   `json:"seed"`
	Stages  []Stage  `json:"stages"`
	Notes   []string `json:"notes,omitempty"`
}

// Stage is a stage of the work with its duration.
type Stage struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// Doubt is an asserted axiom with the evidence against it.
type Doubt struct {
	Axiom
	Against []string `json:"against"`
}
