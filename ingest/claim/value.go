package claim

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
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
	inRow      bool // the device stands beside the number, and not over it
	context    []quarry.Context
}

// read types a cell: a spec, one for each of the number formats that it is of,
// or none where it holds no number, or several.
func (t *table) read(v value) {
	if isNothing(v.cell.Text) {
		return
	}
	quantity, rest, ok := t.number(v)
	if ok && quantity.Unit == multiplier && t.countsThings(v, rest) {
		quantity.Unit = ""
	}
	if !ok || quantity.Unit == multiplier || rest != "" && isRelative(quantity, v.cell.Text) {
		return
	}
	if v.device.Class == quarry.ClassUnknown && v.title.exact > 0 {
		v.attributes = v.attributes[:min(v.title.exact, len(v.attributes))]
	}
	attribute, ok := t.settle(&quantity, v, rest == "")
	if !ok || v.device.Class == quarry.ClassFormat && !slices.Contains(attribute.Classes, quarry.ClassFormat) && !v.inRow {
		return
	}
	if !t.caption.empty() && len(t.caption.Text) <= longestLabel {
		v.context = append(v.context, quarry.Context{Role: quarry.RoleCaption, Span: t.caption.Span})
	}
	c := claimed{
		device: v.device, attribute: quarry.AttributeMention{Attribute: attribute, Written: v.written}, quantity: quantity,
		words: strings.TrimSpace(v.words + " " + rest + " " + t.spoken()), place: t.place, span: v.cell.Span, context: v.context,
		behind: rest,
	}
	for _, format := range v.precisions(t.reader, rest) {
		c.precision = format
		spec := t.spec(c, rest)
		if v.variant != "" { // conditions are shared
			spec.Conditions = maps.Clone(spec.Conditions)
			spec.Conditions[quarry.AxisVariant] = v.variant
		}
		t.found = append(t.found, spec)
	}
}

// countsThings reports whether "2x GB100" says how many there are of something,
// and not how many times more.
func (t *table) countsThings(v value, rest string) bool {
	return rest != "" && isUpper(rest[0]) && slices.ContainsFunc(v.attributes, func(a quarry.Attribute) bool {
		return a.Kind == countKind
	})
}

// spec types a claim. Numbers of one column that stand there alone depend on the
// same.
func (t *table) spec(c claimed, rest string) quarry.Spec {
	alone := rest == "" && len(c.place.Notes) == 0 && !strings.Contains(c.words, c.device.Written) &&
		!strings.Contains(c.attribute.Written, c.device.Written) && !strings.Contains(c.quantity.Text, "per ")
	if !alone {
		return t.reader.spec(c)
	}
	key := said{c.attribute.ID, c.attribute.Written, c.words, c.precision, c.device.Class == quarry.ClassFormat}
	conditions, known := t.labels.said[key]
	if !known {
		conditions = t.reader.conditions(c)
		if len(t.labels.said) < mostKnown {
			t.labels.said[key] = conditions
		}
	}
	return t.reader.specUnder(c, conditions)
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

// number reads the one quantity of a cell, and what else the cell says.
func (t *table) number(v value) (quarry.Quantity, string, bool) {
	text := strings.TrimSpace(strings.ReplaceAll(v.cell.Text, "`", ""))
	if t.spaced && isSpaced(text) {
		quantity, ok := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, strings.ReplaceAll(text, " ", thinSpace))
		quantity.Text = text
		return quantity, "", ok
	}
	quantity, ok := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, text)
	at := 0
	if !ok {
		if quantity, at, ok = t.inside(text, v.attributes); !ok {
			return quarry.Quantity{}, "", false
		}
	}
	if !strings.HasPrefix(text[at:], quantity.Text) {
		return quarry.Quantity{}, "", false
	}
	behind := text[at+len(quantity.Text):]
	if t.another(behind, quantity) {
		return quarry.Quantity{}, "", false
	}
	return quantity, strings.TrimSpace(text[:at] + " " + behind), true
}

