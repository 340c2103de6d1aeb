package notecard

import (
	"regexp"
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
)

// grammar tells the marks of cards.
type grammar struct {
	tags      *regexp.Regexp // that a line ends with
	cardTag   *regexp.Regexp // "#flashcards/biology", "#card-reverse", "#[[card]]"
	listed    *regexp.Regexp // the same in the list of tags of front matter
	schedule  *regexp.Regexp // when a card is to be asked again, and what else programs note of it
	colons    *regexp.Regexp
	property  *regexp.Regexp // a word before two colons
	task      *regexp.Regexp
	highlight *regexp.Regexp // "==words=="
}

func newGrammar(ofCards lexicon.Words) grammar {
	names := strings.ReplaceAll(regexp.QuoteMeta(strings.Join(ofCards.List(), "|")), `\|`, "|")
	return grammar{
		tags:      regexp.MustCompile(`(?:(?:^|\s+)#[^\s#]\S*)+\s*$`),
		cardTag:   regexp.MustCompile(`(?i)(?:^tags:.*[\s,\["'#]|(?:^|\s)#\[*)(?:` + names + `)(?:[/_:\]\s,"'-]|$)`),
		listed:    regexp.MustCompile(`(?i)^ *- ["'#]?(?:` + names + `)(?:/\S*)?["']?\s*$`),
		schedule:  regexp.MustCompile(`(?m)(?:<!--SR:.*-->|^[ \t]*(?:[-*] )?(?:card-[\w-]+|id|collapsed):: .*|[ \t]\^[\w-]{4,})[ \t]*$`),
		colons:    regexp.MustCompile(`::+`),
		property:  regexp.MustCompile(`^(?:[-*+] )?[\[(*_]*[\p{L}_-]+[*_]*:: `),
		task:      regexp.MustCompile(`^[-*+] \[.\] `),
		highlight: regexp.MustCompile(`==([^=\s](?:[^=]*[^=\s])?)==`),
	}
}

// isSchedule reports whether a line is nothing but what programs note of a card.
func (g grammar) isSchedule(line string) bool {
	at := g.schedule.FindStringIndex(line)
	return at != nil && strings.Trim(line[:at[0]], " \t-*") == ""
}

// withoutSchedule takes away what programs note of a card.
func (g grammar) withoutSchedule(side string) string {
	return strings.TrimRight(g.schedule.ReplaceAllString(side, ""), " \t\r\n")
}

// cutTags takes the tags off the end of a line, and reports whether one of them is for cards.
func (g grammar) cutTags(line string) (string, bool) {
	at := g.tags.FindStringIndex(line)
	if at == nil {
		return line, false
	}
	return strings.TrimSpace(line[:at[0]]), g.cardTag.MatchString(line[at[0]:])
}

// isTagLine reports whether a free line is nothing but tags, one of them for cards.
func (n *note) isTagLine(line int) bool {
	bare, ofCards := n.grammar.cutTags(n.lines.Line(line))
	return ofCards && bare == "" && n.lines.Free(line) && !n.fenced[line]
}
