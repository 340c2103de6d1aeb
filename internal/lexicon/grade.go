package lexicon

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// GradeWord is a word by which sources state a difficulty.
type GradeWord struct {
	Word       string
	Difficulty quarry.Difficulty
}

// GradeOf returns the difficulty that a word or a phrase stands for, in any
// case.
func (l *Lexicon) GradeOf(phrase string) (quarry.Difficulty, bool) {
	difficulty, ok := l.grades[strings.ToLower(strings.TrimSpace(phrase))]
	return difficulty, ok
}

// TrailingGrade splits a grade word off the end of a line: "What is a warp?
// easy" is the question and Easy. Brackets and emphasis around the word fall
// away. A word counts only behind a mark that ends a sentence, or in brackets:
// "Why is it hard" states nothing. A number never counts: "What is 1 − 2/3?
// (1/3)" ends in its answer.
func (l *Lexicon) TrailingGrade(line string) (string, quarry.Difficulty, bool) {
	line = strings.TrimSpace(line)
	cut := strings.LastIndexAny(line, " \t")
	if cut < 0 {
		return line, "", false
	}
	before, word := strings.TrimSpace(line[:cut]), line[cut+1:]
	unmarked := strings.Trim(word, "*_`")
	bare := strings.Trim(unmarked, "()[]{}·•-–—:*_`")
	difficulty, ok := l.GradeOf(bare)
	asked := strings.TrimRight(before, " ·•-–—:|")
	if !ok || (bare == unmarked && !endsSentence(asked)) || strings.ContainsAny(bare, "0123456789") {
		return line, "", false
	}
	return asked, difficulty, true
}

func endsSentence(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune("?!.…)\"”$", last)
}

// grades are the words by which sources state a difficulty.
type grades struct {
	Easy   []scalar `yaml:"easy"`
	Medium []scalar `yaml:"medium"`
	Hard   []scalar `yaml:"hard"`
}

// under lets the words of a later file take over: a word means what the last
// file says it means.
func (g grades) under(later grades) grades {
	taken := folded(slices.Concat(later.Easy, later.Medium, later.Hard))
	left := func(words, further []scalar) []scalar {
		isTaken := func(word scalar) bool { return slices.Contains(taken, strings.ToLower(word.value)) }
		return append(slices.DeleteFunc(slices.Clone(words), isTaken), further...)
	}
	return grades{Easy: left(g.Easy, later.Easy), Medium: left(g.Medium, later.Medium), Hard: left(g.Hard, later.Hard)}
}

func (g grades) check() error {
	seen := map[string]place{}
	for _, word := range slices.Concat(g.Easy, g.Medium, g.Hard) {
		folded := strings.ToLower(word.value)
		if first, twice := seen[folded]; twice {
			return word.at.errorf("grade word %q stands at %s already", word.value, first)
		}
		seen[folded] = word.at
	}
	return nil
}

func (g grades) value() []GradeWord {
	of := func(words []scalar, difficulty quarry.Difficulty) []GradeWord {
		return each(words, func(word scalar) GradeWord { return GradeWord{Word: word.value, Difficulty: difficulty} })
	}
	return slices.Concat(of(g.Easy, quarry.Easy), of(g.Medium, quarry.Medium), of(g.Hard, quarry.Hard))
}
