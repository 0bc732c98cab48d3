package reasoner_test

import (
	"context"
	"fmt"
	"log"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

// One classification: from a document to the class hierarchy.
func ExampleClassify() {
	ctx := context.Background()
	ontology, report, err := rdfio.ReadFile(ctx, "../examples/heart.owl", rdfio.ReadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	normal, notUsed, err := el.Normalize(ctx, ontology, el.Options{})
	if err != nil {
		log.Fatal(err)
	}
	taxonomy, err := reasoner.Classify(ctx, normal, reasoner.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Syntax, notUsed.NumAxioms(), "outside EL")
	for sub, super := range taxonomy.Direct() {
		fmt.Println(sub.IRI, super.IRI)
		break
	}

	// Output:
	// rdfxml 0 outside EL
	// http://example.org/heart#AnatomicalStructure http://www.w3.org/2002/07/owl#Thing
}

// A Reasoner answers queries, checks axioms that a curator considers, and applies edits.
func ExampleReasoner() {
	ctx := context.Background()
	ontology, _, err := rdfio.ReadFile(ctx, "../examples/pizzeria.ttl", rdfio.ReadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	parser := owl.Parser{Names: owl.NewNames(ontology)}
	r, err := reasoner.New(ctx, ontology, reasoner.Options{})
	if err != nil {
		log.Fatal(err)
	}

	hot, _ := parser.ClassExpression("pizza and tastes some hot")
	answer, err := r.Query(ctx, hot, true)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Equivalent, answer.Subs)

	considered, _ := parser.Axiom("messicana DisjointWith 'hot pizza'")
	judgement, err := r.Judge(ctx, considered)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(judgement.Verdict, judgement.Unsatisfiable)

	added, _ := parser.Axiom("'parmesan topping' SubClassOf 'hot thing'")
	edited, err := r.Apply(ctx, []owl.Axiom{added}, nil)
	if err != nil {
		log.Fatal(err)
	}
	answer, err = edited.Query(ctx, hot, true)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Subs)

	// Output:
	// [{http://example.org/pizzeria#HotPizza}] [{http://example.org/pizzeria#Diavola} {http://example.org/pizzeria#Messicana}]
	// contradicts [{http://example.org/pizzeria#Messicana}]
	// [{http://example.org/pizzeria#Diavola} {http://example.org/pizzeria#Genovese} {http://example.org/pizzeria#Messicana}]
}
