package claim

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// value is a cell that may hold a number of a device, with all that is said of
// it elsewhere.
type value struct {
	cell       Cell
	device     quarry.DeviceMention
	title      *label             // that says what it is
	attributes []quarry.Attribute // that it may be of
	written    string             // the attribute, in the source's words
	unit       *label             // the cell that states its unit; nil where none does
	around     []*label           // that may state its unit, the nearest first
	words      string             // that may state a condition
	variant    string
	plain      bool    // it is a number of the file's format, and has a decimal point
	inRow      bool    // the device stands beside the number, and not over it
	rest       string  // what the cell says besides the number
	counted    bool    // the number is how many there are of what the rest says
	times      float64 // what its title multiplies it by; 0 for nothing
	context    []quarry.Context
	said       stated  // the condition that the title of its column is
	common     *common // what the numbers of its column have in common; nil where it has none
}

// read types a cell: a spec, one for each of the number formats that it is of,
// or none where it holds no number, or several.
func (t *table) read(v *value) {
	if t.reader.isNothing(v.cell.Text) || v.title.isOver(needWord) && v.isNeeded() {
		return
	}
	if opensBracket(v.cell.Text) || strings.IndexByte(v.cell.Text, '~') >= 0 {
		v.cell.Text = unstruck(v.cell.Text)
		if t.readAside(v) {
			return
		}
	}
	t.readNumber(v)
}

// isNeeded reports whether a number under a title of what is needed is none of its
// device. What a model needs is its own, and so is the power supply that a card does.
func (v *value) isNeeded() bool {
	return computes(v.device.Class) && (len(v.attributes) == 0 || v.attributes[0].Kind != "power")
}

// readNumber types the one number of a cell.
func (t *table) readNumber(v *value) {
	quantity, rest, ok := t.number(v)
	if (!ok || t.hasMore(rest)) && t.several(v) {
		return
	}
	if !ok {
		t.noteUnread(v)
		return
	}
	if quantity.Unit != "" && v.title.counts && (len(v.attributes) > 0 || t.reader.isRate(quantity.Unit)) {
		v.counted = t.reader.asCount(&quantity, rest)
	}
	if quantity.Unit == multiplier || rest != "" && (isRelative(quantity, v.cell.Text) || t.reader.isShareOf(quantity, rest)) {
		return
	}
	if t.reader.isResolution(quantity.Text, rest, v.title.text) {
		return
	}
	t.take(v, quantity, rest)
}

// hasMore reports whether a number stands behind the comma that follows another,
// or before it, behind what it depends on: "sparse 1,979 / dense 989 TFLOPS". Of what current a voltage is belongs to it.
func (t *table) hasMore(rest string) bool {
	further, comma := strings.CutPrefix(strings.TrimPrefix(strings.TrimPrefix(rest, "AC"), "DC"), ", ")
	if !comma {
		if further = t.reader.withoutLead(rest); len(further) == len(rest) {
			return false
		}
	}
	return further != "" && text.IsDigit(further[0])
}

// take types a number of a cell, beside what else is said of it there.
func (t *table) take(v *value, quantity quarry.Quantity, rest string) {
	if v.title.order != noOrder && v.title.order.isOrder(&quantity) {
		return
	}
	rest = t.takeUnknown(&quantity, rest, v)
	if t.isOpenShare(&quantity, v) {
		return
	}
	v.rest = rest
	t.thousands(&quantity, v)
	if v.device.Class == quarry.ClassUnknown && v.title.exact > 0 {
		v.attributes = v.attributes[:min(v.title.exact, len(v.attributes))]
	}
	if !t.multiple(&quantity, v) || !t.toldFromAngle(&quantity, v) || !t.inItsStyle(&quantity, v) {
		return
	}
	attribute, ok := t.settleLike(&quantity, v)
	if ok = ok && t.inThousands(&quantity, v); ok {
		t.tellMake(v, attribute)
	}
	if ok && v.mayHave(attribute) && !t.hasUnknownUnit(&quantity, rest, v, attribute) {
		t.claim(v, attribute, quantity)
	}
}

