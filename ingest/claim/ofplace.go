package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// mostTitles is how many titles above a table are looked at for the thing that
// it is about.
const mostTitles = 6

// titlesAbove returns the titles that may name what a table is about, the
// nearest first: its caption, the labels above it, and the headings as far up as
// those below them name only a side of a thing.
func (t *table) titlesAbove() []string {
	var all []string
	if caption := t.reader.withoutTableNumber(t.caption.Text); caption != "" {
		all = append(all, caption)
	}
	for _, label := range slices.Backward(t.place.Labels) {
		all = append(all, label.Text)
	}
	for _, heading := range slices.Backward(t.place.Headings) {
		all = append(all, heading)
	}
	return all[:min(len(all), mostTitles)]
}

// withoutTableNumber returns what a caption says behind "Table 1:".
func (r *Reader) withoutTableNumber(caption string) string {
	first, rest, _ := strings.Cut(caption, " ")
	if r.cues["table_captions"].Has(strings.ToLower(first)) {
		return strings.TrimLeft(strings.TrimLeft(rest, "0123456789."), " :.–—-")
	}
	return caption
}

// namedAbove returns the one device that the titles above a table name, known
// or not: the nearest title decides that names more than a side of a thing.
func (t *table) namedAbove() (quarry.DeviceMention, bool) {
	if t.scoped {
		return t.scope, true
	}
	apart := false
	titles := append(t.titlesAbove(), "")
	for i, title := range titles[:len(titles)-1] {
		apart = apart || t.reader.isApart(title)
		if named := t.reader.carriers(title); len(named) > 0 {
			device, ok := t.reader.namedIn(title, named)
			return device, ok && !t.reader.isOfAnother(title, device) && (!apart || !isCard(device))
		}
		if device, ok := t.unknownAbove(title, titles[i+1]); ok {
			return device, true
		}
		if !t.reader.isSideTitle(title) {
			return quarry.DeviceMention{}, false
		}
	}
	return quarry.DeviceMention{}, false
}

// unknownAbove returns the unknown thing that a title names, and which is no
// aspect of what the title above it names.
func (t *table) unknownAbove(title, above string) (quarry.DeviceMention, bool) {
	if device, ok := t.place.Devices.called(title); ok {
		return device, true
	}
	device, ok := t.reader.thingCalled(title)
	if !ok && slices.Contains(t.place.Headings, title) {
		device, ok = t.reader.commonName(title)
	}
	return device, ok && !t.reader.isAspect(title, above)
}

// namedIn returns the one thing that a title is about which names devices.
func (r *Reader) namedIn(title string, named []quarry.DeviceMention) (quarry.DeviceMention, bool) {
	if device, ok := r.thingBefore(title, named[0]); ok {
		return device, true
	}
	return named[0], len(named) == 1 && r.isAbout(title, named[0])
}

// thingBefore returns the thing whose name stands in a title before that of a part
// of it: "KX4G16 LPDDR4 SDRAM".
func (r *Reader) thingBefore(title string, part quarry.DeviceMention) (quarry.DeviceMention, bool) {
	before, _, _ := strings.Cut(title, part.Written)
	if before = strings.TrimSpace(before); !isPart(part) || !hasDigit(before) {
		return quarry.DeviceMention{}, false
	}
	return r.thingCalled(before)
}

// isSideTitle reports whether a title says only which side of a thing the numbers
// below it are about: "Technical data", "Power", "2. Electrical characteristics".
func (r *Reader) isSideTitle(title string) bool {
	title = withoutColon(title)
	if len(title) > longestName {
		return false
	}
	title = strings.TrimLeft(title, "0123456789. ")
	return r.isSheetTitle(title) || len(r.attributesCalled(title)) > 0 || r.isRatingsTitle(title)
}

// isRatingsTitle reports whether a title is one of the sections of a data sheet.
func (r *Reader) isRatingsTitle(title string) bool { return r.hasOnly("ratings_titles", title) }

