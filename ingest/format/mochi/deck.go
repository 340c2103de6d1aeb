package mochi

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest"
)

// deck is the cards of a text, and how sure it is that they are cards.
type deck struct {
	sure  ingest.Confidence
	cards []card
	heads []block
	marks []int // the lines that part cards and sides
}

// card is a front with its backs. Its head may be empty.
type card struct {
	head, front block
	backs       []block
}

// last returns the last line of a card.
func (c card) last() int {
	if n := len(c.backs); n > 0 {
		return c.backs[n-1].last
	}
	return c.front.last
}

// What makes a deck of a text.
const (
	fewestCards   = 2
	fewestPlain   = 4   // where fronts do not ask
	shareSided    = 0.6 // of the cards with a head have what a card has
	shareRegular  = 0.8 // of those without one
	shareAsking   = 2.0 / 3
	shareAnswers  = 1.0 / 3 // of the backs ask at most
	longestFront  = 6       // lines
	longestPlain  = 120     // characters of a front that does not ask
	linesOfAPlain = 4       // of the back to such a front
)

// deckOf reads the deck that a text is, in the surest of the ways that fit.
func (p *Parser) deckOf(text *ingest.Text) deck {
	all := p.blocksOf(text)
	if len(all) < 2*fewestCards {
		return deck{}
	}
	ways := append([]deck{headed(text, all)}, p.parted(text, all)...)
	ways = append(ways, p.alternating(text, all), p.alternating(text, all[1:]))
	for _, d := range ways {
		if d.sure > ingest.NotMine {
			for _, b := range all {
				if b.line > 0 {
					d.marks = append(d.marks, b.line)
				}
			}
			return d
		}
	}
	return deck{}
}

// headed reads cards of which each has a head of keys and values, all with the
// first key of the first.
func headed(text *ingest.Text, all []block) deck {
	var d deck
	key := firstKey(text, all)
	if key == "" {
		return d
	}
	for i, b := range all {
		n := len(d.cards)
		switch {
		case b.isHead(text) && b.hasKey(text, key):
			d.heads = append(d.heads, b)
			if i+1 < len(all) && !all[i+1].empty() {
				d.cards = append(d.cards, card{head: b, front: all[i+1]})
			}
		case n > 0 && !b.empty() && b != d.cards[n-1].front:
			d.cards[n-1].backs = append(d.cards[n-1].backs, b)
		}
	}
	if len(d.cards) == len(d.heads) && d.isRegular(text, shareSided) {
		d.sure = ingest.Certain
	}
	return d
}

// firstKey returns the first key of the first head, "" where there is none.
func firstKey(text *ingest.Text, all []block) string {
	for _, b := range all {
		if b.isHead(text) {
			key, _, _ := strings.Cut(text.Line(b.first), ":")
			return key
		}
	}
	return ""
}

// isRegular reports whether a share of the cards have a short front, and a back
// or, below a head, hidden words.
func (d deck) isRegular(text *ingest.Text, share float64) bool {
	regular := 0
	for _, c := range d.cards {
		sided := len(c.backs) == 1
		if len(c.backs) == 0 && c.head.mark != "" {
			_, _, sided = cutCloze(c.front.text(text))
		}
		if sided && c.front.lines() <= longestFront {
			regular++
		}
	}
	return len(d.cards) >= fewestCards && float64(regular) >= share*float64(len(d.cards))
}

// parted reads cards parted by one mark with sides parted by another, in every
// pairing of the marks that the text has.
func (p *Parser) parted(text *ingest.Text, all []block) []deck {
	marks := map[string]bool{}
	var order []string
	for _, b := range all {
		if b.mark != "" && !marks[b.mark] {
			marks[b.mark] = true
			order = append(order, b.mark)
		}
	}
	if len(order) != 2 {
		return nil
	}
	return []deck{p.partedBy(text, all, order[1]), p.partedBy(text, all, order[0])}
}

// partedBy reads cards that begin behind a mark and have another within.
func (p *Parser) partedBy(text *ingest.Text, all []block, mark string) deck {
	var d deck
	for _, b := range all {
		switch n := len(d.cards); {
		case b.empty():
		case b.mark == mark || n == 0:
			d.cards = append(d.cards, card{front: b})
		default:
			d.cards[n-1].backs = append(d.cards[n-1].backs, b)
		}
	}
	if d.isRegular(text, shareRegular) && (d.asks(p, text) || d.isPlain(text)) {
		d.sure = ingest.Likely
	}
	return d
}

// alternating reads fronts and backs in turn between marks of one kind, behind
// the front matter of all of them.
func (p *Parser) alternating(text *ingest.Text, all []block) deck {
	var d deck
	if all[0].isHead(text) {
		d.heads, all = all[:1], all[1:]
	}
	for _, b := range all {
		if b.mark != "" && b.mark != all[len(all)-1].mark {
			return deck{}
		}
		d.take(b)
	}
	if d.isRegular(text, shareRegular) && d.asks(p, text) {
		d.sure = ingest.Likely
	}
	return d
}

// take adds a block as the back of the last card, or as the front of the next.
func (d *deck) take(b block) {
	n := len(d.cards)
	switch {
	case n > 0 && len(d.cards[n-1].backs) == 0:
		d.cards[n-1].backs = append(d.cards[n-1].backs, b)
	case !b.empty():
		d.cards = append(d.cards, card{front: b})
	}
}

// asks reports whether most fronts ask, and hardly any back does. It stops at the card
// that makes it impossible.
func (d deck) asks(p *Parser, text *ingest.Text) bool {
	fronts, backs, all := len(d.cards), 0, float64(len(d.cards)) // fronts that may ask
	for _, c := range d.cards {
		if !p.asks(c.front.text(text)) {
			fronts--
		}
		for _, back := range c.backs {
			if p.phrases.EndsAsking(firstLine(back.text(text))) {
				backs++
			}
		}
		if float64(fronts) < shareAsking*all || float64(backs) > shareAnswers*all {
			return false
		}
	}
	return true
}

// isPlain reports whether a deck whose fronts do not ask can be one all the
// same: enough cards, each of two short sides that are no sections.
func (d deck) isPlain(text *ingest.Text) bool {
	for _, c := range d.cards {
		front := c.front.text(text)
		if len(c.backs) != 1 || c.front.lines() > 1 || utf8.RuneCountInString(front) > longestPlain ||
			strings.HasPrefix(front, "#") || c.backs[0].lines() > linesOfAPlain || c.backs[0].isHead(text) {
			return false
		}
	}
	return len(d.cards) >= fewestPlain
}

// asks reports whether a front asks at its beginning or at its end.
func (p *Parser) asks(front string) bool {
	return p.phrases.EndsAsking(front) || p.phrases.EndsAsking(firstLine(front)) || p.phrases.IsQuestion(firstLine(front))
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
