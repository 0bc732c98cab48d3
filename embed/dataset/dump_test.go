package dataset

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

// dump writes a data set for people.
func dump(d *Dataset) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%v %q, seed %d, top %d, bottom %d\n", d.Task, d.Name, d.Seed, d.Top, d.Bottom)
	for id, name := range d.Classes {
		fmt.Fprintf(&b, "class %d %s", id, name)
		if d.Auxiliary != nil && d.Auxiliary[id] {
			b.WriteString(" auxiliary")
		}
		if d.Deprecated != nil && d.Deprecated[id] {
			b.WriteString(" deprecated")
		}
		b.WriteByte('\n')
	}
	for id, name := range d.Roles {
		fmt.Fprintf(&b, "role %d %s\n", id, name)
	}
	for id, name := range d.Individuals {
		fmt.Fprintf(&b, "individual %d %s\n", id, name)
	}
	names := [...][]string{Class: d.Classes, Role: d.Roles, Individual: d.Individuals}
	for _, set := range []struct {
		name   string
		axioms *Axioms
	}{{"train", &d.Train}, {"validation", &d.Validation}, {"test", &d.Test}} {
		for form := range NumForms {
			for ids := range set.axioms[form].Rows() {
				fmt.Fprintf(&b, "%s %v", set.name, form)
				for column, kind := range form.Columns() {
					fmt.Fprintf(&b, " %s", fragment(names[kind][ids[column]]))
				}
				b.WriteByte('\n')
			}
		}
	}
	return b.Bytes()
}

func fragment(name string) string {
	for _, prefix := range []string{"http://x/", owl.OWLNamespace, "http://ex.org/tiny#"} {
		name = strings.TrimPrefix(name, prefix)
	}
	return name
}

// readOntology reads an ontology file and normalizes it.
func readOntology(t testing.TB, path string) (*owl.Ontology, *el.Ontology) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	onto, _, err := rdfio.Read(context.Background(), f, rdfio.ReadOptions{NoImports: true})
	if err != nil {
		t.Fatal(err)
	}
	nf, _, err := el.Normalize(context.Background(), onto, el.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return onto, nf
}

// sortedRows returns the sorted axioms of a table, to compare sets.
func sortedRows(t Table) [][]int32 {
	var rows [][]int32
	for ids := range t.Rows() {
		rows = append(rows, ids)
	}
	slices.SortFunc(rows, slices.Compare)
	return rows
}
