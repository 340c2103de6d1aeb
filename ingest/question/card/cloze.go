package card

import "strings"

// Marks of where words are hidden, which no conversion changes. They are of the
// private use area: no text has them that people read.
const (
	markOpen  = "\ue0c1"
	markClose = "\ue0c2"
)

// showMarks puts brackets in the place of the marks. Nothing between them is a
// blank for an answer.
func showMarks(text string) string {
	return strings.NewReplacer(markOpen+markClose, Blank, markOpen, "[", markClose, "]").Replace(text)
}

// Blank stands in a text for what is hidden.
const Blank = "[…]"

// HasCloze reports whether a text hides words as flashcard programs write it:
// "{{c1::hidden}}" or "{{c1::hidden::hint}}".
func HasCloze(text string) bool {
	_, hidden := readCloze(text)
	return len(hidden) > 0
}

// Cloze takes the hidden words out of a text, and puts a blank or a hint in
// their place.
func Cloze(text string) (string, []string) {
	shown, hidden := readCloze(text)
	return showMarks(shown), hidden
}

const opensCloze = "{{c"

// openLength returns the length of the "{{c1::" that a text begins with, or 0.
func openLength(text string) int {
	rest, ok := strings.CutPrefix(text, opensCloze)
	if !ok {
		return 0
	}
	bare := strings.TrimLeft(rest, "0123456789,")
	if len(bare) == len(rest) || !strings.HasPrefix(bare, "::") {
		return 0
	}
	return len(text) - len(bare) + len("::")
}

// level is a text, or a cloze in it that is open.
type level struct {
	words  *strings.Builder // where what stands there goes
	braces int              // that are open in it
}

// readCloze takes the hidden words out of a text and leaves marks around their
// hints. A cloze within another is a part of what the outer one hides, without its
// hint. Braces of a formula are passed over where a cloze could end with them as
// well. One that is never closed hides nothing.
func readCloze(text string) (string, []string) {
	if !strings.Contains(text, opensCloze) {
		return text, nil
	}
	var shown, words, hint strings.Builder
	var hidden []string
	levels := []level{{words: &shown}}
	for at := 0; at < len(text); {
		rest, depth := text[at:], len(levels)-1
		now := &levels[depth]
		opening := openLength(rest)
		switch {
		case opening > 0 && depth == 0:
			levels = append(levels, level{words: &words})
			at += opening
		case opening > 0:
			levels = append(levels, level{words: now.words})
			at += opening
		case depth > 0 && strings.HasPrefix(rest, "}}") && (now.braces == 0 || !strings.HasPrefix(rest, "}}}")):
			if levels = levels[:depth]; depth == 1 {
				hidden = append(hidden, words.String())
				shown.WriteString(markOpen + strings.TrimSpace(hint.String()) + markClose)
				words.Reset()
				hint.Reset()
			}
			at += len("}}")
		case depth > 0 && strings.HasPrefix(rest, "::") && now.words == &words:
			if now.words = &hint; depth > 1 {
				now.words = &strings.Builder{}
			}
			at += len("::")
		default:
			now.braces += strings.Count(rest[:1], "{") - strings.Count(rest[:1], "}")
			now.words.WriteByte(text[at])
			at++
		}
	}
	if len(hidden) == 0 {
		return text, nil
	}
	return shown.String() + words.String(), hidden
}