// hasUnknownUnit reports whether a number without a unit, of what has one, stands
// before a word that can only be one: "24 gigs", "48 G", "7k".
func (t *table) hasUnknownUnit(q *quarry.Quantity, rest string, v *value, attribute *quarry.Attribute) bool {
	if attribute.Discovered && len(v.title.attributes) > 0 && q.Unit != "" && strings.HasSuffix(q.Text, "k") {
		return measuresOnly(v.title.attributes[0], isOfMeter)
	}
	if q.Unit == "" && tellsLanes(q, rest) && measuresOnly(*attribute, isOfData) {
		return true
	}
	if q.Unit != "" || rest == "" || len(rest) > longestUnitWord || strings.ContainsFunc(rest, func(c rune) bool { return !unicode.IsLetter(c) }) {
		return false
	}
	word := strings.ToLower(rest)
	told := t.reader.isStating(word) || t.reader.isAdjective(word) || t.reader.isFiller(word) || t.reader.isEdition(word) || t.reader.cues[figureWords].Has(word)
	return !told && measuresOnly(*attribute, isOfMeter) && len(t.reader.lexicon.DevicesIn(rest)) == 0
}

// longestUnitWord is the most bytes of a word that may be meant for a unit.
const longestUnitWord = 6

// isOfMeter reports whether a kind is of what is measured, not counted.
func isOfMeter(kind quarry.QuantityKind) bool {
	return kind != kindOfCounts && kind != ratioKind && kind != "currency"
}

// tellMake lets what stands behind the number, or its titles, say of which make
// of the device it is.
func (t *table) tellMake(v *value, attribute *quarry.Attribute) {
	var told edition
	if v.rest != "" {
		told = t.reader.editionBehind(v.rest)
	}
	for _, title := range append([]*label{v.title}, v.around...) {
		if told.words == "" {
			told = title.edition
		}
	}
	if told.words == "" {
		return
	}
	device, variant := t.reader.make(v.device, attribute, told)
	v.device = device
	if variant != "" && v.variant == "" {
		v.variant = variant
	}
}

// mayHave reports whether the number can be said of the device. What stands
// over numbers as a number format says how they are meant, unless it is known
// that formats have the attribute.
func (v *value) mayHave(attribute *quarry.Attribute) bool {
	return v.inRow || v.device.Class != quarry.ClassFormat || slices.Contains(attribute.Classes, quarry.ClassFormat)
}

// claim types a number whose attribute is known.
func (t *table) claim(v *value, attribute *quarry.Attribute, quantity quarry.Quantity) {
	if !t.caption.empty() && len(t.caption.Text) <= longestLabel {
		v.context = append(v.context, quarry.Context{Role: quarry.RoleCaption, Span: t.caption.Span})
	}
	c := &claimed{
		device: v.device, attribute: quarry.AttributeMention{Attribute: *attribute, Written: v.written}, quantity: quantity,
		words: t.wordsOf(v), place: t.place, span: v.cell.Span, context: v.context, behind: v.rest + v.cell.Marks,
	}
	if v.rest == "" && len(v.around) == 0 && len(v.title.formats) == 0 || t.reader.ofMatter(attribute, quantity.Unit, v.device.Class) {
		t.keep(v, c)
		return
	}
	for _, format := range v.precisions(t.reader) {
		c.precision = format
		t.keep(v, c)
	}
}

// keep keeps the spec of a claim.
func (t *table) keep(v *value, c *claimed) {
	t.found = slices.Grow(t.found, 1)[:len(t.found)+1] // what lies behind the last one was never written to
	spec := &t.found[len(t.found)-1]
	t.spec(spec, v, c)
	if v.variant != "" { // conditions are shared
		spec.Conditions = maps.Clone(spec.Conditions)
		spec.Conditions[quarry.AxisVariant] = v.variant
	}
	v.said.state(spec)
}

