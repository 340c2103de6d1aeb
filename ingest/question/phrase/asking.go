package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// Strength says how surely a line asks, by its words alone.
type Strength int

// The strengths. Weak is a line that opens like a question or a task and may as well be a title or
// prose: "How dough rises", "Find the oven". Strong is one that opens with a verb that examiners
// use, or with a question word and a verb behind it: "Explain …", "What is …". Certain is a
// question mark at the end, the label of a question, or the offer of true and false.
const (
	None Strength = iota
	Weak
	Strong
	Certain
)

// Asking returns how surely a line asks. Marks, numbers and labels before its
// words do not matter, nor does a grade behind them in brackets.
func (r *Reader) Asking(line string) Strength {
	bare, labelled := r.strip(line)
	if bare == "" {
		return None
	}
	if labelled || r.EndsAsking(bare) || r.offer(bare) == offersAmongOthers {
		return Certain
	}
	return max(r.opening(bare), r.lastOpening(bare))
}

// lastOpening returns how surely words ask by the last of several sentences, where it is a
// command: "Is it rye? Justify your answer.", "A car brakes. Find how far it goes."
func (r *Reader) lastOpening(bare string) Strength {
	end := strings.TrimRight(bare, ".!:)*_ ")
	at := strings.LastIndexAny(end, ".?!。？；")
	if at < 0 || !strings.Contains(end[:at], " ") { // "B. Choose …" is one sentence
		return None
	}
	_, size := utf8.DecodeRuneInString(end[at:])
	rest := end[at+size:]
	if trimmed := strings.TrimLeft(rest, " *_"); (trimmed != rest || size > 1) && r.opening(trimmed) == Strong {
		return Strong
	}
	return None
}

// longestOpening is how much of a line is looked at for the words that it opens with, in bytes.
const longestOpening = 100

// opening returns how surely words ask by those that they begin with.
func (r *Reader) opening(bare string) Strength {
	head := strings.ToLower(text.Clip(bare, longestOpening))
	if behind, ok := r.cues["courtesies_before_tasks"].Cut(head); ok && behind != "" {
		head = strings.TrimLeft(behind, ", ") // "Please", "In your own words,"
	}
	first, rest := firstWord(head)
	second, _ := firstWord(rest)
	if rest == "" {
		return None
	}
	switch {
	case r.cues["commands"].Has(first):
		return Strong
	case r.IsQuestionWord(first):
		return r.afterQuestionWord(rest)
	case r.cues["question_openings"].Has(first + " " + second): // "was ist"
		return Strong
	case r.cues["demands"].Has(first) && !strings.HasPrefix(rest, "of "):
		return Weak
	}
	return None
}

// IsQuestion reports whether a line asks something: it ends in a question mark, opens with a
// question word and a verb or with an imperative that examiners use, or is labelled as a question.
func (r *Reader) IsQuestion(line string) bool { return r.Asking(line) > Weak }

// firstWord returns the word that a text begins with, in lower case, and what stands behind
// it. The vowel signs of Arabic and Hindi are marks within a word.
func firstWord(text string) (string, string) {
	text = strings.TrimLeft(text, "\"'“‘«¿¡*_`([ ")
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M) && r != '\'' && r != '’' })
	if end < 0 {
		end = len(text)
	}
	return straight(strings.ToLower(text[:end])), strings.TrimSpace(text[end:])
}

// straight writes the apostrophes of print as they are typed.
func straight(text string) string { return strings.ReplaceAll(text, "’", "'") }

// afterQuestionWord tells "What is rye" from "When the dough has risen".
func (r *Reader) afterQuestionWord(rest string) Strength {
	second, _ := firstWord(rest)
	if r.cues["amounts_asked"].Has(second) || r.cues["question_verbs"].Has(second) {
		return Strong
	}
	return Weak
}

// IsQuestionWord reports whether a word in lower case is one of those with which
// people ask, with what is contracted with it or without: "what", "whose", "who's".
func (r *Reader) IsQuestionWord(word string) bool {
	word, _, _ = strings.Cut(straight(word), "'")
	return r.cues["question_words"].Has(word)
}
