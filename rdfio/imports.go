package rdfio

import (
	"context"

	"box2el-owl/owl"
)

// readImports reads the imports closure of root into it.
func readImports(ctx context.Context, path string, root *owl.Ontology, report *Report, opts ReadOptions) error {
	for _, i := range root.Imports {
		report.MissingImports = append(report.MissingImports, i.String())
	}
	return nil
}
