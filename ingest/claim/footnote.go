package claim

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// Footnotes are the notes below a table or a list, by their marks: "*", "†",
// "1", "a", "[1]".
type Footnotes map[string]Label

// longestNote is the longest note, in bytes, that numbers repeat as context.
const longestNote = 400

// mostNotes is how many notes one place has at most.
const mostNotes = 64

// With returns the footnotes with one more, which the first of its mark keeps.
func (f Footnotes) With(mark string, note Label) Footnotes {
	if _, taken := f[mark]; taken || len(f) == mostNotes || mark == "" || len(note.Text) > longestNote || note.Text == "" {
		return f
	}
	all := Footnotes{mark: note}
	maps.Copy(all, f)
	return all
}

// Footnote splits a line that begins with a mark into mark and note: "*
// Estimated.", "¹ With sparsity", "[a] Per GPU". The mark is empty where the
// line begins with none.
func Footnote(line string) (string, string) {
	line = strings.TrimSpace(line)
	mark, length := markAt(line)
	note := strings.TrimLeft(line[length:], " \t:.)")
	if mark == "" || note == "" {
		return "", ""
	}
	return mark, note
}

// markAt returns the mark that a text begins with, and its length as written. One
// in brackets is another than the same raised, and keeps them.
func markAt(written string) (string, int) {
	if written == "" {
		return "", 0
	}
	first, size := utf8.DecodeRuneInString(written)
	switch {
	case strings.ContainsRune("*†‡§¶", first):
		length := size
		for strings.HasPrefix(written[length:], string(first)) {
			length += size
		}
		return written[:length], length
	case first == '[':
		inside, _, closed := strings.Cut(written[1:], "]")
		inside = strings.TrimPrefix(inside, "^")
		if closed && inside != "" && len(inside) <= longestMark && text.Slug(inside) != "" && !strings.Contains(inside, " ") {
			return "[" + strings.ToLower(inside) + "]", strings.IndexByte(written, ']') + 1
		}
	}
	return superscript(written)
}

// longestMark is the longest mark in brackets.
const longestMark = 3

// superscript reads digits and letters that are written small and high.
func superscript(text string) (string, int) {
	const small, plain = "⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉ", "0123456789abcde"
	mark, length := "", 0
	for _, r := range text {
		at := strings.IndexRune(small, r)
		if at < 0 || len(mark) == longestMark {
			break
		}
		at = utf8.RuneCountInString(small[:at])
		mark, length = mark+plain[at:at+1], length+utf8.RuneLen(r)
	}
	return mark, length
}

// marksIn returns the marks that are glued to the words of a text.
func marksIn(text string) []string {
	var marks []string
	for at := 0; at < len(text); {
		_, size := utf8.DecodeRuneInString(text[at:])
		mark, length := "", 0
		if at > 0 && text[at-1] != ' ' {
			mark, length = markAt(text[at:])
		}
		if mark != "" {
			marks, size = append(marks, mark), length
		}
		at += size
	}
	return marks
}

// to returns the notes to whose marks a text points.
func (f Footnotes) to(text string) string {
	var notes []string
	for _, mark := range marksIn(text[:min(len(text), mostWords)]) {
		if note, ok := f[mark]; ok {
			notes = append(notes, note.Text)
		}
	}
	return strings.Join(notes, " ")
}

// withFootnotes adds the notes to whose marks the number, its label or what
// stands right behind the number points. A mark without a note states nothing.
func (c claimed) withFootnotes() claimed {
	if len(c.place.Notes) == 0 {
		return c
	}
	seen := map[string]bool{}
	measured := c.quantity.Text
	if strings.ContainsAny(c.quantity.Unit, "23²³") { // of mm² it is no mark
		measured = strings.TrimRight(measured, "²³")
	}
	c.notes = c.place.Notes.to(measured + c.behind)
	for _, text := range []string{measured + c.behind, c.attribute.Written, c.device.Written, c.words} {
		for _, mark := range marksIn(text[:min(len(text), mostWords)]) {
			note, ok := c.place.Notes[mark]
			if ok && !seen[mark] {
				seen[mark] = true
				c.words += " " + note.Text
				c.context = append(slices.Clip(c.context), quarry.Context{Role: quarry.RoleFootnote, Span: note.Span})
			}
		}
	}
	return c
}
