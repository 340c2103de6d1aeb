package acronym

import (
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// Cues of a short form and what it stands for.
const (
	standsFor   lexicon.Cue = "stands_for"
	alsoCalled  lexicon.Cue = "also_called"
	nameLeads   lexicon.Cue = "name_leads"
	nameTails   lexicon.Cue = "name_tails"
	namesEnd    lexicon.Cue = "names_end_before"
	asksMeaning lexicon.Cue = "asks_meaning_of_letters"
	letterless  lexicon.Cue = "words_without_letters"
	neverFirst  lexicon.Cue = "never_first_in_names"
	soundsLikeX lexicon.Cue = "sounds_like_x"
)

// vocabulary is what the lexicon knows of short forms. It is an immutable value.
type vocabulary struct {
	lexicon    *lexicon.Lexicon
	language   *text.Language
	numerals   quantity.Numerals
	small      lexicon.Words
	neverFirst lexicon.Words
	goesOn     lexicon.Words
	tails      lexicon.Words
	leads      []lexicon.Words
	called     []string
	standsFor  []string
	asks       []string
	sounds     []string
}

func vocabularyOf(l *lexicon.Lexicon) vocabulary {
	cues := l.Cues()
	return vocabulary{
		lexicon: l, language: l.Language("en"), numerals: l.Numerals(), small: cues[letterless], neverFirst: cues[neverFirst], goesOn: cues[namesEnd],
		tails: cues[nameTails], leads: []lexicon.Words{cues[standsFor], cues[alsoCalled], cues[nameLeads]},
		called: append(spaced(cues[alsoCalled]), ", or "), standsFor: spaced(cues[standsFor]), asks: cues[asksMeaning].List(),
		sounds: cues[soundsLikeX].List(),
	}
}

// spaced returns words as they stand in a sentence.
func spaced(words lexicon.Words) []string {
	all := make([]string, 0, len(words.List()))
	for _, word := range words.List() {
		all = append(all, " "+word+" ")
	}
	return all
}
