package mochi

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/ingest"
)

// deck is the cards of a text, and how sure it is that they are cards.
type deck struct {
	sure  ingest.Confidence
	cards []sides
	heads []block
	marks []int // the lines between them
}

// sides is a card as it stands in the text.
type sides struct {
	head, front block
	backs       []block
}

// last returns the last line of a card.
func (c sides) last() int {
	if n := len(c.backs); n > 0 {
		return c.backs[n-1].last
	}
	return c.front.last
}

// What makes a deck of a text.
const (
	fewestCards  = 2
	shareSided   = 0.6 // of the cards have what a card has
	longestFront = 6   // lines
	longestHead  = 20  // lines
)

// deckOf returns the deck that a text is: each card has a head of keys and values,
// all with the first key of the first.
func (p *Parser) deckOf(text *ingest.Text) deck {
	blocks, marks := p.blocksOf(text)
	d := deck{marks: marks}
	key := ""
	for i, b := range blocks[1:] {
		n := len(d.cards)
		switch {
		case p.isHead(text, b, &key):
			d.heads = append(d.heads, b)
			if i+2 < len(blocks) && !blocks[i+2].empty() {
				d.cards = append(d.cards, sides{head: b, front: blocks[i+2]})
			}
		case n > 0 && !b.empty() && b != d.cards[n-1].front:
			d.cards[n-1].backs = append(d.cards[n-1].backs, b)
		}
	}
	regular := 0
	for _, c := range d.cards {
		isSided := len(c.backs) == 1 || len(c.backs) == 0 && p.hides(c.front.text(text))
		if isSided && c.front.last-c.front.first < longestFront {
			regular++
		}
	}
	if all := len(d.cards); all >= fewestCards && all == len(d.heads) && float64(regular) >= shareSided*float64(all) {
		d.sure = ingest.Certain
	}
	return d
}

// isHead reports whether a block is nothing but keys with values, a given key among
// them. Where none is given it is the first of the block.
func (p *Parser) isHead(text *ingest.Text, b block, key *string) bool {
	if b.empty() || b.last-b.first >= longestHead {
		return false
	}
	known := false
	for n := b.first; n <= b.last; n++ {
		found := p.key.FindString(text.Line(n))
		if found == "" && (n == b.first || !strings.HasPrefix(strings.TrimSpace(text.Line(n)), "- ")) {
			return false
		}
		if *key == "" {
			*key = found
		}
		known = known || found == *key
	}
	return known
}

// keys returns what finds the key of a line of YAML: one word and a colon.
func keys() *regexp.Regexp { return regexp.MustCompile("^[^\\s:?*`#|\\[\\](){}$<>\"']+:(?:\\s|$)") }

// hiding returns what finds hidden words: "{{hidden}}" or "{{1::hidden}}".
func hiding() *regexp.Regexp { return regexp.MustCompile(`\{\{(?:c?\d+::)?([^{}]+)\}\}`) }

// hides reports whether words of a front are hidden and others are left. Braces of
// formulas hide nothing.
func (p *Parser) hides(front string) bool {
	return !strings.ContainsAny(front, "$\\") && p.hiding.MatchString(front) &&
		strings.ContainsFunc(p.hiding.ReplaceAllString(front, ""), unicode.IsLetter)
}

// block is the lines between two marks, without the blank ones at its ends. Last is
// first−1 where nothing stands between them.
type block struct{ first, last int }

func (b block) empty() bool { return b.last < b.first }

func (b block) text(text *ingest.Text) string {
	if b.empty() {
		return ""
	}
	return text.Cut(text.LineSpan(b.first, b.last))
}

// blocksOf returns the blocks before, between and behind the marks of a text, and the
// marks. A title at the head of the text is in none.
func (p *Parser) blocksOf(text *ingest.Text) ([]block, []int) {
	var blocks []block
	var marks []int
	fenced := text.Fences()
	open := block{first: 1}
	if n := text.Next(0); n > 0 && text.StandsApart(n) {
		if _, ok := p.phrases.Heading(text.Line(n)); ok {
			open.first = n + 1
		}
	}
	for n := 1; n <= text.Lines(); n++ {
		if strings.TrimRight(text.Line(n), " \t") == "---" && !fenced[n] {
			blocks, marks = append(blocks, open.until(text, n-1)), append(marks, n)
			open.first = n + 1
		}
	}
	return append(blocks, open.until(text, text.Lines())), marks
}

// until returns a block that ends with a line, without its blank ends.
func (b block) until(text *ingest.Text, last int) block {
	b.last = last
	for !b.empty() && text.Blank(b.first) {
		b.first++
	}
	for !b.empty() && text.Blank(b.last) {
		b.last--
	}
	return b
}
