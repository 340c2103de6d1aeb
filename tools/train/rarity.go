package main

import (
	"encoding/json"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// rarity counts in how many paragraphs of the starter corpus each stem stands, and writes
// its inverse document frequency (Spärck Jones, "A statistical interpretation of term
// specificity and its application in retrieval", 1972).
func (t *trainer) rarity() error {
	built, err := lexicon.Load()
	if err != nil {
		return err
	}
	stems := built.Language("en").Stemmer(nil)
	counts, paragraphs := map[string]int{}, 0
	err = filepath.WalkDir(filepath.Join(t.root, "corpus", "documents"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path) //nolint:gosec // below the repository's root
		if err != nil {
			return err
		}
		for paragraph := range strings.SplitSeq(string(content), "\n\n") {
			seen := map[string]bool{}
			for _, word := range text.WordsPlain(paragraph) {
				if !text.AllDigits(word) {
					seen[stems.Stem(word)] = true
				}
			}
			const fewest = 4
			if len(seen) < fewest {
				continue
			}
			paragraphs++
			for stem := range seen {
				counts[stem]++
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	rarity := map[string]float64{"": digits(math.Log(float64(paragraphs)), 2)}
	for stem, count := range counts {
		if count > 1 {
			rarity[stem] = digits(math.Log(float64(paragraphs)/float64(count)), 2)
		}
	}
	encoded, err := json.MarshalIndent(rarity, "", "")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.root, "answer", "rarity.json"), append(encoded, '\n'), 0o600)
}
