package separated

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/lexicon"
)

// census counts what the sides of cards are like.
type census struct {
	cards    int
	wordy    int // fronts that begin with a letter, and are no longer than a front
	ending   int // fronts that end in a question mark
	defining int // backs that say what something is
	fronts   map[string]bool
}

// longestFront is how long fronts are, in bytes.
const longestFront = 400

func (c *census) add(p *Parser, front, back string) {
	c.cards++
	c.fronts[front] = true
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(p.phrases.Strip(front), "¿¡\"'“‘«([$"))
	if len(front) <= longestFront && (unicode.IsLetter(first) || p.cards.HasCloze(front)) {
		c.wordy++
	}
	if p.phrases.EndsAsking(front) {
		c.ending++
	}
	if p.defines(back) {
		c.defining++
	}
}

// areFronts reports whether nearly all fronts are words, and no two the same.
func (c *census) areFronts() bool {
	return 5*c.wordy >= 4*c.cards && 10*len(c.fronts) >= 9*c.cards
}

// arePairs reports whether a dash parts questions from answers, or terms from
// what they mean, and not the words of sentences, names, lists or speakers.
func (c *census) arePairs() bool {
	return 10*c.ending >= 9*c.cards || 2*c.defining >= c.cards
}

// defines reports whether a text says what something is: it opens with an
// article, is something of something, or has a clause of its own.
func (p *Parser) defines(text string) bool {
	const (
		articles      lexicon.Cue = "articles"
		otherArticles lexicon.Cue = "other_articles"
		relatives     lexicon.Cue = "relatives"
		furthestOf                = 2
	)
	words := strings.Fields(strings.ToLower(text[:min(len(text), longestFront)]))
	for i, word := range words {
		switch {
		case i == 0 && (p.cues[articles].Has(word) || p.cues[otherArticles].Has(word)):
			return len(words) > 1
		case i == 0:
		case p.cues[relatives].Has(word), word == "of" && i <= furthestOf:
			return true
		}
	}
	return false
}
