package workspace

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"box2el-owl/owl"
	"box2el-owl/suggest"
)

// quantiles reports how long single operations took, in milliseconds.
func quantiles(b *testing.B, times []time.Duration) {
	slices.Sort(times)
	for _, p := range []int{50, 90, 99, 100} {
		at := times[(len(times)-1)*p/100]
		b.ReportMetric(float64(at.Microseconds())/1000, fmt.Sprintf("p%d-ms", p))
	}
}

// large is obo-medium, classified, and with a model if steps are given.
func large(b *testing.B, steps int) *Ontology {
	b.Helper()
	w, _ := openAt(b, b.TempDir())
	o, err := w.Create(b.Context(), New{})
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	readOutside(b, o, "obo-medium")
	b.Logf("read in %v", time.Since(start))
	if steps > 0 {
		err = o.Train(b.Context(), TrainOptions{Steps: steps, Dim: 50}, nil, nil)
	} else {
		err = o.Classify(b.Context(), nil)
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("ready in %v: %+v", time.Since(start), o.Status().Reasoner)
	return o
}

// BenchmarkEdit measures edits of one axiom, until they are on the disk and the taxonomy is new: a
// superclass or restriction that is added, taken away again, and labels likewise. With a model,
// suggestions are brought up to date in the background meanwhile.
func BenchmarkEdit(b *testing.B) {
	for _, steps := range []int{0, 5} {
		b.Run(map[bool]string{false: "classified", true: "with suggestions"}[steps > 0],
			func(b *testing.B) {
				o := large(b, steps)
				rng := rand.New(rand.NewPCG(1, 1))
				classes := o.View().reasoner.Taxonomy().Classes()
				class := func() owl.Class { return classes[rng.IntN(len(classes))] }
				part := owl.ObjectProperty{IRI: owl.NewIRI("http://purl.obolibrary.org/obo/BFO_0000050")}
				for kind, draw := range map[string]func() owl.Axiom{
					"superclass": func() owl.Axiom { return &owl.SubClassOf{Sub: class(), Super: class()} },
					"restriction": func() owl.Axiom {
						return &owl.SubClassOf{Sub: class(),
							Super: &owl.ObjectSomeValuesFrom{Property: part, Filler: class()}}
					},
					"new class": func() owl.Axiom {
						return &owl.SubClassOf{Sub: owl.Class{IRI: owl.NewIRI(fmt.Sprint("http://x/new", rng.Uint64()))}, Super: class()}
					},
					"label": func() owl.Axiom {
						return &owl.AnnotationAssertion{Property: owl.RDFSLabel,
							Subject: class().IRI, Value: owl.NewString("new label")}
					},
				} {
					b.Run(kind, func(b *testing.B) {
						var times []time.Duration
						var last []owl.Axiom
						for b.Loop() {
							e := Edit{Revision: o.View().revision, Remove: last}
							if last == nil {
								e.Add = []owl.Axiom{draw()}
							}
							start := time.Now()
							if _, err := o.Edit(b.Context(), e); err != nil {
								b.Fatal(err)
							}
							times = append(times, time.Since(start))
							last = e.Add
						}
						quantiles(b, times)
					})
				}
			})
	}
}

// BenchmarkQuestions measures what the class browser asks of a large ontology.
func BenchmarkQuestions(b *testing.B) {
	o := large(b, 0)
	v, ctx := o.View(), b.Context()
	rng := rand.New(rand.NewPCG(1, 1))
	classes := v.reasoner.Taxonomy().Classes()
	start := time.Now()
	v.lookup().index()
	b.Logf("names and index in %v", time.Since(start))
	queries := []string{"a", "cell", "heart", "regulation of", "GO:0005634", "obo/GO_00056",
		"nothing like it"}
	for _, test := range []struct {
		name string
		ask  func() error
	}{
		{"Classes", func() error {
			_, err := v.Classes(ctx, queries[rng.IntN(len(queries))], Page{})
			return err
		}},
		{"Class", func() error {
			_, err := v.Class(ctx, classes[rng.IntN(len(classes))].IRI)
			return err
		}},
		{"Below", func() error {
			_, err := v.Below(ctx, classes[rng.IntN(len(classes))].IRI, false, true, Page{})
			return err
		}},
	} {
		b.Run(test.name, func(b *testing.B) {
			var times []time.Duration
			for b.Loop() {
				start := time.Now()
				if err := test.ask(); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
			}
			quantiles(b, times)
		})
	}
}

// BenchmarkFollow measures how long suggestions take to catch up with an edit.
func BenchmarkFollow(b *testing.B) {
	o := large(b, 5)
	v := o.View()
	for b.Loop() {
		if _, err := v.prepared.base.Follow(b.Context(), v.source(), v.reasoner); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := v.Suggest(b.Context(), v.lookup().classes[1000], suggest.Request{},
		Page{}); err != nil {
		b.Log(err)
	}
}

// BenchmarkReopen measures a restart, until a large ontology is classified again.
func BenchmarkReopen(b *testing.B) {
	folder := b.TempDir()
	w, end := openAt(b, folder)
	o, err := w.Create(b.Context(), New{})
	if err != nil {
		b.Fatal(err)
	}
	readOutside(b, o, "obo-medium")
	if err := o.Classify(b.Context(), nil); err != nil {
		b.Fatal(err)
	}
	end()
	for b.Loop() {
		w, end := openAt(b, folder)
		again, err := w.Ontology(o.ID())
		if err != nil {
			b.Fatal(err)
		}
		if err := again.Await(b.Context()); err != nil {
			b.Fatal(err)
		}
		if s := again.Status(); s.Reasoner.State != ReasonerReady {
			b.Fatalf("%+v", s)
		}
		end()
	}
}
