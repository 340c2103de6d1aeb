package phrase

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// Reader knows how people write questions, labels and titles. It is safe for several goroutines.
type Reader struct {
	lexicon  *lexicon.Lexicon
	cues     lexicon.Cues
	numerals quantity.Numerals

	unseen, groups, labelEnd, parting, dashes *regexp.Regexp

	// What is looked for at every line.
	askedLabels, answerLabels, keyLabels byRune // the first
	askingEndings                        byRune // the last
	optionMarks                          []optionMark
}

// New returns a reader that knows the lexicon's words.
func New(lexicon *lexicon.Lexicon) *Reader {
	cues := lexicon.Cues()
	counters := strings.ReplaceAll(regexp.QuoteMeta(strings.Join(cues["number_counters"].List(), "|")), `\|`, "|")
	return &Reader{
		lexicon: lexicon, cues: cues, numerals: lexicon.Numerals(),
		unseen:        regexp.MustCompile(unseen),
		groups:        regexp.MustCompile(groups),
		parting:       regexp.MustCompile(parting),
		dashes:        regexp.MustCompile(` (?:-{1,2}|–|—) `),
		labelEnd:      regexp.MustCompile(fmt.Sprintf(labelEnd, counters)),
		askedLabels:   firstRunes(slices.Concat(cues["question_labels"].List(), cues["task_labels"].List())),
		answerLabels:  firstRunes(cues["answer_labels"].List()),
		keyLabels:     firstRunes(cues["option_key_labels"].List()),
		askingEndings: indexed(cues["asking_endings"].List(), utf8.DecodeLastRuneInString),
		optionMarks:   optionMarks(),
	}
}

// byRune are words by the rune that they begin or end with, which tells that a line has none.
type byRune map[rune][]string

func indexed(words []string, at func(string) (rune, int)) byRune {
	all := byRune{}
	for _, word := range words {
		r, _ := at(word)
		all[r] = append(all[r], word)
	}
	return all
}

func firstRunes(words []string) byRune { return indexed(words, utf8.DecodeRuneInString) }
