package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	ConstraintExpr("!noasm")

	tables()
	vectors()
	boxes()
	steps()
	tiles()

	Generate()
}
