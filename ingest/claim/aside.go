package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// aside is a number in the brackets behind another one, and what they say of it:
// "989 (1,979 sparse)".
type aside struct {
	outer    string // the cell without the brackets
	quantity quarry.Quantity
	words    string
	stated   bool // the words state what the number depends on
}

// readAside reads a cell that has a number in brackets of what stands before
// them too. What the brackets say is said of the number in them; where it is not
// clear of which, it is said of none.
func (t *table) readAside(v *value) bool {
	a, ok := t.aside(v)
	if !ok {
		return false
	}
	first, second := *v, *v
	first.cell.Text = a.outer
	t.readNumber(&first)
	if a.stated && !isRelative(a.quantity, a.words) {
		second.common = nil
		t.take(&second, a.quantity, a.words)
	}
	return true
}

// aside finds the number in a cell's only brackets that is of the same as the
// number before them.
func (t *table) aside(v *value) (aside, bool) {
	text := strings.TrimSpace(strings.ReplaceAll(v.cell.Text, "`", ""))
	open := strings.IndexAny(text, "([")
	if open <= 0 || opensBracket(text[open+1:]) || strings.ContainsAny(text[:open], ",;") && !isNumberAlone(text[:open]) {
		return aside{}, false
	}
	closing := strings.IndexAny(text[open:], ")]")
	if closing < 0 {
		return aside{}, false
	}
	before, inside, behind := text[:open], text[open+1:open+closing], text[open+closing+1:]
	outer, ok := t.leading(before, v.attributes)
	if !ok || strings.ContainsAny(behind, "0123456789") {
		return aside{}, false
	}
	a := aside{outer: strings.TrimSpace(strings.TrimSpace(before) + behind)}
	if whole, more := t.leading(a.outer, v.attributes); more && outer.Unit == "" { // "1,979 (989 dense) TFLOPS"
		outer = whole
	}
	said := t.reader.statement(t.place.Numbers, inside)
	return a, t.sameIn(said, outer, v, &a)
}

// isNumberAlone reports whether no comma in a text ends anything but a group of
// digits.
func isNumberAlone(text string) bool {
	return !strings.Contains(text, ", ") && !strings.Contains(text, ";")
}

// leading reads the quantity that a text begins with, or names behind words.
func (t *table) leading(text string, attributes []quarry.Attribute) (quarry.Quantity, bool) {
	text = strings.TrimSpace(text)
	if quantity, ok := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, text); ok {
		return quantity, true
	}
	quantity, _, ok := t.inside(text, attributes)
	return quantity, ok
}

// sameIn finds the numbers in brackets that are of the same as the one outside,
// and takes the only one of them.
func (t *table) sameIn(said *statement, outer quarry.Quantity, v *value, a *aside) bool {
	same := 0
	for i, n := range said.numbers {
		words, _ := t.reader.completed(said.text[:n.start]+" "+said.text[n.end:], a.outer)
		if said.of[i] < 0 || n.Unit == "" && len(said.numbers) > 1 || !t.isSame(n, words, outer, v) {
			continue
		}
		same++
		a.quantity = n.Quantity
		if n.Unit == "" {
			a.quantity.Unit = outer.Unit
		}
		a.words = words
	}
	if same == 1 && !leavesOpen(a.words) {
		a.stated = t.reader.states(a.words, a.quantity) || t.reader.isEdition(a.words)
	}
	return same > 0
}

// isSame reports whether a number in brackets measures what the one outside
// does: it has a unit of the same kind, or none and nothing beside it but what it
// depends on.
func (t *table) isSame(n number, words string, outer quarry.Quantity, v *value) bool {
	kind := t.reader.kindOf(n.Unit)
	switch {
	case n.Unit == "":
		return !t.reader.mayBeYear(n.Text, words) && (t.reader.speaks(words) && t.reader.states(words, n.Quantity) || t.reader.isEdition(words))
	case outer.Unit != "":
		return kind != "" && kind == t.reader.kindOf(outer.Unit) && kind != ratioKind
	}
	for _, hint := range v.title.units {
		if hint.unit.Kind == kind {
			return true
		}
	}
	return t.measured(v.attributes, n.Unit)
}

// leavesOpen reports whether words leave it open whether they speak of one number:
// "150 GB/s + 150 GB/s bidirectional".
func leavesOpen(words string) bool {
	return strings.ContainsAny(words, "+=×") || strings.Contains(" "+words+" ", " or ") || strings.Contains(" "+words+" ", " and ")
}

// mayBeYear reports whether digits may be a year, for all that stands beside
// them: a year is not sparse.
func (r *Reader) mayBeYear(text, words string) bool {
	return isYear(text) && !slices.Contains(r.axesOf(words), quarry.AxisSparsity)
}

// isYear reports whether digits may be a year.
func isYear(text string) bool {
	return len(text) == 4 && (strings.HasPrefix(text, "19") || strings.HasPrefix(text, "20")) && isNumeric(text)
}

// states reports whether words state what a number depends on.
func (r *Reader) states(words string, number quarry.Quantity) bool {
	for _, one := range r.sayings(words, tokensOf(words), claimed{quantity: number}) {
		if one.value != "" {
			return true
		}
	}
	return false
}
