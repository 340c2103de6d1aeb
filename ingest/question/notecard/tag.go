package notecard

import (
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/lexicon"
)

// Cues of notes: the tags by which they mark their cards, and what they keep of
// themselves.
const (
	cardTags       lexicon.Cue = "card_tags"
	noteProperties lexicon.Cue = "note_properties"
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

// withoutSchedule takes a schedule off the end of a text.
func withoutSchedule(text string) string {
	at := strings.LastIndex(text, opensSchedule)
	if at < 0 || !strings.HasSuffix(strings.TrimSpace(text), "-->") {
		return text
	}
	return strings.TrimRight(text[:at], " \t")
}

// declares reports whether a note says that it has cards: by a tag, or by the
// schedule of one.
func (n *note) declares() bool {
	for line := 1; line <= n.lines.Lines(); line++ {
		text := n.lines.Line(line)
		if _, ofCards := n.cutTags(text); !n.fenced[line] && (ofCards || strings.Contains(text, opensSchedule) || n.listsCards(text)) {
			return true
		}
	}
	return false
}

// listsCards reports whether a line of front matter has cards among its tags.
func (n *note) listsCards(line string) bool {
	const marks = " ,[]\"'#"
	tags, ok := strings.CutPrefix(line, "tags:")
	for word := range strings.FieldsFuncSeq(tags, func(r rune) bool { return strings.ContainsRune(marks, r) }) {
		if ok && n.isCardTag("#"+word) {
			return true
		}
	}
	return false
}

// isTagLine reports whether a line is nothing but tags, one of them for cards.
func (n *note) isTagLine(line string) bool {
	bare, ofCards := n.cutTags(line)
	return ofCards && bare == ""
}

// cutTags takes the tags off the end of a line, and reports whether one of them
// is for cards.
func (n *note) cutTags(line string) (string, bool) {
	rest, ofCards := strings.TrimSpace(line), false
	for {
		at := strings.LastIndexAny(rest, " \t") + 1
		if word := rest[at:]; !strings.HasPrefix(word, "#") || strings.Trim(word, "#") == "" {
			return rest, ofCards
		}
		ofCards = ofCards || n.isCardTag(rest[at:])
		rest = strings.TrimSpace(rest[:at])
	}
}

// isCardTag reports whether a word is a tag by which notes mark their cards:
// "#flashcards/biology", "#card", "#card-reverse", "#[[card]]".
func (n *note) isCardTag(word string) bool {
	name := strings.Trim(strings.ToLower(word), "#[]")
	if end := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		if strings.IndexByte("/-_:", name[end]) < 0 {
			return false
		}
		name = name[:end]
	}
	return n.cues[cardTags].Has(name)
}

// isProperty reports whether a front is the key of a property that notes have.
func (n *note) isProperty(front string) bool {
	return n.cues[noteProperties].Has(strings.ToLower(strings.Trim(front, "[(*_ ")))
}
