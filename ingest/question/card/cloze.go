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
		string(markOpen)+string(markClose), "[…]", string(markOpen), "[", string(markClose), "]",
	).Replace(text)
}

// cloze is a text with hidden words.
type cloze struct {
	text   string   // with a blank or a hint in the place of what is hidden
	hidden []string // from the first to the last
}

// HasCloze reports whether a text hides words as flashcard programs write it:
// "{{c1::hidden}}" or "{{c1::hidden::hint}}".
func HasCloze(text string) bool {
	for at := 0; ; {
		open := strings.Index(text[at:], "{{c")
		if open < 0 {
			return false
		}
		at += open
		if openLength(text[at:]) > 0 {
			return strings.Contains(text[at:], "}}")
		}
		at += len("{{c")
	}
}

// openLength returns the length of the "{{c1::" that a text begins with, or 0.
func openLength(text string) int {
	rest, ok := strings.CutPrefix(text, "{{c")
	if !ok {
		return 0
	}
	bare := strings.TrimLeft(rest, "0123456789,")
	if len(bare) == len(rest) || !strings.HasPrefix(bare, "::") {
		return 0
	}
	return len(text) - len(bare) + len("::")
}

// opened is a cloze that is not closed yet.
type opened struct {
	hidden  strings.Builder
	hint    strings.Builder
	inHint  bool
	braces  int // single ones that are open in it: those of a formula
	ordinal int // among the hidden texts
}

// deepest is how many clozes may stand in each other.
const deepest = 8

// clozeReader walks over a text once.
type clozeReader struct {
	pairs  bool // braces come in pairs
	apart  bool // spaces part what one cloze hides from what stands around it
	text   strings.Builder
	stack  []*opened
	hidden []string
}

// readCloze takes the hidden words out of a text. A cloze within another is a
// part of what the outer one hides. Braces of a formula within it are passed
// over in pairs, unless a cloze is then never closed; one that is not closed at
// all hides what follows.
func readCloze(text string, apart bool) cloze {
	if r := readMarks(text, &clozeReader{pairs: true, apart: apart}); len(r.stack) == 0 {
		return cloze{text: r.text.String(), hidden: r.hidden}
	}
	r := readMarks(text, &clozeReader{apart: apart})
	for len(r.stack) > 0 {
		r.closeOne()
	}
	return cloze{text: r.text.String(), hidden: r.hidden}
}

func readMarks(text string, r *clozeReader) *clozeReader {
	for at := 0; at < len(text); {
		at += r.step(text[at:])
	}
	return r
}

// step reads the mark or the byte that a text begins with and returns its
// length.
func (r *clozeReader) step(text string) int {
	inside := len(r.stack) > 0
	if length := openLength(text); length > 0 && len(r.stack) < deepest {
		r.stack = append(r.stack, &opened{ordinal: len(r.hidden)})
		if !inside {
			r.hidden = append(r.hidden, "")
		}
		return length
	}
	if !inside {
		r.text.WriteByte(text[0])
		return 1
	}
	top := r.stack[len(r.stack)-1]
	switch {
	case strings.HasPrefix(text, "}}") && (top.braces == 0 || !r.pairs):
		r.closeOne()
		return len("}}")
	case strings.HasPrefix(text, "::") && !top.inHint:
		top.inHint = true
		return len("::")
	}
	top.take(text[0])
	return 1
}

func (o *opened) take(c byte) {
	switch c {
	case '{':
		o.braces++
	case '}':
		o.braces = max(0, o.braces-1)
	}
	if o.inHint {
		o.hint.WriteByte(c)
		return
	}
	o.hidden.WriteByte(c)
}

// closeOne closes the innermost cloze.
func (r *clozeReader) closeOne() {
	top := r.stack[len(r.stack)-1]
	r.stack = r.stack[:len(r.stack)-1]
	if n := len(r.stack); n > 0 {
		inner := top.hidden.String()
		if r.apart {
			inner = " " + inner + " "
		}
		r.stack[n-1].hidden.WriteString(inner)
		return
	}
	r.hidden[top.ordinal] = top.hidden.String()
	r.text.WriteRune(markOpen)
	r.text.WriteString(strings.TrimSpace(top.hint.String()))
	r.text.WriteRune(markClose)
}
