package htmltext

import (
	"slices"
	"strings"
	"unicode"
)

// escaper knows which characters of a line's text would be read as marks.
type escaper struct{ stars, underscores, formula bool }

func escaperOf(pieces []piece) escaper {
	var text strings.Builder
	for _, p := range pieces {
		if p.mark == nil && !p.raw {
			text.WriteString(p.text)
		} else {
			text.WriteByte(' ')
		}
	}
	line := text.String()
	return escaper{
		formula:     holdsFormula(line),
		stars:       strings.Count(line, "*") > 1,
		underscores: marksWords(line),
	}
}

func holdsFormula(line string) bool {
	return slices.ContainsFunc([]string{`\(`, `\[`, "$", "[latex]"}, func(mark string) bool { return strings.Contains(line, mark) })
}

// marksWords reports whether underscores stand at the beginning of a word and at the end
// of one: within words they are no marks.
func marksWords(line string) bool {
	isMark := func(beside rune) bool { return !unicode.IsLetter(beside) && !unicode.IsDigit(beside) && beside != '_' }
	begins, ends := false, false
	for word := range strings.FieldsFuncSeq(line, isMark) {
		begins = begins || strings.HasPrefix(word, "_") && strings.Trim(word, "_") != ""
		ends = ends || strings.HasSuffix(word, "_")
	}
	return begins && ends
}

// text escapes a piece of text. A formula is left as it is.
func (e escaper) text(text string) string {
	if e.formula || !strings.ContainsAny(text, "<*_") {
		return text
	}
	var escaped strings.Builder
	for at := range len(text) {
		switch c := text[at]; {
		case c == '<' && beginsTag(text[at+1:]), c == '*' && e.stars, c == '_' && e.underscores:
			escaped.WriteByte('\\')
		}
		escaped.WriteByte(text[at])
	}
	return escaped.String()
}

func beginsTag(text string) bool {
	if text == "" {
		return false
	}
	c := text[0] | 0x20
	return c >= 'a' && c <= 'z' || text[0] == '/' || text[0] == '!' || text[0] == '?'
}

// needsEscape reports whether a line of text would begin a block of another
// kind. Numbers and dashes are let be: their writer meant a list.
func needsEscape(line string) bool {
	switch {
	case line == "":
		return false
	case line[0] == '#':
		rest := strings.TrimLeft(line, "#")
		return rest == "" || rest[0] == ' '
	case line[0] == '>':
		return true
	case line[0] == ':':
		return strings.HasPrefix(line, ": ")
	case line[0] == '[':
		label, _, found := strings.Cut(line, "]:")
		return found && !strings.ContainsAny(label[1:], "[]")
	case strings.HasPrefix(line, "```"), strings.HasPrefix(line, "~~~"):
		return true
	}
	return strings.Trim(line, "=") == "" || strings.Trim(line, "-") == ""
}

// Line returns one line of plain text as Markdown that says the same: what
// would be read as a tag, as emphasis or as another kind of block has a
// backslash before it. Numbers and dashes that begin a list are let be.
func Line(text string) string { return assemble([]piece{{text: text}}) }

// Inline is Line for what does not stand at the beginning of a line.
func Inline(text string) string {
	pieces := []piece{{text: text}}
	return escaperOf(pieces).text(text)
}
