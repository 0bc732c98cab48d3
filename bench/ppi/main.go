// Command ppi writes a link prediction problem with the shape of the protein data in the paper
// (Box²EL, WWW 2024, section 4.3) in the authors' layout, to measure size and speed. The data is
// random.
//
//	go run ./bench/ppi -o /tmp/PPI/yeast
//	go run ./bench/ppi -scale 0.05 -o /tmp/PPI/tiny
package main

import (
	"flag"
	"fmt"
	"os"

	"box2el-owl/embed/dataset"
	"box2el-owl/internal/embedgen"
)

func main() {
	out := flag.String("o", "", "folder to write, PPI/D of the layout")
	scale := flag.Float64("scale", 1, "size relative to yeast")
	seed := flag.Uint64("seed", 1, "seed")
	flag.Parse()
	if err := run(*out, *scale, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "ppi:", err)
		os.Exit(1)
	}
}

func run(out string, scale float64, seed uint64) error {
	if out == "" || !(scale > 0) {
		return fmt.Errorf("-o is required, and -scale must be greater than 0")
	}
	d, err := embedgen.Proteins(embedgen.Yeast.Scaled(scale), seed)
	if err != nil {
		return err
	}
	if _, err := dataset.WriteLayout(out, d); err != nil {
		return err
	}
	fmt.Printf("%d proteins, %d classes, %d roles\n", len(d.Individuals), len(d.Classes),
		len(d.Roles))
	for form := range dataset.NumForms {
		if n := d.Train[form].Len(); n > 0 {
			fmt.Printf("%-16v %7d train %6d validation %6d test\n", form, n,
				d.Validation[form].Len(), d.Test[form].Len())
		}
	}
	return nil
}
