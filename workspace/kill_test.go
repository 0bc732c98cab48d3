package workspace

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"box2el-owl/db"
	"box2el-owl/owl"
)

var kills = flag.Int("kills", 20, "processes that TestKilled kills")

// TestMain does what a child process of TestKilled is for, if this is one.
func TestMain(m *testing.M) {
	flag.Parse()
	if folder := os.Getenv("BOX2EL_TEST_WORKSPACE"); folder != "" {
		fmt.Println(child(context.Background(), folder))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// step is the i-th step of a child: sometimes a whole document, otherwise an edit.
func step(i int) (document string, remove, add []owl.Axiom) {
	class := func(n int) owl.Class { return owl.Class{IRI: owl.NewIRI(fmt.Sprintf("http://x/C%d", n))} }
	said := func(n int) owl.Axiom { return &owl.SubClassOf{Sub: class(n), Super: class(n / 2)} }
	if i%40 == 0 {
		text := "Ontology(<http://x/o>\n"
		for n := range 20 {
			text += string(owl.AppendAxiom(nil, said(i+n), nil)) + "\n"
		}
		return text + ")", nil, nil
	}
	return "", []owl.Axiom{said(i - 1)}, []owl.Axiom{said(i + 1000), said(i + 2000)}
}

// expected are the content hashes after each of n deeds.
func expected(t *testing.T, n int) (states []owl.Hash) {
	s := emptyAxioms()
	for i := range n {
		document, remove, add := step(i)
		if document != "" {
			s = emptyAxioms()
			for line := range strings.Lines(document) {
				if strings.HasPrefix(line, "SubClassOf") {
					add = append(add, parsed(t, line))
				}
			}
		}
		s.apply(s.between(remove, add))
		states = append(states, contentHash(s))
	}
	return states
}

// child continues with the steps where an earlier child has ended, and prints each when it is done.
// Each records a decision.
func child(ctx context.Context, folder string) error {
	store, err := db.Open(ctx, filepath.Join(folder, "store.db"), db.Options{})
	if err != nil {
		return err
	}
	w, err := Open(ctx, Options{Store: store, Documents: filepath.Join(folder, "documents"),
		Folder: filepath.Join(folder, "ontologies")})
	if err != nil {
		return err
	}
	o := w.Ontologies()[0]
	if err := o.Await(ctx); err != nil {
		return err
	}
	begin, err := strconv.Atoi(os.Getenv("BOX2EL_TEST_BEGIN"))
	if err != nil {
		return err
	}
	if begin > 0 && o.Status().Reasoner.State == ReasonerNone { // killed within step 0
		if err := o.Classify(ctx, nil); err != nil {
			return err
		}
	}
	fmt.Println("begun")
	for i := begin; ; i++ {
		document, remove, add := step(i)
		if document != "" {
			_, err = o.Replace(ctx, OneDocument(strings.NewReader(document), ""), ReplaceOptions{})
			if err == nil && i == 0 {
				err = o.Classify(ctx, nil)
			}
		} else {
			_, err = o.Edit(ctx, Edit{Revision: o.Status().Revision, Remove: remove, Add: add})
		}
		if err != nil {
			return err
		}
		super := owl.Class{IRI: owl.NewIRI(fmt.Sprintf("http://x/D%d", i))}
		one := deciding(&owl.SubClassOf{Sub: owl.Thing, Super: super}, db.Reject)
		if _, _, err := o.Decide(ctx,
			Operations{List: []Operation{one}, Key: strconv.Itoa(i)}); err != nil {
			return err
		}
		fmt.Println(i)
	}
}

// TestKilled kills processes at random moments: what they have acknowledged is there, and what they
// have not is there wholly or not at all.
func TestKilled(t *testing.T) {
	n := *kills
	if testing.Short() {
		n = min(n, 6)
	}
	folder := t.TempDir()
	w, end := openAt(t, folder)
	if _, err := w.Create(t.Context(), New{}); err != nil {
		t.Fatal(err)
	}
	end()
	states := expected(t, 2000)
	rng := rand.New(rand.NewPCG(rand.Uint64(), 1))
	done, acknowledged := 0, 0
	for range n {
		last := runChild(t, folder, done, time.Duration(rng.IntN(120_000))*time.Microsecond)
		acknowledged += max(0, last+1-done)
		w, end := openAt(t, folder)
		o := w.Ontologies()[0]
		if err := o.Await(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := contentHash(o.axioms)
		switch {
		case last < 0 && done == 0 && got == owl.Hash{}:
			end()
			continue
		case last < 0:
			last = done - 1
		}
		if (last < 0 || got != states[last]) && got != states[last+1] {
			t.Fatalf("after deed %d the ontology has %v, want that state or %v", last, got,
				states[last+1])
		}
		if got == states[last+1] {
			last++
		}
		if s := o.Status(); s.Reasoner.State != ReasonerReady && last > 0 && last%40 != 0 {
			t.Errorf("after deed %d: %+v", last, s.Reasoner)
		}
		history, err := o.Decisions(t.Context(), db.Filter{}, Page{Limit: 5000})
		if err != nil || len(history.Items) < acknowledged {
			t.Fatalf("%d decisions, %d acknowledged: %v", len(history.Items), acknowledged, err)
		}
		done = last + 1
		end()
	}
	t.Logf("%d deeds, %d kills", done, n)
}

// runChild runs a process from a step for some time, kills it, and returns the last acknowledged
// step, or -1.
func runChild(t *testing.T, folder string, begin int, delay time.Duration) int {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run", "^$")
	cmd.Env = append(os.Environ(), "BOX2EL_TEST_WORKSPACE="+folder,
		fmt.Sprint("BOX2EL_TEST_BEGIN=", begin))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	last := -1
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		i, err := strconv.Atoi(lines.Text())
		switch {
		case lines.Text() == "begun":
			time.AfterFunc(delay, func() { cmd.Process.Kill() })
		case err != nil:
			t.Errorf("a process ended by itself: %s", lines.Text())
		default:
			last = i
		}
	}
	cmd.Wait()
	return last
}

// TestDamaged: an ontology whose document is damaged says what to do, names no file, does not keep
// the others from opening, and is mended by sending it again.
func TestDamaged(t *testing.T) {
	for name, damage := range map[string]func(path string) error{
		"gone": func(path string) error { return os.Remove(path) },
		"cut":  func(path string) error { return os.Truncate(path, 40) },
		"of another": func(path string) error {
			return rewriteFile(path, func([]byte) []byte { return []byte("Ontology()") })
		},
		"with a bit": func(path string) error {
			return rewriteFile(path,
				func(text []byte) []byte { text[len(text)/2] ^= 1; return text })
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			w, end := openAt(t, folder)
			documents := []string{heart, strings.ReplaceAll(heart, "x/o>", "x/o2>")}
			var files []string
			for _, document := range documents {
				o, err := w.Create(t.Context(), New{})
				if err != nil {
					t.Fatal(err)
				}
				replace(t, o, document)
				for _, text := range []string{"SubClassOf(:A :B)", "SubClassOf(:B :C)"} {
					if _, err := o.Edit(t.Context(), Edit{Revision: o.Status().Revision,
						Add: []owl.Axiom{axiom(t, text)}}); err != nil {
						t.Fatal(err)
					}
				}
				files = append(files, filepath.Join(folder, "documents", o.document().File))
			}
			end()
			if err := damage(files[0]); err != nil {
				t.Fatal(err)
			}
			w, _ = openAt(t, folder)
			bad, good := w.Ontologies()[0], w.Ontologies()[1]
			if err := good.Await(t.Context()); err != nil || good.Status().Axioms != 7 {
				t.Errorf("the other ontology: %v, %+v", err, good.Status())
			}
			if err := bad.Await(t.Context()); !errors.Is(err, ErrDamaged) ||
				!strings.Contains(bad.Status().Problem, "send") ||
				strings.Contains(err.Error(), folder) {
				t.Errorf("the damaged one: %v; %q", err, bad.Status().Problem)
			}
			if _, err := bad.View().Classes(t.Context(), "", Page{}); !errors.Is(err, ErrDamaged) {
				t.Errorf("a question to the damaged one: %v", err)
			}
			accept := deciding(axiom(t, "SubClassOf(:A :C)"), db.Accept)
			if _, _, err := bad.Decide(t.Context(), Operations{
				List: []Operation{accept}}); !errors.Is(err, ErrDamaged) {
				t.Errorf("a decision in the damaged one: %v", err)
			}
			if s := replace(t, bad, documents[0]); s.Axioms != 5 || s.Problem != "" {
				t.Errorf("mended: %+v", s)
			}
		})
	}
}

func rewriteFile(path string, change func([]byte) []byte) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, change(text), 0o600)
}

