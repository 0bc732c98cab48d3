package workspace

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"box2el-owl/db"
)

// OperationPage is a part of the operations on an ontology.
type OperationPage struct {
	Items []db.Operation
	Next  string
}

// cursorOfNumber begins the cursors of operations; the number of an operation follows.
const cursorOfNumber = "before-"

// History lists the operations on the ontology by all clients, the latest first. A cursor remains
// valid.
func (o *Ontology) History(ctx context.Context, p Page) (OperationPage, error) {
	f := db.OperationFilter{Ontology: o.Key(), Newest: true, Limit: p.limit() + 1}
	if p.Cursor != "" {
		text, ok := strings.CutPrefix(p.Cursor, cursorOfNumber)
		number, err := strconv.ParseInt(text, 10, 64)
		if !ok || err != nil || number < 1 {
			return OperationPage{}, fmt.Errorf("%w cursor", ErrInvalid)
		}
		f.Before = number
	}
	list, err := o.w.opts.Store.Operations(ctx, f)
	if err != nil {
		return OperationPage{}, err
	}
	var page OperationPage
	if len(list) > p.limit() {
		list = list[:p.limit()]
		page.Next = cursorOfNumber + strconv.FormatInt(list[len(list)-1].Number, 10)
	}
	page.Items = list
	return page, nil
}
