package bleveindex

import (
	"context"
	"slices"

	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/search"
)

// How often a slip is made, against a letter that is lost. Those of a hand that
// knows the word are the frequent ones; the first letter is rarely wrong.
const (
	spelledElsewhere = 2.0 // "colour" for "color" is no slip at all
	letterLost       = 1.0
	lettersSwapped   = 0.8
	letterDoubled    = 0.8
	letterAdded      = 0.4
	letterChanged    = 0.4
	severalSlips     = 0.1
	firstLetterWrong = 0.3 // of any of these
	otherForm        = 0.7 // of any of these in the stem of another form of a word
)

// meaning is a word that may be meant, and how often it is written as what was.
type meaning struct {
	word   string
	weight float64
}

// meantBy returns words with how often they are written so.
func meantBy(written string, words []string) []meaning {
	all := make([]meaning, len(words))
	for i, word := range words {
		all[i] = meaning{word, slipWeight(written, word)}
	}
	return all
}

// slipWeight returns how often a word that is meant is written so.
func slipWeight(written, meant string) float64 {
	if text.SameSpelling(written, meant) {
		return spelledElsewhere
	}
	from, to := []rune(written), []rune(meant)
	alike := 0
	for alike < min(len(from), len(to)) && from[alike] == to[alike] {
		alike++
	}
	weight := slipBehind(from, to, alike)
	if alike == 0 {
		weight *= firstLetterWrong
	}
	return weight
}

// slipBehind is slipWeight for two words of which so many first letters are alike.
func slipBehind(written, meant []rune, alike int) float64 {
	switch from, to := written[alike:], meant[alike:]; {
	case len(to) > 0 && slices.Equal(from, to[1:]):
		return letterLost
	case len(from) > 0 && slices.Equal(from[1:], to):
		if alike > 0 && written[alike-1] == from[0] {
			return letterDoubled
		}
		return letterAdded
	case len(from) == 0 || len(to) == 0:
		return severalSlips
	case slices.Equal(from[1:], to[1:]):
		return letterChanged
	case len(from) > 1 && len(to) > 1 && from[0] == to[1] && from[1] == to[0] && slices.Equal(from[2:], to[2:]):
		return lettersSwapped
	}
	return severalSlips
}

var _ search.Repairer = (*Index)(nil)

// Repaired returns a query's text as it is searched for: words that no entry has
// are read as the nearest that one has. Where all words are known it costs a look
// into the dictionaries.
func (i *Index) Repaired(ctx context.Context, text string) (string, error) {
	words := search.ParseExpression(text).Words
	asked := i.asked()
	written, names := asked.withKnown(i.schema.written(words), words), i.schema.identifiers(words)
	if len(written)+len(names) == 0 {
		return text, ctx.Err()
	}
	better := text
	err := i.look(func(s *snapshot) error {
		missing, err := s.missingOf(asked.forms(text), written)
		if err != nil {
			return err
		}
		if better, err = s.mended(text, names); err == nil {
			better, err = s.repaired(better, written, missing)
		}
		return err
	})
	return better, err
}

// missingOf returns the terms that no entry has in any form in a field that counts.
func (s *snapshot) missingOf(forms otherForms, written []spelled) (map[string]bool, error) {
	missing := make(map[string]bool, len(written))
	for _, word := range written {
		missing[word.term] = true
	}
	for _, field := range scoredNames() {
		columns, err := openColumns(s.IndexSnapshot, field)
		if err != nil {
			return nil, err
		}
		for term := range missing {
			there, err := occurs(columns, forms.of(term)...)
			if err != nil {
				return nil, err
			}
			if there {
				delete(missing, term)
			}
		}
	}
	return missing, nil
}
