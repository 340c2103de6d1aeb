package answer

import (
	"strings"
)

// term is a word, a phrase or a name that says something.
type term struct {
	keys     []string // by any of which it matches; the first is its stem
	parts    []string // stems of a phrase, which may match in part
	sides    []string // of opposites
	without  string   // stem of the word without "un", "non" or "less"
	weight   float64
	polarity polarity
	role     string // "from", "to", …: the direction that it stands in
	at       int    // where it begins
	asked    bool   // the question says it, too
}

// termOf returns the term of one stem or of several.
func (r *reader) termOf(stems []string, capital bool) term { //nolint:revive // capital is data
	joined := strings.Join(stems, " ")
	t := term{keys: []string{joined}, sides: r.words.sides[joined], weight: usualWeight}
	for _, key := range r.words.keys[joined] {
		if capital || !strings.HasPrefix(key, "~f") || !r.words.capitals[joined] {
			t.keys = append(t.keys, key)
		}
	}
	return t
}

// withoutDenial returns the stem of what a word denies by its first or last letters:
// "unlocked", "nonvolatile", "connectionless".
func (r *reader) withoutDenial(word string) string {
	const shortest = 4
	for _, prefix := range r.words.cues[cueDenyingBeginnings].List() {
		if rest, ok := strings.CutPrefix(word, prefix); ok && len(rest) >= shortest {
			return r.stems.Stem(rest)
		}
	}
	for _, suffix := range r.words.cues[cueDenyingEndings].List() {
		if rest, ok := strings.CutSuffix(word, suffix); ok && len(rest) >= shortest {
			return r.stems.Stem(rest)
		}
	}
	return ""
}

// The weights of terms.
const (
	usualWeight    = 1.0
	nameWeight     = 1.2
	genericWeight  = 0.35
	relationWeight = 0.5
	hardlyWeight   = 0.1
	numberWeight   = 1.0
)

func (t *thesaurus) weightOf(w spoken) float64 {
	switch {
	case t.is(cueFaintRelations, w.lower):
		return hardlyWeight
	case t.is(cueRelations, w.lower):
		return relationWeight
	case t.generic[w.stem]:
		return genericWeight
	case w.capital, w.upper, strings.ContainsAny(w.lower, "0123456789"):
		return nameWeight
	}
	return usualWeight
}
