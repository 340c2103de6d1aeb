package card

import (
	"regexp"
	"strings"
)

// Marks of where words are hidden, which no conversion changes. They are of the
// private use area: no text has them that people read.
const (
	markOpen  = "\ue0c1"
	markClose = "\ue0c2"
)

// Blank stands in a text for what is hidden.
const Blank = "[…]"

// showMarks puts brackets in the place of the marks. Nothing between them is a
// blank for an answer.
func showMarks(text string) string {
	return strings.NewReplacer(markOpen+markClose, Blank, markOpen, "[", markClose, "]").Replace(text)
}

// newCloze returns what finds a cloze as flashcard programs write it,
// "{{c1::hidden}}" or "{{c1::hidden::hint}}": what it hides, and its hint. Formulas
// and other clozes may stand in it, or a brace that is alone.
func newCloze() *regexp.Regexp {
	const (
		plain  = `[^{}\\]|\\.`
		braced = `\{(?:` + plain + `|\{(?:` + plain + `|\{(?:` + plain + `|\{(?:` + plain + `)*\})*\})*\})*\}`
		inside = `((?:` + plain + `|` + braced + `)*?)`
		alone  = `([^}]*?)`
	)
	return regexp.MustCompile(`(?s)\{\{c[\d,]+::(?:` + inside + `(?:::` + inside + `)?|` + alone + `(?:::` + alone + `)?)\}\}`)
}

// HasCloze reports whether a text hides words.
func (r *Reader) HasCloze(text string) bool { return r.markup.cloze.MatchString(text) }

// Cloze takes the hidden words out of a text, and puts a blank or a hint in
// their place.
func (r *Reader) Cloze(text string) (string, []string) {
	shown, hidden := r.markup.cutClozes(text)
	return showMarks(shown), hidden
}

// cutClozes takes the hidden words out of a text and leaves marks around their
// hints. A cloze within another is a part of what the outer one hides, without
// its hint.
func (m markup) cutClozes(text string) (string, []string) {
	var hidden []string
	shown := m.cloze.ReplaceAllStringFunc(text, func(found string) string {
		parts := m.cloze.FindStringSubmatch(found)
		hidden = append(hidden, m.cloze.ReplaceAllString(parts[1]+parts[3], "$1$3"))
		return markOpen + strings.TrimSpace(parts[2]+parts[4]) + markClose
	})
	return shown, hidden
}
