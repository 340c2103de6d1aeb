package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// Item is a line that states something, with a key ("Warp size") or without.
type Item struct {
	Key       string
	Value     string
	Span      quarry.Span
	Place     Place
	Citations []quarry.Citation
}

// Item reads a fact, and a spec for every number whose attribute and device
// are known. The items of a list are read together, by a Sheet.
func (r *Reader) Item(item Item) Found {
	sheet := r.Sheet()
	found := sheet.Item(item)
	found.Specs = append(found.Specs, sheet.Rest().Specs...)
	return found
}

// FactsOf returns the fact that an item states, where it states one.
func FactsOf(item Item) []quarry.Fact {
	fact, ok := item.fact()
	if !ok {
		return nil
	}
	return []quarry.Fact{fact}
}

// fact returns what an item states.
func (i Item) fact() (quarry.Fact, bool) {
	fact := quarry.Fact{
		Subject: i.Place.Subject(i.Key), Statement: i.Value, Citations: i.Citations, Source: i.Place.source(i.Span),
	}
	if fact.Subject == "" {
		fact.Subject = firstWords(i.Value)
	}
	return fact, strings.TrimSpace(i.Value) != ""
}

// wordsOfSubject is how many words of a statement name it where nothing else
// does.
const wordsOfSubject = 6

func firstWords(text string) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(len(words), wordsOfSubject)], " ")
}

// line is an item while its numbers are read.
type line struct {
	Item

	reader  *Reader
	said    *statement
	key     meaning
	around  []owner                      // whose the numbers may be but for their own words, nearest first
	spoken  string                       // by labels that say nothing but what numbers depend on
	scope   string                       // of what the numbers are, by the titles above them
	part    quarry.DeviceMention         // that the key names, of the device above it
	alone   quarry.DeviceMention         // that the key names, of which the numbers are said in no words
	beside  map[quarry.QuantityKind]bool // of numbers that stand beside it and are said in no words
	aspect  string                       // of the thing, that the item is of: "Discharge"
	subject mention                      // the one device that a sentence is about
	foreign []bool                       // by number: it is another thing's, as a sentence says
}

// numberSpecs types one number, once for every number format that it is stated
// for.
func (l *line) numberSpecs(i int) ([]quarry.Spec, bool) {
	n := l.said.numbers[i]
	if l.isRelative(i) || l.isHedged(i) || i < len(l.foreign) && l.foreign[i] || l.Key == "" && l.isPast(i) {
		return nil, false
	}
	own := l.said.owners(i)
	owners := append(own, l.around...)
	for _, what := range l.namings(i) {
		held, level, ok := l.reader.holder(owners, what, n)
		if held.device.ID == "" {
			continue
		}
		if !ok || l.reader.isNeeded(l.lead(i), held.device.Class) {
			return nil, false
		}
		return l.specsOf(i, held, what), level < len(own)
	}
	return nil, false
}

// specsOf types a number of which it is known whose it is, and of what.
func (l *line) specsOf(i int, held ownership, what meaning) []quarry.Spec {
	n := l.said.numbers[i]
	device, variant := l.reader.make(held.device, &held.attribute.Attribute, l.edition(n))
	if what.variant != "" {
		variant = what.variant
	}
	specs := l.reader.specs(claimed{
		device: device, attribute: held.attribute, quantity: l.reader.counted(what, n), words: l.words(i) + l.sharedPer(i, device),
		place: l.Place, span: l.Span, context: held.context, behind: l.said.text[n.end:], precision: l.precision(i, device),
	})
	if l.isUnreadShare(i, &specs[0]) {
		return nil
	}
	for i := range specs {
		vary(&specs[i], variant)
	}
	specs = append(specs, l.ofEach(i, device, what.written)...)
	return specs
}

// edition returns the make of the device that stands behind a number, or that
// its key or a label above says.
func (l *line) edition(n number) edition {
	if told := l.reader.editionBehind(l.said.text[n.end:]); told.words != "" {
		return told
	}
	if told := l.reader.editionIn(l.Key); told.words != "" {
		return told
	}
	if l.key.edition.words != "" {
		return l.key.edition
	}
	for _, label := range slices.Backward(l.Place.Labels) {
		if text := strings.TrimRight(label.Text, ": "); len(text) <= longestVariant && l.reader.isEdition(text) {
			return edition{text, true}
		}
	}
	return edition{}
}

