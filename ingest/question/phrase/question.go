package phrase

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// EndsAsking reports whether a line ends in a question mark, of any script,
// inside of quotes, brackets and emphasis or not, and with a note behind it or
// not that says how many options to choose.
func (r *Reader) EndsAsking(line string) bool {
	bare := strings.TrimRight(r.withoutOffer(line), "\"'”’»)]*_` \u200e\u200f")
	return hasAnySuffix(bare, "?", "？", "؟", "⁇", "⁉", "‽") || r.endsAskingEast(bare)
}

// endsAskingEast reports whether a statement asks by its last syllable, as those of
// Japanese, Chinese and Korean do that have no question mark: "…ですか。".
func (r *Reader) endsAskingEast(bare string) bool {
	bare = strings.TrimRight(bare, ".")
	if last, _ := utf8.DecodeLastRuneInString(bare); last < 0x80 {
		return false
	}
	return hasAnySuffix(bare, r.cues["asking_endings"].List()...)
}

// isTrueFalse reports whether a question offers true and false.
func (r *Reader) isTrueFalse(said string) bool {
	folded := text.Folded(said)
	folded = strings.Trim(strings.ReplaceAll(folded, " / ", "/"), "*_ ")
	opened, bare := strings.TrimLeft(folded, "(["), strings.TrimRight(folded, "?.: )]*_")
	for _, offer := range r.cues["offers_true_false"].List() {
		if isOffered(opened, bare, offer) {
			return true
		}
	}
	asks := r.cues["asks_whether"].Prefix(folded) != ""
	return asks && (strings.Contains(folded, "true or false") || strings.Contains(folded, "true/false"))
}

// OffersTrueFalse reports whether words offer true and false, with others or without.
func (r *Reader) OffersTrueFalse(words string) bool { return r.isTrueFalse(r.Strip(words)) }

// longestOfferTitle is the longest line that only offers true and false, in
// bytes, its marks included.
const longestOfferTitle = 80

// IsOffer reports whether a line offers true and false and says nothing else,
// as the title of statements does: "True or false?", "## True/False questions".
func (r *Reader) IsOffer(line string) bool {
	if len(line) > longestOfferTitle {
		return false
	}
	bare := r.Strip(line)
	return r.isTrueFalse(bare) && !r.offersMore(bare)
}

// isOffered reports whether a question, of which one form has no brackets at its
// beginning and the other no marks at its end, begins or ends with an offer, whole.
func isOffered(opened, bare, offer string) bool {
	rest, opens := strings.CutPrefix(opened, offer)
	if opens && (rest == "" || !text.IsLetter(rest[0])) {
		return len(offer) > 3 || hasAnyPrefix(rest, ":", ")", "]", ".", " –", " -", " —")
	}
	before, closes := strings.CutSuffix(bare, offer)
	return closes && (before == "" || !text.IsLetter(before[len(before)-1]))
}

// Style returns how a question is put, from its own words and the titles that
// it stands under.
func (r *Reader) Style(question string, titles ...string) quarry.Style {
	if r.isTrueFalse(question) {
		return quarry.StyleTrueFalse
	}
	if r.isScenario(question) {
		return quarry.StyleScenario
	}
	for _, title := range titles {
		switch {
		case containsAny(strings.ToLower(title), r.cues["scenario_stems"].List()):
			return quarry.StyleScenario
		case r.isTrueFalse(title) || r.isTrueFalse(r.withoutNoun(title)):
			return quarry.StyleTrueFalse
		}
	}
	return quarry.StyleOpen
}

// StyleOf is Style for a question whose answer is known: one that fills the
// question's blank makes it a cloze.
func (r *Reader) StyleOf(question, answer string, titles ...string) quarry.Style {
	style := r.Style(question, titles...)
	if style == quarry.StyleOpen && Fills(question, answer) {
		return quarry.StyleCloze
	}
	return style
}

// isScenario reports whether a question is labelled as a scenario: "Scenario
// 3: …". Prose that sets a scene is not enough.
func (r *Reader) isScenario(question string) bool {
	label, _, ok := strings.Cut(strings.Trim(question, "*_[( "), ":")
	if !ok || len(label) > longestLabel {
		return false
	}
	return r.cues["scenario_labels"].Has(strings.ToLower(strings.Trim(label, " *_0123456789.#)]")))
}

