package lexicon

import (
	"strings"

	"github.com/quarrykb/quarry"
)

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
