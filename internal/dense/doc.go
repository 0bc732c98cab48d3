// Package dense holds sets, maps, lists and directed graphs over dense numbers, which start at 0
// and index arrays.
package dense
