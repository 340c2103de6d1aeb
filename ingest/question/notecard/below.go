package notecard

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/text"
)

// isSeparator reports whether a line parts the sides of a card.
func (n *note) isSeparator(line int) bool {
	if !n.lines.Free(line) || n.fenced[line] {
		return false
	}
	bare := strings.TrimSpace(n.lines.Line(line))
	return bare == "?" || bare == "??"
}

// separated reads the card around a line that parts its sides. A heading may be
// its front, and the line above the next separator is that of the next card.
func (n *note) separated(line int) (candidate, bool) {
	if !n.isSeparator(line) {
		return candidate{}, false
	}
	first, last, level, behind := line, line, 0, 0
	if len(n.cards) > 0 {
		behind = n.cards[len(n.cards)-1].last
	}
	for first-1 > behind && level == 0 && !n.isBound(first-1) && !n.isTagLine(first-1) {
		first--
		level = phrase.HeadingLevel(n.lines.Line(first))
	}
	for next := line + 1; n.lines.Free(next) && (n.fenced[next] || !n.isBound(next) && phrase.HeadingLevel(n.lines.Line(next)) == 0); next++ {
		if n.isSeparator(next+1) && next > line+1 {
			break
		}
		last = next
	}
	said := func(start, end int) string { return n.lines.Cut(n.lines.Span(start, end)) }
	c := candidate{by: "separator", first: first, last: last, level: level, front: said(n.lines.LineStart(first), n.lines.LineStart(line))}
	c.back = n.grammar.withoutSchedule(said(n.lines.LineEnd(line), n.lines.LineEnd(last)))
	return c, first < line
}

// isBound reports whether a line belongs to no side of a card.
func (n *note) isBound(line int) bool {
	return !n.lines.Free(line) || n.lines.Blank(line) || n.isSeparator(line) || n.grammar.isSchedule(n.lines.Line(line))
}

// tagged reads the card whose front ends in a tag: its back stands indented
// below, or up to the next blank line, or up to the next heading below one.
func (n *note) tagged(line int) (candidate, bool) {
	written := n.lines.Line(line)
	front, ofCards := n.grammar.cutTags(written)
	if !ofCards || strings.Trim(front, "#-*+ \t") == "" {
		return candidate{}, false
	}
	c := candidate{by: "tag", first: line, last: line, level: phrase.HeadingLevel(written), front: front}
	inList, cards := phrase.IsBullet(written), 0
	for next := line + 1; n.lines.Free(next); next++ {
		below, isBlank := n.lines.Line(next), n.lines.Blank(next)
		_, ends := n.grammar.cutTags(below)
		if inList {
			ends = !isBlank && text.Indent(below) <= text.Indent(written)
		}
		if !n.fenced[next] && (ends || phrase.HeadingLevel(below) > 0 || isBlank && c.level == 0 && !inList) {
			break
		}
		if !isBlank {
			c.last = next
		}
		if _, isCard := n.parted(next); isCard && !n.fenced[next] {
			cards++
		}
	}
	from, to := n.lines.LineEnd(line), n.lines.LineEnd(c.last)
	c.back = text.Dedented(n.grammar.withoutSchedule(n.lines.Cut(quarry.Span{ByteStart: from, ByteEnd: to})))
	if !strings.Contains(c.back, "\n") { // the only item of a list
		c.back = strings.TrimPrefix(c.back, "- ")
	}
	several := strings.Contains(strings.ToLower(written[len(front):]), "cards") || cards > 1
	return c, c.level == 0 || !several || n.phrases.EndsAsking(front) // or it names those below it
}
