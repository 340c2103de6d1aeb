package card

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/format/htmltext"
	"github.com/quarrykb/quarry/internal/text"
)

// fewestOffered is how many items of a list are options.
const fewestOffered = 2

// offering returns a card whose front ends in a list with letters as one that
// offers its items to choose from.
func (c Card) offering() Card {
	if !c.HTML || len(c.Choices) > 0 || HasCloze(c.Front) {
		return c
	}
	const end = "</ol>"
	folded := text.LowerASCII(strings.TrimRight(c.Front, " \t\r\n"))
	begin := strings.LastIndex(folded, "<ol")
	if begin < 0 || !strings.HasSuffix(folded, end) || strings.TrimSpace(folded[:begin]) == "" {
		return c
	}
	tag := strings.IndexByte(folded[begin:], '>')
	if tag < 0 || !isLettered(folded[begin:begin+tag]) || strings.Count(folded[begin:], end) != 1 {
		return c
	}
	last := len(folded) - len(end)
	if offered := itemsOf(c.Front[begin+tag+1:last], folded[begin+tag+1:last]); len(offered) >= fewestOffered {
		c.Front, c.Choices = c.Front[:begin], offered
	}
	return c
}

// itemsOf returns the words of a list's items.
func itemsOf(list, folded string) []string {
	const tag = "<li"
	var found []string
	for at := strings.Index(folded, tag); at >= 0; {
		end := strings.Index(folded[at+len(tag):], tag)
		item := list[at:]
		if end >= 0 {
			end += at + len(tag)
			item = list[at:end]
		}
		if words := strings.TrimPrefix(htmltext.Markdown(item), "- "); words != "" {
			found = append(found, words)
		}
		at = end
	}
	return found
}

// isLettered reports whether a tag, in lower case, opens a list whose items have
// letters.
func isLettered(tag string) bool {
	_, kind, found := strings.Cut(tag, "type=")
	return found && strings.HasPrefix(strings.Trim(kind, "\"' "), "a")
}
