package doc

import (
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Windows1252 returns the character of a byte in Windows-1252, or in ISO-8859-1 if that has none.
func Windows1252(b byte) rune {
	if r := charmap.Windows1252.DecodeByte(b); r != utf8.RuneError {
		return r
	}
	return rune(b)
}
