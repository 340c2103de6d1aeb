package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// siblings are the items of a list right below a name: a key and a number each.
// Where hardly anything else stands among them, those with unknown names are
// the named thing's like the others.
type siblings struct {
	name   quarry.DeviceID // of the title right above that says nothing but a device's name
	plain  int             // items that are a key and a number with a unit
	matter bool            // one measures what only things have
	others bool            // one is of a person, an occasion or what is done
}

// fewestSiblings is how many items of unknown names prove each other.
const fewestSiblings = 2

// under returns the siblings of a place, whose nearest name speaks for them.
func (s *Sheet) under(place Place) siblings {
	if len(s.around) == 0 || len(s.around[0].devices) != 1 || isPart(s.around[0].devices[0]) {
		return siblings{}
	}
	title, above := place.last(), place.aboveLast()
	if s.reader.isSheetTitle(title) {
		title = above
	}
	name := s.around[0]
	if name.text != title || !s.reader.isAbout(title, name.devices[0]) {
		return siblings{}
	}
	return siblings{name: name.devices[0].ID}
}

// meet looks at one more of them.
func (b *siblings) meet(l *line) {
	if b.name == "" {
		return
	}
	b.others = b.others || l.reader.saysNoThing(l.Key) || l.reader.isOfOthers(l.Key) || l.reader.has(l.Key, doingWord)
	if kind := l.kind(); l.isSized() && (kind != kindOfTimes || l.key.hasKind(kind)) {
		b.plain++
		b.matter = b.matter || l.isMatter()
	}
}

// prove reports whether a list of so many items is of what stands above it.
func (b *siblings) prove(items int) bool {
	return b.name != "" && !b.others && b.matter && b.plain >= fewestSiblings && (b.plain == items || items <= mostHeld && 2*b.plain >= items)
}

// inches reads the mark of inches behind the number that a key's value begins with:
// of "Size: 13.5"" all there is.
func (l *line) inches() {
	n := &l.said.numbers[0]
	if l.Key == "" || n.start > 0 || n.Unit != "" || len(l.said.numbers) > 1 {
		return
	}
	rest, ok := inchMark(l.said.text[n.end:])
	inch, known := l.reader.lexicon.FindUnit("inch")
	if !ok || !known || strings.ContainsAny(rest, "\"″”") {
		return
	}
	n.Text, n.Unit, n.end = l.said.text[:len(l.said.text)-len(rest)], inch.Symbol, len(l.said.text)-len(rest)
}

// limits reports whether what a list holds are limits of a thing that is
// not known: "Maximum table size: 32 TB", "Field size: 1 GB".
func (r *Reader) limits(held []*line) bool {
	count := 0
	for _, l := range held {
		if l.isSized() && l.kind() == "data" && r.isLimit(l.Key) {
			count++
		}
	}
	return count >= fewestSiblings
}

// isLimit reports whether a key says that its number is the most or the size of
// something.
func (r *Reader) isLimit(key string) bool {
	words := strings.Split(text.SlugWith(unbracketed(key), ' '), " ")
	if len(words) < 2 {
		return false
	}
	return r.cues["limited_measures"].Has(words[len(words)-1]) || r.cues["limiting_adjectives"].Has(words[0])
}

// commonName returns the thing that a heading names in the words of everyday,
// of which only the first begins with a capital: "Volcano lamp".
func (r *Reader) commonName(title string) (quarry.DeviceMention, bool) {
	words := strings.Fields(title)
	if len(words) < 2 || len(words) > mostCommonWords || len(words[0]) == 0 {
		return quarry.DeviceMention{}, false
	}
	var capital strings.Builder
	for i, word := range words {
		lower := strings.ToLower(word)
		if i > 0 && lower != word || r.opensPhrase(lower) || r.isAbstract(lower) || r.isPlural(lower) ||
			r.is(lower, occasions(titleWord, dailyWord)...) {
			return quarry.DeviceMention{}, false
		}
		capital.WriteString(" " + strings.ToUpper(word[:1]) + word[1:])
	}
	if !r.namesThing(strings.TrimSpace(capital.String())) || len(r.carriers(title)) > 0 {
		return quarry.DeviceMention{}, false
	}
	device, ok := lexicon.DiscoveredDevice(title)
	return quarry.DeviceMention{Device: device, Written: title}, ok
}

// mostCommonWords is how many words such a name has at most.
const mostCommonWords = 3
