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
