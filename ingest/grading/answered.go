package grading

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// answered are the questions of a document whose source says how hard they are, by the
// words of them and of their answers.
type answered struct {
	questions []Case
	holding   map[string][]int // by word, rising
}

func newAnswered(cases []Case) *answered {
	a := &answered{holding: map[string][]int{}}
	for _, c := range cases {
		if c.Kind != quarry.EntryQuestion || c.Stated == "" {
			continue
		}
		at := len(a.questions)
		a.questions = append(a.questions, c)
		for word := range telling(c.entry) {
			a.holding[word] = append(a.holding[word], at)
		}
	}
	return a
}

// telling returns the words of an entry that tell what it is about, those that are numbers or
// not short.
func telling(e entry) map[string]bool {
	const fewest = 4
	words := map[string]bool{}
	for _, list := range [][]string{e.askedWords, e.answerWords} {
		for _, word := range list {
			if utf8.RuneCountInString(word) >= fewest || strings.ContainsAny(word, "0123456789") {
				words[word] = true
			}
		}
	}
	return words
}

// leaning returns the odds of a fact or a spec drawn to the grade of the question that it
// answers, as far as that question and its answer have its words.
func (a *answered) leaning(c Case, odds Odds) Odds {
	const fewest, least = 3, 0.5
	const most = 50 // questions that hold a word: one that more do tells none of them
	if c.Kind == quarry.EntryQuestion || len(a.questions) == 0 {
		return odds
	}
	words, common := telling(c.entry), map[int]int{}
	best := -1
	for word := range words {
		if holding := a.holding[word]; len(holding) <= most {
			for _, at := range holding {
				common[at]++
			}
		}
	}
	for at, count := range common {
		if best < 0 || count > common[best] || count == common[best] && at < best {
			best = at
		}
	}
	if best < 0 || common[best] < fewest {
		return odds
	}
	share := float64(common[best]) / float64(len(words))
	if share < least {
		return odds
	}
	for i, difficulty := range quarry.Difficulties() {
		odds[i] *= 1 - share
		if difficulty == a.questions[best].Stated {
			odds[i] += share
		}
	}
	return odds
}
