package lexicon

import (
	"strings"

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
	for _, mark := range []string{"?", "!", ".", "…", ")", "\"", "”", "$"} {
		if strings.HasSuffix(text, mark) {
			return true
		}
	}
	return false
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
	taken := map[string]bool{}
	for _, word := range later.words() {
		taken[strings.ToLower(word.value)] = true
	}
	return grades{
		Easy:   append(without(g.Easy, taken), later.Easy...),
		Medium: append(without(g.Medium, taken), later.Medium...),
		Hard:   append(without(g.Hard, taken), later.Hard...),
	}
}

func (g grades) words() []scalar {
	return append(append(append([]scalar{}, g.Easy...), g.Medium...), g.Hard...)
}

func without(words []scalar, taken map[string]bool) []scalar {
	var left []scalar
	for _, word := range words {
		if !taken[strings.ToLower(word.value)] {
			left = append(left, word)
		}
	}
	return left
}

func (g grades) check() error {
	seen := map[string]place{}
	for _, word := range g.words() {
		folded := strings.ToLower(word.value)
		if first, twice := seen[folded]; twice {
			return word.at.errorf("grade word %q stands at %s already", word.value, first)
		}
		seen[folded] = word.at
	}
	return nil
}

func (g grades) value() []GradeWord {
	var all []GradeWord
	for _, grade := range []struct {
		difficulty quarry.Difficulty
		words      []scalar
	}{{quarry.Easy, g.Easy}, {quarry.Medium, g.Medium}, {quarry.Hard, g.Hard}} {
		for _, word := range grade.words {
			all = append(all, GradeWord{Word: word.value, Difficulty: grade.difficulty})
		}
	}
	return all
}
