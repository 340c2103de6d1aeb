package org

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/format/markup"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Cues of cards.
const (
	cardTags     lexicon.Cue = "card_tags"
	cardPrograms lexicon.Cue = "card_programs"
	cardFronts   lexicon.Cue = "card_fronts"
	cardBacks    lexicon.Cue = "card_backs"
)

// withoutCards takes the cards of programs that quiz out of an outline, and what stands under them
// that is neither their front nor their back. It returns what writes all else.
func (o *outline) withoutCards(w *markup.Writer) markup.Scan {
	taken := map[int]int{} // the last line of every card, by its first
	var titles []string
	for i := 0; i < len(o.headings); i++ {
		h := o.headings[i]
		titles = append(titles[:min(len(titles), h.level-1)], h.title)
		q := o.card(w, i, titles[:len(titles)-1])
		if strings.TrimSpace(q.Text) == "" { // no card without a front: what stands there is an outline's
			continue
		}
		last := o.tree(i).Last
		q.Source.Span = w.Source.LineSpan(h.line, last)
		w.Own.Questions = append(w.Own.Questions, q)
		taken[h.line] = last
		i = o.behind(i) - 1
	}
	return func(w *markup.Writer, r markup.Region, n int, line string) int {
		if last, ok := taken[n]; ok {
			w.Insert(n, "")
			return last + 1
		}
		return o.scan(w, r, n, line)
	}
}

// sides are the lines of a card below the headings "Front" and "Back", and their like.
// What stands elsewhere in it is shown with the back.
type sides struct{ fronts, backs, others []markup.Region }

func (o *outline) sides(i int) sides {
	var found sides
	end := o.behind(i)
	for j := i + 1; j < end; j = o.behind(j) {
		at := o.tree(j)
		switch title := strings.ToLower(strings.Trim(o.headings[j].title, " .:!")); {
		case o.cues[cardFronts].Has(title):
			found.fronts = append(found.fronts, at)
		case o.cues[cardBacks].Has(title):
			found.backs = append(found.backs, at)
		default:
			at.First = o.headings[j].line
			found.others = append(found.others, at)
		}
	}
	return found
}

// card reads the card that a heading begins. A heading that asks belongs to the front, and
// so does what stands below it before the sides; any other only names the card.
func (o *outline) card(w *markup.Writer, i int, titles []string) quarry.Question {
	h, own, found := o.headings[i], o.body(i), o.sides(i)
	var front, back string
	hides := false
	switch {
	case len(found.backs) > 0 && len(found.fronts) > 0:
		front = o.shown(w, found.fronts...)
		found.others = append(found.others, own)
	case len(found.backs) > 0:
		if front = o.shown(w, own); w.Phrases.EndsAsking(h.title) {
			front = joined(h.title, front)
		}
	case !o.isCard(h) || slices.ContainsFunc(o.headings[i+1:o.behind(i)], o.isCard): // it names several
		return quarry.Question{}
	default:
		front, back = o.cards.cutCloze(cmp.Or(o.shown(w, own), h.title))
		if hides = back != ""; !hides {
			front, back, found = h.title, o.shown(w, o.tree(i)), sides{}
		}
	}
	back = joined(back, o.shown(w, found.backs...))
	q := w.Phrases.Asked(front, titles...)
	if hides {
		q.Style = quarry.StyleCloze
	}
	if !w.Phrases.IsPlaceholder(back) {
		q.Answer = joined(back, o.shown(w, found.others...))
	}
	return q
}

// isCard reports whether a heading is marked as a card.
func (o *outline) isCard(h heading) bool {
	for _, tag := range h.tags {
		tag = strings.ToLower(tag)
		if o.cues[cardTags].Has(tag) || o.cues[cardPrograms].Has(tag) {
			return true
		}
	}
	_, isNote := h.properties["anki_note_type"]
	return isNote
}

// shown returns some lines as they are written over.
func (o *outline) shown(w *markup.Writer, all ...markup.Region) string {
	said := ""
	for _, at := range all {
		said = joined(said, w.Render(at, o.scan))
	}
	return said
}

func joined(before, more string) string { return strings.TrimSpace(before + "\n\n" + more) }

// cards finds the words that cards hide.
type cards struct {
	sides  *card.Reader
	hiding *regexp.Regexp // "[hidden]" and "[hidden||hint]"; or a link, which hides nothing
}

func newCards(lexicon *lexicon.Lexicon) cards {
	return cards{sides: card.NewReader(phrase.New(lexicon)), hiding: regexp.MustCompile(`\[([^\[\]\n|]+)(?:\|\|[^\[\]\n]*)?\]\(?`)}
}

// cutCloze takes the hidden words out of a card: "{{c1::hidden::hint}}", or what
// stands in brackets.
func (c cards) cutCloze(body string) (string, string) {
	if !c.sides.HasCloze(body) {
		body = c.hiding.ReplaceAllStringFunc(body, func(found string) string {
			if strings.HasSuffix(found, "(") {
				return found
			}
			return c.hiding.ReplaceAllString(found, "{{c1::$1}}")
		})
	}
	front, hidden := c.sides.Cloze(body)
	return front, strings.Join(hidden, "; ")
}
