package notecard

import (
	"strings"
	"unicode"
)

// opensSchedule begins the comment in which a program notes when a card is to
// be asked again.
const opensSchedule = "<!--SR:"

// isSchedule reports whether a line is nothing but such a comment, or a
// property that a program keeps of a card.
func isSchedule(line string) bool {
	bare := strings.TrimLeft(strings.TrimSpace(line), "-* ")
	if strings.HasPrefix(bare, opensSchedule) {
		return strings.HasSuffix(bare, "-->")
	}
	key, _, ok := strings.Cut(bare, ":: ")
	return ok && (strings.HasPrefix(key, "card-") || key == "id" || key == "collapsed")
}

// cutSchedule takes a schedule off the end of a line.
func cutSchedule(line string) (string, bool) {
	at := strings.LastIndex(line, opensSchedule)
	if at < 0 || !strings.HasSuffix(strings.TrimSpace(line), "-->") {
		return line, false
	}
	return strings.TrimRight(line[:at], " \t"), true
}

// declares reports whether a note says that it has cards: by a tag, or by the
// schedule of one.
func (n *note) declares() bool {
	for line := 1; line <= n.lines.Lines(); line++ {
		if n.fenced[line] {
			continue
		}
		text := n.lines.Line(line)
		if strings.Contains(text, opensSchedule) || n.hasCardTags(text) {
			return true
		}
		if _, tagged := n.cutTag(text); tagged || n.isTagLine(text) {
			return true
		}
	}
	return false
}

// hasCardTags reports whether a line of front matter has cards among its tags.
func (n *note) hasCardTags(line string) bool {
	key, value, ok := strings.Cut(line, ":")
	if !ok || !strings.EqualFold(strings.TrimSpace(key), "tags") {
		return false
	}
	for word := range strings.FieldsFuncSeq(value, func(r rune) bool { return strings.ContainsRune(" ,[]\"'", r) }) {
		if n.isCardTag("#" + strings.TrimPrefix(word, "#")) {
			return true
		}
	}
	return false
}

// isTagLine reports whether a line is nothing but tags, one of them for cards.
func (n *note) isTagLine(line string) bool {
	ofCards := false
	for word := range strings.FieldsSeq(line) {
		if !strings.HasPrefix(word, "#") || strings.Trim(word, "#") == "" {
			return false
		}
		ofCards = ofCards || n.isCardTag(word)
	}
	return ofCards
}

// isCardTag reports whether a word is a tag by which notes mark their cards:
// "#flashcards/biology", "#card", "#card-reverse", "#[[card]]".
func (n *note) isCardTag(word string) bool {
	name, ok := strings.CutPrefix(strings.ToLower(word), "#")
	if !ok {
		return false
	}
	name = strings.Trim(name, "[]")
	end := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	if end >= 0 {
		if strings.IndexByte("/-_:", name[end]) < 0 {
			return false
		}
		name = name[:end]
	}
	return n.cues[cardTags].Has(name)
}

// cutTag takes the tags off the end of a line, if one of them is for cards.
func (n *note) cutTag(line string) (string, bool) {
	rest := strings.TrimRight(line, " \t")
	ofCards := false
	for {
		at := strings.LastIndexAny(rest, " \t")
		word := rest[at+1:]
		if !strings.HasPrefix(word, "#") || strings.Trim(word, "#") == "" || at < 0 {
			break
		}
		ofCards = ofCards || n.isCardTag(word)
		rest = strings.TrimRight(rest[:at], " \t")
	}
	bare := strings.TrimSpace(rest)
	return bare, ofCards && strings.Trim(bare, "#-*+ \t") != ""
}
