package claim

import (
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// axisLimit is which limit of a value a number is: its least, its usual, its most.
const axisLimit quarry.Axis = "limit"

// axisAsOf is when a number held.
const axisAsOf quarry.Axis = "as_of"

// stated is a condition that a title or a cell states by itself; the zero value
// for none.
type stated struct {
	axis  quarry.Axis
	value string
}

// statedBy returns the condition that a title is, and nothing else: "Min",
// "2021". The year may have a unit behind it.
func (r *Reader) statedBy(title string) stated {
	bare := withoutBrackets(strings.TrimSpace(title))
	if limit := r.limitWords[strings.ToLower(strings.TrimSuffix(bare, "."))]; limit != "" {
		return stated{axisLimit, limit}
	}
	if isYear(bare) {
		return stated{axisAsOf, bare}
	}
	return stated{}
}

// stateTitles lets titles state conditions where several of one table do, of one
// axis: one alone may be a name or say how a number is meant.
func (t *table) stateTitles() {
	limited := t.titlesOf(axisLimit) > 1
	t.dated = t.titlesOf(axisAsOf) > 1
	for i := range t.heads {
		said := t.reader.statedBy(t.heads[i].text)
		if said.axis == axisLimit && limited || said.axis == axisAsOf && t.dated {
			if t.heads[i].said = said; said.axis == axisAsOf {
				t.heads[i].yearly = t.kindUnder(i)
			}
		}
	}
	t.tellTitles()
	t.limitTitles()
}

// limitTitles lets a word of a title say which limit of a value is below it:
// "Range min (°C)" beside "Range max (°C)".
func (t *table) limitTitles() {
	for i, one := range t.limited(len(t.heads), func(i int) string { return t.heads[i].text }) {
		t.heads[i].label, t.heads[i].said = one.label, one.said
	}
}

// limited is a title that states a limit, and what else it says.
type limited struct {
	said  stated
	label *label
}

// limited returns which of so many titles of one thing state a limit: where
// another is the same but for that word. A least value is one by itself too, where
// the rest has a unit ("power_min_w"), for "min" may be one; a greatest says at
// other times that a number was reckoned on paper.
func (t *table) limited(count int, title func(int) string) map[int]limited {
	var found map[int]limited
	var first map[string]stated
	var paired map[string]bool
	for i := range count {
		said, rest := t.reader.limitIn(title(i))
		if rest == "" {
			continue
		}
		if first == nil {
			found, first, paired = map[int]limited{}, map[string]stated{}, map[string]bool{}
		}
		other, ok := first[rest]
		paired[rest] = paired[rest] || ok && other != said
		first[rest] = said
		found[i] = limited{said, t.labels.of(rest)}
	}
	maps.DeleteFunc(found, func(_ int, one limited) bool {
		return !paired[one.label.text] && (one.said.value != "min" || !one.label.knownButTime())
	})
	return found
}

// knownButTime reports whether a label says what is measured, or its unit, and that
// is no time.
func (l *label) knownButTime() bool {
	isTime := func(a quarry.Attribute) bool { return a.Kind == "time" }
	return l.sure() || len(l.attributes) > 0 && !slices.ContainsFunc(l.attributes, isTime)
}

// limitIn returns the limit that a word of a title or a key states before its
// brackets, and the title without that word; "" where none does.
func (r *Reader) limitIn(title string) (stated, string) {
	end := len(title)
	if at := strings.IndexAny(title, "(["); at > 0 {
		end = at
	}
	for start := 0; start < end; {
		stop := end
		if length := strings.IndexAny(title[start:end], " _"); length >= 0 {
			stop = start + length
		}
		said := stated{}
		if word := title[start:stop]; len(word) >= len("min") && len(word) <= len("maximum") {
			said = r.statedBy(strings.TrimSuffix(word, ","))
		}
		if said.axis == axisLimit {
			return said, without(title, start, stop)
		}
		start = stop + 1
	}
	return stated{}, ""
}

// without returns a title without the word from start to stop and the sign that
// parts it from the others.
func without(title string, start, stop int) string {
	before, behind := strings.TrimRight(title[:start], " _,"), strings.TrimLeft(title[stop:], " _")
	if before == "" || behind == "" {
		return before + behind
	}
	return before + title[start-1:start] + behind
}

// tellTitles lets brackets tell titles apart that are the same but for them, where
// it is not known what they say: "Power (230 V)" and "Power (120 V)".
func (t *table) tellTitles() {
	same := map[string]int{}
	for _, h := range t.heads {
		if strings.HasSuffix(h.text, ")") {
			same[withoutBrackets(h.text)]++
		}
	}
	for i := range t.heads {
		h := &t.heads[i]
		if same[withoutBrackets(h.text)] > 1 && h.said.axis == "" {
			h.said = t.reader.toldBy(h.label)
		}
	}
}

// toldBy returns the variant that the one bracket behind a title is, where it is
// no unit, no number format, no make and no condition.
func (r *Reader) toldBy(l *label) stated {
	inside := bracketed(l.text)
	switch {
	case len(inside) != 1 || !strings.HasSuffix(l.text, ")") || len(inside[0]) > longestVariant || len(l.attributes) == 0 || l.carries:
		return stated{}
	case len(l.formats) > 0 || l.edition.words != "" || len(r.unitsInside(inside[0])) > 0 || r.states(inside[0], quarry.Quantity{}):
		return stated{}
	}
	return stated{quarry.AxisVariant, inside[0]}
}

// titlesOf counts the different conditions of an axis that titles state.
func (t *table) titlesOf(axis quarry.Axis) int {
	values := map[string]bool{}
	for _, h := range t.heads {
		if said := t.reader.statedBy(h.text); said.axis == axis {
			values[said.value] = true
		}
	}
	return len(values)
}

// isDated reports whether a title is one of several years, whose numbers the
// table's own title says of what they are.
func (t *table) isDated(title string) bool {
	return t.dated && t.reader.statedBy(title).axis == axisAsOf
}

// state adds a condition to a spec.
func (s stated) state(spec *quarry.Spec) {
	if s.axis != "" { // conditions are shared
		spec.Conditions = maps.Clone(spec.Conditions)
		spec.Conditions[s.axis] = s.value
	}
}

// ofYear lets the title of a table say what the numbers under a year are of; or
// else their unit does.
func (t *table) ofYear(v *value, kind quarry.QuantityKind) {
	for _, title := range t.titlesAbove() {
		l := t.labels.of(title)
		if len(title) > longestName || l.carries || len(l.attributes) == 0 {
			continue
		}
		if slices.ContainsFunc(l.attributes, func(a quarry.Attribute) bool { return kind != "" && a.Measures(kind) }) {
			v.title, v.attributes, v.written = l, l.attributes, title
			return
		}
	}
	if topic := t.reader.withoutTableNumber(t.caption.Text); topic != "" && topic != t.caption.Text && text.WordCount(topic) <= mostThingWords {
		v.title, v.written = t.labels.of(topic), topic
		return
	}
	name := string(kind)
	if strings.HasPrefix(name, "currency") {
		name = "price"
	}
	v.attributes = t.reader.lexicon.FindAttributes(name)
}

// kindUnder returns what the numbers of a column measure, by their units.
func (t *table) kindUnder(column int) quarry.QuantityKind {
	var line []string
	for _, row := range t.sample() {
		line = append(line, cellAt(row, column).Text)
	}
	_, _, kinds := t.kindsOf(line)
	return t.kindOfLine(t.heads[column].label, kinds)
}

// byYear reports whether a column that tells rows of one device apart holds years.
func (t *table) byYear(rows []namedRow, same []int, column int) bool {
	return !slices.ContainsFunc(same, func(i int) bool { return !isYear(strings.TrimSpace(cellAt(rows[i].cells, column).Text)) })
}

// dateRows lets a column of years say when the numbers of all rows held.
func (t *table) dateRows(rows []namedRow, column int) {
	for i := range rows {
		cell := cellAt(rows[i].cells, column)
		if year := strings.TrimSpace(cell.Text); isYear(year) && rows[i].said.axis == "" {
			rows[i].said = stated{axisAsOf, year}
			rows[i].context = append(rows[i].context, quarry.Context{Role: quarry.RoleRow, Span: cell.Span})
		}
	}
}

// mentioned returns the attributes that a column's title names; one that states a
// condition and nothing else names none.
func (h *head) mentioned() []quarry.Attribute {
	if h.said.axis != "" && h.said.axis != quarry.AxisVariant {
		return nil
	}
	return h.attributes
}
