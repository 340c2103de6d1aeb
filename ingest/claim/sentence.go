package claim

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// Sentence reads a definition: a sentence that says what its subject is. Other
// sentences stay prose.
func (r *Reader) Sentence(text string, span quarry.Span, place Place, citations []quarry.Citation) (quarry.Fact, bool) {
	subject, ok := r.defined(text)
	if !ok || r.phrases.IsQuestion(text) {
		return quarry.Fact{}, false
	}
	return quarry.Fact{Subject: subject, Statement: text, Citations: citations, Source: place.source(span)}, true
}

// longestSentence is the longest sentence, in bytes, whose numbers are read.
const longestSentence = 400

// Prose reads the numbers of a sentence that says itself of which device and of
// what they are: "The H100 has a memory bandwidth of 3.35 TB/s". What is
// denied or asked for states nothing, nor do clauses with what is only possible.
func (r *Reader) Prose(text string, span quarry.Span, place Place) []quarry.Spec {
	if len(text) > longestSentence || !strings.ContainsAny(text, "0123456789") || !r.asserts(text) || r.phrases.IsQuestion(text) {
		return nil
	}
	named := r.carriers(text)
	if len(named) == 0 || r.isComparison(text) {
		return nil
	}
	said := r.statement(place.Numbers, text)
	if len(said.numbers) == 0 {
		return nil
	}
	r.shareUnits(said, meaning{})
	r.mute(said)
	l := &line{Item: Item{Value: text, Span: span, Place: place}, reader: r, said: said}
	mentions := r.mentionsIn(said.text)
	l.readNames(named, mentions)
	l.foreign = r.areForeign(said, mentions, named)
	var specs []quarry.Spec
	for i := range said.numbers {
		if l.isOfOtherBehind(i, mentions) {
			continue
		}
		found, _ := l.numberSpecs(i)
		specs = append(specs, found...)
	}
	tellApart(specs, l)
	return specs
}

// readNames finds out of which device a sentence speaks that names one.
func (l *line) readNames(named []quarry.DeviceMention, mentions []mention) {
	if len(named) == 1 {
		l.around = []owner{{text: named[0].Written, devices: named}}
	}
	seen := false
	for _, m := range mentions {
		if l.reader.isJoined(l.said.text, m) {
			family := l.reader.ofFamily(m.DeviceMention)
			l.said.replace(m.ID, family)
			if len(named) == 1 {
				l.around[0].devices = []quarry.DeviceMention{family}
			}
		}
		if len(named) == 1 && m.ID == named[0].ID && !seen {
			seen = true
			l.about(m)
		}
	}
}

// replace lets another device stand for one in all clauses.
func (s *statement) replace(id quarry.DeviceID, by quarry.DeviceMention) {
	for i := range s.clauses {
		for j := range s.clauses[i].devices {
			if s.clauses[i].devices[j].ID == id {
				s.clauses[i].devices[j] = by
			}
		}
	}
}

// asserts reports whether a sentence states something as it is.
func (r *Reader) asserts(sentence string) bool {
	states := false
	for _, word := range tokensOf(sentence) {
		if r.cues[doubtedWords].Has(word.text) || r.cues[refutedWords].Has(word.text) {
			return false
		}
		states = states || r.cues[assertingWords].Has(word.text) || r.cues[havingWords].Has(word.text)
	}
	return states
}

// Formula reads a formula or a list of quantities that stands by itself, under
// the label that names it.
func (r *Reader) Formula(text string, span quarry.Span, place Place) (quarry.Fact, bool) {
	subject := place.Subject("")
	if subject == "" {
		subject = firstWords(text)
	}
	fact := quarry.Fact{Subject: subject, Statement: text, Source: place.source(span)}
	return fact, strings.TrimSpace(text) != ""
}

// longestDefined is the most words that a defined term has.
const longestDefined = 9

// defined returns the subject of a definition: what stands before the first
// verb of being, when that is a term and not a pronoun or a clause.
func (r *Reader) defined(sentence string) (string, bool) {
	words := strings.Fields(sentence)
	for i, word := range words[:min(len(words), longestDefined+1)] {
		if i > 0 && r.defines(word, following(words, i)) {
			subject := strings.Join(words[:i], " ")
			return subject, len(words) > i+2 && r.isTerm(subject)
		}
	}
	return "", false
}

func following(words []string, i int) string {
	if i+1 < len(words) {
		return words[i+1]
	}
	return ""
}

func (r *Reader) defines(verb, next string) bool {
	return !r.cues["not_defining"].Has(next) && r.cues["defining"].Has(verb) || r.cues["defining"].Has(verb+" "+next)
}

// isTerm refuses openings that point elsewhere ("This", "There", "They") and
// clauses with a comma.
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
