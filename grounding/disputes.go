package grounding

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// disputes knows what sources disagree on, as far as it may be told.
type disputes struct {
	counter counter
	asked   []quarry.Conflict // in what is asked for, in the order of the devices
	others  []quarry.Conflict // that are told where a passage has a claim that is in one
}

// mostDisputes is how many conflicts are told: of a device whose sources disagree on all
// there are dozens.
const mostDisputes = 4

// disputed returns what may be told: conflicts in what is asked for, or, where nothing
// is asked for by name, of any claim that was found. What is asked for comes first, so
// that it does not depend on how many passages have room.
func (a *asked) disputed(g quarry.ContextEntries, c counter) *disputes {
	d := &disputes{counter: c}
	for _, device := range a.devices {
		for _, conflict := range g.Conflicts {
			told := slices.ContainsFunc(d.asked, func(c quarry.Conflict) bool { return c.ID == conflict.ID })
			if !told && slices.Contains(device.family, conflict.Device.ID) && a.asksFor(conflict.Attribute.ID, conflict.Conditions) {
				d.asked = append(d.asked, conflict)
			}
		}
	}
	if len(a.attributes) == 0 {
		d.others = g.Conflicts
	}
	return d
}

// What sources disagree on has a part of the room at most; one of it, that is asked for,
// has more where that is too little.
const (
	conflictShare = 0.25
	askedShare    = 0.5
)

// kept returns how many tokens of a room are kept for what sources disagree on.
func (d *disputes) kept(room int) int {
	all := d.counter.count(disputesTitle)
	for _, conflict := range slices.Concat(d.asked, d.others) {
		all += d.cost(conflict)
	}
	if len(d.asked)+len(d.others) == 0 {
		return 0
	}
	kept := min(all, int(conflictShare*float64(room)))
	if len(d.asked) > 0 {
		one := d.counter.count(disputesTitle) + d.cost(d.asked[0])
		kept = max(kept, min(one, int(askedShare*float64(room))))
	}
	return kept
}

// cost returns how many tokens a conflict takes at most, with whatever numbers: none that
// a passage can have takes more than one.
func (d *disputes) cost(c quarry.Conflict) int {
	const high = 100
	number := high
	sentence := sentenceOf(c, func(quarry.Spec) int { number++; return number })
	return d.counter.count(escape(sentence) + "\n")
}

// within returns the conflicts that have room, and how much they take at most: those in what
// is asked for, and behind them those that claims are in that some passage shows.
func (d *disputes) within(all []taken, room int) ([]quarry.Conflict, int) {
	var told []quarry.Conflict
	spent := 0
	for i, conflict := range slices.Concat(d.asked, d.others) {
		shown := slices.ContainsFunc(conflict.Claims, func(claim quarry.Spec) bool { return shownBy(all, claim) >= 0 })
		if len(all) == 0 || len(told) == mostDisputes || i >= len(d.asked) && !shown {
			continue
		}
		cost := d.cost(conflict)
		if len(told) == 0 {
			cost += d.counter.count(disputesTitle)
		}
		if spent+cost > room {
			continue
		}
		spent += cost
		told = append(told, conflict)
	}
	return told, spent
}

// shownBy returns which of the passages shows the place of a claim, -1 for none.
func shownBy(all []taken, claim quarry.Spec) int {
	return slices.IndexFunc(all, func(t taken) bool { return holds(t.source, claim) })
}

func holds(s quarry.Source, claim quarry.Spec) bool {
	return s.DocumentID == claim.Source.DocumentID && s.Contains(claim.Source.Span)
}

// cited writes what sources disagree on, a line each, and numbers the places of it that
// no passage shows behind the passages.
func cited(conflicts []quarry.Conflict, all []taken) ([]string, []quarry.GroundingPassage) {
	var beside []quarry.GroundingPassage
	lines := mapped(conflicts, func(c quarry.Conflict) string {
		return sentenceOf(c, func(claim quarry.Spec) int {
			if at := shownBy(all, claim); at >= 0 {
				return at + 1
			}
			at := slices.IndexFunc(beside, func(p quarry.GroundingPassage) bool { return holds(p.Source, claim) })
			if at < 0 {
				at = len(beside)
				entry := claim.Entry()
				beside = append(beside, quarry.GroundingPassage{EntryRef: entry.EntryRef, N: len(all) + at + 1, Title: text.OneLine(entry.Title), Source: claim.Source})
			}
			return len(all) + at + 1
		})
	})
	return lines, beside
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
	numbers string // of what shows them: "[1][2]"
}

// add takes in another claim of the value, and numbers its place where it is named.
func (s *side) add(claim quarry.Spec, number func(quarry.Spec) int) {
	place := fmt.Sprintf("%s, line %d", text.OneLine(claim.Source.Path), claim.Source.LineStart)
	if len(s.places) < mostPlaces && !slices.Contains(s.places, place) {
		s.places = append(s.places, place)
		if shown := fmt.Sprintf("[%d]", number(claim)); !strings.Contains(s.numbers, shown) {
			s.numbers += shown
		}
	}
}

func (s side) String() string {
	return strings.TrimSpace(measured(s.of) + " (" + strings.Join(s.places, "; ") + ") " + s.numbers)
}

// sentenceOf names the values of a conflict with their places and the numbers of these.
// Values that are equal are named once.
func sentenceOf(c quarry.Conflict, number func(quarry.Spec) int) string {
	var sides []side
	for _, claim := range c.Claims {
		at := slices.IndexFunc(sides, func(s side) bool { return sameValue(s.of, claim) })
		if at < 0 && len(sides) < mostSides {
			at = len(sides)
			sides = append(sides, side{of: claim})
		}
		if at >= 0 {
			sides[at].add(claim, number)
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
	return text.OneLine(line) + "."
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
	value := text.OneLine(s.Value.Text)
	last, _ := utf8.DecodeLastRuneInString(value)
	bare := unicode.IsDigit(last) || last == '+'
	if !bare || s.Value.Unit == "" || s.Value.Unit == "1" || strings.Contains(value, s.Value.Unit) || strings.ContainsFunc(value, func(r rune) bool { return unicode.Is(unicode.Sc, r) }) {
		return value
	}
	return value + " " + s.Value.Unit
}

func mapped[T, U any](all []T, to func(T) U) []U {
	made := make([]U, len(all))
	for i, one := range all {
		made[i] = to(one)
	}
	return made
}