// precision returns the number format that a number's own clause names, where
// it names one: "19.5 TFLOPS (156 TFLOPS TF32)" under a key with another.
func (l *line) precision(i int, device quarry.DeviceMention) string {
	words, titled := l.said.clauses[l.said.of[i]].words, l.reader.formatsIn(l.Key)
	formats := l.reader.formatsIn(words)
	if own := l.reader.besideFormats(words, titled...); len(own) < len(formats) {
		formats = titled
	}
	if len(formats) != 1 || device.Class == quarry.ClassFormat {
		return ""
	}
	return string(formats[0].ID)
}

// counted returns the quantity without a unit that is only a part of what is
// counted: "8 GPU chiplets" are no GPUs.
func (r *Reader) counted(what meaning, n number) quarry.Quantity {
	digits := digitsEnd(n.Text)
	unit, ok := r.lexicon.FindUnit(n.Unit)
	if ok && unit.Kind == kindOfCounts && unit.Factor == 1 && what.length > 0 && digits > 0 && digits+what.length > len(n.Text) {
		n.Text, n.Unit = strings.TrimSpace(n.Text[:digits]), ""
	}
	return n.Quantity
}

// namings returns what a number may measure, the likeliest first: the words
// around it, unless they say less than its key does.
func (l *line) namings(i int) []meaning {
	n := l.said.numbers[i]
	behind, _ := l.reader.nounBehind(l.said.text, n)
	behind = l.ofKindCounted(i, behind)
	before, _ := l.before(i)
	all := []meaning{l.reader.joined(l.key, behind), l.reader.joined(before, behind)}
	var key, vague []meaning
	if len(l.key.attributes) > 0 && l.isLeadNumber(i) && !goesOn(l.said.text, n) {
		key = append(key, l.key)
	}
	for _, own := range []meaning{behind, before} {
		if own.vague || (own.before && behind.own) {
			vague = append(vague, own)
		} else {
			all = append(all, own)
		}
	}
	if l.said.of[i] >= 0 && l.said.clauses[l.said.of[i]].elliptic {
		vague = append(vague, l.namedBefore(i)...)
	}
	return slices.Concat(all, key, vague, []meaning{l.adjective(i)}, l.ofPart(i), l.unlabelled(i), l.verbed(i), l.inMemory(i))
}

// namedBefore returns what the number before one that leaves its own out may
// measure, but for names that state a condition of it.
func (l *line) namedBefore(i int) []meaning {
	return slices.DeleteFunc(l.namings(i-1), func(m meaning) bool {
		return m.written == "" || l.reader.states(m.written, quarry.Quantity{})
	})
}

// joined returns what two names mean as one: "NVLink" and "bandwidth".
func (r *Reader) joined(first, second meaning) meaning {
	if len(first.attributes) == 0 || len(second.attributes) == 0 {
		return meaning{}
	}
	name := first.written + " " + second.written
	return meaning{attributes: r.lexicon.FindAttributes(name), written: name, own: true}
}

// before returns the attribute that the words before a number name, or those
// before the bracket that it stands in.
func (l *line) before(i int) (meaning, bool) {
	n := l.said.numbers[i]
	if what, ok := l.reader.nounBefore(l.said.bare, l.said.startOf(i), n); ok {
		return what, true
	}
	own := l.said.clauses[max(0, l.said.of[i])]
	if own.parent < 0 || own.elliptic || l.said.clauses[own.parent].numbers > 0 || strings.IndexByte("([", l.said.text[max(0, own.start-1)]) < 0 {
		return meaning{}, false
	}
	n.start = max(0, own.start-1)
	return l.reader.nounBefore(l.said.bare, l.said.clauses[own.parent].start, n)
}

// mostLeadIn is how many words may stand in a value before the number that its
// key is about: "TSMC 5nm", "Configurable between 7W-25W".
const mostLeadIn = 5

// isLeadNumber reports whether a number may be what its key is about. What is
// only counted has to stand at the front.
func (l *line) isLeadNumber(i int) bool {
	n := l.said.numbers[i]
	before := len(tokensOf(l.said.text[l.said.startOf(i):n.start]))
	parent := l.said.clauses[l.said.of[i]].parent
	bracketed := parent >= 0 && l.said.clauses[parent].numbers > 0
	switch l.reader.kindOf(n.Unit) {
	case "":
		return before == 0 && !bracketed && !isCounting(l.said.text[n.end:], l.key.attributes) && !slices.Contains(l.reader.titleOver(l.Key), everyTitle)
	case kindOfCounts:
		return before == 0 && !bracketed
	}
	return before <= mostLeadIn
}