// inside looks for a quantity of an attribute's kind behind words that name
// what it is of: "HBM3e up to 192GB", "TSMC 4nm".
func (t *table) inside(text string, attributes []quarry.Attribute) (quarry.Quantity, int, bool) {
	if text == "" || text[0] >= '0' && text[0] <= '9' || strings.ContainsAny(text[:1], "~<>±$-") || strings.Contains(text, ":") {
		return quarry.Quantity{}, 0, false
	}
	for _, attribute := range attributes {
		for _, kind := range append([]quarry.QuantityKind{attribute.Kind}, attribute.Kinds...) {
			if kind == "" || kind == countKind {
				continue
			}
			if quantity, at, ok := t.reader.lexicon.FindQuantity(t.place.Numbers, text, kind); ok {
				return quantity, at, true
			}
		}
	}
	return quarry.Quantity{}, 0, false
}

// measured reports whether one of some attributes is known to have values of
// the unit's kind.
func (t *table) measured(attributes []quarry.Attribute, unit string) bool {
	kind := t.reader.kindOf(unit)
	return kind != "" && slices.ContainsFunc(attributes, func(a quarry.Attribute) bool {
		return (a.Kind != "" || len(a.Kinds) > 0) && a.Measures(kind)
	})
}

// thinSpace is a space that parts thousands and nothing else.
const thinSpace = "\u2009"

// isSpaced reports whether all of a text is digits in groups of three with
// spaces between them: "16 896".
func isSpaced(text string) bool {
	groups := strings.Split(text, " ")
	for i, group := range groups {
		if strings.Trim(group, "0123456789") != "" || len(group) > 3 || group == "" || i > 0 && len(group) != 3 {
			return false
		}
	}
	return len(groups) > 1
}

// partsThousands reports whether a table plainly parts thousands with spaces:
// several of its cells do, most of them behind one digit or two, and no cell
// writes so large a number without one. Otherwise "256 512" is two numbers.
func (t *table) partsThousands() bool {
	spaced, short := 0, 0
	for _, row := range t.sample() {
		for _, cell := range row[:min(len(row), mostSampled)] {
			text := strings.TrimSpace(cell.Text)
			switch {
			case isSpaced(text):
				spaced++
				if strings.IndexByte(text, ' ') < 3 {
					short++
				}
			case len(text) > 4 && strings.Trim(text, "0123456789") == "":
				return false
			}
		}
	}
	return spaced > 1 && 2*short > spaced
}

// another reports whether a second number of the same standing is in a cell:
// "1755 CUDA 1620 TC", "266 (532)". Nobody can tell which of them is meant. In
// brackets the same may be said once more, "(2.0 TB/s)", or when it holds.
func (t *table) another(behind string, first quarry.Quantity) bool {
	depth := 0
	kind := t.reader.kindOf(first.Unit)
	inWord := false
	for i, c := range behind {
		starts := unicode.IsDigit(c) && !inWord
		inWord = unicode.IsLetter(c) || unicode.IsDigit(c) || c == '.' && inWord
		switch c {
		case '(', '[':
			depth++
			inWord = false
		case ')', ']':
			depth--
		}
		if !starts {
			continue
		}
		inWord = true
		second, ok := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, untilBracket(behind[i:]))
		if !ok {
			continue
		}
		if bare := second.Unit == ""; bare && alone(behind, i, second) || depth == 0 && (bare || t.reader.kindOf(second.Unit) == kind) {
			return true
		}
	}
	return false
}

// untilBracket cuts a text off where a bracket closes.
func untilBracket(text string) string {
	if end := strings.IndexAny(text, ")]"); end >= 0 {
		return text[:end]
	}
	return text
}

// alone reports whether a bare number is all that stands in brackets.
func alone(text string, at int, number quarry.Quantity) bool {
	end := at + len(number.Text)
	return at > 0 && text[at-1] == '(' && end < len(text) && text[end] == ')' && len(number.Text) > 1
}