// thousands takes a lone K for thousand where nothing says that a temperature
// stands there.
func (t *table) thousands(q *quarry.Quantity, v *value) {
	if q.Unit != kelvin || !strings.HasSuffix(q.Text, "K") || t.measured(v.attributes, kelvin) || t.reader.saysTemperature(v.title.text+" "+v.words) {
		return
	}
	if unit, ok := t.reader.lexicon.FindUnitOf(kindOfCounts, "K"); ok {
		q.Unit = unit.Symbol
	}
}

// multiple gives a number that is written in thousands or millions, "205k", the
// unit that its title states for it. It reports false if it is not known which of two
// multiples is meant: "2 M" in k$.
func (t *table) multiple(q *quarry.Quantity, v *value) bool {
	if q.Unit == "" {
		return true
	}
	units := v.units()
	if !sure(units) {
		return true
	}
	many, ok := t.reader.lexicon.FindUnitOf(kindOfCounts, q.Unit)
	stated := units[slices.IndexFunc(units, func(h hint) bool { return !h.weak })].unit
	if !ok || many.Factor < leastMultiple || stated.Kind == kindOfCounts || stated.Kind == ratioKind || t.reader.kindOf(q.Unit) == stated.Kind {
		return true
	}
	switch prefix := prefixOf(t.reader.lexicon, stated); {
	case prefix == many.Factor:
		q.Unit = stated.Symbol
		return true
	case prefix >= leastMultiple && prefix < many.Factor:
		return false
	}
	q.Bounds = t.reader.lexicon.Normalize(quarry.Bounds{Min: q.Min, Max: q.Max, Unit: many.Symbol})
	q.Unit, q.Step = stated.Symbol, q.Step*many.Factor
	return true
}

// prefixOf returns how many of the unit behind the first letter of its symbol a unit
// is, 1000 of kW; 0 where that is none.
func prefixOf(lexicon *lexicon.Lexicon, unit quantity.Unit) float64 {
	_, size := utf8.DecodeRuneInString(unit.Symbol)
	plain, ok := lexicon.FindUnitOf(unit.Kind, unit.Symbol[size:])
	if !ok || plain.Base != unit.Base || plain.Factor == 0 {
		return 0
	}
	return unit.Factor / plain.Factor
}

// Repeats reports whether a multiple behind a number says once more what its unit
// says already: "10 k" in k$ are 10 k$.
func Repeats(lexicon *lexicon.Lexicon, many, unit quantity.Unit) bool {
	return many.Kind == kindOfCounts && many.Factor >= leastMultiple && prefixOf(lexicon, unit) == many.Factor
}

// leastMultiple is the least that numbers are counted in.
const leastMultiple = 1000

// kelvin is the unit of absolute temperatures.
const kelvin = "K"

// saysTemperature reports whether words tell of heat or of cold.
func (r *Reader) saysTemperature(words string) bool {
	stems, symbols := r.cues["stems_of_temperature"].List(), r.cues["symbols_of_temperature"]
	for word := range strings.SplitSeq(text.SlugWith(words, ' '), " ") {
		if symbols.Has(word) || slices.ContainsFunc(stems, func(stem string) bool { return strings.HasPrefix(word, stem) }) {
			return true
		}
	}
	return false
}

// spec types a claim. Numbers of one column that stand there alone depend on the
// same.
func (t *table) spec(spec *quarry.Spec, v *value, c *claimed) {
	alone := v.rest == "" && len(c.place.Notes) == 0 && !strings.Contains(c.words, c.device.Written) &&
		!strings.Contains(c.attribute.Written, c.device.Written) && !strings.Contains(c.quantity.Text, "per ")
	var f form
	switch {
	case !alone:
		noted := c.withFootnotes()
		f, c = t.reader.formOf(&noted, t.reader.conditions(noted)), &noted
		f.fill(spec, c)
	case v.common == nil:
		f = t.reader.formOf(c, t.conditions(c))
		f.fill(spec, c)
	default:
		t.formLike(v.common, c).fill(spec, c)
	}
	t.sources.write(&spec.Source, c.span, c.context)
}

