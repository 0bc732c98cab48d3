package ranking_test

import (
	"context"
	"fmt"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
	"box2el-owl/internal/lexicon"
)

// ExampleRank ranks classes as superclasses by their labels.
func ExampleRank() {
	labels := []string{"heart", "heart valve", "valve", "liver"}
	var train dataset.Axioms
	scorer := ranking.NewLexical(ranking.SuperclassOf, lexicon.New(labels), &train)

	var test dataset.Table
	test.Append(1, 2) // a heart valve is a valve
	ranks, err := ranking.Rank(context.Background(), scorer, test, ranking.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+v\n", ranks.Raw[0])

	best, err := ranking.Top(context.Background(), scorer, []int32{1, dataset.None}, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range best {
		fmt.Println(labels[c.ID])
	}
	// Output:
	// {Best:1 Worst:2 ByID:2 NaN:false Unopposed:false}
	// heart
	// valve
}