// TestKept edits an ontology a thousand times: after a restart it is the same, and its document is
// the file that was sent, byte for byte.
func TestKept(t *testing.T) {
	folder := t.TempDir()
	w, end := openAt(t, folder)
	ctx := t.Context()
	o, err := w.Create(ctx, New{})
	if err != nil {
		t.Fatal(err)
	}
	const sent = organs + "# a comment behind the end\n"
	replace(t, o, sent)
	if err := o.Classify(ctx, nil); err != nil {
		t.Fatal(err)
	}
	for n := 1; n < 1000; n++ {
		if n%40 != 0 {
			_, remove, add := step(n)
			if _, err := o.Edit(ctx,
				Edit{Revision: o.Status().Revision, Remove: remove, Add: add}); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := o.Status()
	var before, after strings.Builder
	if err := o.View().WriteDocument(t.Context(), &before, "functional"); err != nil {
		t.Fatal(err)
	}
	end()

	w, _ = openAt(t, folder)
	again := w.Ontologies()[0]
	if err := again.Await(ctx); err != nil {
		t.Fatal(err)
	}
	if got := again.Status(); got.Revision != want.Revision ||
		!reflect.DeepEqual(got.Reasoner, want.Reasoner) || got.Axioms != want.Axioms {
		t.Errorf("after a restart %+v\nbefore %+v", got, want)
	}
	if err := again.View().WriteDocument(t.Context(), &after, "functional"); err != nil ||
		after.String() != before.String() {
		t.Errorf("the document is another one after a restart: %v\n%.500s\n%.500s",
			err, before.String(), after.String())
	}
	files, err := os.ReadDir(filepath.Join(folder, "documents"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files: %v, %v", files, err)
	}
	if kept, err := os.ReadFile(filepath.Join(folder, "documents", files[0].Name())); err != nil ||
		string(kept) != sent {
		t.Errorf("kept: %q, %v", kept, err)
	}
}
