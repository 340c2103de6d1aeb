package claim

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Sheet reads items that stand together in one list, at one place. An item that
// says whose its number is speaks for those below it ("FP16: 1,979 TFLOPS
// (H100)", then "BF16: …"), and where most items are typed, the others are too,
// under the names that they have.
type Sheet struct {
	reader  *Reader
	around  []owner
	spoken  string
	scope   string
	begun   bool
	sibling *owner
	known   map[quarry.DeviceID]int // typed items of each device
	open    []opening
	parent  parent
	named   introduction
	part    string // that the title right above names, of the thing further up
	list    siblings
	nested  nested
	sized   bool    // an item is the size of a memory
	bare    []*line // below a device's name, with a number each that is said in no words
	unit    string  // of the bare numbers of a pair, which the last number of their item says
}

// opening is a number that may be of an unknown attribute.
type opening struct {
	device claimed
}

// Sheet begins a list.
func (r *Reader) Sheet() *Sheet { return &Sheet{reader: r, known: map[quarry.DeviceID]int{}} }

// Definition begins a list of what a term means: one item may say of an
// unknown thing how heavy it is, where a list that is no definition takes two.
func (r *Reader) Definition() *Sheet {
	s := r.Sheet()
	s.parent.defined = true
	return s
}

// Item reads a fact, and a spec for every number whose attribute and device
// are known.
func (s *Sheet) Item(item Item) Found {
	return Found{Facts: FactsOf(item), Specs: s.Specs(item)}
}

// statement reads the numbers of an item that says one thing.
func (s *Sheet) statement(item Item) []quarry.Spec {
	if before, ok := s.introduce(item); ok {
		return before
	}
	s.parent.items++
	item.Place = s.named.under(item.Place)
	if len(item.Key) > longestLabel || s.reader.isComparison(item.Key) {
		return nil
	}
	s.start(item.Place)
	l := &line{Item: item, reader: s.reader, spoken: s.spoken, scope: s.scope, said: s.reader.statement(item.Place.Numbers, item.Value)}
	if len(l.said.numbers) == 0 || l.said.numbers[0].start == 0 && s.reader.orderOf(item.Key).isOrder(&l.said.numbers[0].Quantity) {
		return nil
	}
	if n := &l.said.numbers[0]; n.Unit == "" {
		n.Unit = s.unit
	}
	l.key = s.reader.named(item.Key, item.Place)
	l.inches()
	l.tellAngles()
	s.reader.shareUnits(l.said, l.key)
	s.reader.countThings(item.Place.Numbers, l.said, l.key, item.Key)
	s.assign(l)
	l.findForeign()
	l.withdrawDevices()
	s.ofPart(l)
	s.list.meet(l)
	if s.waits(l) {
		return nil
	}
	return s.read(l)
}

// start looks at the titles above the list, once.
func (s *Sheet) start(place Place) {
	if s.begun {
		return
	}
	s.around, s.spoken, s.begun = s.reader.around(place), s.reader.spoken(place), true
	s.scope = s.reader.scope(place)
	if s.named.device.ID != "" { // the items tell whether they are its
		s.parent.device, s.around = s.named.device, nil
		return
	}
	s.begin(place)
	s.list = s.under(place)
}

// begin notes the name of a thing that is not known, right above the items. It
// speaks for them before any other such thing that is named further up.
func (s *Sheet) begin(place Place) {
	if title := place.last(); s.reader.isPartTitle(title) && !s.reader.isWhole(title) {
		s.part = withoutColon(title)
	}
	if len(s.around) > 0 && !s.around[0].devices[0].Discovered {
		return
	}
	device, part := s.reader.parentAt(place)
	switch {
	case len(s.around) == 0 && part == "" && s.join(place):
	case len(s.around) == 0:
		s.parent.device, s.parent.part = device, part
	case device.ID != "" && (part != "" || device.ID != s.around[0].devices[0].ID) && (hasDigit(device.Written) || strings.Contains(device.Written, " ")):
		s.parent.device, s.parent.part, s.around = device, part, nil
	}
}

// assign notes whose the numbers of an item may be but for their own words.
func (s *Sheet) assign(l *line) {
	key := s.reader.keyOwner(l)
	l.part = l.partOf(key, s.around)
	if len(key.devices) > 0 && l.part.ID == "" {
		l.around = append(l.around, key)
		l.listValues(key)
	}
	if len(key.devices) == 0 && (s.reader.isOfOther(l.Key) || s.isOfSibling(l.Key)) {
		l.ofUnknown()
		return
	}
	if l.Key == "" && len(s.around) > 0 {
		l.listBelow(s.around[0])
	}
	l.around = append(l.around, s.around...)
	if len(s.around) == 0 && s.sibling != nil {
		l.around = append(l.around, *s.sibling)
	}
	if len(l.around) == 0 {
		l.ofUnknown()
	}
	if len(l.around) == 0 {
		s.parent.hold(l)
	}
}

