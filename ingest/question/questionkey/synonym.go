package questionkey

import "strings"

// synonyms are the phrases of a lexicon that mean the same, by the forms of their words.
type synonyms map[string]synonym

type synonym struct {
	means string // "" where a phrase means two things
	caps  bool   // only where it is written in capitals
}

// newSynonyms takes over what is unmistakable in any subject: phrases of several words, names with
// digits, acronyms in capitals. A single word has other meanings elsewhere ("wavefront",
// "distillation"), and an acronym of two letters has many.
func newSynonyms(groups [][]string, split func(string) []token) synonyms {
	const shortest, longest = 3, 5 // acronym
	all := synonyms{}
	for _, group := range groups {
		means := "~" + strings.ReplaceAll(strings.ToLower(group[0]), " ", "_")
		for _, phrase := range group {
			tokens := split(phrase)
			plain := len(tokens) > 1 || len(tokens) == 1 && tokens[0].known || strings.ContainsAny(phrase, "0123456789")
			if isAcronym := len(phrase) >= shortest && len(phrase) <= longest; !plain && !isAcronym {
				continue
			}
			said := joined(tokens)
			if other, taken := all[said]; taken && other.means != means {
				means = ""
			}
			all[said] = synonym{means: means, caps: !plain}
		}
	}
	return all
}

// replace puts one word for every phrase that has synonyms, and reports whether
// two phrases that are not the same became one: then their difference matters. A
// phrase and its acronym right behind it are one name.
func (s synonyms) replace(tokens []token) ([]token, bool) {
	out := make([]token, 0, len(tokens))
	said := map[string]string{}
	for i := 0; i < len(tokens); {
		length := s.at(tokens[i:])
		if length == 0 {
			out = append(out, tokens[i])
			i++
			continue
		}
		phrase := joined(tokens[i : i+length])
		means := s[phrase].means
		repeats := len(out) > 0 && out[len(out)-1].word == means
		if other, twice := said[means]; twice && other != phrase && !repeats {
			return tokens, true
		}
		said[means] = phrase
		if !repeats {
			out = append(out, token{word: means, form: means, known: true})
		}
		i += length
		out[len(out)-1].ends = tokens[i-1].ends
	}
	return out, false
}

// at returns how many tokens make the longest phrase that they begin with.
func (s synonyms) at(tokens []token) int {
	return longestPhrase(tokens, func(t token) string { return t.form }, func(phrase string) bool {
		found := s[phrase]
		return found.means != "" && (!found.caps || tokens[0].caps)
	})
}
