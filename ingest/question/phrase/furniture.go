package phrase

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// MetaLine reports whether a line is neither question nor answer but a card's
// note for itself: "Tags: …", "ID: 123", "Points: 2", a comment, an anchor, a
// block's id, a link to the top, an empty line's entity. A note may state a
// difficulty: ask GradeLine first.
func (r *Reader) MetaLine(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" || len(line) > longestNote {
		return r.isComment(line)
	}
	if r.isComment(line) || strings.IndexByte("{^<&\\", line[0]) >= 0 && r.room.MatchString(line) || r.isTopLink(line) {
		return true
	}
	bare := strings.Trim(withoutEmphasis(withoutMarks(line)), "[]() ")
	if name, value, ok := cutKey(bare); ok {
		return r.isNote(name, value)
	}
	return r.isCardNote(line)
}

// Patterns of lines that a page does not show.
const (
	// comment is one comment and nothing else, in HTML, MDX, Obsidian, Liquid or
	// Markdown.
	comment = `^(?:<!--(?:[^-]|-[^-]|--+[^->])*--+>|\{/\*[^*]*\*/\}|%%[^%]*%%|\{%[^%]*%\}|\[//\]: # \([^)]*\))$`

	// room is the name of a place, "{#rye}", "^rye-1", "<a name="rye"></a>", or
	// what only makes room, "&nbsp;", "<br>".
	room = `(?i)^(?:\{[#.:][^}]*\}|\^[a-z0-9-]+|<(?:a |span id|div id)[^>]*>\W*(?:</\w+>)?|` +
		`(?:&nbsp;|&emsp;|</?(?:br|hr|p) ?/?>|\\newpage|\\pagebreak|\s)+)$`
)

// isComment reports whether a line is one comment and nothing else.
func (r *Reader) isComment(line string) bool {
	return line != "" && strings.IndexByte("<{%[", line[0]) >= 0 && r.comment.MatchString(line)
}

// isTopLink reports whether a line leads back to the top of its page, or to
// its table of contents.
func (r *Reader) isTopLink(line string) bool {
	const around = "↑⬆⇧▲^🔝🔼⤴\ufe0f|-. *_"
	bare := strings.Trim(withoutEmphasis(line), around)
	shown := Unlinked(bare)
	if shown != bare && !strings.Contains(bare, "](#") {
		return false
	}
	return r.cues["top_links"].Has(strings.ToLower(strings.Trim(shown, around+"()[]")))
}

// cutKey splits "Tags: bread" into a name of at most three words and its value.
func cutKey(line string) (string, string, bool) {
	name, value, ok := strings.Cut(line, ":")
	if !ok {
		name, value, ok = strings.Cut(line, "：")
	}
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

// mostNoteWords is how many words a note's value may have.
const mostNoteWords = 8

// isNote reports whether a key is one of those that cards note something under,
// with a value that it may have.
func (r *Reader) isNote(name, value string) bool {
	if text.WordCount(value) > mostNoteWords || endsAsSentence(value) {
		return false
	}
	if r.isTagLabel(name) {
		return true
	}
	switch {
	case r.cues["id_notes"].Has(name):
		return value != "" && !strings.ContainsAny(value, " \t")
	case r.cues["counted_notes"].Has(name):
		return strings.ContainsAny(value, "0123456789")
	}
	return r.cues["worded_notes"].Has(name) && value != ""
}

// isCardNote reads a row of short notes in emphasis, one of which is an id or
// a key with its number: "*Basic · id 17*".
func (r *Reader) isCardNote(line string) bool {
	inner := unwrap(line)
	if inner == line || utf8.RuneCountInString(inner) > furnitureRunes || endsAsSentence(inner) {
		return false
	}
	parts := strings.FieldsFunc(inner, func(r rune) bool { return r == '·' || r == '|' || r == '•' })
	for _, part := range parts {
		fields := strings.Fields(strings.ToLower(part))
		if len(parts) > 1 && len(fields) == 2 && strings.ContainsAny(fields[1], "0123456789") {
			if r.cues["card_notes"].Has(strings.TrimRight(fields[0], ":#")) {
				return true
			}
		}
	}
	return false
}

// Names of the rules by which a line is taken for page furniture.
const (
	RuleNavigation = "navigation"
	RuleCopyright  = "copyright"
	RuleBreadcrumb = "breadcrumb"
	RuleInvitation = "invitation"
)

// furnitureRunes is the longest line that can be furniture.
const furnitureRunes = 120

// Furniture returns the name of the rule by which a line belongs to the page
// and not to its content, or "": links back and forth with arrows or to the
// top, copyright lines, rows of names between middle dots, and what invites the
// reader to edit, share or praise.
func (r *Reader) Furniture(line string) string {
	line = strings.TrimSpace(line)
	if rule := r.linkFurniture(line); rule != "" {
		return rule
	}
	if line == "" || utf8.RuneCountInString(line) > furnitureRunes || endsAsSentence(line) {
		return ""
	}
	folded := strings.ToLower(line)
	switch {
	case hasAnyPrefix(line, "←", "«", "⟵") || hasAnySuffix(line, "→", "»", "⟶"):
		return RuleNavigation
	case hasAnyPrefix(folded, "©", "(c) 1", "(c) 2", "copyright ", "🄯"):
		return RuleCopyright
	case strings.Count(line, " · ") >= 2 || strings.Count(line, " › ") >= 1:
		return RuleBreadcrumb
	}
	return ""
}

// linkFurniture knows the words of links and buttons that pages have.
func (r *Reader) linkFurniture(line string) string {
	if line == "" || len(line) > furnitureRunes {
		return ""
	}
	if r.isTopLink(line) {
		return RuleNavigation
	}
	text, _, linked := strings.Cut(strings.TrimLeft(line, "✏📝🔗👍❤⭐🌟\ufe0f* "), "](")
	text = strings.ToLower(strings.Trim(strings.TrimPrefix(text, "["), " .!*_"))
	if r.cues["invitations"].Has(text) || linked && r.cues["linked_invitations"].Has(text) {
		return RuleInvitation
	}
	starred := strings.Contains(text, "star") && (strings.Contains(text, "repo") || strings.Contains(text, "on github"))
	if starred && r.cues["star_invitations"].Prefix(text) != "" {
		return RuleInvitation
	}
	return ""
}

// IsBullet reports whether a line opens with a list mark.
func IsBullet(line string) bool {
	return hasAnyPrefix(strings.TrimSpace(line), "- ", "* ", "+ ", "• ", "◦ ", "▪ ", "‣ ", "· ", "– ")
}

func endsAsSentence(line string) bool {
	return hasAnySuffix(line, ".", "?", "!", ":")
}

func containsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

func hasAnyPrefix(text string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(text, prefix) })
}

func hasAnySuffix(text string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(text, suffix) })
}
