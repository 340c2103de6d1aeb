package phrase

import (
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
		return isComment(line)
	}
	if isComment(line) || isAnchor(line) || r.isTopLink(line) || isBlankMarkup(line) {
		return true
	}
	bare := line
	for next := ""; next != bare; {
		next = bare
		bare = cutMark(strings.TrimPrefix(bare, ">"))
	}
	bare = strings.Trim(withoutEmphasis(bare), "[]() ")
	if name, value, ok := cutKey(bare); ok {
		return r.isNote(name, value)
	}
	return r.isCardNote(line)
}

// isComment reports whether a line is one comment and nothing else.
func isComment(line string) bool {
	for _, pair := range [][2]string{{"<!--", "-->"}, {"{/*", "*/}"}, {"%%", "%%"}, {"{%", "%}"}, {"[//]: # (", ")"}} {
		inner, opened := strings.CutPrefix(line, pair[0])
		if !opened {
			continue
		}
		inner, closed := strings.CutSuffix(inner, pair[1])
		return closed && !strings.Contains(inner, pair[1])
	}
	return false
}

// isAnchor reports whether a line is the name of a place: "{#rye}", "^rye-1",
// "<a name="rye"></a>".
func isAnchor(line string) bool {
	if inner, ok := strings.CutPrefix(line, "{"); ok && hasAnyPrefix(inner, "#", ".", ": ", ":#", ":.") {
		return strings.HasSuffix(inner, "}") && strings.Count(line, "}") == 1
	}
	if id, ok := strings.CutPrefix(line, "^"); ok && id != "" {
		return strings.Trim(strings.ToLower(id), "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
	}
	return hasAnyPrefix(strings.ToLower(line), "<a ", "<span id", "<div id") && !holdsWord(withoutTags(line))
}

// isBlankMarkup reports whether a line only makes room.
func isBlankMarkup(line string) bool {
	if line[0] != '&' && line[0] != '<' && line[0] != '\\' {
		return false
	}
	rest := strings.TrimSpace(strings.ToLower(line))
	for rest != "" {
		behind := withoutRoom(rest)
		if behind == rest {
			return false
		}
		rest = strings.TrimSpace(behind)
	}
	return true
}

// withoutRoom takes what only makes room off the front of a text in lower case.
func withoutRoom(text string) string {
	for _, mark := range []string{
		"&nbsp;", "&emsp;", "<br>", "<br/>", "<br />", "</br>", "<hr>", "<hr/>", "<hr />", "<p>", "</p>", "\\newpage", "\\pagebreak",
	} {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			return rest
		}
	}
	return text
}

// isTopLink reports whether a line leads back to the top of its page, or to
// its table of contents.
func (r *Reader) isTopLink(line string) bool {
	text := line
	if before, link, ok := strings.Cut(line, "["); ok {
		label, target, linked := strings.Cut(link, "](")
		target, after, closed := strings.Cut(target, ")")
		if !linked || !closed || !strings.HasPrefix(target, "#") || holdsWord(before) || holdsWord(after) {
			return false
		}
		text = label
	}
	text = strings.ToLower(withoutEmphasis(text))
	text = strings.TrimSpace(strings.Trim(text, "↑⬆⇧▲^🔝🔼⤴\ufe0f()[]|-. "))
	return r.cues["top_links"].Has(text)
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
