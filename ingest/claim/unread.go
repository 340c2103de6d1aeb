package claim

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// withDecimalComma reads a cell that holds no number in the style of its table and one
// with a decimal comma, which cannot part thousands: "141,5" beside "48". Where the
// values under its title have decimal points, and of what is counted, it may be
// several numbers.
func (t *table) withDecimalComma(text string, v *value) (quarry.Quantity, bool) {
	quantity, ok := t.commaNumber(text, v)
	if !ok || t.under(v.title.text).points > 0 || quantity.Unit == "" && !v.isMeasured(quantity.Text) {
		return quarry.Quantity{}, false
	}
	return quantity, true
}

func (t *table) commaNumber(text string, v *value) (quarry.Quantity, bool) {
	if v.plain || t.place.Numbers == quantity.DecimalComma || strings.IndexByte(text, ',') < 0 {
		return quarry.Quantity{}, false
	}
	quantity, ok := t.reader.lexicon.ReadQuantityIn(quantity.DecimalComma, text)
	return quantity, ok && strings.Contains(quantity.Text, ",") && strings.HasPrefix(text, quantity.Text)
}

// isMeasured reports whether the title of a bare number says what it measures, and
// that is no count. What counts on, "1,2", is a list anywhere.
func (v *value) isMeasured(number string) bool {
	points, commas := quantity.StylesShown([]byte(number))
	measures := func(kind quarry.QuantityKind) bool { return kind != kindOfCounts }
	return points == 0 && commas > 0 && (sure(v.units()) || slices.ContainsFunc(v.attributes, func(a quarry.Attribute) bool { return measuresOnly(a, measures) }))
}

// spacedSum reads a sum whose thousands spaces part: "12 500 €". Two numbers do not
// stand so where one currency is behind them.
func (t *table) spacedSum(text string, v *value) (quarry.Quantity, bool) {
	quantity, ok := t.reader.lexicon.ReadGrouped(t.place.Numbers, text)
	return quantity, ok && t.isSum(&quantity, v)
}

// noteUnread notes a cell that is a number and was not read, as it could be more than
// one.
func (t *table) noteUnread(v *value) {
	text := strings.TrimSpace(v.cell.Text)
	if len(text) > longestName || text == "" {
		return
	}
	if quantity, ok := t.reader.lexicon.ReadGrouped(t.place.Numbers, text); ok && quantity.Text == text {
		t.doubt(v, text, "may be one number or several")
		return
	}
	if quantity, ok := t.commaNumber(text, v); ok && quantity.Text == text {
		t.doubt(v, text, "may have a decimal comma, or be several numbers")
	}
}

// mostDoubts is how many numbers of a table are noted one by one.
const mostDoubts = 20

// doubt notes a number that was not read, and why.
func (t *table) doubt(v *value, number, why string) {
	if len(t.unread) < mostDoubts {
		t.unread = append(t.unread, fmt.Sprintf("line %d: %q under %q was not read: it %s", v.cell.Span.LineStart, number, v.title.text, why))
	}
}
