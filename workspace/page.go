package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// Page selects a part of a list.
type Page struct {
	// Cursor is the Next of the page before. Default: the list begins.
	Cursor string
	// Limit is the maximum number of items. Default: 100.
	Limit int
}

func (p Page) limit() int {
	if p.Limit <= 0 {
		return 100
	}
	return p.Limit
}

// from returns the index of the first item of a page. list identifies the list by the values that
// it depends on. The error is ErrInvalid, or ErrStaleCursor for the cursor of another list.
func (p Page) from(list ...any) (int, error) {
	if p.Cursor == "" {
		return 0, nil
	}
	offset, of, ok := strings.Cut(p.Cursor, "-")
	n, err := strconv.Atoi(offset)
	if !ok || err != nil || n < 0 {
		return 0, fmt.Errorf("%w cursor", ErrInvalid)
	}
	if of != listID(list) {
		return 0, ErrStaleCursor
	}
	return n, nil
}

// next returns the cursor of the next page.
func (p Page) next(offset int, list ...any) string {
	return strconv.Itoa(offset) + "-" + listID(list)
}

func listID(about []any) string {
	h := sha256.New()
	for _, a := range about {
		fmt.Fprintf(h, "%v\x00", a)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// cutOut returns the page of a whole list and the cursor of the next one, empty on the last.
func cutOut[T any](all []T, p Page, list ...any) (items []T, next string, err error) {
	from, err := p.from(list...)
	if err != nil {
		return nil, "", err
	}
	from = min(from, len(all))
	to := min(from+p.limit(), len(all))
	if to < len(all) {
		next = p.next(to, list...)
	}
	return all[from:to], next, nil
}

// mapped returns f of each item of a list; it is not nil.
func mapped[From, To any](list []From, f func(From) To) []To {
	out := make([]To, len(list))
	for i, item := range list {
		out[i] = f(item)
	}
	return out
}
