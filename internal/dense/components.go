package dense

// Components returns the number of the component of each node of a graph with the nodes 0 to n-1,
// and how many components there are (Tarjan 1972, with an explicit stack). A component has a larger
// number than the components that it reaches. The function returns the successors of a node.
func Components[N int | int32](n N, successors func(N) []N) (component []N, count N) {
	component = make([]N, n)
	index, low := make([]N, n), make([]N, n) // index 0: not visited
	cursor := make([]int, n)                 // among the successors
	var path, open []N
	var visited N
	for i := range component {
		component[i] = -1
	}
	for start := N(0); start < n; start++ {
		if index[start] != 0 {
			continue
		}
		path = append(path, start)
		for len(path) > 0 {
			v := path[len(path)-1]
			if index[v] == 0 {
				visited++
				index[v], low[v] = visited, visited
				open = append(open, v)
			}
			if next := successors(v); cursor[v] < len(next) {
				w := next[cursor[v]]
				cursor[v]++
				if index[w] == 0 {
					path = append(path, w)
				} else if component[w] < 0 {
					low[v] = min(low[v], index[w])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				parent := path[len(path)-1]
				low[parent] = min(low[parent], low[v])
			}
			if low[v] != index[v] {
				continue
			}
			for {
				w := open[len(open)-1]
				open = open[:len(open)-1]
				component[w] = count
				if w == v {
					break
				}
			}
			count++
		}
	}
	return component, count
}