// read types the numbers of a line.
func (s *Sheet) read(l *line) []quarry.Spec {
	var specs []quarry.Spec
	own := false // a device that the item itself names
	for i := range l.said.numbers {
		found, named := l.numberSpecs(i)
		if l.isAgain(i, found, specs) {
			continue
		}
		specs, own = append(specs, found...), own || (named && len(found) > 0)
	}
	tellApart(specs, l)
	if len(specs) > 0 {
		s.known[specs[0].Device.ID]++
		s.sized = s.sized || l.reader.kindOf(specs[0].Value.Unit) == "data"
	} else {
		s.leaveOpen(l)
	}
	s.listen(l, specs, own)
	return specs
}

// isAgain reports whether a number in brackets claims of the line's key what
// the number before the brackets does: it says something else, "4.25 bits (4
// bits and a share of the scale)".
func (l *line) isAgain(i int, specs, before []quarry.Spec) bool {
	if len(specs) == 0 || l.said.clauses[l.said.of[i]].parent < 0 || specs[0].Attribute.Written != l.key.written {
		return false
	}
	states := slices.ContainsFunc([]quarry.Axis{quarry.AxisSparsity, quarry.AxisPer, quarry.AxisBasis, quarry.AxisDirection}, func(a quarry.Axis) bool {
		return specs[0].Conditions[a] != "" && specs[0].Conditions[a] != quarry.Unstated
	})
	return !states && slices.ContainsFunc(before, func(s quarry.Spec) bool {
		return s.Device.ID == specs[0].Device.ID && s.Attribute.ID == specs[0].Attribute.ID
	})
}

// listen lets an item speak for those below it that says of its only number
// whose it is, and silences the one before where another device is named.
func (s *Sheet) listen(l *line, specs []quarry.Spec, own bool) {
	switch {
	case own && len(l.said.numbers) == 1 && isNamedAtItsEnd(l.Value, specs[0].Device.Written):
		s.sibling = &owner{
			text: specs[0].Device.Written, devices: []quarry.DeviceMention{specs[0].Device},
			context: []quarry.Context{{Role: quarry.RoleKeyedParent, Span: l.Span}},
		}
	case own:
		s.sibling = nil
	}
}

// isNamedAtItsEnd reports whether a value ends with a device in brackets.
func isNamedAtItsEnd(value, device string) bool {
	return strings.HasSuffix(strings.TrimRight(value, ". "), "("+device+")")
}

// longestOpening is the most words of a name that is not known.
const longestOpening = 5

// leaveOpen remembers an item that begins with a number of something unknown.
func (s *Sheet) leaveOpen(l *line) {
	n := l.said.numbers[0]
	label := l.Key
	if label == "" {
		label = strings.TrimSpace(nearWords(l.said.text[n.start+digitsEnd(n.Text):]))
	}
	written := label
	if n.start > 0 || label == n.Unit || l.isRelative(0) || l.mayMean(n) || !s.reader.isName(label) || (l.Key == "" && !isTitled(label)) {
		return
	}
	rest := l.takeUnknown(&n)
	if l.Key != "" && n.Unit == "" && rest != "" || leadsPieces(rest) {
		return
	}
	if n.Unit == "" {
		var stated hint
		stated, label = s.reader.unitOfLabel(label)
		stated.give(&n.Quantity)
	}
	what := meaning{attributes: []quarry.Attribute{lexicon.DiscoveredAttribute(label)}, written: written}
	switch l.standing() {
	case entwined:
	case together:
		for i, n := range l.said.numbers {
			s.open = append(s.open, l.opened(i, n, what)...)
		}
	case onlyOne, otherwise:
		s.open = append(s.open, l.opened(0, n, what)...)
	}
}

// opened returns a number of something unknown, where it is known whose it is.
func (l *line) opened(i int, n number, what meaning) []opening {
	held, _, ok := l.reader.holder(l.around, what, n)
	if !ok {
		return nil
	}
	return []opening{{device: claimed{
		device: held.device, attribute: held.attribute, quantity: n.Quantity, words: l.words(i),
		place: l.Place, span: l.Span, context: held.context, behind: l.said.text[n.end:],
	}}}
}

