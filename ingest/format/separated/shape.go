package separated

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest"
)

// shape is how a text parts its cards.
type shape struct {
	side, end string
	pieces    []piece
}

// Ends of cards that are no marks.
const (
	lineBreak = "\n"
	blankLine = "\n\n"
)

// Of the pieces of a text at most one in twenty is no card, such as a title.
const (
	fewestCards = 3
	fewestPairs = 4 // that a dash parts
	otherOneIn  = 20
)

// mostKinds is how many kinds of marks are tried, the most frequent first.
const mostKinds = 4

// shapeOf returns the shape of a text, false where marks do not part it into cards.
func (p *Parser) shapeOf(text *ingest.Text) (shape, bool) {
	marks, ok := marksOf(string(text.Bytes))
	if !ok || isMarkup(text) {
		return shape{}, false
	}
	counts := map[string]int{}
	sides := map[string]int{}
	for _, one := range marks {
		counts[one.kind]++
		if one.parts() {
			sides[one.kind]++
		}
	}
	for _, side := range frequent(sides, fewestCards) {
		for _, end := range ends(counts, side, sides[side]) {
			found := shape{side: side, end: end, pieces: p.split(text, marks, side, end)}
			if found.areCards(p, string(text.Bytes)) {
				return found, true
			}
		}
	}
	return shape{}, false
}

// isMarkup reports whether a text has headings, fences or comments of a markup
// language, whose readers see more.
func isMarkup(text *ingest.Text) bool {
	for line := range text.Each() {
		line = strings.TrimSpace(line)
		if slices.ContainsFunc([]string{"# ", "## ", "#+", "<!--", "```"}, func(mark string) bool { return strings.HasPrefix(line, mark) }) {
			return true
		}
	}
	return false
}

// frequent returns the kinds that occur often enough, the most frequent first.
func frequent(counts map[string]int, least int) []string {
	kinds := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	kinds = slices.DeleteFunc(kinds, func(kind string) bool { return counts[kind] < least })
	return kinds[:min(len(kinds), mostKinds)]
}

// ends returns what may end the cards that a mark parts: another mark that
// stands about as often, and lines, which readers of lines know for tabs.
func ends(counts map[string]int, side string, often int) []string {
	var all []string
	for _, kind := range frequent(counts, fewestCards-1) {
		few, many := min(counts[kind], often), max(counts[kind], often)
		isEnd := kind != side && kind != "\t" && utf8.RuneCountInString(kind) > 1
		if isEnd && many-few <= 1+many/otherOneIn {
			all = append(all, kind)
		}
	}
	if side != "\t" {
		all = append(all, lineBreak)
	}
	return append(all, blankLine)
}

// areCards reports whether the pieces are cards.
func (s *shape) areCards(p *Parser, text string) bool {
	seen := census{fronts: map[string]bool{}}
	for _, one := range s.pieces {
		if s.isCard(text, one) {
			seen.add(p, one.front(text), one.back(text))
		}
	}
	others, fewest := len(s.pieces)-seen.cards, fewestCards
	if (mark{kind: s.side}).isDash() {
		if fewest = fewestPairs; !seen.arePairs() {
			return false
		}
	}
	if seen.cards < fewest || others*otherOneIn > seen.cards+otherOneIn-1 || !seen.areFronts() {
		return false
	}
	return true
}

// byLines reports whether lines end the cards.
func (s *shape) byLines() bool { return s.end == lineBreak || s.end == blankLine }

// isCard reports whether a piece has two sides. A mark on a line of its own
// that underlines a heading, or opens a block, parts sides only where another
// mark ends the card; a dash may stand in a back again.
func (s *shape) isCard(text string, one piece) bool {
	if one.sides == 0 || (one.sides > 1 && !one.side.isDash()) || one.front(text) == "" || one.back(text) == "" {
		return false
	}
	if s.byLines() && strings.Contains("-=~+:*_#", one.side.kind[:1]) {
		return !strings.HasSuffix(strings.TrimRight(text[one.start:one.side.start], " \t"), "\n")
	}
	return true
}