// isCounting reports whether words behind a bare number say what it counts,
// where no attribute of the key is a count: "Memory: 8 slots".
func isCounting(behind string, attributes []quarry.Attribute) bool {
	for _, attribute := range attributes {
		if attribute.Unit != "" || attribute.Kind == "" {
			return false
		}
	}
	behind = strings.TrimLeft(behind, " ")
	return behind != "" && isWordByte(behind[0])
}

// isRelative reports whether a number says how much more or less than something
// else.
func (l *line) isRelative(i int) bool {
	n := l.said.numbers[i]
	if l.said.of[i] < 0 || n.Unit == multiplier || l.said.clauses[l.said.of[i]].relative {
		return true
	}
	before := l.said.text[:n.start]
	if l.reader.isShareOf(n.Quantity, l.said.text[n.end:]) || l.reader.isResolution(n.Text, l.said.text[n.end:], l.Key) {
		return true
	}
	if l.reader.tellsChange(tokensOf(unbracketed(l.Key))) || l.reader.tellsChange(tokensOf(before[max(0, len(before)-widest):])) || l.reader.isOfPieces(before) || l.changes(i) {
		return true
	}
	return l.reader.isDifference(before, nearWords(l.said.text[n.end:]))
}

// changes reports whether a number is one of two between which something fell:
// "from 120 W to 70 W". What rises is written so where it is a range.
func (l *line) changes(i int) bool {
	from := func(i int) bool {
		return i >= 0 && i+1 < len(l.said.numbers) && strings.HasPrefix(l.said.numbers[i].Text, "from ") &&
			strings.TrimSpace(l.said.text[l.said.numbers[i].end:l.said.numbers[i+1].start]) == "to"
	}
	return from(i) || from(i-1)
}

// words returns all that may state a condition of a number: its key, its
// clause, and the labels that say nothing else.
func (l *line) words(i int) string {
	return l.reader.withScope(l.Key+" "+l.said.words(l.reader, i)+l.spoken, l.scope)
}

// spoken returns the labels of a place that say nothing but what the numbers
// below them depend on.
func (r *Reader) spoken(place Place) string {
	var spoken strings.Builder
	for _, label := range place.Labels {
		switch {
		case label.Far:
		case r.speaks(label.Text):
			spoken.WriteString("; " + label.Text)
		default:
			if engine := r.engineOf(label.Text); engine != "" {
				spoken.WriteString("; " + engine)
			}
		}
	}
	return spoken.String()
}

// owners returns the texts of a statement that may say whose a number is: its
// clause, the other clauses between the same commas, and those around its
// bracket.
func (s *statement) owners(i int) []owner {
	var all []owner
	for at := s.of[i]; at >= 0; at = s.clauses[at].parent {
		one := s.clauses[at]
		all = append(all, owner{text: one.words, devices: one.devices})
		shared := owner{text: one.words}
		for j, other := range s.clauses {
			if j != at && other.part == one.part {
				shared.devices = with(shared.devices, other.devices...)
			}
		}
		all = append(all, shared)
	}
	return all
}

// startOf returns where the clause of a number begins, or the number before it
// in the clause ends.
func (s *statement) startOf(i int) int {
	if s.of[i] < 0 {
		return s.numbers[i].start
	}
	start := s.clauses[s.of[i]].start
	if i > 0 && s.numbers[i-1].end > start && s.numbers[i-1].end <= s.numbers[i].start {
		start = s.numbers[i-1].end
	}
	return start
}

// words returns what a number's clause says. A bracket that names no number
// format goes on with that of the text around it.
func (s *statement) words(r *Reader, i int) string {
	one := s.clauses[s.of[i]]
	if one.parent < 0 || len(r.formatsIn(one.words)) > 0 {
		return one.words
	}
	formats := []string{one.words}
	for _, format := range r.formatsIn(s.clauses[one.parent].words) {
		formats = append(formats, format.Written)
	}
	return strings.Join(formats, " ")
}
