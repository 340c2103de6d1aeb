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

// GradeWords returns the lexicon's grade words.
func (l *Lexicon) GradeWords() []GradeWord { return l.data.Grades }

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