// settle finds the attribute and the unit of a number. A unit in the cell
// decides; else one that a title states, if the attribute can have it; else the
// attribute's own. What nobody knows is an attribute of its own, by its label.
func (t *table) settle(q *quarry.Quantity, v value, whole bool) (quarry.Attribute, bool) {
	if q.Unit != "" {
		return t.settleWith(q, v)
	}
	for _, hint := range append(t.hints(v), t.units...) {
		if attribute, ok := choose(v.attributes, v.device, hint.unit.Kind); ok {
			q.Unit = hint.unit.Symbol
			return attribute, true
		}
	}
	own := v.units()
	for _, hint := range own {
		if !hint.weak {
			q.Unit = hint.unit.Symbol
			return t.discovered(v)
		}
	}
	if attribute, ok := choose(v.attributes, v.device, ""); ok {
		return attribute, true
	}
	for _, hint := range t.hints(v)[len(own):] {
		if !hint.weak {
			q.Unit = hint.unit.Symbol
			return t.discovered(v)
		}
	}
	if t.uniform {
		q.Unit = t.units[0].unit.Symbol
		return t.discovered(v)
	}
	if !whole || len(v.title.formats) > 0 {
		return quarry.Attribute{}, false
	}
	return t.discovered(v)
}

// settleWith finds the attribute of a number that has a unit. Units of several
// kinds share a spelling: 7 B of parameters are billions and no bytes.
func (t *table) settleWith(q *quarry.Quantity, v value) (quarry.Attribute, bool) {
	if attribute, ok := choose(v.attributes, v.device, t.reader.kindOf(q.Unit)); ok {
		return attribute, true
	}
	for _, attribute := range v.attributes {
		for _, kind := range append([]quarry.QuantityKind{attribute.Kind}, attribute.Kinds...) {
			if unit, ok := t.reader.lexicon.FindUnitOf(kind, q.Unit); ok {
				q.Unit = unit.Symbol
				return attribute, true
			}
		}
	}
	if len(v.title.formats) > 0 { // beside a format that is known, another may be misspelt
		if attribute, ok := choose(t.reader.lexicon.FindAttributes(q.Unit), v.device, t.reader.kindOf(q.Unit)); ok {
			return attribute, true
		}
	}
	return t.discovered(v)
}

// hints returns the units that titles state for a number, the nearest first.
func (t *table) hints(v value) []hint {
	found := v.units()
	for _, label := range v.around {
		found = append(found, label.units...)
	}
	return found
}

// units returns the units that are stated for a number and no other: by its
// title, or in a cell of their own.
func (v value) units() []hint {
	if v.unit == nil {
		return slices.Clip(v.title.units)
	}
	return slices.Concat(v.unit.units, v.title.units)
}

// discovered returns the attribute that a label stands for which nobody knows.
func (t *table) discovered(v value) (quarry.Attribute, bool) {
	bare := v.title.bare
	if v.title.carries && v.title.device.ID == v.device.ID {
		bare = strings.Replace(bare, v.device.Written, " ", 1)
	}
	bare = strings.Join(strings.Fields(bare), " ")
	if quarry.Slug(bare) == "" {
		bare = strings.TrimSpace(v.written)
	}
	attribute := quarry.DiscoveredAttribute(bare)
	return attribute, strings.ContainsFunc(bare, unicode.IsLetter)
}

// precisions returns the number formats that a value is of, each of which makes
// a claim of its own: those in the cell, or else in its title. "" stands for
// what the words say by themselves.
func (v value) precisions(r *Reader, rest string) []string {
	var inCell []quarry.DeviceMention
	if rest != "" {
		for _, device := range r.lexicon.DevicesIn(rest) {
			if device.Class == quarry.ClassFormat {
				inCell = append(inCell, device)
			}
		}
	}
	if len(inCell) > 0 {
		return alternatives(rest, inCell)
	}
	for _, title := range append([]*label{v.title}, v.around...) {
		if len(title.formats) > 0 {
			return alternatives(title.text, title.formats)
		}
	}
	return []string{""}
}

// alternatives returns the ids of formats that stand beside each other, each
// once. Formats that stand otherwise, "FP16 with FP32 accumulate", are none of
// each other's.
func alternatives(text string, formats []quarry.DeviceMention) []string {
	ids := []string{string(formats[0].ID)}
	at := strings.Index(text, formats[0].Written) + len(formats[0].Written)
	for _, format := range formats[1:] {
		next := strings.Index(text[at:], format.Written)
		if next < 0 {
			return []string{""}
		}
		switch strings.ToLower(strings.TrimSpace(text[at : at+next])) {
		case "/", ",", "&", "and", "or", "|", "und", "et", "y":
		default:
			return []string{""}
		}
		at += next + len(format.Written)
		if id := string(format.ID); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
