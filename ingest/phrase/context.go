package phrase

import "strings"

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
	for word := range strings.FieldsFuncSeq(strings.ToLower(bare), isBetweenWords) {
		if r.cues["present_persons"].Has(word) {
			return false
		}
	}
	return true
}

// isEmptyWord reports whether a word names nothing by itself.
func (r *Reader) isEmptyWord(word string) bool {
	return r.IsQuestionWord(word) || r.cues["empty_words"].Has(strings.ReplaceAll(word, "’", "'"))
}
