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
	marks []int // the lines between them
}

// sides is a card as it stands in the text: a head, and the front and the backs below it.
type sides struct {
	head  block
	below []block
}

// What makes a deck of a text.
const (
	fewestCards  = 2
	shareSided   = 0.6 // of the cards have what a card has
	longestFront = 6   // lines
)

// deckOf returns the deck that a text is: each card has a head of keys and values,
// all with the first key of the first.
func (p *Parser) deckOf(text *ingest.Text) deck {
	blocks, marks := blocksOf(text)
	d := deck{marks: marks}
	key, heads := "", 0
	for i := 0; i < len(blocks); i++ {
		b, last := blocks[i], len(d.cards)-1
		switch {
		case p.isHead(text, b, &key):
			heads++
			if i++; i < len(blocks) && !blocks[i].empty() {
				d.cards = append(d.cards, sides{head: b, below: blocks[i : i+1 : i+1]})
			}
		case last >= 0 && !b.empty():
			d.cards[last].below = append(d.cards[last].below, b)
		}
	}
	regular := 0
	for _, c := range d.cards {
		front := c.below[0]
		_, hides := p.hidden(front.text(text))
		isSided := len(c.below) == 2 || len(c.below) == 1 && hides
		if isSided && front.last-front.first < longestFront {
			regular++
		}
	}
	if all := len(d.cards); all >= fewestCards && all == heads && float64(regular) >= shareSided*float64(all) {
		d.sure = ingest.Certain
	}
	return d
}

// isHead reports whether a block is nothing but keys with values and lists of them, a
// given key among them. Where none is given it is the first of the block.
func (p *Parser) isHead(text *ingest.Text, b block, key *string) bool {
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

// hidden returns a front with its hidden words as other programs write them, and whether
// there are such and others are left. Braces of formulas hide nothing.
func (p *Parser) hidden(front string) (string, bool) {
	written := p.hiding.ReplaceAllString(front, "{{c1::$1}}")
	shown, hidden := p.cards.Cloze(written)
	return written, len(hidden) > 0 && !strings.ContainsAny(front, "$\\") && strings.ContainsFunc(shown, unicode.IsLetter)
}

// block is the lines between two marks, without the blank ones at its ends. Last is
// first−1 where nothing stands between them.
type block struct{ first, last int }

func (b block) empty() bool { return b.last < b.first }

func (b block) text(text *ingest.Text) string { return text.Cut(text.LineSpan(b.first, b.last)) }

// blocksOf returns the marks of a text, and the blocks behind each.
func blocksOf(text *ingest.Text) ([]block, []int) {
	var blocks []block
	var marks []int
	fenced := text.Fences()
	for n := 1; n <= text.Lines(); n++ {
		line := text.Line(n)
		last := len(blocks) - 1
		switch {
		case strings.TrimRight(line, " \t") == "---" && !fenced[n]:
			blocks, marks = append(blocks, block{first: n + 1, last: n}), append(marks, n)
		case last < 0 || text.Blank(n):
		case blocks[last].empty():
			blocks[last] = block{first: n, last: n}
		default:
			blocks[last].last = n
		}
	}
	return blocks, marks
}
