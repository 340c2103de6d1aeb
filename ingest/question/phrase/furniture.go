package phrase

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// MetaLine reports whether a line is neither question nor answer but a card's note for itself:
// "Tags: …", "ID: 123", "Points: 2", a comment, an anchor, a block's id, a link to the top, an
// empty line's entity. A note may state a difficulty: ask GradeLine first.
func (r *Reader) MetaLine(line string) bool {
	line = strings.TrimSpace(line)
	switch {
	case line == "":
		return false
	case strings.IndexByte("<{%[^&\\", line[0]) >= 0 && r.unseen.MatchString(line):
		return true
	case len(line) > longestNote:
		return false
	case r.isTopLink(line):
		return true
	}
	if inner := unwrap(line); inner != line && strings.Contains(inner, " · ") && strings.ContainsAny(inner, digits) {
		return !endsAsSentence(inner) // a row of notes in emphasis: "*Basic · id 17*"
	}
	name, value, ok := cutKey(strings.Trim(withoutEmphasis(withoutMarks(line)), "[]() "))
	if !ok || value == "" || text.WordCount(value) > mostNoteWords || endsAsSentence(value) {
		return false
	}
	return r.cues["tag_labels"].Has(name) || r.cues["worded_notes"].Has(name) || r.cues["counted_notes"].Has(name) && strings.ContainsAny(value, digits)
}

// IsHint reports whether a line is labelled as a hint, "*Hint: count the layers.*".
func (r *Reader) IsHint(line string) bool {
	name, _, ok := cutKey(withoutEmphasis(withoutMarks(line)))
	return ok && r.cues["hint_labels"].Has(name)
}

// mostNoteWords is how many words a note's value may have.
const mostNoteWords = 8

// unseen is a line that a page does not show: one comment, in HTML, MDX, Obsidian, Liquid
// or Markdown, the name of a place, "{#rye}", "^rye-1", "<a name="rye"></a>", or what only
// makes room, "&nbsp;", "<br>".
const unseen = `(?i)^(?:<!--(?:[^-]|-[^-]|--+[^->])*--+>|\{/\*[^*]*\*/\}|%%[^%]*%%|\{%[^%]*%\}|\[//\]: # \([^)]*\)|` +
	`\{[#.:][^}]*\}|\^[a-z0-9-]+|<(?:a |span id|div id)[^>]*>\W*(?:</\w+>)?|` +
	`(?:&nbsp;|&emsp;|</?(?:br|hr|p) ?/?>|\\newpage|\\pagebreak|\s)+)$`

// isTopLink reports whether a line leads back to the top of its page, or to its table of contents.
func (r *Reader) isTopLink(line string) bool {
	shown := strings.Trim(Unlinked(withoutEmphasis(line)), "↑⬆⇧▲^🔝🔼⤴\ufe0f|-. *_()[]")
	return r.cues["top_links"].Has(strings.ToLower(shown))
}

// cutKey splits "Tags: bread" into a name of at most three words and its value.
func cutKey(line string) (string, string, bool) {
	name, value, ok := strings.Cut(strings.Replace(line, "：", ":", 1), ":")
	if !ok || text.WordCount(name) > 3 {
		return "", "", false
	}
	return strings.ToLower(withoutEmphasis(name)), strings.TrimSpace(strings.TrimLeft(withoutEmphasis(value), ":")), true
}

// isKeyed reports whether a line begins with a few words and a colon.
func isKeyed(line string) bool {
	_, _, ok := cutKey(line)
	return ok
}

// groups is a line of tags alone that group what stands around it.
const groups = `^(?:\s*</?(?:[A-Z][\w.]*|[a-z]+-[a-z-]+|div|section|dl)(?:\s[^<>]*)?>)+$`

// furnitureRunes is the longest line that can be furniture.
const furnitureRunes = 120

// Furniture returns the name of the rule by which a line belongs to the page
// and not to its content, or "": links back and forth with arrows or to the
// top, copyright lines, rows of names between middle dots, and tags alone.
func (r *Reader) Furniture(line string) string {
	line = strings.TrimSpace(line)
	_, owned := cutAnyPrefix(strings.ToLower(line), "©", "(c) 1", "(c) 2", "copyright ", "🄯")
	switch {
	case line == "" || utf8.RuneCountInString(line) > furnitureRunes:
		return ""
	case line[0] == '<' && r.groups.MatchString(line):
		return "markup"
	case r.isTopLink(line):
		return "navigation"
	case endsAsSentence(line):
		return ""
	case strings.IndexAny(line, "←«⟵") == 0 || text.EndsInAny(line, "→", "»", "⟶"):
		return "navigation"
	case owned:
		return "copyright"
	case strings.Count(line, " · ") >= 2 || strings.Count(line, " › ") >= 1:
		return "breadcrumb"
	}
	return ""
}

func endsAsSentence(line string) bool {
	return text.EndsInAny(line, ".", "?", "!", ":")
}
