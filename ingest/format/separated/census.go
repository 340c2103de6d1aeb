package separated

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// census counts what the sides of cards are like.
type census struct {
	cards, asking int
	wordy         int // fronts that begin with a letter, and are no longer than a front
	short         int // fronts of a few words without the end of a sentence
	ending        int // of those that ask, by a question mark
	defining      int // backs that say what something is
	running       int // backs that run on like a sentence, not like a name
	marked        int // fronts with a bullet or another mark of Markdown
	fronts        map[string]bool
}

// How long fronts are.
const (
	longestFront = 400 // bytes
	mostTermWord = 6
)

func (c *census) add(p *Parser, front, back string) {
	c.cards++
	c.fronts[front] = true
	if p.phrases.IsQuestion(front) {
		c.asking++
	}
	if phrase.IsBullet(front) || phrase.IsMarked(front) {
		c.marked++
	}
	bare := p.phrases.Strip(front)
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(bare, "¿¡\"'“‘«([$"))
	if len(front) <= longestFront && (unicode.IsLetter(first) || card.HasCloze(front)) {
		c.wordy++
	}
	if !strings.ContainsAny(bare, ".!,;:") && text.WordCount(bare) <= mostTermWord {
		c.short++
	}
	if p.phrases.EndsAsking(front) {
		c.ending++
	}
	if runsOn(back) {
		c.running++
	}
	if p.defines(back) {
		c.defining++
	}
}

// runsOn reports whether most words of a text begin with small letters.
func runsOn(text string) bool {
	words, small := 0, 0
	for word := range strings.FieldsSeq(text) {
		first, _ := utf8.DecodeRuneInString(word)
		words++
		if unicode.IsLower(first) {
			small++
		}
	}
	return 2*small > words
}

// areFronts reports whether nearly all fronts are words, and no two the same.
func (c *census) areFronts() bool {
	return 5*c.wordy >= 4*c.cards && 10*len(c.fronts) >= 9*c.cards
}

// arePairs reports whether a dash parts questions from answers, or terms from
// what they mean, and not the words of sentences, names, lists or speakers.
func (c *census) arePairs() bool {
	if c.marked > 0 {
		return false
	}
	return 10*c.ending >= 9*c.cards || (4*c.running >= 3*c.cards && 2*c.defining >= c.cards && 10*c.short >= 9*c.cards)
}

// defines reports whether a text says what something is: it opens with an
// article, is something of something, or has a clause of its own.
func (p *Parser) defines(text string) bool {
	const furthestOf = 2
	words := strings.Fields(strings.ToLower(text[:min(len(text), longestFront)]))
	for i, word := range words {
		switch {
		case i == 0 && (p.cues[articles].Has(word) || p.cues[otherArticles].Has(word)):
			return len(words) > 1
		case p.cues[relatives].Has(word):
			return i > 0
		case word == "of" && i > 0 && i <= furthestOf:
			return true
		}
	}
	return false
}

// The cues of definitions.
const (
	articles      lexicon.Cue = "articles"
	otherArticles lexicon.Cue = "other_articles"
	relatives     lexicon.Cue = "relatives"
)
