package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// common is what the numbers of a column have in common that stand by themselves
// in their cells: it is found out once, and again where a number differs in what
// it was found out by.
type common struct {
	settlement

	from   string // the words of their titles
	words  string // that may state a condition
	said   said
	class  quarry.DeviceClass
	in     string // the unit
	form   form
	formed bool
}

// settlement is what numbers of one unit are of, and devices of one class.
type settlement struct {
	asked     bool
	unit      string
	class     quarry.DeviceClass
	settled   string // the unit that they are read in
	times     float64
	attribute quarry.Attribute
	found     bool
}

// settleLike settles a number as the one above it, where nothing that counts
// tells them apart.
func (t *table) settleLike(q *quarry.Quantity, v *value) (*quarry.Attribute, bool) {
	if v.common == nil || v.rest != "" || v.title.carries {
		attribute, ok := t.settle(q, v)
		multiply(q, v.times)
		return &attribute, ok
	}
	s := &v.common.settlement
	if !s.asked || s.unit != q.Unit || s.class != v.device.Class {
		*s = settlement{asked: true, unit: q.Unit, class: v.device.Class}
		s.attribute, s.found = t.settle(q, v)
		s.settled, s.times = q.Unit, v.times
	}
	q.Unit = s.settled
	multiply(q, s.times)
	return &s.attribute, s.found
}

// formLike returns the form of a number's spec, the one above it where nothing
// tells them apart.
func (t *table) formLike(like *common, c *claimed) *form {
	key := c.said()
	if !like.formed || like.in != c.quantity.Unit || like.class != c.device.Class || like.said != key {
		like.formed, like.in, like.class, like.said = true, c.quantity.Unit, c.device.Class, key
		like.form = t.reader.formOf(c, t.conditions(c))
	}
	return &like.form
}

// wordsOf returns the words around a number that may state a condition.
func (t *table) wordsOf(v *value) string {
	if v.common == nil || v.rest != "" {
		return t.withScope(strings.TrimSpace(v.words + " " + v.rest + " " + t.spoken()))
	}
	if v.common.words == "" || v.common.from != v.words {
		v.common.from, v.common.words = v.words, t.withScope(strings.TrimSpace(v.words+"  "+t.spoken()))
	}
	return v.common.words
}

// withScope adds to words around a number of what all numbers of the table are, by
// the titles above it or in its corner.
func (t *table) withScope(words string) string {
	if t.scopes == nil {
		scope := t.reader.scope(t.place)
		if len(t.heads) > 0 && t.reader.scopeOf(t.heads[0].text) != "" {
			scope = t.reader.scopeOf(t.heads[0].text)
		}
		t.scopes = &scope
	}
	return t.reader.withScope(words, *t.scopes)
}