// conditions returns what a number depends on that stands by itself.
func (t *table) conditions(c *claimed) quarry.Conditions {
	key := c.said()
	key.currency = t.reader.currencyOf(c)
	conditions, known := t.labels.said[key]
	if !known {
		conditions = t.reader.conditions(*c)
		if len(t.labels.said) < mostKnown {
			t.labels.said[key] = conditions
		}
	}
	return conditions
}

// spoken returns what the labels above the table state of all its numbers:
// "With sparsity:".
func (t *table) spoken() string {
	if t.speech != nil {
		return *t.speech
	}
	var words []string
	for _, label := range t.place.Labels {
		if t.reader.speaks(label.Text) {
			words = append(words, label.Text)
		}
	}
	spoken := strings.Join(words, " ")
	t.speech = &spoken
	return spoken
}

// discovered returns the attribute that a label stands for which is not known.
func (t *table) discovered(v *value) (quarry.Attribute, bool) {
	bare := v.title.bare
	if v.title.carries && v.title.device.ID == v.device.ID {
		bare = strings.Replace(bare, v.device.Written, " ", 1)
	}
	if len(v.title.formats) > 0 {
		bare = strings.TrimSuffix(strings.TrimSpace(v.title.withoutFormats(bare)), " in")
	}
	bare = strings.Join(strings.Fields(bare), " ")
	if text.Slug(bare) == "" {
		bare = strings.TrimSpace(v.written)
	}
	if span := strings.TrimRight(v.title.text, " %°"); span != v.title.text && isSpan(span) {
		return lexicon.DiscoveredAttribute(v.title.text), true
	}
	attribute := lexicon.DiscoveredAttribute(bare)
	return attribute, strings.ContainsFunc(bare, unicode.IsLetter)
}

// isSpan reports whether a text is two numbers and a dash: of a title "20–80 %" the
// sign is a part of what is measured.
func isSpan(text string) bool {
	low, high, ok := strings.Cut(strings.ReplaceAll(text, "–", "-"), "-")
	low, high = strings.TrimSpace(low), strings.TrimSpace(high)
	return ok && low != "" && high != "" && isNumeral(low) && isNumeral(high)
}

// precisions returns the number formats that a value is of, each of which makes
// a claim of its own: those in the cell, or else in its title. "" stands for
// what the words say by themselves.
func (v *value) precisions(r *Reader) []string {
	if v.rest != "" && (len(v.title.formats) == 0 || !r.ofOtherNumbers(v.rest)) {
		if inCell := r.besideFormats(v.rest, v.title.formats...); len(inCell) > 0 {
			return r.alternativesIn(v.rest, inCell)
		}
	}
	if len(v.title.formats) > 0 {
		return r.alternativesIn(v.title.text, v.title.formats)
	}
	for _, title := range v.around {
		if len(title.formats) > 0 {
			return r.alternativesIn(title.text, title.formats)
		}
	}
	return []string{""}
}

// alternativesIn returns the ids of formats that stand beside each other, each
// once. Formats that stand otherwise, "FP16 with FP32 accumulate", are none of
// each other's.
func (r *Reader) alternativesIn(text string, formats []quarry.DeviceMention) []string {
	ids := []string{string(formats[0].ID)}
	at := strings.Index(text, formats[0].Written) + len(formats[0].Written)
	for _, format := range formats[1:] {
		next := strings.Index(text[at:], format.Written)
		if next < 0 {
			return []string{""}
		}
		between := strings.ToLower(strings.TrimSpace(text[at : at+next]))
		if !r.cues[pairingWords].Has(between) && (len(between) != 1 || !strings.Contains("/,&|", between)) {
			return []string{""}
		}
		at += next + len(format.Written)
		if id := string(format.ID); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
