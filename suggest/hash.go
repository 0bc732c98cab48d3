package suggest

import (
	"crypto/sha256"
	"encoding/binary"

	"box2el-owl/owl"
)

// Hash is equal for terminologies that say the same of the same names: what a ranker learns depends on nothing else of an ontology.
func (t *Terminology) Hash() owl.Hash {
	h := sha256.New()
	var buffer []byte
	number := func(n int) { buffer = binary.LittleEndian.AppendUint32(buffer, uint32(n)) }
	text := func(s string) {
		number(len(s))
		buffer = append(buffer, s...)
		if len(buffer) > 1<<16 {
			h.Write(buffer)
			buffer = buffer[:0]
		}
	}
	number(len(t.Classes))
	for c, iri := range t.Classes {
		text(iri.String())
		text(t.labels[c])
		text(t.definitions[c])
		number(len(t.synonyms[c]))
		for _, s := range t.synonyms[c] {
			text(s)
		}
		number(int(flag(t.Deprecated[c])))
	}
	number(len(t.Properties))
	for r, iri := range t.Properties {
		text(iri.String())
		text(t.properties[r])
	}
	for _, s := range t.statements {
		number(int(s.Class))
		number(int(s.Property))
		number(int(s.Target))
		text("")
	}
	h.Write(buffer)
	return owl.Hash(h.Sum(nil))
}
