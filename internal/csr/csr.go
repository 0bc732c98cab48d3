// Package csr holds lists of numbers by key in compressed (CSR) form: all lists are parts of one
// array.
package csr

// Lists has a list of numbers for each key below a bound. The zero value has empty lists.
type Lists struct{ offsets, items []int32 }

// ByKey sorts the numbers below n by their keys, which are below keys; a key of -1 leaves a number
// out. The numbers of a key are in ascending order.
func ByKey(keys, n int, key func(i int32) int32) Lists {
	l := Lists{offsets: make([]int32, keys+1)}
	for i := range int32(n) {
		if k := key(i); k >= 0 {
			l.offsets[k+1]++
		}
	}
	for k := range keys {
		l.offsets[k+1] += l.offsets[k]
	}
	l.items = make([]int32, l.offsets[keys])
	next := append([]int32(nil), l.offsets[:keys]...)
	for i := range int32(n) {
		if k := key(i); k >= 0 {
			l.items[next[k]] = i
			next[k]++
		}
	}
	return l
}

// Of returns the numbers of a key, which may be out of bounds. The caller must not change them.
func (l *Lists) Of(k int32) []int32 {
	if int(k)+1 >= len(l.offsets) {
		return nil
	}
	return l.items[l.offsets[k]:l.offsets[k+1]]
}
