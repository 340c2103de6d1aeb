package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// paragraphCounts counts in how many paragraphs each stem stands.
type paragraphCounts struct {
	stems      *text.Stemmer
	of         map[string]int
	paragraphs int
}

func (c *paragraphCounts) add(content string) {
	const fewest = 4
	for paragraph := range strings.SplitSeq(content, "\n\n") {
		seen := map[string]bool{}
		for _, word := range text.WordsPlain(paragraph) {
			if !text.AllDigits(word) {
				seen[c.stems.Stem(word)] = true
			}
		}
		if len(seen) < fewest {
			continue
		}
		c.paragraphs++
		for stem := range seen {
			c.of[stem]++
		}
	}
}

// rarity counts in how many paragraphs of the starter corpus each stem stands, and writes
// its inverse document frequency (Spärck Jones, "A statistical interpretation of term
// specificity and its application in retrieval", 1972); under "" that of a stem which
// stands in one alone.
func (t *trainer) rarity(built *lexicon.Lexicon) error {
	c := &paragraphCounts{stems: built.Language("en").Stemmer(nil), of: map[string]int{}}
	paths, err := filepath.Glob(filepath.Join(t.root, "corpus", "documents", "*", "*"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		content, err := os.ReadFile(filepath.Clean(path))
		if err != nil {
			return err
		}
		c.add(string(content))
	}
	rarity := map[string]float64{"": digits(math.Log(float64(c.paragraphs)), 2)}
	for stem, count := range c.of {
		if count > 1 {
			rarity[stem] = digits(math.Log(float64(c.paragraphs)/float64(count)), 2)
		}
	}
	encoded, err := json.MarshalIndent(rarity, "", "")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.root, "internal", "text", "rarity.json"), append(encoded, '\n'), 0o600)
}
