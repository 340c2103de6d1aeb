package grounding

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// How many conflicts are told, of how many candidates, in what share of the room: the first
// one in more than all.
const (
	mostDisputes  = 4
	mostDisputing = 3
	firstShare    = 0.5
	conflictShare = 0.25
)

// disputed returns the conflicts in what is asked for or, where nothing is asked for by
// name, those that the first candidates show as well.
func (a *asked) disputed(g quarry.ContextEntries, candidates []*candidate) []quarry.Conflict {
	first := candidates[:min(len(candidates), mostDisputing)]
	shown := func(claim quarry.Spec) bool {
		return slices.ContainsFunc(first, func(one *candidate) bool { return holds(one.Source, claim.Source) })
	}
	var all []quarry.Conflict
	for _, conflict := range g.Conflicts {
		asks := slices.ContainsFunc(g.Claims, func(claim quarry.Spec) bool { return claim.ConflictID == conflict.ID })
		if asks || (len(a.devices) == 0 || len(a.attributes) == 0) && slices.ContainsFunc(conflict.Claims, shown) {
			all = append(all, conflict)
		}
	}
	return all
}

// within returns the conflicts that have room, and how much they take at most, with whatever
// numbers.
func within(conflicts []quarry.Conflict, c counter, room int) ([]quarry.Conflict, int) {
	var told []quarry.Conflict
	spent, share := c.count(disputesTitle), firstShare
	for _, conflict := range conflicts {
		number := 100 // none that a passage can have takes more tokens
		cost := c.count(escape(sentenceOf(conflict, func(quarry.Spec) int { number++; return number })) + "\n")
		if len(told) < mostDisputes && spent+cost <= int(share*float64(room)) {
			spent += cost
			told = append(told, conflict)
		}
		share = conflictShare
	}
	if len(told) == 0 {
		return nil, 0
	}
	return told, spent
}

func holds(s, other quarry.Source) bool {
	return s.DocumentID == other.DocumentID && s.Contains(other.Span)
}

// cited writes what sources disagree on, a line each, and numbers the places of it that
// no passage shows behind the passages.
func cited(conflicts []quarry.Conflict, all []taken) ([]string, []quarry.GroundingPassage) {
	var lines []string
	var beside []quarry.GroundingPassage
	number := func(claim quarry.Spec) int {
		if at := slices.IndexFunc(all, func(t taken) bool { return holds(t.Source, claim.Source) }); at >= 0 {
			return at + 1
		}
		at := slices.IndexFunc(beside, func(p quarry.GroundingPassage) bool { return holds(p.Source, claim.Source) })
		if at < 0 {
			at = len(beside)
			entry := claim.Entry()
			beside = append(beside, quarry.GroundingPassage{EntryRef: entry.EntryRef, N: len(all) + at + 1, Title: text.OneLine(entry.Title), Source: claim.Source})
		}
		return beside[at].N
	}
	for _, conflict := range conflicts {
		lines = append(lines, sentenceOf(conflict, number))
	}
	return lines, beside
}

// How many of the values of a conflict a sentence names, and how many places of each.
const (
	mostSides  = 4
	mostPlaces = 2
)

// sentenceOf names the values of a conflict with their places and the numbers of these.
// Values that are equal are named once.
func sentenceOf(c quarry.Conflict, number func(quarry.Spec) int) string {
	type side struct { // a value, the places that state it, and their numbers
		quarry.Spec

		places, numbers []string
	}
	var sides []side
	for _, claim := range c.Claims {
		at := slices.IndexFunc(sides, func(s side) bool { return sameValue(s.Spec, claim) })
		if at < 0 && len(sides) < mostSides {
			at = len(sides)
			sides = append(sides, side{Spec: claim})
		}
		place := fmt.Sprintf("%s, line %d", text.OneLine(claim.Source.Path), claim.Source.LineStart)
		if at >= 0 && len(sides[at].places) < mostPlaces && !slices.Contains(sides[at].places, place) {
			sides[at].places = append(sides[at].places, place)
			sides[at].numbers = append(sides[at].numbers, fmt.Sprintf("[%d]", number(claim)))
		}
	}
	var against []string
	for _, s := range sides {
		against = append(against, measured(s.Spec)+" ("+strings.Join(s.places, "; ")+") "+strings.Join(slices.Compact(s.numbers), ""))
	}
	line := "- " + c.Device.Name + ", " + c.Attribute.Name + stated(c.Conditions) + ": " + strings.Join(against, " against ")
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
	return one.Value.Qualifier == other.Value.Qualifier && reflect.DeepEqual(one.Normalized, other.Normalized)
}

// measured writes a claim's value with its unit, which may stand elsewhere in the source,
// as at the head of a column.
func measured(s quarry.Spec) string {
	value := text.OneLine(s.Value.Text)
	bare := value != "" && (text.IsDigit(value[len(value)-1]) || strings.HasSuffix(value, "+"))
	currency := strings.ContainsFunc(value, func(r rune) bool { return unicode.Is(unicode.Sc, r) })
	if !bare || currency || s.Value.Unit == "1" || strings.Contains(value, s.Value.Unit) {
		return value
	}
	return value + " " + s.Value.Unit
}
