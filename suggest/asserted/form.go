package asserted

import (
	"encoding/binary"
	"slices"
)

// Form is the genus and the restrictions of a definition as a comparable value. It has numbers of
// classes or, in place of some, negative numbers as placeholders.
type Form string

// Form returns the form of a definition with other numbers for its classes. It reports false unless
// the definition is a genus with restrictions.
func (d *Definition) Form(number func(class int32) int32) (Form, bool) {
	if d.Partial || len(d.Genus) != 1 || len(d.Restrictions) == 0 {
		return "", false
	}
	list := make([]Restriction, len(d.Restrictions))
	for i, r := range d.Restrictions {
		list[i] = Restriction{r.Property, number(r.Filler)}
	}
	slices.SortFunc(list, CompareRestrictions)
	form := binary.BigEndian.AppendUint32(nil, uint32(number(d.Genus[0])))
	for _, r := range list {
		form = binary.BigEndian.AppendUint32(form, uint32(r.Property))
		form = binary.BigEndian.AppendUint32(form, uint32(r.Filler))
	}
	return Form(form), true
}

// at returns a number of the form: that of the genus, then property and filler in turn.
func (f Form) at(i int) int32 { return int32(binary.BigEndian.Uint32([]byte(f[4*i : 4*i+4]))) }

// Genus returns the number of the genus.
func (f Form) Genus() int32 { return f.at(0) }

// Fill returns the genus and the restrictions, ascending, with classes for the numbers.
func (f Form) Fill(class func(number int32) int32) (genus int32, list []Restriction) {
	for i := 1; 4*i < len(f); i += 2 {
		list = append(list, Restriction{f.at(i), class(f.at(i + 1))})
	}
	slices.SortFunc(list, CompareRestrictions)
	return class(f.Genus()), list
}
