package answer

import (
	"slices"
	"strings"
)

// options are the texts among which one chooses, and how they are found in another text.
type options struct {
	words   *thesaurus
	texts   []string
	spelled []string // with their signs
	folded  []string // without them; "" where another option is the same then
}

func newOptions(texts []string, words *thesaurus) options {
	o := options{words: words, texts: texts}
	count := map[string]int{}
	for _, text := range texts {
		o.spelled, o.folded = append(o.spelled, spelled(text)), append(o.folded, folded(text))
		count[folded(text)]++
	}
	for at, words := range o.folded {
		if count[words] > 1 {
			o.folded[at] = ""
		}
	}
	return o
}

// whole returns the one option that a text is: to the letter, or but for words that say
// nothing. A single letter is no text.
func (o options) whole(text string) []int {
	if at := slices.IndexFunc(o.texts, func(option string) bool { return len(spelled(option)) > 1 && sameWords(option, text) }); at >= 0 {
		return []int{at}
	}
	found := o.in(text, func(before, behind string) bool { return o.words.onlyStops(before) && o.words.onlyStops(behind) })
	found = slices.DeleteFunc(found, func(at int) bool { return len(o.spelled[at]) == 1 && isLetter(o.spelled[at][0]) })
	return found[:min(len(found), 1)]
}

// in returns the options that stand in a text, each where what is before it and behind
// it is accepted: with their signs, or without them where no other option is the same
// then and the text has no other sign.
func (o options) in(text string, accept func(before, behind string) bool) []int {
	stands := func(said, words string) bool {
		before, behind, ok := strings.Cut(" "+said+" ", " "+words+" ")
		return words != "" && ok && accept(before, behind)
	}
	said, plain := spelled(text), folded(text)
	var found []int
	for at, option := range o.texts {
		if stands(said, o.spelled[at]) || !clash(text, option) && stands(plain, o.folded[at]) {
			found = append(found, at)
		}
	}
	return o.withoutParts(found)
}

// withoutParts drops options that are a part of another one that was found: "read
// committed" where "read uncommitted" is no part, "cache" where "cache line" was said.
// Of two that are the same neither is left.
func (o options) withoutParts(found []int) []int {
	return slices.DeleteFunc(slices.Clone(found), func(at int) bool {
		return slices.ContainsFunc(found, func(other int) bool {
			return other != at && strings.Contains(" "+o.spelled[other]+" ", " "+o.spelled[at]+" ")
		})
	})
}

// with returns the options that have all words of a text.
func (o options) with(text string) []int {
	words := strings.Fields(folded(text))
	var found []int
	for at, option := range o.texts {
		has := strings.Fields(folded(option))
		if !clash(text, option) && len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(has, word) }) {
			found = append(found, at)
		}
	}
	return found
}
