package suggest

import (
	"testing"

	"box2el-owl/suggest/check"
)

func TestIsPossible(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*Suggestion)
		added  float64
		want   bool
	}{
		"a high score, a name and new": {want: true},
		"a definition":                 {func(x *Suggestion) { x.Why = []Reason{{Kind: "structure"}, {Kind: "definition"}} }, 0, true},
		"raised by decisions":          {nil, 3, false},
		"still high without decisions": {func(x *Suggestion) { x.Score += 3 }, 3, true},
		"lowered by decisions":         {func(x *Suggestion) { x.Score -= 3 }, -3, false},
		"a low score":                  {func(x *Suggestion) { x.Score -= .1 }, 0, false},
		"no text":                      {func(x *Suggestion) { x.Why = []Reason{{Kind: "structure"}, {Kind: "analogy"}} }, 0, false},
		"a superclass":                 {func(x *Suggestion) { x.Form = Subclass }, 0, false},
		"it contradicts":               {func(x *Suggestion) { x.Verdict = Contradicts }, 0, false},
		"a check rejects it":           {func(x *Suggestion) { x.RejectedBy = []check.Rejection{{Check: "K1"}} }, 0, false},
	} {
		x := Suggestion{Form: Existential, Score: leastPossible, Verdict: New, Why: []Reason{{Kind: "label"}}}
		if test.change != nil {
			test.change(&x)
		}
		if got := x.isPossible(test.added); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
