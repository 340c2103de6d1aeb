package restructuredtext

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/format/markup"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// New returns a parser of reStructuredText that leaves the reading to a parser of Markdown.
func New(lexicon *lexicon.Lexicon, markdown markup.Markdown) *markup.Parser {
	return markup.New(markup.Language{
		Name: "restructuredtext", Version: 4, Signs: signs,
		Marks: []markup.Mark{
			{Open: "``", Close: "``", Write: markup.Between("``", "``")},
			{Open: ":", Close: "`", Write: role},
			{Open: "`", Close: "`__", Without: "`", Write: link},
			{Open: "`", Close: "`_", Without: "`", Write: link},
			{Open: "`", Close: "`", Without: "`", Write: markup.Between("`", "`")},
		},
		Begin: func(*markup.Writer) markup.Scan { return new(scanner).scan },
	}, lexicon, markdown)
}

// role writes a text with a role, "py:func:`words": a formula, words that lead elsewhere, or code.
func role(inside string) string {
	name, words, ok := strings.Cut(inside, ":`")
	if !ok || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz:-") != "" || strings.Contains(words, "`") {
		return ""
	}
	switch name {
	case "math":
		return "$" + words + "$"
	case "ref", "doc", "term":
		shown, _ := cutTarget(words)
		return shown
	}
	return "`" + words + "`"
}

// link writes "words <target>" as a link, and what only names its target as words.
func link(inside string) string {
	shown, target := cutTarget(inside)
	if target == "" {
		return shown
	}
	return "[" + shown + "](" + target + ")"
}

// cutTarget returns what a reference shows, and the target that stands behind it in angle brackets.
func cutTarget(words string) (string, string) {
	shown, target, ok := strings.Cut(strings.TrimSuffix(words, ">"), "<")
	if shown = strings.TrimSpace(shown); !ok || shown == "" || !strings.HasSuffix(words, ">") {
		return words, ""
	}
	return shown, target
}
