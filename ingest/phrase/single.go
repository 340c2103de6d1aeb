package phrase

import "strings"

// AsksForOne reports whether a question has one thing for an answer, and no list:
// "Who wrote …", "How many …", "At what temperature …". What letters count below
// it are options, not steps or parts.
func (r *Reader) AsksForOne(question string) bool {
	bare := r.Strip(question)
	if at := strings.LastIndexAny(bare[:max(0, len(bare)-1)], ".!?:"); at >= 0 && at+1 < len(bare) && bare[at+1] == ' ' {
		bare = bare[at+1:] // what sets the scene
	}
	first, rest := firstWord(strings.TrimSpace(bare))
	switch first {
	case "at", "in", "on", "for", "by", "from", "to", "of", "with", "under", "during":
		first, _ = firstWord(rest)
		return first == "what" || first == "which" || first == "whose" || first == "whom" || first == "how"
	}
	second, _ := firstWord(rest)
	switch first {
	case "who", "whose", "whom", "when", "where":
		return !r.asksForAdvice(second)
	case "what", "which":
		return !r.asksForAdvice(second) && !r.namesSeveral(second)
	case "how":
		return r.isMeasured(second)
	case "wer", "wann", "wo", "welcher", "welches", "wieviel", "quién", "cuándo", "dónde", "cuál", "cuánto", "cuánta", "cuántos", //nolint:misspell // Spanish
		"cuántas", "quand", "où", "quel", "quelle", "combien", "chi", "dove", "quale", "quanto", "quanti", "quante",
		"quem", "onde", "qual", "quantos", "quantas", "кто", "когда", "где", "сколько", "какой", "какая", "какое":
		return true
	}
	return false
}

// asksForAdvice reports whether the verb behind a question word asks what
// somebody does, has to do or may do.
func (r *Reader) asksForAdvice(verb string) bool {
	switch verb {
	case "do", "should", "would", "can", "could", "might", "must", "shall", "are", "were", "happens", "steps":
		return true
	}
	return false
}

// namesSeveral reports whether a noun is a plural.
func (r *Reader) namesSeveral(noun string) bool {
	switch noun {
	case "is", "was", "does", "has":
		return false
	}
	return strings.HasSuffix(noun, "s") && !hasAnySuffix(noun, "ss", "as", "us", "is")
}

// isMeasured reports whether a word behind "how" asks for a measure.
func (r *Reader) isMeasured(word string) bool {
	switch word {
	case "many", "much", "long", "often", "far", "old", "high", "deep", "fast", "big", "large", "hot", "late", "tall", "wide", "heavy", "quickly":
		return true
	}
	return false
}
