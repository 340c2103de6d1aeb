package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// nested is a list below an item of another one.
type nested struct {
	outer  *Sheet
	place  Place  // of the outer list
	aspect string // of the outer list's thing, that the items are of: "Discharge"; "" where they are not
}

// Below begins a list below an item of this one, whose items stand at a place.
func (s *Sheet) Below(place Place) *Sheet {
	inner := s.reader.Sheet()
	inner.nested = nested{outer: s, place: place}
	return inner
}

// join lets the items of a list below an item that names only a side of the thing
// above both lists be that thing's, if it is not known. Whether it is one all
// of the items tell together.
func (s *Sheet) join(place Place) bool {
	labels := len(place.Labels)
	if s.nested.outer == nil || labels == 0 || labels != len(s.nested.place.Labels)+1 {
		return false
	}
	outer := s.nested.outer
	outer.start(s.nested.place)
	aspect := withoutColon(place.Labels[labels-1].Text)
	if outer.parent.device.ID == "" || !s.reader.mayBeSide(aspect, len(outer.parent.held) > 0) {
		return false
	}
	s.parent.device, s.nested.aspect = outer.parent.device, aspect
	return true
}

// mayBeSide reports whether the words above a list say of which side of a thing its
// items are. Beside numbers of the thing itself any word may that is no name.
func (r *Reader) mayBeSide(title string, beside bool) bool {
	words := strings.Fields(strings.ToLower(title))
	if len(words) == 0 || len(words) > mostPartWords || hasDigit(title) {
		return false
	}
	last := words[len(words)-1]
	return beside && len(words) == 1 || r.passesOn(title) || r.is(last, titleWord, partWord) || r.isAbstract(last)
}

// giveUp hands the items of a side of a thing to the list of the thing itself.
func (s *Sheet) giveUp() {
	outer := &s.nested.outer.parent
	for _, l := range s.parent.held {
		if l.aspect == "" {
			l.aspect = s.nested.aspect
		}
		outer.hold(l)
	}
	outer.items += s.parent.items
	s.parent.held = nil
}

// tellSides names the numbers of several sides of a thing that have the same key
// by their side: "Charge voltage", "Discharge voltage". A side that states a
// condition tells them apart by that.
func (s *Sheet) tellSides(held []*line) {
	sides := map[string]string{} // by key, where there is one
	several := map[string]bool{}
	for _, l := range held {
		key := text.Slug(l.Key)
		if side, ok := sides[key]; ok && side != l.aspect {
			several[key] = true
		}
		sides[key] = l.aspect
	}
	for _, l := range held {
		if s.reader.isPartTitle(l.aspect) {
			part := parent{part: l.aspect}
			part.ofPart(l)
			continue
		}
		if l.aspect == "" || l.Key == "" || !several[text.Slug(l.Key)] || s.reader.speaks(l.aspect) {
			continue
		}
		name := l.aspect + " " + strings.ToLower(l.Key)
		l.key = meaning{attributes: []quarry.Attribute{lexicon.DiscoveredAttribute(name)}, written: name}
	}
}
