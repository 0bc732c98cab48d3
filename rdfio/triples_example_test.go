package rdfio_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	knakk "github.com/knakk/rdf"

	"box2el-owl/rdfio"
)

const hearts = `@prefix : <http://example.org/heart#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

:Heart rdfs:subClassOf :Organ ,
  [ a owl:Restriction ; owl:onProperty :partOf ; owl:someValuesFrom :Body ] ;
    rdfs:label "heart"@en .
`

func ExampleWriteTriples() {
	err := rdfio.WriteTriples(context.Background(), strings.NewReader(hearts), os.Stdout,
		rdfio.ReadOptions{File: "heart.ttl"})
	fmt.Println(err)
	// Output:
	// <http://example.org/heart#Heart> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://example.org/heart#Organ> .
	// <http://example.org/heart#Heart> <http://www.w3.org/2000/01/rdf-schema#subClassOf> _:b0 .
	// _:b0 <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Restriction> .
	// _:b0 <http://www.w3.org/2002/07/owl#onProperty> <http://example.org/heart#partOf> .
	// _:b0 <http://www.w3.org/2002/07/owl#someValuesFrom> <http://example.org/heart#Body> .
	// <http://example.org/heart#Heart> <http://www.w3.org/2000/01/rdf-schema#label> "heart"@en .
	// <nil>
}

func ExampleTriples() {
	labels := 0
	err := rdfio.Triples(context.Background(), strings.NewReader(hearts),
		rdfio.ReadOptions{File: "heart.ttl"}, func(t knakk.Triple) error {
			if literal, ok := t.Obj.(knakk.Literal); ok && literal.Lang() == "en" {
				labels++
			}
			return nil
		})
	fmt.Println(labels, err)
	// Output:
	// 1 <nil>
}
