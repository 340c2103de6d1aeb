package check

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// quoted finds the lines of a question's document in which something stands.
type quoted struct {
	question quarry.Question
	text     []byte
}

func (q quoted) viewKeyPoint(p quarry.KeyPoint) view.KeyPoint {
	first, last := q.lines(p)
	url := view.LinesURL(q.question.Source.DocumentID, first, last)
	if first == 0 {
		url = view.URLOf(quarry.EntryRef{Kind: quarry.EntryQuestion, ID: quarry.EntryID(q.question.ID)})
	}
	return view.KeyPoint{
		Text: p.Text, Required: p.Required, Contradicted: p.Contradicted, ByteStart: p.ByteStart,
		ByteEnd:   p.ByteEnd,
		LineStart: first, LineEnd: last, URL: url,
	}
}

// written returns a key point as the answer writes it, with its markup.
func (q quoted) written(p quarry.KeyPoint) string {
	if p.ByteStart < p.ByteEnd && p.ByteEnd <= len(q.question.Answer) {
		return q.question.Answer[p.ByteStart:p.ByteEnd]
	}
	return p.Text
}

// lines returns the lines in which a key point stands: in the question's own place or
// in that of its answer, or else all lines of that place; 0 where it does not stand there and
// the words are those of a person.
func (q quoted) lines(p quarry.KeyPoint) (int, int) {
	span := q.question.Source.Span
	for _, beside := range q.question.Source.Context {
		if beside.Role == quarry.RoleAnswer {
			span = beside.Span
		}
	}
	if span.ByteStart < 0 || span.ByteEnd > len(q.text) || span.ByteStart >= span.ByteEnd {
		return span.LineStart, span.LineEnd
	}
	within, written := q.text[span.ByteStart:span.ByteEnd], q.written(p)
	at := []int{bytes.LastIndex(within, []byte(q.question.Answer)) + p.ByteStart, 0}
	at[1] = at[0] + len(written)
	isOther := slices.ContainsFunc(q.question.Corrected, func(c quarry.Correction) bool { return c.Set.Answer != nil })
	if at[0] < p.ByteStart || isOther && !isWhole(within, at) { // the source indents or quotes its lines
		if at = wordsIn(within, written, isOther); at == nil {
			at = wordsIn(within, p.Text, isOther)
		}
	}
	switch {
	case at == nil && isOther:
		return 0, 0
	case at == nil:
		return span.LineStart, span.LineEnd
	}
	first := span.LineStart + bytes.Count(within[:at[0]], []byte("\n"))
	return first, first + bytes.Count(within[at[0]:at[1]], []byte("\n"))
}

// wordsIn returns where words stand in a text, whatever parts its lines, whole ones if no part of a
// word will do; nil where they do not.
func wordsIn(text []byte, written string, whole bool) []int { //nolint:revive // a person's words are looked for more strictly
	words := strings.Fields(written)
	if len(words) == 0 {
		return nil
	}
	for i, word := range words {
		words[i] = regexp.QuoteMeta(word)
	}
	for _, at := range regexp.MustCompile(strings.Join(words, `[\s>]+`)).FindAllIndex(text, -1) {
		if !whole || isWhole(text, at) {
			return at
		}
	}
	return nil
}

// isWhole reports whether no letter or digit stands right beside a part of a text.
func isWhole(text []byte, at []int) bool {
	before, _ := utf8.DecodeLastRune(text[:at[0]])
	behind, _ := utf8.DecodeRune(text[at[1]:])
	isPart := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return !isPart(before) && !isPart(behind)
}
