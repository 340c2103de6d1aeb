package answer

import "slices"

// polarity says whether something is affirmed or denied.
type polarity int

const (
	affirmed polarity = iota
	denied
	hedged // the words around it do not tell
)

// state is what the words before one say about it.
type state struct {
	words    *vocabulary
	polarity polarity
	role     string
	reach    int // how many terms more are denied
}

// said ends a denial behind what it denies.
func (s *state) said() {
	if s.polarity != denied {
		return
	}
	if s.reach--; s.reach == 0 {
		s.polarity = affirmed
	}
}

// reach is how many terms behind a "not" it denies: the verb and what it is about.
const reach = 2

// pass lets a word say what it says about those behind it.
func (s *state) pass(words []spoken, at int) {
	word := words[at].lower
	if words[at].number >= 0 {
		return
	}
	if role := s.words.roles[word]; role == noRole {
		s.role = ""
	} else if role != "" {
		s.role = role
	}
	if s.words.is(cueKeepingFrom, word) && slices.ContainsFunc(words[at:], func(w spoken) bool { return s.words.is(cueOrigins, w.lower) }) {
		s.deny(hedges, false)
	}
	s.deny(s.words.denialOf(word), at+1 < len(words) && s.words.is(cueNotOnly, words[at+1].lower))
}

// passAll lets the words of a phrase say what they say about those behind it: "costs
// nothing" denies none of them.
func (s *state) passAll(words []spoken, at, length int) {
	for i := at; i < at+length; i++ {
		if length == 1 || s.words.denialOf(words[i].lower) == affirms {
			s.pass(words, i)
		}
	}
}

func (s *state) deny(by denial, only bool) {
	switch {
	case by == denies && !only, by == inverts && s.polarity != denied:
		s.polarity, s.reach = denied, reach
	case by == inverts && s.polarity == denied:
		s.polarity = affirmed
	case by == hedges && s.polarity == affirmed:
		s.polarity = hedged
	}
}
