package answer

import (
	_ "embed" // the words
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

//go:embed words.txt
var wordList string

// thesaurus knows which words and phrases mean the same, and which the opposite. It
// is read once and only looked at afterwards.
type thesaurus struct {
	vocabulary

	language  *text.Language
	keys      map[string][]string   // by stem or by stems with spaces: the groups that it is of
	sides     map[string][]string   // by the same: the sides of opposites that it is on, "~7a" against "~7b"
	phrases   map[string][][]string // by their first stem, the longest first
	capitals  map[string]bool       // short forms that count only in capitals
	irregular map[string]string     // "built" is a form of "build"
	generic   map[string]bool       // stems that are weak evidence
	mutual    map[string]bool       // stems that say the same of two things in any order
}

func newThesaurus(built *lexicon.Lexicon) (*thesaurus, error) {
	t := &thesaurus{
		vocabulary: newVocabulary(built), language: built.Language("en"), keys: map[string][]string{}, sides: map[string][]string{}, phrases: map[string][][]string{},
		capitals: map[string]bool{}, irregular: map[string]string{},
	}
	var groups [][]string
	for number, line := range strings.Split(wordList, "\n") {
		mark, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch mark {
		case "", "#":
		case ">":
			forms := strings.Fields(rest)
			for _, form := range forms[1:] {
				t.irregular[form] = forms[0]
			}
		case "=", "!":
			groups = append(groups, []string{mark, rest})
		default:
			return nil, fmt.Errorf("words, line %d: %q is no mark", number+1, mark)
		}
	}
	st := t.stemmer()
	t.generic, t.mutual = t.stemsOf(st, cueGenericWords), t.stemsOf(st, cueMutualWords)
	for i, group := range groups {
		t.take(st, i, group[0], group[1])
	}
	for i, group := range built.Synonyms() {
		t.name(st, fmt.Sprintf("~f%d", i), group)
	}
	for _, phrases := range t.phrases {
		slices.SortStableFunc(phrases, func(a, b []string) int { return len(b) - len(a) })
	}
	return t, nil
}

// stemsOf returns the stems of the words that signal something.
func (t *thesaurus) stemsOf(st *text.Stemmer, cue lexicon.Cue) map[string]bool {
	stems := map[string]bool{}
	for _, word := range t.cues[cue].List() {
		stems[st.Stem(word)] = true
	}
	return stems
}

// stemmer returns a stemmer that knows the irregular forms.
func (t *thesaurus) stemmer() *text.Stemmer { return t.language.Stemmer(t.irregular) }

// take takes a line in: a group of words that mean the same, or two sides.
func (t *thesaurus) take(st *text.Stemmer, number int, mark, line string) {
	if mark == "=" {
		t.name(st, fmt.Sprintf("~%d", number), phrasesOf(line))
		return
	}
	one, other, _ := strings.Cut(line, "|")
	t.side(st, fmt.Sprintf("~%da", number), phrasesOf(one))
	t.side(st, fmt.Sprintf("~%db", number), phrasesOf(other))
}

func phrasesOf(line string) []string {
	phrases := strings.Fields(line)
	for i := range phrases {
		phrases[i] = strings.ReplaceAll(phrases[i], "_", " ")
	}
	return phrases
}

// side puts phrases on one side of an opposite. They do not mean the same for that.
func (t *thesaurus) side(st *text.Stemmer, side string, phrases []string) {
	for _, phrase := range phrases {
		key := strings.Join(t.phrase(st, phrase), " ")
		t.sides[key] = append(t.sides[key], side)
	}
}

// otherSide returns what is opposite to a side.
func otherSide(side string) string {
	if base, ok := strings.CutSuffix(side, "a"); ok {
		return base + "b"
	}
	return strings.TrimSuffix(side, "b") + "a"
}

// name gives phrases a key that they share.
func (t *thesaurus) name(st *text.Stemmer, key string, phrases []string) {
	const longAcronym = 5
	for _, phrase := range phrases {
		stems := t.phrase(st, phrase)
		joined := strings.Join(stems, " ")
		t.keys[joined] = append(t.keys[joined], key)
		if strings.HasPrefix(key, "~f") && len(stems) == 1 && len(phrase) <= longAcronym && !strings.ContainsFunc(phrase, unicode.IsDigit) {
			t.capitals[joined] = true
		}
	}
}

// phrase returns the stems of a phrase, and remembers those of several.
func (t *thesaurus) phrase(st *text.Stemmer, phrase string) []string {
	var stems []string
	if strings.ContainsRune(phrase, '(') {
		return []string{phrase}
	}
	for _, word := range strings.FieldsFunc(strings.ToLower(phrase), func(r rune) bool { return r == ' ' || r == '-' }) {
		stems = append(stems, st.Stem(word))
	}
	if len(stems) > 1 {
		known := func(other []string) bool { return slices.Equal(other, stems) }
		if list := t.phrases[stems[0]]; !slices.ContainsFunc(list, known) {
			t.phrases[stems[0]] = append(list, stems)
		}
	}
	return stems
}

// longest returns the longest phrase that stems begin with; nil where none does.
func (t *thesaurus) longest(stems []string) []string {
	for _, phrase := range t.phrases[stems[0]] {
		if len(phrase) <= len(stems) && slices.Equal(phrase, stems[:len(phrase)]) {
			return phrase
		}
	}
	return nil
}
