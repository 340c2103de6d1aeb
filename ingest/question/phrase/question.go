package phrase

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// EndsAsking reports whether a line ends in a question mark, of any script,
// inside of quotes, brackets and emphasis or not, and with what says something about
// the question behind it or not: "(Choose two.)". Japanese, Chinese and
// Korean ask by the last syllable as well: "…ですか。".
func (r *Reader) EndsAsking(line string) bool {
	if asks := r.asksAtEnd(line); asks || !strings.ContainsAny(line, "?？؟") {
		return asks
	}
	return slices.ContainsFunc(r.behind(line), func(e edge) bool { return r.asksAtEnd(e.rest) && r.meaningOf(e, anything) != 0 })
}

// asksAtEnd is EndsAsking for a line with nothing behind its words.
func (r *Reader) asksAtEnd(line string) bool {
	bare := strings.TrimRight(line, "\"'”’»)]*_` \u200e\u200f")
	ending := strings.TrimRight(bare, ".")
	last, _ := utf8.DecodeLastRuneInString(ending)
	return hasAnySuffix(bare, "?", "？", "؟", "⁇", "⁉", "‽") || hasAnySuffix(ending, r.askingEndings[last]...)
}

// Style returns how a question is put, from its own words and the titles that
// it stands under.
func (r *Reader) Style(question string, titles ...string) quarry.Style {
	of := func(title string) bool { return containsAny(strings.ToLower(title), r.cues["scenario_stems"].List()) }
	switch {
	case r.OffersTrueFalse(question):
		return quarry.StyleTrueFalse
	case r.isScenario(question) || slices.ContainsFunc(titles, of):
		return quarry.StyleScenario
	}
	return quarry.StyleOpen
}

// StyleOf is Style for a question whose answer is known: one that fills the
// question's blank, in one short line, makes it a cloze.
func (r *Reader) StyleOf(question, answer string, titles ...string) quarry.Style {
	style := r.Style(question, titles...)
	answer = strings.TrimSpace(answer)
	fills := answer != "" && !strings.Contains(answer, "\n") && text.WordCount(answer) <= mostFillWords
	if style == quarry.StyleOpen && fills && HasBlank(question) {
		return quarry.StyleCloze
	}
	return style
}

// mostFillWords is how many words fill a blank.
const mostFillWords = 8

// HasBlank reports whether a line leaves a blank to fill: "____", "[…]",
// "(...)", "（　）".
func HasBlank(line string) bool {
	bare := strings.Map(func(r rune) rune {
		if r == '\u3000' || r >= '①' && r <= '⑳' { // "（　①　）"
			return -1
		}
		return r
	}, line)
	return strings.Contains(bare, "（）") || containsAny(line, []string{"___", "[...]", "[…]", "(...)", "(…)", "[blank]", "……", "......", "（ ）", "（  ）"})
}

// isScenario reports whether a question is labelled as a scenario: "Scenario
// 3: …". Prose that sets a scene is not enough.
func (r *Reader) isScenario(question string) bool {
	label, _, ok := strings.Cut(strings.Trim(question, "*_[( "), ":")
	if !ok || len(label) > longestLabel {
		return false
	}
	return r.cues["scenario_labels"].Has(strings.ToLower(strings.Trim(label, " *_.#)]"+digits)))
}

// AsksForOne reports whether a question has one thing for an answer, and no list or
// advice: "Who wrote …", "How many …", "At what temperature …". What letters count below
// it are options, not steps or parts.
func (r *Reader) AsksForOne(question string) bool {
	bare, _ := r.cues["prepositions_before_questions"].Cut(strings.ToLower(r.Strip(question)))
	first, rest := firstWord(bare[strings.LastIndex(bare, ". ")+1:]) // behind what sets the scene
	second, _ := firstWord(rest)
	if first == "how" {
		return r.cues["amounts_asked"].Has(second) || r.cues["degrees_asked"].Has(second)
	}
	return r.cues["asks_one_thing"].Has(first) && !r.cues["advice_verbs"].Has(second)
}

// LeansOnContext reports whether a question says nothing without what stands
// around it, as the titles of prose do: "Why?", "How does it work?", "Why Rust?",
// "Found a bug?". Letters that are written without spaces never lean.
func (r *Reader) LeansOnContext(question string) bool {
	words := wordsOf(question)
	if len(words) == 0 || len(words) > 7 || strings.ContainsFunc(question, text.IsUnspaced) {
		return false
	}
	names := func(word string) bool { // something by itself
		return !r.IsQuestionWord(word) && !r.cues["empty_words"].Has(strings.ReplaceAll(word, "’", "'"))
	}
	short := len(words) <= 2 && !r.cues["whole_question_words"].HasAny(words...)
	return short || !slices.ContainsFunc(words, names)
}

// StandsAlone reports whether a question is one that any reader may be asked: a
// question word and a verb open it, and it speaks of no one present, as
// the titles of posts do: "Why we left", "What is this?".
func (r *Reader) StandsAlone(question string) bool {
	bare := r.Strip(question)
	first, rest := firstWord(bare)
	return r.asks(first) && r.afterQuestionWord(rest) == Strong && !r.LeansOnContext(bare) && !r.Addresses(bare)
}

// Addresses reports whether words speak of who is present: "you", "our".
func (r *Reader) Addresses(words string) bool {
	return r.cues["present_persons"].HasAny(wordsOf(words)...)
}

// AsksForService reports whether words speak of what those who run a course or a shop are
// asked about: "refund".
func (r *Reader) AsksForService(words string) bool {
	return r.cues["service_phrases"].StartWord(strings.ReplaceAll(strings.ToLower(words), "’", "'"))
}

// TellsOfOneself reports whether one who speaks names himself in some words: "my".
func (r *Reader) TellsOfOneself(words string) bool {
	if strings.ContainsFunc(words, text.IsUnspaced) {
		return containsAny(words, r.cues["first_persons"].List())
	}
	names := func(word string) bool { // "I", but neither "(i)" nor "for i"
		return (len(word) > 1 || word == strings.ToUpper(word)) && r.cues["first_persons"].Has(strings.ToLower(word))
	}
	return slices.ContainsFunc(strings.FieldsFunc(words, isBetweenWords), names)
}
