package el

import (
	"fmt"

	"box2el-owl/owl"
)

// ValueKey returns what identifies the value of a literal; ok is false where it is ill-typed.
func ValueKey(l *owl.Literal) (key string, ok bool) {
	v, ok := valueOf(l)
	return fmt.Sprintf("%d %q %q %s", v.space, v.form, v.tag, v.type_.IRI), ok
}

// Vague reports whether the value of a well-typed literal may be the same as that of another key.
func Vague(l *owl.Literal) bool {
	v, _ := valueOf(l)
	return v.vague
}
