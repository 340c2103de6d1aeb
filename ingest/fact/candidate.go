package fact

import (
	"math"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/noun"
	"github.com/quarrykb/quarry/internal/text"
)

// candidate is an item that may be a fact.
type candidate struct {
	Item

	stands   bool // it is a fact by itself
	tokens   []noun.Word
	words    int // of the tokens, that are words
	language *text.Language
	counted  counts
}

// cut cuts what a candidate says into tokens.
func (r *Reader) cut(c *candidate, language *text.Language) {
	c.language, c.tokens = language, r.nouns.Cut(c.whole(), language)
	for _, t := range c.tokens {
		if strings.ContainsFunc(t.Text, unicode.IsLetter) {
			c.words++
		}
	}
}

// counts are how often a document has something as a key or as the label of a list, in lower case.
type counts map[string]int

// label counts the labels of a group and of those within it.
func (c counts) label(g *group) {
	if label := g.label(); label != "" {
		c[strings.ToLower(label)]++
	}
	for _, p := range g.parts {
		for _, inner := range p.below {
			c.label(inner)
		}
	}
}

// namesAgain returns how often something is a key or a label, by its logarithm: what names one
// part of many things names none of them.
func (c counts) namesAgain(key string) float64 {
	return math.Log(float64(max(1, c[strings.ToLower(key)])))
}