// hasOnly reports whether all words of a title are ones that signal something, in the
// singular or the plural.
func (r *Reader) hasOnly(cue lexicon.Cue, title string) bool {
	signalling := r.cues[cue]
	if title == "" {
		return false
	}
	for word := range strings.SplitSeq(text.SlugWith(title, ' '), " ") {
		if !signalling.Has(strings.TrimSuffix(word, "s")) {
			return false
		}
	}
	return true
}

// isSheet reports whether the titles of a table tell that its rows are what is
// said of one thing: one column holds labels and the others hold values.
func (t *table) isSheet(column int) bool {
	if column >= len(t.heads) || !t.reader.isProperty(t.heads[column].text) {
		return false
	}
	values := 0
	for i, h := range t.heads {
		switch {
		case i <= column || h.kind != plainTitle:
		case h.said.axis != "" || t.reader.withoutModifiers(h.text) == "" || t.reader.isFigure(h.text):
			values++
		default:
			return false
		}
	}
	return values > 0
}

// takesPlace lets a sheet be about the thing that its titles name, where what
// the rows say fits that, whatever devices stand among their values.
func (t *table) takesPlace(column int) bool {
	if !t.isSheet(column) {
		return false
	}
	device, ok := t.namedAbove()
	s := t.columnSide(column)
	if !ok || slices.ContainsFunc(s.heads, func(l *label) bool { return l.names && !isPart(l.device) }) {
		return false
	}
	if device.Discovered && !t.showsThing(s, device) || !device.Discovered && s.measured() == 0 {
		return false
	}
	t.scope, t.scoped = device, true
	return true
}

// showsThing reports whether the rows of a sheet are what is said of one thing
// that is not known, as [Sheet.showsThing] does of a list's items.
func (t *table) showsThing(s side, device quarry.DeviceMention) bool {
	sized, matter, trips, timed := 0, 0, 0, false
	var measured signs
	for i, head := range s.heads {
		name := withoutBrackets(head.text)
		if head.kind != plainTitle || isIdentifier(name) || t.reader.saysNoThing(name) {
			return false
		}
		count, filled, kinds := t.kindsOf(s.lines[i])
		kind := t.kindOfLine(head, kinds)
		measured.meet(t.reader, head.text, kind, false)
		if 2*count <= filled || kind == "" || kind == kindOfCounts || kind == ratioKind {
			continue
		}
		sized++
		timed = timed || kind == kindOfTimes
		switch {
		case !t.reader.isOfMatter(name, kind):
		case isOfTrips(kind):
			trips++
		default:
			matter++
		}
	}
	return (matter > 0 || trips > 0 && !timed) && sized >= fewestSized && 2*sized >= len(s.heads) &&
		t.reader.isEntity(&candidate{names: []string{device.Written}, signs: measured})
}

// isOfMatter reports whether what a number measures is what only things have, and
// its name says so where ingredients and distances are measured alike.
func (r *Reader) isOfMatter(name string, kind quarry.QuantityKind) bool {
	if !isMatter(kind) {
		return false
	}
	if r.isNamedBy(name, kind) {
		return true
	}
	switch kind {
	case "mass", "volume", "length", "area", "energy":
		return false
	}
	return true
}

// isFirstFact reports whether the first row of a table of two columns says
// something of a thing, and titles nothing: "Interface | PCIe 5.0". One that names
// a device titles the column below it, unless the table is about another one, of
// which that is a part.
func (t *table) isFirstFact(above, row []Cell) bool {
	if len(above) != 2 || !t.isBlankOrFigure(cellAt(above, 1)) {
		return false
	}
	name, value := cellAt(row, 0), t.labels.of(cellAt(row, 1).Text)
	if t.reader.isProperty(name.Text) || name.empty() || t.isUnit(value.text) || value.kind != plainTitle {
		return false
	}
	if value.measures() && !value.carries || t.reader.isFigure(value.text) || t.reader.withoutModifiers(value.text) == "" {
		return false
	}
	if !value.carries {
		_, ok := t.namedAbove()
		return ok
	}
	if isPart(value.device) {
		return true
	}
	device, ok := t.namedAbove()
	return ok && device.ID != value.device.ID && device.ID != value.device.Family
}

func (t *table) isBlankOrFigure(c Cell) bool { return c.empty() || t.reader.isFigure(c.Text) }
