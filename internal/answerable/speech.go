package answerable

import (
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// english is the code of the language whose words may stand in a query in any other.
const english = "en"

// speech is what is known of the words of one language.
type speech struct {
	code     string
	cues     lexicon.Cues
	language *text.Language
	numerals quantity.Numerals
	empty    map[string]bool // words that say nothing of what is asked about
}

func speechesOf(l *lexicon.Lexicon) map[string]*speech {
	asking, speeches := l.Asking(), map[string]*speech{}
	for _, code := range lexicon.Languages() {
		cues := l.CuesIn(code)
		speeches[code] = &speech{code, cues, l.Language(code), l.Numerals(english, code), text.SetOf(
			asking.Instructions, asking.Courtesies, asking.Placeholders, asking.Fillers, cues["stop_words"].List(), cues["query_words"].List(),
		)}
	}
	return speeches
}

// longestPhrase is of how many words a phrase of a cue is at most.
const longestPhrase = 5

// phraseAt returns how many of some tokens from one on are the longest phrase of a cue there.
func (s *speech) phraseAt(cue lexicon.Cue, tokens []token, at int) int {
	return len(strings.Fields(s.cues[cue].Prefix(phraseOf(tokens[at:min(at+longestPhrase, len(tokens))]))))
}

// phraseIn returns where the first phrase of a cue begins and ends in some tokens; it ends
// at 0 where there is none.
func (s *speech) phraseIn(cue lexicon.Cue, tokens []token) (int, int) {
	for at := range tokens {
		if n := s.phraseAt(cue, tokens, at); n > 0 {
			return at, at + n
		}
	}
	return 0, 0
}

// has reports whether some tokens have a phrase of a cue.
func (s *speech) has(cue lexicon.Cue, tokens []token) bool {
	_, end := s.phraseIn(cue, tokens)
	return end > 0
}
