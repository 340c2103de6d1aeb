package pattern

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/phrase"
)

// keyed is one numbered answer of a key.
type keyed struct {
	number      int
	first, last int // its lines
}

// answerFromKey gives questions without an answer of their own the one that
// stands under their number in a key below them: a section called "Answers".
// Most of the key must fit, or it is of something else.
func (t *reader) answerFromKey(found []ingest.Found, numbers []int) {
	for n := 1; n < len(t.lines); n++ {
		if !t.opensKey(n) {
			continue
		}
		key := t.readKey(n + 1)
		fits := matchKey(key, found, numbers, n)
		if len(fits) == 0 || 5*len(fits) < 4*len(key) {
			continue
		}
		for entry, question := range fits {
			t.answerWith(&found[question], key[entry])
		}
	}
}

// opensKey reports whether a line is the title of a key.
func (t *reader) opensKey(n int) bool {
	l := t.lines[n]
	if l.kind != heading && (l.kind != text || l.form.bold != 'w' && !t.text.StandsApart(n)) {
		return false
	}
	return phrase.IsKeyTitle(t.text.Line(n))
}

// readKey returns the numbered items from a line on, up to the next title that
// is not one of a part of the key.
func (t *reader) readKey(n int) []keyed {
	var key []keyed
	for ; n < len(t.lines); n++ {
		l := t.lines[n]
		last := len(key) - 1
		switch {
		case l.kind == taken:
			return key
		case l.kind == text && l.number >= 0 && l.form.bullet == '1' && l.form.depth < 2:
			key = append(key, keyed{l.number, n, n})
		case l.kind == text && last >= 0, l.kind == code && last >= 0:
			key[last].last = n
		case l.kind == heading && last >= 0 && l.form.heading == 1:
			return key
		}
	}
	return key
}

// matchKey pairs a key's entries with the unanswered questions above it that
// have their numbers, both in their order. It returns the index of a question
// for that of an entry.
func matchKey(key []keyed, found []ingest.Found, numbers []int, before int) map[int]int {
	fits := map[int]int{}
	next := 0
	for entry, one := range key {
		for q := next; q < len(found) && found[q].Lines.LineEnd < before; q++ {
			if numbers[q] == one.number && found[q].Question.Answer == "" && len(found[q].Elsewhere) == 0 {
				fits[entry], next = q, q+1
				break
			}
		}
	}
	return fits
}

func (t *reader) answerWith(found *ingest.Found, entry keyed) {
	span := t.text.LineSpan(entry.first, entry.last)
	written := t.text.Cut(span)
	rest, _, _ := cutBullet(written)
	answer := t.clean(dedent(strings.TrimSpace(rest)))
	if answer == "" {
		return
	}
	found.Question.Answer = answer
	found.Question.Source.Context = append(found.Question.Source.Context, quarry.Context{Role: quarry.RoleAnswer, Span: span})
	found.Elsewhere = append(found.Elsewhere, quarry.LineRange{LineStart: entry.first, LineEnd: entry.last})
}