// unitOfLabel returns the unit or the factor that the brackets of a name state without
// doubt, and the name without them: of "Bore pitch (mm)".
func (r *Reader) unitOfLabel(label string) (hint, string) {
	if !opensBracket(label) {
		return hint{}, label
	}
	units, rest := r.unitsIn(label, spelling{})
	if times := r.timesAlone(label, units); times != 0 {
		return hint{times: times}, rest
	}
	if !sure(units) || text.Slug(rest) == "" {
		return hint{}, label
	}
	return units[slices.IndexFunc(units, func(h hint) bool { return !h.weak })], rest
}

// mayMean reports whether the key names an attribute that a number can be of, and that
// is none which only links and formats have, where no such thing is spoken of.
func (l *line) mayMean(n number) bool {
	kind := l.reader.kindOf(n.Unit)
	return slices.ContainsFunc(l.key.attributes, func(a quarry.Attribute) bool {
		return (kind == "" || a.Measures(kind)) && (isOf(a, "") || slices.ContainsFunc(l.around, func(o owner) bool { return o.hasOf(a) }))
	})
}

// isTitled reports whether every word of a text begins like a name's: "Special
// Function Units".
func isTitled(written string) bool {
	for word := range strings.FieldsSeq(written) {
		if first := word[0]; !text.IsUpper(first) && !isNumeric(word[:1]) && first < 0x80 {
			return false
		}
	}
	return true
}

// isName reports whether a text may be the name of an attribute.
func (r *Reader) isName(label string) bool {
	words := strings.Fields(label)
	short := len(words) > 0 && len(words) <= longestOpening && len(label) <= longestKey
	return short && text.Slug(label) != "" && !r.isComparison(label) && !slices.ContainsFunc(tokensOf(label), r.tellsEdition)
}

// tellsEdition reports whether a word of a name says that what looks like a number
// tells one edition from another.
func (r *Reader) tellsEdition(word token) bool { return r.cues["edition_labels"].Has(word.text) }

// fewestKnown is how many items of a list have to be typed before those of
// unknown names are.
const fewestKnown = 2

// Rest returns the specs of unknown attributes, once all items are read: those
// of a list of which at least half is known.
func (s *Sheet) Rest() Found {
	found := Found{Specs: append(s.adopt(), s.readBare()...)}
	open := map[quarry.DeviceID]int{}
	for _, one := range s.open {
		open[one.device.device.ID]++
	}
	found.Specs = slices.Grow(found.Specs, len(s.open))
	for _, one := range s.open {
		id := one.device.device.ID
		whole := id == s.parent.device.ID || id == s.list.name && (one.device.device.Discovered && !s.list.others || s.list.prove(s.parent.items))
		if whole || s.known[id] >= max(fewestKnown, open[id]) {
			found.Specs = append(found.Specs, s.reader.specs(one.device)...)
		}
	}
	s.open = nil
	return found
}

// mostVariant is the most words that tell two numbers of one line apart.
const mostVariant = 6

// tellApart says of numbers of one line that would make the same claim and
// disagree by which words they differ: a line does not contradict itself.
func tellApart(specs []quarry.Spec, l *line) {
	if len(specs) < 2 {
		return
	}
	keys := make([]quarry.ClaimKey, len(specs))
	for i := range specs {
		keys[i] = specs[i].ClaimKey()
		for j := range specs[:i] {
			a, b := &specs[j], &specs[i]
			if keys[i] != keys[j] || a.Value.Text == b.Value.Text || l.reader.agree(a.Value, b.Value) {
				continue
			}
			first, second := l.variant(a.Value), l.variant(b.Value)
			if first != second {
				vary(a, first)
				vary(b, second)
			}
		}
	}
}

func (r *Reader) agree(a, b quarry.Quantity) bool {
	return r.lexicon.Normalize(a.Rounded()).Meets(r.lexicon.Normalize(b.Rounded()))
}

func vary(spec *quarry.Spec, by string) {
	if by != "" {
		spec.Conditions[quarry.AxisVariant] = by
	}
}

// variant returns the words behind a number, with what it counts.
func (l *line) variant(number quarry.Quantity) string {
	_, behind, _ := strings.Cut(l.said.text, number.Text)
	if l.reader.kindOf(number.Unit) == kindOfCounts {
		behind = number.Text[digitsEnd(number.Text):] + behind
	}
	if inside, opens := strings.CutPrefix(strings.TrimLeft(behind, " "), "("); opens { // "1,000 W (air) or 1,200 W (liquid)"
		behind = untilBracket(inside)
	}
	words := strings.Fields(l.reader.behindPer(nearWords(behind)))
	if !strings.ContainsFunc(strings.Join(words, " "), unicode.IsLetter) {
		return ""
	}
	return strings.Join(words[:min(len(words), mostVariant)], " ")
}
