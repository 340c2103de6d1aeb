package answer

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/formula"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// language is what the judge knows of the words of one language. It is never changed.
type language struct {
	code      string
	cues      lexicon.Cues
	numerals  quantity.Numerals
	speech    *text.Language
	irregular map[string]string     // "built" is a form of "build"
	groups    map[string][]int      // by stems with spaces: the groups of words that mean the same
	near      map[string][]int      // by the same: the groups of words that mean nearly the same
	sides     map[string][]int      // by the same: the sides of opposites, a number and its negative
	phrases   map[string][][]string // by first stem: the stems of what has a group or a side and several words
	formulas  *formula.Reader
	patterns  *patterns
	rarity    map[string]float64 // by stem: inverse document frequency in running text
	unknown   float64            // that of a stem which is not there
}

// The cues of the judge.
const (
	cueStopWords     lexicon.Cue = "stop_words"
	cueSilentWords   lexicon.Cue = "silent_words"
	cueDenials       lexicon.Cue = "judged_denials"
	cueDenyingBefore lexicon.Cue = "denying_before"
	cueNotOnly       lexicon.Cue = "not_only"
	cueInverting     lexicon.Cue = "inverting"
	cueAnd           lexicon.Cue = "and_words"
	cueOr            lexicon.Cue = "or_words"
	cueClauseOpeners lexicon.Cue = "clause_openers"
	cueContrasting   lexicon.Cue = "contrasting"
	cueShortForms    lexicon.Cue = "short_forms"
	cueOpposites     lexicon.Cue = "opposites"
	cueSameMeaning   lexicon.Cue = "same_meaning"
	cueNearMeaning   lexicon.Cue = "near_meaning"
	cueIrregular     lexicon.Cue = "irregular_forms"

	cueAdded           lexicon.Cue = "added"
	cueSubtracted      lexicon.Cue = "subtracted"
	cueMultiplied      lexicon.Cue = "multiplied"
	cueDivided         lexicon.Cue = "divided"
	cueSquared         lexicon.Cue = "squared"
	cueFormulaEnds     lexicon.Cue = "formula_ends"
	cueEmptyQuantities lexicon.Cue = "empty_quantities"
	cueEquating        lexicon.Cue = "equating"
)

func newLanguage(built *lexicon.Lexicon, code string, rarity map[string]float64) *language {
	l := &language{
		code: code, cues: built.CuesIn(code), numerals: built.Numerals(code), speech: built.Language(code), irregular: map[string]string{},
		groups: map[string][]int{}, near: map[string][]int{}, sides: map[string][]int{}, phrases: map[string][][]string{}, rarity: rarity, patterns: newPatterns(),
	}
	l.formulas = l.formulaReader()
	for _, weight := range rarity {
		l.unknown = max(l.unknown, weight)
	}
	for _, line := range l.cues[cueIrregular].List() {
		forms := strings.Fields(line)
		for _, form := range forms[1:] {
			l.irregular[form] = forms[0]
		}
	}
	st := l.stemmer()
	group := 0
	for _, line := range l.cues[cueSameMeaning].List() {
		group++
		l.name(st, l.groups, group, strings.Split(line, ","))
	}
	for _, names := range built.Synonyms() {
		group++
		l.name(st, l.groups, group, names)
	}
	for _, line := range l.cues[cueNearMeaning].List() {
		group++
		l.name(st, l.near, group, strings.Split(line, ","))
	}
	for i, line := range l.cues[cueOpposites].List() {
		one, other, _ := strings.Cut(line, "|")
		l.name(st, l.sides, i+1, strings.Split(one, ","))
		l.name(st, l.sides, -i-1, strings.Split(other, ","))
	}
	return l
}

// formulaReader returns a reader of formulas in the words of the language.
func (l *language) formulaReader() *formula.Reader {
	list := func(cue lexicon.Cue) []string { return l.cues[cue].List() }
	empty := func(word string) bool { return l.isStop(word) || l.is(cueEmptyQuantities, word) }
	return formula.NewReader(formula.Words{
		Added: list(cueAdded), Subtracted: list(cueSubtracted), Multiplied: list(cueMultiplied), Divided: list(cueDivided), Squared: list(cueSquared),
		Equating: list(cueEquating), Empty: empty, Value: l.numerals.Value,
		Ends: func(word string) bool { return l.is(cueFormulaEnds, word) },
		Stems: func(s string) []string {
			words := slices.DeleteFunc(text.WordsPlain(s), func(word string) bool { return len(word) < 2 || empty(word) || l.is(cueFormulaEnds, word) })
			return l.stemmer().Stems(words)
		},
	})
}

// stemmer returns a stemmer that knows the irregular forms.
func (l *language) stemmer() *text.Stemmer { return l.speech.Stemmer(l.irregular) }

// name gives phrases a number that they share.
func (l *language) name(st *text.Stemmer, in map[string][]int, number int, phrases []string) {
	for _, phrase := range phrases {
		stems := st.Stems(text.WordsPlain(phrase))
		if len(stems) == 0 {
			continue
		}
		key := strings.Join(stems, " ")
		in[key] = append(in[key], number)
		known := slices.ContainsFunc(l.phrases[stems[0]], func(other []string) bool { return slices.Equal(other, stems) })
		if len(stems) > 1 && !known {
			l.phrases[stems[0]] = append(l.phrases[stems[0]], stems)
		}
	}
}

// is reports whether a word or a phrase signals something.
func (l *language) is(cue lexicon.Cue, word string) bool { return l.cues[cue].Has(word) }

// isStop reports whether a word says nothing by itself.
func (l *language) isStop(word string) bool {
	return l.is(cueStopWords, word) || l.is(cueSilentWords, word)
}

// weight returns how much a stem tells: its inverse document frequency.
func (l *language) weight(stem string) float64 {
	if weight, known := l.rarity[stem]; known {
		return weight
	}
	return l.unknown
}
