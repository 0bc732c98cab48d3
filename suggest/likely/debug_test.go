package likely

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
	"box2el-owl/suggest/asserted"
)

// DEBUG="file|sub label|super label;..."
func TestDebug(t *testing.T) {
	var f *superclassFinder
	last := ""
	for _, line := range strings.Split(os.Getenv("DEBUG"), ";") {
		p := strings.Split(line, "|")
		if len(p) < 3 {
			continue
		}
		ctx := context.Background()
		if p[0] != last {
			o, _, err := rdfio.ReadFile(ctx, p[0], rdfio.ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			r, _ := reasoner.New(ctx, o, reasoner.Options{})
			x, _ := asserted.New(ctx, o, r.Taxonomy(), asserted.Options{})
			f = &superclassFinder{x: x, texts: newTexts(x), shapes: newShapes(x)}
			f.readNames()
			f.readTemplates()
			f.readGenera()
			last = p[0]
		}
		x := f.x
		cn, dn := asserted.NewName(p[1]), asserted.NewName(p[2])
		for _, c := range x.Labelled(cn.Key()) {
			for _, d := range x.Labelled(dn.Key()) {
				q := &pair{c: c, d: d}
				fmt.Println("==", p[1], "<", p[2], x.Classes[c], x.Classes[d])
				fmt.Println("  below", x.IsBelow(c, d), x.IsBelow(d, c), "cross", f.shapes.crosses(c, d), "same", f.sameName(c, d), "filler", f.fillerOf(c, d), f.fillerOf(d, c), "disjoint", x.AreDisjoint(c, d), "rejected", f.rejected(c, d))
				f.witness(q)
				q.tier = f.tierOf(q)
				fmt.Println("  witnesses", q.letters(), "tier", q.tier, "doubtful", f.denies(c, d), f.otherSense(q), f.loose(q), f.byDesign(c, d), "V", q.found, q.all)
				g := f.genera[c]
				fmt.Printf("  genus %+v\n", g)
				if g.class >= 0 {
					fmt.Println("   ", x.Labels[g.class].Text, x.Classes[g.class], f.genusOf[g.class], f.genusAll, "pasted", f.pasted(c, d))
					for _, a := range x.Ancestors(c) {
						if f.genera[a].class == d && !x.IsBelow(a, d) {
							fmt.Println("    lift to", x.Labels[a].Text)
						}
					}
				}
				if n, ok := f.named[[2]int32{c, d}]; ok {
					s := f.names.score(x, n, false)
					fmt.Printf("  name %+v score %+v\n", n, s)
				}
				if n, ok := f.templates[[2]int32{c, d}]; ok {
					fmt.Printf("  template %+v\n", n)
				}
				fmt.Println("  text C:", x.Texts[c])
				fmt.Println("  text D:", x.Texts[d])
				for _, pp := range x.Parents(c) {
					fmt.Println("  parent C:", x.Labels[pp].Text, "better:", f.genera[pp].class == d, x.Comparable(pp, d))
				}
				for _, pp := range x.Parents(d) {
					fmt.Println("  parent D:", x.Labels[pp].Text, x.IsBelow(c, pp))
				}
			}
		}
	}
}
