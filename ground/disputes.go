package ground

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// disputes knows what sources disagree on, as far as it may be told.
type disputes struct {
	asked     *asked
	conflicts []quarry.Conflict
	wanted    map[quarry.ConflictID]bool // of claims that are asked for
}

// mostDisputes is how many conflicts are told: of a device whose sources disagree on all
// there are dozens.
const mostDisputes = 4

// disputed returns what may be told: conflicts in what is asked for, or, where nothing
// is asked for by name, of any claim that was found.
func (a *asked) disputed(g quarry.Grounds, claims []quarry.Spec) *disputes {
	d := &disputes{asked: a, wanted: map[quarry.ConflictID]bool{}}
	for _, claim := range claims {
		if claim.ConflictID != "" {
			d.wanted[claim.ConflictID] = true
		}
	}
	for _, conflict := range g.Conflicts {
		if len(a.attributes) == 0 && a.calls(conflict) {
			d.wanted[conflict.ID] = true
		}
		if d.wanted[conflict.ID] || len(a.attributes) == 0 || a.asksFor(conflict.Attribute.ID, conflict.Conditions) {
			d.conflicts = append(d.conflicts, conflict)
		}
	}
	return d
}

// calls reports whether a query has the words of an attribute and one of a device's name,
// as it has where the lexicon does not know the device.
func (a *asked) calls(c quarry.Conflict) bool {
	has := func(word string) bool {
		return slices.ContainsFunc(a.words, func(w askedWord) bool { return strings.EqualFold(w.Text, word) })
	}
	lacks := func(word string) bool { return !has(word) }
	return slices.ContainsFunc(wordsIn(c.Device.Name), has) && !slices.ContainsFunc(wordsIn(c.Attribute.Name), lacks)
}

// of returns the conflicts that claims that were taken are in, and behind them those of
// what is asked for.
func (d *disputes) of(all []taken) []quarry.Conflict {
	var cited, others []quarry.Conflict
	for _, conflict := range d.conflicts {
		switch {
		case len(all) == 0:
		case slices.ContainsFunc(all, func(t taken) bool { return slices.Contains(t.conflict, conflict.ID) }):
			cited = append(cited, conflict)
		case d.wanted[conflict.ID]:
			others = append(others, conflict)
		}
	}
	both := append(cited, others...)
	return both[:min(len(both), mostDisputes)]
}

// most returns how many tokens all that may be told takes at most.
func (d *disputes) most(c counter) int {
	if len(d.conflicts) == 0 {
		return 0
	}
	return c.count(disputesTitle) + c.countLines(d.sentences(d.conflicts, nil)) + mostSides*mostPlaces*tokensOfNumber*len(d.conflicts)
}

// tokensOfNumber is how many tokens " [12]" has at most.
const tokensOfNumber = 4

// within returns the conflicts whose lines have room, and these lines.
func (d *disputes) within(all []taken, c counter, room int) ([]quarry.Conflict, []string) {
	var told []quarry.Conflict
	var lines []string
	for _, conflict := range d.of(all) {
		line := d.sentences([]quarry.Conflict{conflict}, all)
		cost := c.countLines(line)
		if len(lines) == 0 {
			cost += c.count(disputesTitle)
		}
		if cost > room || slices.Contains(lines, line[0]) {
			continue
		}
		room -= cost
		told, lines = append(told, conflict), append(lines, line...)
	}
	return told, lines
}

// sentences says what sources disagree on, a line each.
func (d *disputes) sentences(conflicts []quarry.Conflict, all []taken) []string {
	return mapped(conflicts, func(c quarry.Conflict) string {
		return sentenceOf(c, func(claim quarry.Spec) int {
			return 1 + slices.IndexFunc(all, func(t taken) bool {
				return t.source.DocumentID == claim.Source.DocumentID && t.source.Contains(claim.Source.Span)
			})
		})
	})
}

// How many of the values of a conflict a sentence names, and how many places of each.
const (
	mostSides  = 4
	mostPlaces = 2
)

// side is a value of a conflict with the places that state it.
type side struct {
	of      quarry.Spec
	places  []string
	numbers string // of the passages that have it: "[1][2]"
}

// add takes in another claim of the value.
func (s *side) add(claim quarry.Spec, number int) {
	place := fmt.Sprintf("%s, line %d", oneLine(claim.Source.Path), claim.Source.LineStart)
	if len(s.places) < mostPlaces && !slices.Contains(s.places, place) {
		s.places = append(s.places, place)
		if cited := fmt.Sprintf("[%d]", number); number > 0 && !strings.Contains(s.numbers, cited) {
			s.numbers += cited
		}
	}
}

func (s side) String() string {
	return strings.TrimSpace(measured(s.of) + " (" + strings.Join(s.places, "; ") + ") " + s.numbers)
}

// sentenceOf names the values of a conflict with their places, and with the number of
// the passage that has them, 0 for none. Values that are equal are named once.
func sentenceOf(c quarry.Conflict, number func(quarry.Spec) int) string {
	var sides []side
	for _, claim := range c.Claims {
		at := slices.IndexFunc(sides, func(s side) bool { return sameValue(s.of, claim) })
		if at < 0 && len(sides) < mostSides {
			at = len(sides)
			sides = append(sides, side{of: claim})
		}
		if at >= 0 {
			sides[at].add(claim, number(claim))
		}
	}
	line := "- " + c.Device.Name + ", " + c.Attribute.Name
	if stated := statedConditions(c.Conditions); len(stated) > 0 {
		line += " (" + strings.Join(stated, ", ") + ")"
	}
	line += ": " + strings.Join(mapped(sides, side.String), " against ")
	if c.Hint != "" {
		line += "; " + c.Hint
	}
	return oneLine(line) + "."
}

// sameValue reports whether two claims state the same, in whatever units.
func sameValue(one, other quarry.Spec) bool {
	if one.Normalized.Empty() || other.Normalized.Empty() {
		return one.Value.Text == other.Value.Text
	}
	same := func(a, b *float64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
	return one.Normalized.Unit == other.Normalized.Unit && one.Value.Qualifier == other.Value.Qualifier &&
		same(one.Normalized.Min, other.Normalized.Min) && same(one.Normalized.Max, other.Normalized.Max)
}

// measured writes a claim's value with its unit, which may stand elsewhere in the source,
// as at the head of a column.
func measured(s quarry.Spec) string {
	text := oneLine(s.Value.Text)
	last, _ := utf8.DecodeLastRuneInString(text)
	bare := unicode.IsDigit(last) || last == '+'
	if !bare || s.Value.Unit == "" || s.Value.Unit == "1" || strings.Contains(text, s.Value.Unit) || strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Sc, r) }) {
		return text
	}
	return text + " " + s.Value.Unit
}
