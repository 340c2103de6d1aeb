package fact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Reader finds definitions and names with the help of a lexicon.
type Reader struct {
	lexicon *lexicon.Lexicon
	cues    lexicon.Cues
	phrases *phrase.Reader
}

// NewReader returns a reader.
func NewReader(lexicon *lexicon.Lexicon) *Reader {
	return &Reader{lexicon: lexicon, cues: lexicon.Cues(), phrases: phrase.New(lexicon)}
}

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
		alone := !r.cues["not_defining"].Has(next) && r.cues["defining"].Has(words[i])
		if alone || r.cues["defining"].Has(words[i]+" "+next) {
			subject := strings.Join(words[:i], " ")
			return subject, len(words) > i+2 && r.isTerm(subject)
		}
	}
	return "", false
}

// isTerm refuses openings that point elsewhere ("This", "There", "They") and clauses with
// a comma.
func (r *Reader) isTerm(subject string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(subject, "`\"“("))
	if !unicode.IsUpper(first) && !strings.HasPrefix(subject, "`") {
		return false
	}
	if strings.ContainsAny(subject, ",;:?!") {
		return false
	}
	return !r.cues["openings_of_no_term"].Has(strings.ToLower(strings.Fields(subject)[0]))
}

// Limits of a line that is a title.
const (
	longestTitle = 120 // bytes
	mostTitled   = 8   // words about a device that the lexicon knows
	mostNamed    = 5   // words of a title that nobody knows
)

// NamesDevice reports whether a short line names one device that the lexicon knows, and is
// no sentence: what stands below it is said of that device.
func (r *Reader) NamesDevice(line string) bool {
	line = withoutColon(line)
	if len(line) > longestTitle {
		return false
	}
	if _, ok := r.lexicon.FindDevice(line); ok {
		return true
	}
	if text.WordCount(line) > mostTitled || strings.ContainsAny(line, ".!?;=") {
		return false
	}
	named := map[quarry.DeviceID]bool{}
	for _, device := range r.lexicon.DevicesIn(line) {
		if device.Class != quarry.ClassFormat && device.Class != quarry.ClassMemory { // which are parts of others
			named[device.ID] = true
		}
	}
	return len(named) == 1
}

// MayBeTitle reports whether a short line may be a title that nobody knows: a few words, of
// which the first and the last have a capital or a digit. It says nothing by itself: the
// caller looks at what stands below it.
func MayBeTitle(line string) bool {
	words := strings.Fields(line)
	if len(words) == 0 || len(words) > mostNamed || len(line) > longestTitle {
		return false
	}
	isMarked := func(word string) bool {
		return strings.ContainsFunc(word, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) })
	}
	return isMarked(words[0]) && isMarked(words[len(words)-1])
}
