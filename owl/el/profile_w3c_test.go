package el_test

import (
	"bufio"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

type profileCase struct {
	ID             string   `json:"id"`
	RDFXMLOntology string   `json:"rdfXmlOntology"`
	FSOntology     string   `json:"fsOntology"`
	Profiles       []string `json:"profiles"`
	Species        []string `json:"species"`
}

// TestW3CProfiles compares the check with the labels of the W3C's test cases, in each syntax of a
// case. If the label and the text of a case differ, testdata/profile-differences.tsv has the
// verdict, with the clause of the standard.
func TestW3CProfiles(t *testing.T) {
	f, err := os.Open(outside.Data(t, "w3c", "owl2-profile.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	differences := readDifferences(t)
	unused := maps.Clone(differences)
	cases, wrong := 0, 0
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var c profileCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cases++
		want := slices.Contains(c.Profiles, "EL")
		if verdict, listed := differences[c.ID]; listed {
			delete(unused, c.ID)
			if verdict == want {
				t.Errorf("%s is listed as a difference, but its label says the same", c.ID)
			}
			want = verdict
		}
		for syntax, text := range map[string]string{
			"rdfxml": c.RDFXMLOntology, "functional": c.FSOntology,
		} {
			if text == "" {
				continue
			}
			o, report, err := rdfio.Read(context.Background(), strings.NewReader(text),
				rdfio.ReadOptions{File: c.ID, Format: syntax, NoImports: true})
			if err != nil {
				t.Errorf("%s, %s: %v", c.ID, syntax, err)
				continue
			}
			if profile := checkProfile(t, o, report); profile.InProfile() != want {
				wrong++
				t.Errorf("%s, %s, species %v: in OWL 2 EL: %v, want %v: %v", c.ID, syntax,
					c.Species, profile.InProfile(), want, profile.Violations)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	for id := range unused {
		t.Errorf("%s is listed as a difference, but is no case", id)
	}
	t.Logf("%d cases, %d wrong verdicts, %d named differences", cases, wrong, len(differences))
}

func checkProfile(t testing.TB, o *owl.Ontology, report *rdfio.Report) *el.ProfileReport {
	t.Helper()
	var notes []el.ReaderNote
	for _, n := range report.OutsideDL() {
		notes = append(notes, el.ReaderNote{
			Text: string(n.Kind) + ": " + n.Examples[0].Message, Count: n.Count,
		})
	}
	profile, err := el.CheckProfile(context.Background(), o, notes)
	if err != nil {
		t.Fatal(err)
	}
	return profile
}

func readDifferences(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "profile-differences.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	verdicts := make(map[string]bool)
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 || fields[1] != "true" && fields[1] != "false" || fields[2] == "" {
			t.Fatalf("profile-differences.tsv: %q", line)
		}
		verdicts[fields[0]] = fields[1] == "true"
	}
	return verdicts
}
