package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// parent is the name right above the items of a list, of a thing that is
// not known. Whether it is one the items tell, once all of them are read.
type parent struct {
	device  quarry.DeviceMention
	part    string // of the thing, that the items are of: "Display"
	defined bool   // the items are what a term means
	items   int
	held    []*line // those with a number
}

// mostHeld is how many items with numbers a thing has that is not known.
const mostHeld = 200

// parentAt returns the thing right above the items of a place, if it is not known
// whose their numbers are. Between them may stand a title such as "Technical
// data", or a part of the thing, which is returned too.
func (r *Reader) parentAt(place Place) (quarry.DeviceMention, string) {
	labels := len(place.Labels)
	if labels > 0 && place.Labels[labels-1].Far {
		return quarry.DeviceMention{}, ""
	}
	title, above := place.last(), place.aboveLast()
	part := ""
	switch {
	case r.isPartTitle(title) && (labels > 1 || isModelName(withoutColon(above))):
		part, title = withoutColon(title), above
	case r.isSheetTitle(title):
		title = above
	case r.isAspect(title, above):
		return quarry.DeviceMention{}, ""
	}
	device, ok := r.thingCalled(title)
	if n := len(place.Headings); !ok && n > 0 && title == place.Headings[n-1] {
		device, _ = r.commonName(title)
	}
	return device, part
}

// isAspect reports whether a title is one plain word right below the name of a known
// device: what stands below "H100" and "Rack" is said of that device, in its rack.
func (r *Reader) isAspect(title, above string) bool {
	if strings.Contains(title, " ") || hasDigit(title) {
		return false
	}
	named := r.carriers(above)
	return len(named) == 1 && r.isAbout(above, named[0])
}

// mostPartWords is how many words the name of a part has at most.
const mostPartWords = 2

// isPartTitle reports whether a title above items says no more than which part of
// the thing above it they are of.
func (r *Reader) isPartTitle(title string) bool {
	words := strings.Fields(strings.ToLower(withoutColon(title)))
	return len(words) > 0 && len(words) <= mostPartWords && r.is(words[len(words)-1], partWord) && !hasDigit(title)
}

// ofPart names what the number of a part is of where the whole has such a number
// as well: the size, the mass or the price of a display is none of the laptop's.
func (p *parent) ofPart(l *line) {
	if p.part == "" || l.Key == "" {
		return
	}
	kind := l.kind()
	if len(l.key.attributes) > 0 && !isOfWhole(kind) {
		return
	}
	name := p.part + " " + strings.ToLower(l.Key)
	l.key = meaning{attributes: []quarry.Attribute{lexicon.DiscoveredAttribute(name)}, written: name}
}

// ofPart names what the size, the mass and the price of a part of a known device are
// of, which that device has as well.
func (s *Sheet) ofPart(l *line) {
	if s.part == "" || len(s.around) == 0 || l.around[0].text != s.around[0].text {
		return
	}
	switch kind := l.kind(); {
	case kind == "mass", kind == "length", kind == "area", kind == "volume", strings.HasPrefix(string(kind), "currency"):
		of := parent{part: s.part}
		of.ofPart(l)
	}
}

// isWhole reports whether a title that may be a part's is as well what the thing
// itself is.
func (r *Reader) isWhole(title string) bool {
	return r.cues["wholes_and_parts"].Has(strings.ToLower(withoutColon(title)))
}

// isOfWhole reports whether a thing has a number of a kind just as its parts have.
func isOfWhole(kind quarry.QuantityKind) bool {
	switch kind {
	case "", "mass", "length", "area", "volume", "power", "energy", "temperature", kindOfTimes, kindOfCounts:
		return true
	}
	return strings.HasPrefix(string(kind), "currency")
}

// aboveLast returns the label or the heading above the innermost one.
func (p Place) aboveLast() string {
	labels, headings := len(p.Labels), len(p.Headings)
	switch {
	case labels > 1:
		return p.Labels[labels-2].Text
	case labels == 1 && headings > 0:
		return p.Headings[headings-1]
	case labels == 0 && headings > 1:
		return p.Headings[headings-2]
	}
	return ""
}

