package acronym

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// word is a piece of a long form that letters of the short one may stand for.
type word struct {
	text       string // lower case
	start, end int    // in the text
	part       bool   // of a longer word: no letter has to stand for it
	number     bool
	small      bool // "of" and the like: no letter has to stand for it
	first      bool // a long form may begin with it
}

// wordsOf returns the words of a text, parted where the case changes and between
// letters and digits.
func (f *finder) wordsOf(s string) []word {
	all := cut(s)
	for i := range all {
		all[i].small = f.small.Has(all[i].text)
		all[i].first = !f.neverFirst.Has(all[i].text)
	}
	return all
}

// cut is wordsOf for words of which nothing else is known.
func cut(s string) []word {
	var all []word
	start, last := -1, rune(0)
	end := func(at int) {
		if start >= 0 {
			w := word{text: strings.ToLower(s[start:at]), start: start, end: at}
			w.number = unicode.IsDigit(rune(w.text[0]))
			if len(all) > 0 {
				gap := s[all[len(all)-1].end:start]
				w.part = gap == "" || gap == "-"
			}
			all = append(all, w)
		}
		start = -1
	}
	for at, r := range s {
		inside := text.IsWord(r) || r == '\'' && start >= 0
		if !inside || start >= 0 && parts(last, r) {
			end(at)
		}
		if inside && start < 0 {
			start = at
		}
		last = r
	}
	end(len(s))
	return all
}

// parts reports whether a word is parted between two runes.
func parts(last, next rune) bool {
	return unicode.IsDigit(last) != unicode.IsDigit(next) || unicode.IsLower(last) && unicode.IsUpper(next)
}

// digitsOf returns the digits of the number that a word writes out, or "".
func (a *aligner) digitsOf(word string) string {
	if value, ok := a.numerals.Value(word); ok {
		return quantity.Format(value)
	}
	if place, ok := a.numerals.Ordinal(word); ok {
		return strconv.Itoa(place)
	}
	return ""
}

// begins returns how many bytes of a word a letter stands for that begins it, 0
// where it does not. An X is also what sounds like one.
func (a *aligner) begins(w word, letter rune) int {
	first, size := utf8.DecodeRuneInString(w.text)
	if first == letter {
		return size
	}
	if letter == 'x' {
		for _, sound := range a.sounds {
			if strings.HasPrefix(w.text, sound) {
				return len(sound)
			}
		}
	}
	return 0
}

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
