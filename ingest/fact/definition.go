package fact

import (
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
)

// Definition returns the fact of a sentence that says what its subject is. Other sentences
// stay prose.
func (r *Reader) Definition(sentence Item) (quarry.Fact, bool) {
	subject, ok := r.defined(sentence.Value)
	if !ok || r.phrases.IsQuestion(sentence.Value) {
		return quarry.Fact{}, false
	}
	return sentence.about(subject), true
}

// longestDefined is the most words that a defined term has.
const longestDefined = 9

// defined returns the subject of a definition: what stands before the first verb of
// being, when that is a term and not a pronoun or a clause.
func (r *Reader) defined(sentence string) (string, bool) {
	words := strings.Fields(sentence)
	for i := 1; i < len(words) && i <= longestDefined; i++ {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		if r.defines(words[i], next) {
			subject := strings.Join(words[:i], " ")
			return subject, len(words) > i+2 && r.isTerm(subject)
		}
	}
	return "", false
}

func (r *Reader) defines(verb, next string) bool {
	return !r.cues["not_defining"].Has(next) && r.cues["defining"].Has(verb) || r.cues["defining"].Has(verb+" "+next)
}

// isTerm refuses openings that point elsewhere ("This", "There", "They") and clauses with
// a comma.
func (r *Reader) isTerm(subject string) bool {
	if first := firstRune(strings.TrimLeft(subject, "`\"“(")); !unicode.IsUpper(first) && !strings.HasPrefix(subject, "`") {
		return false
	}
	if strings.ContainsAny(subject, ",;:?!") {
		return false
	}
	return !r.cues["openings_of_no_term"].Has(strings.ToLower(strings.Fields(subject)[0]))
}
