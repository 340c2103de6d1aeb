package card

import (
	"regexp"
	"strings"
)

// Blank stands in a text for what is hidden.
const Blank = "[…]"

// blankMark keeps its place where a text is converted. It is of the private use area: no
// text has it that people read.
const blankMark = "\ue0c1"

// showMarks puts blanks in the place of the marks.
func showMarks(text string) string { return strings.ReplaceAll(text, blankMark, Blank) }

// newCloze returns what finds a cloze as flashcard programs write it,
// "{{c1::hidden}}", "{{c1::hidden::hint}}" or "{{cloze hidden}}": what it hides. Formulas and other clozes may
// stand in it, or a brace that is alone.
func newCloze() *regexp.Regexp {
	const (
		plain  = `[^{}\\]|\\.`
		braced = `\{(?:` + plain + `|\{(?:` + plain + `|\{(?:` + plain + `|\{(?:` + plain + `)*\})*\})*\})*\}`
		inside = `(?:` + plain + `|` + braced + `)*?`
		alone  = `[^}]*?`
	)
	return regexp.MustCompile(`(?s)\{\{c(?:[\d,]+::|loze )(?:(` + inside + `)(?:::` + inside + `)?|(` + alone + `)(?:::` + alone + `)?)\}\}`)
}

// HasCloze reports whether a text hides words.
func (r *Reader) HasCloze(text string) bool { return r.markup.cloze.MatchString(text) }

// Cloze takes the hidden words out of a text, and puts a blank in their place.
func (r *Reader) Cloze(text string) (string, []string) {
	shown, hidden := r.markup.cutClozes(text)
	return showMarks(shown), hidden
}

// cutClozes takes the hidden words out of a text and leaves marks, without the hints that
// stand with them. A cloze within another is a part of what the outer one hides.
func (m markup) cutClozes(text string) (string, []string) {
	var hidden []string
	shown := m.cloze.ReplaceAllStringFunc(text, func(found string) string {
		hidden = append(hidden, m.cloze.ReplaceAllString(m.cloze.ReplaceAllString(found, "$1$2"), "$1$2"))
		return blankMark
	})
	return shown, hidden
}
