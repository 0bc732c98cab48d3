package curate

import "testing"

// TestPlainName: names of models can be file names on every system.
func TestPlainName(t *testing.T) {
	for name, want := range map[string]string{
		"http://a.org/x?y=z":  "http___a.org_x_y=z",
		`a\b:c*d"e<f>g|h i`:   "a_b_c_d_e_f_g_h_i",
		"..hidden":            "hidden",
		"con":                 "_con",
		"Aux.owl":             "_Aux.owl",
		"LPT1":                "_LPT1",
		"content":             "content",
		"tab\there\u0000null": "tab_here_null",
	} {
		if got := PlainName(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}
