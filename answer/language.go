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
	rarity    text.Rarity
}

func newLanguage(built *lexicon.Lexicon, code string, rarity text.Rarity) *language {
	l := &language{
		code: code, cues: built.CuesIn(code), numerals: built.Numerals(code), speech: built.Language(code), irregular: map[string]string{},
		groups: map[string][]int{}, near: map[string][]int{}, sides: map[string][]int{}, phrases: map[string][][]string{}, rarity: rarity, patterns: newPatterns(),
	}
	l.formulas = l.formulaReader()
	for _, line := range l.cues["irregular_forms"].List() {
		forms := strings.Fields(line)
		for _, form := range forms[1:] {
			l.irregular[form] = forms[0]
		}
	}
	st := l.stemmer()
	group := 0
	for _, line := range l.cues["same_meaning"].List() {
		group++
		l.name(st, l.groups, group, strings.Split(line, ","))
	}
	for _, names := range built.Synonyms() {
		group++
		l.name(st, l.groups, group, names)
	}
	for _, line := range l.cues["near_meaning"].List() {
		group++
		l.name(st, l.near, group, strings.Split(line, ","))
	}
	for i, line := range l.cues["opposites"].List() {
		one, other, _ := strings.Cut(line, "|")
		l.name(st, l.sides, i+1, strings.Split(one, ","))
		l.name(st, l.sides, -i-1, strings.Split(other, ","))
	}
	return l
}

// formulaReader returns a reader of formulas in the words of the language.
func (l *language) formulaReader() *formula.Reader {
	empty := func(word string) bool { return l.isStop(word) || l.cues["empty_quantities"].Has(word) }
	return formula.NewReader(formula.Words{
		Added: l.cues["added"].List(), Subtracted: l.cues["subtracted"].List(), Squared: l.cues["squared"].List(),
		Multiplied: l.cues["multiplied"].List(), Divided: l.cues["divided"].List(), Equating: l.cues["equating"].List(),
		Empty: empty, Value: l.numerals.Value,
		Ends: func(word string) bool { return l.cues["formula_ends"].Has(word) },
		Stems: func(s string) []string {
			words := slices.DeleteFunc(text.WordsPlain(s), func(word string) bool { return len(word) < 2 || empty(word) || l.cues["formula_ends"].Has(word) })
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

// isStop reports whether a word says nothing by itself.
func (l *language) isStop(word string) bool {
	return l.cues["stop_words"].Has(word) || l.cues["silent_words"].Has(word)
}

// weight returns how much a stem tells: its inverse document frequency.
func (l *language) weight(stem string) float64 { return l.rarity.Of(stem) }
