package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// several reads a cell that holds several numbers as a line of a list is read:
// "18 links, 900 GB/s", "3.35 TB/s (SXM), 2 TB/s (PCIe)". Where what the cell
// says does not tell them apart, it cannot be told which of them is meant.
func (t *table) several(v *value) bool {
	if t.limitsInCell(v) {
		return true
	}
	l, ok := t.lineOf(v)
	if !ok {
		return false
	}
	var specs []quarry.Spec
	for i := range l.said.numbers {
		found, _ := l.numberSpecs(i)
		specs = append(specs, found...)
	}
	var keys []quarry.ClaimKey
	for i := range specs {
		key := specs[i].ClaimKey()
		if slices.Contains(keys, key) {
			return false
		}
		keys = append(keys, key)
	}
	for i := range specs {
		if specs[i].Conditions[quarry.AxisVariant] == "" {
			vary(&specs[i], v.variant)
		}
	}
	if len(specs) < fewestSeveral {
		return len(specs) == 0 && t.standsTogether(v, l)
	}
	t.found = append(t.found, specs...)
	return true
}

// limitsInCell reads numbers with strokes between them each as the limit of its
// place in the title's brackets: "420 W / 900 W" below "Power (typ./max)".
func (t *table) limitsInCell(v *value) bool {
	numbers := strings.Split(v.cell.Text, "/")
	if len(numbers) < fewestSeveral || !strings.HasSuffix(v.title.text, ")") || v.said.axis != "" {
		return false
	}
	inside := bracketed(v.title.text)
	limits := strings.Split(inside[len(inside)-1], "/")
	if len(limits) != len(numbers) {
		return false
	}
	quantities := make([]quarry.Quantity, len(numbers))
	for i, number := range numbers {
		quantity, ok := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, number)
		if !ok || quantity.Text != strings.TrimSpace(number) || t.reader.statedBy(limits[i]).axis != axisLimit {
			return false
		}
		quantities[i] = quantity
	}
	for i, quantity := range quantities {
		each := *v
		each.context, each.said = slices.Clone(v.context), t.reader.statedBy(limits[i])
		each.written = withoutBrackets(v.title.text)
		each.words = each.written
		t.take(&each, quantity, "")
	}
	return true
}

// fewestSeveral is how many numbers of a cell make it one of several.
const fewestSeveral = 2

// lineOf returns a cell as a line below its title, where it begins with a number,
// or with what one depends on, and has more of them.
func (t *table) lineOf(v *value) (*line, bool) {
	text := strings.TrimSpace(v.cell.Text)
	if len(text) > longestLabel || !strings.ContainsAny(text, ",;/|(") {
		return nil, false
	}
	if !t.reader.startsQuantity(t.place.Numbers, t.reader.withoutLead(text)) {
		return nil, false
	}
	l := &line{
		Item:   Item{Key: v.title.text, Value: v.cell.Text, Span: v.cell.Span, Place: t.place},
		reader: t.reader, key: meaning{attributes: v.attributes, written: v.written}, spoken: " " + t.spoken(),
		said:   t.reader.statement(t.place.Numbers, v.cell.Text),
		around: []owner{{text: v.device.Written, devices: []quarry.DeviceMention{v.device}, context: slices.Clone(v.context)}},
	}
	t.reader.shareUnits(l.said, l.key)
	return l, len(l.said.numbers) > 1 && t.unify(l, v)
}

// withoutLead drops the word before a number that states what it depends on:
// "sparse 1,979", "dense: 989".
func (r *Reader) withoutLead(text string) string {
	word, rest, more := strings.Cut(text, " ")
	if more && r.isStating(strings.ToLower(strings.TrimRight(word, ":"))) {
		return rest
	}
	return text
}

// unify gives numbers without a unit that count nothing the unit of their title;
// it reports whether each of them has one then.
func (t *table) unify(l *line, v *value) bool {
	for i := range l.said.numbers {
		n := &l.said.numbers[i]
		if n.Unit != "" {
			continue
		}
		if what, ok := t.reader.nounBehind(l.said.text, *n); ok && slices.ContainsFunc(what.attributes, isCount) {
			continue
		}
		units := v.units()
		if !sure(units) {
			return false
		}
		units[slices.IndexFunc(units, func(h hint) bool { return !h.weak })].give(&n.Quantity)
	}
	return true
}

func isCount(a quarry.Attribute) bool { return a.Kind == kindOfCounts }

// startsQuantity reports whether a text begins with a quantity, be there another one
// behind it.
func (r *Reader) startsQuantity(style quantity.NumberStyle, text string) bool {
	_, ok := r.lexicon.ReadQuantityIn(style, text)
	if !ok {
		_, ok = r.ofTwo(style, text)
	}
	return ok
}

// ofTwo reads the quantity that a text begins with before a stroke and one of another
// kind: "5 V / 3 A". Neither is the other's alternative.
func (r *Reader) ofTwo(style quantity.NumberStyle, text string) (quarry.Quantity, bool) {
	before, behind, ok := cutStroke(text[:min(len(text), longestLabel)])
	if !ok {
		return quarry.Quantity{}, false
	}
	first, ok := r.lexicon.ReadQuantityIn(style, before)
	if !ok || first.Text != strings.TrimSpace(before) {
		return quarry.Quantity{}, false
	}
	second, ok := r.lexicon.ReadQuantityIn(style, behind)
	if next, _, more := cutStroke(behind); !ok && more {
		second, ok = r.lexicon.ReadQuantityIn(style, next)
	}
	return first, ok && r.areOfTwo(first, second)
}

// cutStroke cuts a text at the first stroke before a number.
func cutStroke(written string) (string, string, bool) {
	for at := range len(written) {
		if written[at] != '/' {
			continue
		}
		if behind := strings.TrimLeft(written[at+1:], " "); behind != "" && text.IsDigit(behind[0]) {
			return written[:at], behind, true
		}
	}
	return "", "", false
}

// areOfTwo reports whether two quantities measure different things, and the second is
// not what the first is for: "8 L / 100 km".
func (r *Reader) areOfTwo(first, second quarry.Quantity) bool {
	one, other := r.kindOf(first.Unit), r.kindOf(second.Unit)
	if one == other || one == "" || other == "" || !isOfMeter(one) || !isOfMeter(other) || isMoney(one) || isMoney(other) {
		return false
	}
	switch other {
	case kindOfTimes, "mass", "length", "area", "volume":
		return !isRound(second.Text)
	}
	return true
}

// isRound reports whether a number is a one with zeros, or with none.
func isRound(text string) bool {
	return strings.Trim(text[:digitsEnd(text)], "0") == "1"
}
