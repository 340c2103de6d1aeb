package answer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// answer is a text in which terms are looked up.
type answer struct {
	reading

	said     map[string]bool // the keys of its terms, stems of their parts and words written together
	initials string          // of its words
	weighty  string          // of those that say something
	acronyms []string
	rare     []string // words that might be misspelled
	letters  string   // the letters that it says, where it says nothing else: "A, T, G and C"
}

// mostSlipped is how many words of an answer are looked at for slips.
const mostSlipped = 300

func newAnswer(r reading) *answer {
	a := &answer{reading: r, said: map[string]bool{}}
	for _, c := range r.clauses {
		for _, t := range c.terms {
			a.note(t)
		}
	}
	var initials, weighty strings.Builder
	for _, w := range r.spoken {
		if w.number >= 0 {
			continue
		}
		initials.WriteByte(w.lower[0])
		if !r.words.isStop(w.lower) {
			weighty.WriteByte(w.lower[0])
		}
		if w.pair != "" {
			a.said[w.pair] = true
		}
		if isAcronym(w) {
			a.acronyms = append(a.acronyms, w.lower)
		}
	}
	a.initials, a.weighty, a.letters = initials.String(), weighty.String(), lettersSaid(r)
	return a
}

// lettersSaid returns the letters of an answer that consists of two or more.
func lettersSaid(r reading) string {
	var letters strings.Builder
	for _, w := range r.spoken {
		switch {
		case w.number >= 0, len(w.lower) > 1 && !r.words.isStop(w.lower):
			return ""
		case len(w.lower) == 1:
			letters.WriteString(w.lower)
		}
	}
	if letters.Len() < 2 {
		return ""
	}
	return letters.String()
}

const shortestAcronym, longestAcronym = 3, 6

func isAcronym(w spoken) bool {
	return w.upper && len(w.lower) >= shortestAcronym && len(w.lower) <= longestAcronym && isLetters(w.lower)
}

func isLetters(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' })
}

func (a *answer) note(t term) {
	const shortest = 5
	for _, key := range t.keys {
		a.said[key] = true
	}
	for _, part := range t.parts {
		a.said[part] = true
	}
	if word := t.keys[0]; len(word) >= shortest && len(a.rare) < mostSlipped && isLetters(word) {
		a.rare = append(a.rare, word)
	}
}

// How surely a term is there that is not there as the reference has it.
const inParts, misspelled = 0.8, 0.9

// presence returns how surely the answer has a term: 0 to 1.
func (a *answer) presence(t term) float64 {
	if slices.ContainsFunc(t.keys, func(key string) bool { return a.said[key] }) {
		return 1
	}
	present := 0
	for _, part := range t.parts {
		if a.said[part] {
			present++
		}
	}
	switch {
	case present > 0:
		return inParts * float64(present) / float64(len(t.parts))
	case a.spellsOut(t):
		return 1
	case strings.IndexByte(a.letters, t.keys[0][0]) >= 0:
		return inParts
	case a.misspells(t):
		return misspelled
	}
	return 0
}

// spellsOut reports whether the answer has the words that a short form stands for.
func (a *answer) spellsOut(t term) bool {
	short := t.keys[0]
	if len(short) < shortestAcronym || len(short) > longestAcronym || t.weight < nameWeight || !isLetters(short) {
		return false
	}
	return strings.Contains(a.initials, short) || strings.Contains(a.weighty, short)
}

// misspells reports whether the answer has a term with a slip. Another first letter
// makes another word ("encoder", "decoder"), and so does what is the opposite.
func (a *answer) misspells(t term) bool {
	const shortest = 5
	word := t.keys[0]
	if len(word) < shortest || !isLetters(word) {
		return false
	}
	return slices.ContainsFunc(a.rare, func(rare string) bool {
		if rare[0] != word[0] {
			return false
		}
		slips, ok := text.Near(rare, word, 1)
		return ok && slips == 1
	})
}

// spells returns the terms of a reference answer that the answer's short forms stand
// for: "GIL" for "global interpreter lock", by where they begin.
func (a *answer) spells(reference reading) map[int]bool {
	found := map[int]bool{}
	var initials strings.Builder
	var starts []int
	for _, w := range reference.spoken {
		if w.number < 0 && !reference.words.isStop(w.lower) {
			initials.WriteByte(w.lower[0])
			starts = append(starts, w.start)
		}
	}
	for _, acronym := range a.acronyms {
		if at := strings.Index(initials.String(), acronym); at >= 0 {
			for _, start := range starts[at : at+len(acronym)] {
				found[start] = true
			}
		}
	}
	return found
}

// cut cuts a text to so many bytes, between two characters.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// cutEnd returns the last bytes of a text.
func cutEnd(text string, most int) string {
	if len(text) <= most {
		return text
	}
	from := len(text) - most
	for from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	return text[from:]
}
