package questionkey

import (
	"strings"
)

// synonyms are the phrases of a lexicon that mean the same.
type synonyms struct {
	byFirst map[string][]synonym // by the first word, the longest phrase first
}

type synonym struct {
	words []string
	means string
	caps  bool // only where it is written in capitals
}

// newSynonyms takes over what is unmistakable in any subject: phrases of several
// words, names with digits, acronyms in capitals. A single word has other
// meanings elsewhere ("wavefront", "distillation"), and an acronym of two letters
// has many.
func newSynonyms(groups [][]string, split func(string) []token) synonyms {
	s := synonyms{byFirst: map[string][]synonym{}}
	claimed := map[string]string{}
	for _, group := range groups {
		means := "~" + strings.ReplaceAll(strings.ToLower(group[0]), " ", "_")
		for _, phrase := range group {
			if found, ok := synonymOf(phrase, split(phrase)); ok {
				found.means = means
				s.claim(claimed, found)
			}
		}
	}
	return s
}

// claim takes a phrase over, and forgets one that means two things.
func (s synonyms) claim(claimed map[string]string, found synonym) {
	key := strings.Join(found.words, " ")
	other, taken := claimed[key]
	switch {
	case !taken:
		claimed[key] = found.means
		s.add(found)
	case other != found.means:
		s.drop(found)
	}
}

func synonymOf(phrase string, tokens []token) (synonym, bool) {
	found := synonym{}
	for _, t := range tokens {
		found.words = append(found.words, t.form)
	}
	const shortAcronym, longAcronym = 3, 5
	switch {
	case len(tokens) == 0:
		return found, false
	case len(tokens) > 1, tokens[0].known, strings.ContainsAny(phrase, "0123456789"):
		return found, true
	}
	found.caps = true
	isWord := strings.EqualFold(phrase, "zero") // which titles may write in capitals
	return found, len(phrase) >= shortAcronym && len(phrase) <= longAcronym && !isWord
}

func (s synonyms) add(found synonym) {
	list := s.byFirst[found.words[0]]
	at := 0
	for at < len(list) && len(list[at].words) >= len(found.words) {
		at++
	}
	list = append(list, synonym{})
	copy(list[at+1:], list[at:])
	list[at] = found
	s.byFirst[found.words[0]] = list
}

// drop forgets a phrase.
func (s synonyms) drop(found synonym) {
	var left []synonym
	for _, other := range s.byFirst[found.words[0]] {
		if strings.Join(other.words, " ") != strings.Join(found.words, " ") {
			left = append(left, other)
		}
	}
	s.byFirst[found.words[0]] = left
}

// replace puts one word for every phrase that has synonyms, and reports whether
// two phrases that are not the same became one: then their difference matters. A
// phrase and its acronym right behind it are one name.
func (s synonyms) replace(tokens []token) ([]token, bool) {
	out := make([]token, 0, len(tokens))
	said := map[string]string{}
	for i := 0; i < len(tokens); {
		found, length := s.at(tokens[i:])
		if length == 0 {
			out = append(out, tokens[i])
			i++
			continue
		}
		phrase := strings.Join(found.words, " ")
		repeats := len(out) > 0 && out[len(out)-1].word == found.means
		if other, twice := said[found.means]; twice && other != phrase && !repeats {
			return tokens, true
		}
		said[found.means] = phrase
		if !repeats {
			out = append(out, token{word: found.means, form: found.means, known: true})
		}
		i += length
		out[len(out)-1].ends = tokens[i-1].ends
	}
	return out, false
}

// at returns the longest phrase that tokens begin with.
func (s synonyms) at(tokens []token) (synonym, int) {
	for _, candidate := range s.byFirst[tokens[0].form] {
		if candidate.caps && !tokens[0].caps {
			continue
		}
		if begins(tokens, candidate.words) {
			return candidate, len(candidate.words)
		}
	}
	return synonym{}, 0
}

func begins(tokens []token, words []string) bool {
	if len(tokens) < len(words) {
		return false
	}
	for i, word := range words {
		if tokens[i].form != word {
			return false
		}
	}
	return true
}
