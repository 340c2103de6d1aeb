package card

import "strings"

// Marks of where words are hidden, which no conversion changes. They are of the
// private use area: no text has them that people read.
const (
	markOpen  = '\ue0c1'
	markClose = '\ue0c2'
)

// showMarks puts brackets in the place of the marks. Nothing between them is a
// blank for an answer.
func showMarks(text string) string {
	return strings.NewReplacer(
		string(markOpen)+string(markClose), Blank, string(markOpen), "[", string(markClose), "]",
	).Replace(text)
}

// HasCloze reports whether a text hides words as flashcard programs write it:
// "{{c1::hidden}}" or "{{c1::hidden::hint}}".
func HasCloze(text string) bool {
	for at := strings.Index(text, opensCloze); at >= 0; {
		if openLength(text[at:]) > 0 {
			return strings.Contains(text[at:], "}}")
		}
		next := strings.Index(text[at+1:], opensCloze)
		if next < 0 {
			return false
		}
		at += 1 + next
	}
	return false
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

// Blank stands in a text for what is hidden.
const Blank = "[…]"

// Cloze takes the hidden words out of a text, and puts a blank or a hint in
// their place.
func Cloze(text string) (string, []string) {
	shown, hidden := readCloze(text, false)
	return showMarks(shown), hidden
}

// deepest is how many clozes may stand in each other.
const deepest = 8

// clozeReader walks over a text once.
type clozeReader struct {
	pairs  bool // braces come in pairs
	apart  bool // spaces part what one cloze hides from what stands around it
	open   bool // a cloze was never closed
	hidden []string
}

// readCloze takes the hidden words out of a text and leaves marks around their
// hints. A cloze within another is a part of what the outer one hides. Braces of
// a formula within it are passed over in pairs, unless a cloze is then never
// closed; one that is not closed at all hides what follows.
func readCloze(text string, apart bool) (string, []string) {
	r := &clozeReader{pairs: true, apart: apart}
	shown, _, _ := r.read(text, 0)
	if r.open {
		r = &clozeReader{apart: apart}
		shown, _, _ = r.read(text, 0)
	}
	return shown, r.hidden
}

// read reads a text that stands in some clozes, up to the end of the innermost.
// It returns the words, the hint behind them, and the length of what was read.
func (r *clozeReader) read(text string, depth int) (string, string, int) {
	var words, hint strings.Builder
	part := &words
	braces := 0
	for at := 0; at < len(text); {
		rest := text[at:]
		length := openLength(rest)
		switch {
		case length > 0 && depth < deepest:
			inner, innerHint, read := r.read(rest[length:], depth+1)
			part.WriteString(r.hide(inner, innerHint, depth))
			at += length + read
		case depth > 0 && strings.HasPrefix(rest, "}}") && (braces == 0 || !r.pairs):
			return words.String(), hint.String(), at + len("}}")
		case depth > 0 && strings.HasPrefix(rest, "::") && part == &words:
			part = &hint
			at += len("::")
		default:
			switch text[at] {
			case '{':
				braces++
			case '}':
				braces = max(0, braces-1)
			}
			part.WriteByte(text[at])
			at++
		}
	}
	r.open = r.open || depth > 0
	return words.String(), hint.String(), len(text)
}

// hide returns what stands in the place of a cloze that some others are around.
func (r *clozeReader) hide(words, hint string, depth int) string {
	switch {
	case depth == 0:
		r.hidden = append(r.hidden, words)
		return string(markOpen) + strings.TrimSpace(hint) + string(markClose)
	case r.apart:
		return " " + words + " "
	}
	return words
}
