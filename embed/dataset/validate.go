package dataset

import "fmt"

// Validate returns an error unless all of this holds: each table is as wide as its form, each id is
// that of a class, role or individual, marks are as long as Classes, and names are distinct and not
// empty.
func (d *Dataset) Validate() error {
	for kind := range NumKinds {
		list := d.Names(kind)
		known := make(map[string]bool, len(list))
		for id, name := range list {
			if name == "" || known[name] {
				return fmt.Errorf("%s %d: the name %q is empty or repeated", kind, id, name)
			}
			known[name] = true
		}
	}
	for _, id := range []int32{d.Top, d.Bottom} {
		if id < None || int(id) >= len(d.Classes) {
			return fmt.Errorf("owl:Thing or owl:Nothing is class %d of %d", id, len(d.Classes))
		}
	}
	if d.Top == d.Bottom && d.Top != None {
		return fmt.Errorf("owl:Thing and owl:Nothing are both class %d", d.Top)
	}
	for _, marks := range [][]bool{d.Auxiliary, d.Deprecated} {
		if marks != nil && len(marks) != len(d.Classes) {
			return fmt.Errorf("%d marks for %d classes", len(marks), len(d.Classes))
		}
	}
	for _, set := range d.Sets() {
		for form := range NumForms {
			if err := d.validateTable(form, set[form]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *Dataset) validateTable(form Form, t Table) error {
	columns := form.Columns()
	if len(t.IDs) == 0 {
		return nil
	}
	if t.Width != len(columns) || len(t.IDs)%t.Width != 0 {
		return fmt.Errorf("%v: %d ids in rows of %d, expected %d", form, len(t.IDs),
			t.Width, len(columns))
	}
	for i, id := range t.IDs {
		kind := columns[i%t.Width]
		if limit := len(d.Names(kind)); id < 0 || int(id) >= limit {
			return fmt.Errorf("%v: axiom %d has %s %d of %d", form, i/t.Width, kind, id, limit)
		}
	}
	return nil
}

// String returns "class", "role" or "individual".
func (k Kind) String() string { return [...]string{"class", "role", "individual"}[k] }

// String returns the name of the task in options and reports.
func (t Task) String() string {
	return [...]string{"prediction", "inferences", "links", "whole"}[t]
}
