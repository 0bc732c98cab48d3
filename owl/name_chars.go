package owl

// IsNameStart reports whether r is in PN_CHARS_BASE.
func IsNameStart(r rune) bool {
	if r < 0x80 {
		return r >= 0 && 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	switch {
	case r <= 0x2FF:
		return r >= 0xC0 && r != 0xD7 && r != 0xF7
	case r <= 0x1FFF:
		return r >= 0x370 && r != 0x37E
	case r <= 0x218F:
		return r == 0x200C || r == 0x200D || r >= 0x2070
	case r <= 0x2FEF:
		return r >= 0x2C00
	case r <= 0xD7FF:
		return r >= 0x3001
	case r <= 0xFFFD:
		return r >= 0xF900 && r <= 0xFDCF || r >= 0xFDF0
	default:
		return r >= 0x10000 && r <= 0xEFFFF
	}
}

// IsNameChar reports whether r is in PN_CHARS.
func IsNameChar(r rune) bool {
	if r < 0x80 {
		return r >= 0 && (IsNameStart(r) || '0' <= r && r <= '9' || r == '_' || r == '-')
	}
	return IsNameStart(r) || r == 0xB7 || r >= 0x300 && r <= 0x36F || r == 0x203F || r == 0x2040
}
