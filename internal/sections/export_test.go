package sections

// Header returns the header of a section with no payload and another length.
func Header(name string, length uint64) [headerSize]byte { return header(name, length, 0) }