// isSheetTitle reports whether a title says no more than that a sheet of numbers
// stands below it.
func (r *Reader) isSheetTitle(title string) bool { return r.hasOnly("sheet_titles", title) }

// hold keeps an item until it is known whether its parent is a thing.
func (p *parent) hold(l *line) {
	if p.device.ID != "" && len(p.held) < mostHeld {
		p.held = append(p.held, l)
	}
}

// adopt types the items of a list whose parent they show to be a thing.
func (s *Sheet) adopt() []quarry.Spec {
	if s.nested.aspect != "" {
		s.giveUp()
		return nil
	}
	held := s.parent.held
	s.parent.held = nil
	if len(held) == 0 || !s.isProven(held) {
		return nil
	}
	var specs []quarry.Spec
	name := owner{text: s.parent.device.Written, devices: []quarry.DeviceMention{s.parent.device}}
	s.tellSides(held)
	for _, l := range held {
		l.around = []owner{name}
		s.parent.ofPart(l)
		specs = append(specs, s.read(l)...)
	}
	if s.named.builtIn && slices.ContainsFunc(specs, isOutOfRange) {
		return nil
	}
	return specs
}

// isProven reports whether items are of what their parent names.
func (s *Sheet) isProven(held []*line) bool {
	if s.named.device.ID != "" {
		return s.areIntroduced(held)
	}
	return !s.named.against && (s.isDiscovered(held[0].Place) || s.showsThing(held))
}

// isDiscovered reports whether the items of a part, read before, have shown that
// the parent is a thing.
func (s *Sheet) isDiscovered(place Place) bool {
	_, ok := place.Devices.called(s.parent.device.Written)
	return ok && s.parent.part == ""
}

// fewestSized is how many items of a list have a key and a number with a unit
// where the list is of one thing.
const fewestSized = 2

// showsThing reports whether items are what is said of one thing: most of them
// have a key and a number with a unit, and one measures what only things have.
func (s *Sheet) showsThing(held []*line) bool {
	if slices.ContainsFunc(held, func(l *line) bool { return l.reader.saysNoThing(l.Key) }) {
		return false
	}
	if !s.isEntity(held) {
		return false
	}
	timed := slices.ContainsFunc(held, func(l *line) bool { return l.kind() == kindOfTimes })
	shows := func(l *line) bool { return l.isMatter() && (!timed || !isOfTrips(l.kind())) }
	if !slices.ContainsFunc(held, shows) {
		return s.reader.limits(held) && 2*len(held) > s.parent.items
	}
	return s.isSizedList(held) || s.parent.isDescribed()
}

// isEntity reports whether the name above a list may be a thing's.
func (s *Sheet) isEntity(held []*line) bool {
	if _, ok := held[0].Place.Devices.called(s.parent.device.Written); ok {
		return true
	}
	c := candidate{names: []string{s.parent.device.Written}, title: s.named.key, defined: s.parent.defined}
	if s.reader.limits(held) {
		c.title = "Limit"
	}
	for _, l := range held {
		what, named := l.before(0)
		c.signs.meet(l.reader, l.Key, l.kind(), l.Key == "" && (named && what.hasKind(l.kind()) || l.adjective(0).written != ""))
		c.signs.large = c.signs.large || isLarge(l.said.numbers[0].Quantity)
	}
	if s.reader.isPlainName(s.named.key) && shapeOf(c.names) == 0 && !c.signs.large {
		return false // a person's
	}
	return !s.isPerson(held) && s.reader.isEntity(&c)
}

// isPerson reports whether a name of two words or three, and without a digit, is that of
// a person: so tall and so heavy are people.
func (s *Sheet) isPerson(held []*line) bool {
	name := s.parent.device.Written
	if words := text.WordCount(name); words < 2 || words > 3 || hasDigit(name) {
		return false
	}
	between := func(unit string, least, most float64) bool {
		return slices.ContainsFunc(held, func(l *line) bool {
			q := l.said.numbers[0].Quantity
			return q.Unit == unit && q.Min != nil && *q.Min >= least && *q.Min <= most
		})
	}
	return between("kg", leastWeight, mostWeight) && (between("m", 1.3, 2.2) || between("cm", 130, 220))
}

