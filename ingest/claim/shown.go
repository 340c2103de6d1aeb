package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// shown is what the values under one title tell of one of them that could mean two
// things. Of the title that is empty it is what all values of the table tell.
type shown struct {
	angle  bool // some are angles; of all, finer ones than degrees
	marks  bool // of all, some have the marks of degrees and minutes
	points int  // how much of them is written with a decimal point, beyond doubt
	commas int  // … with a decimal comma
	sums   bool // one is a whole number of hundreds
	large  bool // … or a number of hundreds with decimals
}

// under returns what the values under a title show, which the first rows or records
// tell, once it is asked for.
func (t *table) under(title string) shown {
	if t.shown == nil {
		t.shown = map[string]shown{}
		t.lookAtRows()
		t.lookAtRecords()
	}
	return t.shown[title]
}

func (t *table) lookAtRows() {
	for _, row := range t.sample() {
		for column, cell := range row[:min(len(row), mostSampled)] {
			if column < len(t.heads) && t.heads[column].text != row[0].Text {
				t.show(t.heads[column].text, cell.Text)
			}
			if column > 0 {
				t.show(row[0].Text, cell.Text)
			}
		}
	}
}

func (t *table) lookAtRecords() {
	for _, record := range t.records[:min(len(t.records), mostSampled)] {
		for _, field := range record.Fields[:min(len(record.Fields), mostTelling)] {
			if !field.Plain {
				t.show(field.Name.Text, field.Value.Text)
			}
		}
	}
}

// show notes what a value under a title shows.
func (t *table) show(title, text string) {
	all, one := t.shown[""], t.shown[title]
	finer := hasPartsOfDegrees(text)
	all.angle, all.marks = all.angle || finer, all.marks || finer && strings.Contains(text, "°")
	t.shown[""] = all
	if title == "" || !strings.ContainsAny(text, "0123456789") {
		return
	}
	points, commas := quantity.StylesShown([]byte(text))
	one.points, one.commas = one.points+points, one.commas+commas
	one.angle = one.angle || finer || hasDegrees(text)
	one.sums = one.sums || isWholeSum(text)
	one.large = one.large || isWholeSum(text[:max(0, strings.LastIndexAny(text, ".,"))]) && points+commas > 0
	t.shown[title] = one
}

// isWholeSum reports whether a text is a whole number from hundreds on, with hardly
// more than a currency beside it: "€899".
func isWholeSum(text string) bool {
	const fewest, most = 3, 6
	bare := strings.TrimFunc(text, func(c rune) bool { return c < '0' || c > '9' })
	return strings.Trim(bare, "0123456789") == "" && len(bare) >= fewest && len(bare) <= most && bare[0] != '0' && len(text)-len(bare) <= most
}

// inItsStyle reads a number whose only mark may group thousands and may be a decimal
// one as the other numbers under its title are written. Where these are written in
// both styles it is not known what it is, and the method returns false.
func (t *table) inItsStyle(q *quarry.Quantity, v *value) bool {
	if v.plain || !isTwofold(q) {
		return true
	}
	values, style := t.under(v.title.text), quantity.DecimalPoint
	switch {
	case values.points > 0 && values.commas > 0:
		t.doubt(v, q.Text, bothStyles)
		return false
	case values.points+values.commas == 0:
		return true
	case values.commas > 0:
		style = quantity.DecimalComma
	}
	if style == t.place.Numbers || q.Step == 1 && t.isSum(q, v) { // no price has tenths of a cent
		return true
	}
	read, ok := t.reader.lexicon.ReadQuantityIn(style, q.Text)
	q.Bounds = quarry.Bounds{Min: read.Min, Max: read.Max, Unit: q.Unit}
	q.Step = read.Step
	return ok && read.Text == q.Text
}

// bothStyles is why a number was not read that could be a thousand times as large.
const bothStyles = "may have decimals or thousands behind its mark, and the others there are written in both ways"

// isSum reports whether a number is one of money, as it or its title says.
func (t *table) isSum(q *quarry.Quantity, v *value) bool {
	return isMoney(t.reader.kindOf(q.Unit)) || q.Unit == "" && slices.ContainsFunc(v.title.units, func(h hint) bool { return isMoney(h.unit.Kind) })
}

// isTwofold reports whether a number may be a thousand times as large, or as small,
// were it written in the other style.
func isTwofold(q *quarry.Quantity) bool {
	const thousand, thousandth = 1000, 0.001
	grouped := q.Step == 1 && (q.Max != nil && *q.Max >= thousand || q.Min != nil && *q.Min >= thousand)
	return (grouped || q.Step == thousandth) && strings.Count(q.Text, ".")+strings.Count(q.Text, ",") == 1
}

// inThousands reads three digits behind a point as a group where they are of euros
// and the others under its title are whole ones of hundreds: "€1.099" beside "€899".
// Beside such with decimals it is not known what it is, and the method returns false. Where
// another number has a decimal point, no point parts thousands; those who pay in
// other currencies do not write so.
func (t *table) inThousands(q *quarry.Quantity, v *value) bool {
	const thousand, thousandth, euro = 1000, 0.001, "EUR"
	if q.Unit != euro || q.Step != thousandth || v.plain || !isTwofold(q) || strings.Contains(q.Text, "0.") {
		return true
	}
	switch values := t.under(v.title.text); {
	case values.large:
		t.doubt(v, q.Text, bothStyles)
		return false
	case values.sums && values.points == 0:
		multiply(q, thousand)
	}
	return true
}
