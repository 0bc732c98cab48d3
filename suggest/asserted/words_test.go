package asserted

import (
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	for _, c := range []struct{ text, words, head string }{
		{"memory B cells", "memory b cell", "cell"},
		{"CDOPortfolioManager", "cdo portfolio manager", "manager"},
		{" CDOPortfolioManager ", "cdo portfolio manager", "manager"},
		{"mRNA", "mrna", "mrna"},
		{"has_quality", "has quality", "quality"},
		{"B220-low CD38-positive cell", "b220-low cd38-positive cell", "cell"},
		{"development of the heart", "development of the heart", "development"},
		{"evidence used in manual assertion", "evidence used in manual assertion", "evidence"},
		{"CD4-positive, alpha-beta T cell", "cd4-positive alpha-beta t cell", "cd4-positive"},
		{"bodies, mass, thalamus", "body mass thalamus", "body"},
		{"Julgoldite (Fe++)", "julgoldite fe++", "julgoldite"},
		{"", "", ""},
	} {
		n := NewName(c.text)
		if got := strings.Join(n.Words, " "); got != c.words || n.HeadWord() != c.head {
			t.Errorf("NewName(%q): words %q, head %q; want %q, %q", c.text, got, n.HeadWord(),
				c.words, c.head)
		}
	}
}