// isSizedList reports whether most items of a list are a key and a number with a
// unit. Under a name in the words of everyday all are, and one of them says what
// it measures.
func (s *Sheet) isSizedList(held []*line) bool {
	sized, named := 0, false
	for _, l := range held {
		if l.isSized() {
			sized++
			named = named || l.reader.isNamedBy(l.Key, l.kind())
		}
	}
	items, name := s.parent.items, s.parent.device.Written
	switch isCommon := !s.reader.areCapital(strings.Fields(name)); {
	case isCommon:
		return named && sized >= fewestSized && sized == items
	case 2*sized < items:
		return false
	case s.parent.part != "" && hasDigit(name):
		return sized > 0
	}
	return sized >= fewestSized || sized == 1 && (s.parent.defined || s.isNumbersOnly(held))
}

// isNumbersOnly reports whether every item of a list is a key and a number, one of
// them in a unit that is not known.
func (s *Sheet) isNumbersOnly(held []*line) bool {
	return len(held) >= fewestSized && len(held) == s.parent.items && hasDigit(s.parent.device.Written) &&
		!slices.ContainsFunc(held, func(l *line) bool { return l.Key == "" || l.said.numbers[0].start > 0 })
}

// isOfTrips reports whether a kind measures, beside how long it took, what
// was done.
func isOfTrips(kind quarry.QuantityKind) bool { return kind == "length" || kind == "speed" }

// kind returns what an item's first number measures.
func (l *line) kind() quarry.QuantityKind { return l.reader.kindOf(l.said.numbers[0].Unit) }

// isSized reports whether an item is a key and a number with a unit.
func (l *line) isSized() bool {
	kind := l.kind()
	return l.Key != "" && l.said.numbers[0].start == 0 && kind != "" && kind != kindOfCounts
}

// isDescribed reports whether the only words that define a term give its
// measure: "330 m tall", "Height 508 m".
func (p *parent) isDescribed() bool { return p.defined && p.items == 1 }

// isMatter reports whether an item's first number measures what only things have,
// and its name says so where ingredients and distances are measured alike.
func (l *line) isMatter() bool {
	kind := l.kind()
	if l.Key != "" {
		return l.reader.isOfMatter(l.Key, kind)
	}
	what, ok := l.before(0)
	return isMatter(kind) && (ok && what.hasKind(kind) || l.adjective(0).written != "")
}

// isMatter reports whether a kind measures what things have, at any time.
func isMatter(kind quarry.QuantityKind) bool {
	return (isOfThings(kind) || kind == "level") && kind != "temperature"
}

// isNamedBy reports whether a key, or its last word, is known to name what
// numbers of a kind measure: "Cruise speed".
func (r *Reader) isNamedBy(key string, kind quarry.QuantityKind) bool {
	words := strings.Fields(unbracketed(key))
	if len(words) > 0 && kind != "" && r.measures[strings.ToLower(words[0])] == kind {
		return true
	}
	for _, name := range []string{unbracketed(key), strings.Join(words[max(0, len(words)-1):], " ")} {
		if name != "" && (meaning{attributes: r.attributesCalled(name)}).hasKind(kind) {
			return true
		}
	}
	return false
}

// adjective returns what the number measures that a text begins with, where one
// word behind it says so and nothing else is said of it: "330 m tall".
func (l *line) adjective(i int) meaning {
	if l.Key != "" {
		return meaning{}
	}
	return l.measure(i)
}

// measure is adjective, whatever key the number has.
func (l *line) measure(i int) meaning {
	n := l.said.numbers[i]
	if n.start > 0 {
		return meaning{}
	}
	behind := nearWords(l.said.text[n.end:])
	words := tokensOf(behind)
	if len(words) != 1 {
		return meaning{}
	}
	found := meaning{written: behind[words[0].start:words[0].end], own: true}
	found.attributes = l.reader.lexicon.FindAttributes(l.reader.adjectives[words[0].text])
	if !found.hasKind(l.reader.kindOf(n.Unit)) {
		return meaning{}
	}
	return found
}
