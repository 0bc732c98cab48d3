package edit

import (
	"context"

	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

func changeOBO(ctx context.Context, t *text, opts rdfio.ReadOptions, have *content,
	remove, add []owl.Axiom) error {
	return &Error{Err: ErrSyntax}
}
