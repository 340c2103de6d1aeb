package phrase

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Asked returns the question that a line asks under some titles, the outermost
// first, without the marks before it. Its difficulty is the one that the line
// states at either end, or else the nearest title that states one.
func (r *Reader) Asked(line string, titles ...string) quarry.Question {
	own, found := r.Own(line)
	q := quarry.Question{Text: own, Answer: found.Verdict, Style: r.StyleOf(own, "", titles...), Grade: r.GradeUnder(titles...)}
	if found.Offers {
		q.Style = quarry.StyleTrueFalse
	}
	if found.Grade != "" {
		q.Grade = quarry.StatedGrade(found.Grade)
	}
	q.Source.Heading = slices.Clone(titles)
	return q
}

// GradeUnder returns the grade that the nearest of some titles states, the outermost of them first.
func (r *Reader) GradeUnder(titles ...string) quarry.Grade {
	for _, title := range slices.Backward(titles) {
		if grade, ok := r.TitleGrade(title); ok {
			return quarry.StatedGrade(grade)
		}
	}
	return quarry.NoGrade()
}

// Heading returns the words of a line that reads like a title: one with a heading mark, or what
// IsTitle takes for one, behind a number, in emphasis or before a colon too.
func (r *Reader) Heading(line string) (string, bool) {
	bare := r.Strip(line)
	if marks := leading(line, "#"); marks != "" && cutMark(line) != line {
		return bare, bare != ""
	}
	if IsBullet(line) {
		return "", false
	}
	title := strings.TrimRight(bare, " :")
	return title, IsTitle(title)
}

// EndsAsking reports whether a line ends in a question mark, of any script, inside of quotes,
// brackets and emphasis or not, and with what says something about the question behind it or not:
// "(Choose two.)". Japanese, Chinese and Korean ask by the last syllable as well: "…ですか。".
func (r *Reader) EndsAsking(line string) bool {
	if asks := r.asksAtEnd(line); asks || !strings.ContainsAny(line, "?？؟") {
		return asks
	}
	return slices.ContainsFunc(r.behind(line), func(e edge) bool { return r.asksAtEnd(e.rest) && r.says(e, anything, &Edges{}) })
}

// asksAtEnd is EndsAsking for a line with nothing behind its words.
func (r *Reader) asksAtEnd(line string) bool {
	bare := strings.TrimRight(line, "\"'”’»)]*_` \u200e\u200f")
	ending := strings.TrimRight(bare, ".")
	last, _ := utf8.DecodeLastRuneInString(ending)
	return text.EndsInAny(bare, "?", "？", "؟", "⁇", "⁉", "‽") || text.EndsInAny(ending, r.askingEndings[last]...)
}

// StyleOf returns how a question is put, from its own words, the titles that it stands
// under, and its answer where that is known: one that fills the question's blank, in one
// short line, makes it a cloze.
func (r *Reader) StyleOf(question, answer string, titles ...string) quarry.Style {
	label, _, labelled := strings.Cut(question, ":")
	if labelled && len(label) <= longestLabel { // "Scenario 3: …"; prose that sets a scene is not enough
		titles = append([]string{label}, titles...)
	}
	isScenario := func(title string) bool { return containsAny(strings.ToLower(title), r.cues["scenario_stems"].List()) }
	answer = strings.TrimSpace(answer)
	fills := answer != "" && !strings.Contains(answer, "\n") && text.WordCount(answer) <= mostFillWords
	switch {
	case r.OffersTrueFalse(question):
		return quarry.StyleTrueFalse
	case slices.ContainsFunc(titles, isScenario):
		return quarry.StyleScenario
	case fills && HasBlank(question):
		return quarry.StyleCloze
	}
	return quarry.StyleOpen
}

// mostFillWords is how many words fill a blank.
const mostFillWords = 8

// HasBlank reports whether a line leaves a blank to fill: "____", "[…]", "(...)", "（　）".
func HasBlank(line string) bool {
	bare := strings.Map(func(r rune) rune {
		if r == '\u3000' || r >= '①' && r <= '⑳' { // "（　①　）"
			return -1
		}
		return r
	}, line)
	return strings.Contains(bare, "（）") || containsAny(line, []string{"___", "[...]", "[…]", "(...)", "(…)", "[blank]", "……", "......", "＿＿", "（ ）", "（  ）"})
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
		return !r.IsQuestionWord(word) && !r.cues["empty_words"].Has(straight(word))
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
	return r.IsQuestionWord(first) && r.afterQuestionWord(rest) == Strong && !r.LeansOnContext(bare) && !r.Addresses(bare)
}

// Addresses reports whether words speak of who is present: "you", "our".
func (r *Reader) Addresses(words string) bool {
	return r.cues["present_persons"].HasAny(wordsOf(words)...) || r.holdsUnspaced(words, "present_persons")
}

// holdsUnspaced reports whether text that is written without spaces holds a word of a cue that
// is, too.
func (r *Reader) holdsUnspaced(words string, cue lexicon.Cue) bool {
	return strings.ContainsFunc(words, text.IsUnspaced) && slices.ContainsFunc(r.cues[cue].List(), func(word string) bool {
		return strings.ContainsFunc(word, text.IsUnspaced) && strings.Contains(words, word)
	})
}

// AsksForService reports whether words speak of what those are asked who run a shop: "refund".
func (r *Reader) AsksForService(words string) bool {
	return r.cues["service_phrases"].StartWord(straight(strings.ToLower(words)))
}

// TellsOfOneself reports whether one who speaks names himself in some words: "my".
func (r *Reader) TellsOfOneself(words string) bool {
	names := func(word string) bool { // "I", but neither "(i)" nor "for i"
		return (len(word) > 1 || word == strings.ToUpper(word)) && r.cues["first_persons"].Has(strings.ToLower(word))
	}
	return slices.ContainsFunc(strings.FieldsFunc(words, isBetweenWords), names) || r.holdsUnspaced(words, "first_persons")
}