// Complains reports whether a title says what goes wrong, as those of a list of
// frequent questions do beside questions: "I get EMFILE", "The server doesn't
// start", "Nothing happens when I click".
func (r *Reader) Complains(title string) bool {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(r.Strip(title), "’", "'")))
	if len(words) < 2 {
		return false
	}
	for i, word := range words {
		bare := strings.Trim(word, ",.;:!()*_`\"")
		if r.cues["of_oneself"].Has(bare) {
			return true
		}
		if r.cues["failing_verbs"].Has(bare) {
			return i > 0 // as the first word it tells what not to do
		}
	}
	return false
}

// AsksForOne reports whether a question has one thing for an answer, and no list:
// "Who wrote …", "How many …", "At what temperature …". What letters count below
// it are options, not steps or parts.
func (r *Reader) AsksForOne(question string) bool {
	bare := r.Strip(question)
	if at := strings.LastIndexAny(bare[:max(0, len(bare)-1)], ".!?:"); at >= 0 && at+1 < len(bare) && bare[at+1] == ' ' {
		bare = bare[at+1:] // what sets the scene
	}
	first, rest := firstWord(strings.TrimSpace(bare))
	if r.cues["prepositions_before_questions"].Has(first) {
		first, _ = firstWord(rest)
		return r.cues["asked_behind_prepositions"].Has(first)
	}
	second, _ := firstWord(rest)
	switch {
	case r.cues["asks_one_thing"].Has(first):
		return !r.asksForAdvice(second)
	case r.cues["asks_one_noun"].Has(first):
		return !r.asksForAdvice(second) && !r.namesSeveral(second)
	case first == "how":
		return r.isMeasured(second)
	}
	return r.cues["asks_one_always"].Has(first)
}

// asksForAdvice reports whether the verb behind a question word asks what
// a person does, has to do or may do.
func (r *Reader) asksForAdvice(verb string) bool { return r.cues["advice_verbs"].Has(verb) }

// namesSeveral reports whether a noun is a plural.
func (r *Reader) namesSeveral(noun string) bool {
	return strings.HasSuffix(noun, "s") && !hasAnySuffix(noun, "ss", "as", "us", "is") && !r.isAuxiliary(noun)
}

// isMeasured reports whether a word behind "how" asks for a measure.
func (r *Reader) isMeasured(word string) bool {
	return r.cues["amounts_asked"].Has(word) || r.cues["degrees_asked"].Has(word)
}

// LeansOnContext reports whether a question says nothing without what stands
// around it, as the titles of prose do: "Why?", "How does it work?", "Why Rust?",
// "Found a bug?". Letters that are written without spaces never lean.
func (r *Reader) LeansOnContext(question string) bool {
	words := strings.FieldsFunc(strings.ToLower(question), isBetweenWords)
	if len(words) == 0 || len(words) > 7 || question[len(question)-1] >= 0x80 {
		return false
	}
	own := 0
	for _, word := range words {
		if !r.isEmptyWord(word) {
			own++
		}
	}
	return own == 0 || len(words) <= 2
}

// StandsAlone reports whether a question is one that any reader may be asked: a
// question word and a verb open it, and it speaks of no one present, as
// the titles of posts do: "Why we left", "What is this?".
func (r *Reader) StandsAlone(question string) bool {
	bare := r.Strip(question)
	first, rest := firstWord(bare)
	if !r.asks(first) || r.afterQuestionWord(rest) != Strong || r.LeansOnContext(bare) {
		return false
	}
	return !r.Addresses(bare)
}

// Addresses reports whether words speak of who is present: "you", "our".
func (r *Reader) Addresses(words string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(words), isBetweenWords) {
		if r.cues["present_persons"].Has(word) {
			return true
		}
	}
	return false
}

// isEmptyWord reports whether a word names nothing by itself.
func (r *Reader) isEmptyWord(word string) bool {
	return r.IsQuestionWord(word) || r.cues["empty_words"].Has(strings.ReplaceAll(word, "’", "'"))
}
