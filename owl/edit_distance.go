package owl

// EditDistance returns the number of insertions, deletions, replacements and swaps of neighbors
// that turn a into b (optimal string alignment). Distances above most are most + 1.
func EditDistance[T byte | rune](a, b []T, most int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if d := len(a) - len(b); d > most || -d > most {
		return most + 1
	}
	var rows [3][64]int // not on the heap
	before, above, row := rows[0][:], rows[1][:], rows[2][:]
	if n := len(b) + 1; n > len(row) {
		before, above, row = make([]int, n), make([]int, n), make([]int, n)
	}
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := range a {
		before, above, row = above, row, before
		row[0] = i + 1
		least := row[0]
		for j := range b {
			d := above[j]
			if a[i] != b[j] {
				d++
			}
			d = min(d, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = d
			least = min(least, d)
		}
		if least > most {
			return most + 1
		}
	}
	return min(row[len(b)], most+1)
}
