package kernel

// unequal is the panic of a call with slices of unequal lengths. Nothing is written before it.
const unequal = "kernel: slices of unequal lengths"

func same2(a, b int) {
	if a != b {
		panic(unequal)
	}
}

func same3(a, b, c int) {
	if a != b || a != c {
		panic(unequal)
	}
}

func same5(a, b, c, d, e int) {
	if a != b || a != c || a != d || a != e {
		panic(unequal)
	}
}
