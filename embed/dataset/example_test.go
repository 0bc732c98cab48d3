package dataset_test

import (
	"context"
	"fmt"
	"strings"

	"box2el-owl/embed/dataset"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

// Example splits an ontology for subsumption prediction and prints its entailments.
func Example() {
	ctx := context.Background()
	onto, _, err := rdfio.Read(ctx, strings.NewReader(`
		Prefix(:=<http://example.org/>)
		Ontology(
			SubClassOf(:Heart :Organ)
			SubClassOf(:Organ :BodyPart)
			SubClassOf(:Heart ObjectSomeValuesFrom(:partOf :Thorax))
			ObjectPropertyAssertion(:partOf :myHeart :me)
		)`), rdfio.ReadOptions{NoImports: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	nf, _, err := el.Normalize(ctx, onto, el.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, _, err := dataset.FromNormalForm(ctx, nf, onto, dataset.NormalFormOptions{Name: "body"})
	if err != nil {
		fmt.Println(err)
		return
	}
	split := dataset.SplitPrediction(d, 1)
	fmt.Printf("%d classes, %d individuals, NF1 %d for training and %d held out\n", len(d.Classes),
		len(d.Individuals), split.Train[dataset.NF1].Len(), split.Test[dataset.NF1].Len())

	oracle, err := reasoner.NewClosure(ctx, d.NormalForm(&d.Train), reasoner.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	closure := dataset.ClosureOver(d, oracle)
	for super := range closureOf(d, closure, "http://example.org/Heart") {
		fmt.Println("Heart ⊑", super)
	}

	// Output:
	// 6 classes, 2 individuals, NF1 1 for training and 0 held out
	// Heart ⊑ http://example.org/Organ
	// Heart ⊑ http://example.org/BodyPart
}

// closureOf yields the superclasses of a class other than itself and owl:Thing.
func closureOf(d *dataset.Dataset, closure dataset.Closure, name string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for c := range int32(len(d.Classes)) {
			if d.Classes[c] != name {
				continue
			}
			for _, super := range closure.Answers(dataset.NF1, []int32{c, c}, 1) {
				if super != c && super != d.Top && !yield(d.Classes[super]) {
					return
				}
			}
		}
	}
}
