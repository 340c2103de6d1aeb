package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Strength says how surely a line asks, by its words alone.
type Strength int

// The strengths. Weak is a line that opens like a question or a task and may as
// well be a title or prose: "How dough rises", "Find the oven". Strong is one
// that opens with a verb that examiners use, or with a question word and a
// verb behind it: "Explain …", "What is …". Certain is a question mark at the
// end, the label of a question, or the offer of true and false.
const (
	None Strength = iota
	Weak
	Strong
	Certain
)

// Asking returns how surely a line asks. Marks, numbers and labels before its
// words do not matter, nor does a grade behind them in brackets.
func (r *Reader) Asking(line string) Strength {
	bare := r.Strip(line)
	if bare == "" {
		return None
	}
	if r.EndsAsking(bare) || r.hasQuestionLabel(line) || (r.isTrueFalse(bare) && r.offersMore(bare)) {
		return Certain
	}
	return r.opening(bare)
}

// opening returns how surely words ask by those that they begin with.
func (r *Reader) opening(bare string) Strength {
	first, rest := firstWord(r.withoutCourtesy(bare))
	if hasAnySuffix(strings.TrimRight(bare, "。．."), r.commandingEndings...) {
		return Strong
	}
	if rest == "" {
		return None
	}
	switch {
	case r.cues["commands"].Has(first) && !strings.HasPrefix(rest, "of "): // "List of modules"
		return Strong
	case r.asks(first):
		return r.afterQuestionWord(rest)
	case r.asksInTwo(first, rest):
		return Strong
	case r.requests(first, rest), r.cues["demands"].Has(first) && !strings.HasPrefix(rest, "of "):
		return Weak
	}
	return None
}

// withoutCourtesy takes off what examiners say before they ask: "Please",
// "Do your best to", "In your own words,".
func (r *Reader) withoutCourtesy(text string) string {
	head := strings.ToLower(text[:min(len(text), longestLabel)])
	courtesy := r.cues["courtesies_before_tasks"].Prefix(head)
	if courtesy == "" || len(courtesy) >= len(text) {
		return text
	}
	rest := text[len(courtesy):]
	bare := strings.TrimPrefix(rest, ",")
	if first, _ := utf8.DecodeRuneInString(rest); bare[:min(1, len(bare))] != " " && first < utf8.RuneSelf {
		return text
	}
	return strings.TrimPrefix(bare, " ")
}

// offersMore reports whether a line has words besides those that offer true and
// false: a title may have no others.
func (r *Reader) offersMore(line string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(line)) {
		if bare := strings.Trim(word, "()[]:.,?*_"); bare != "" && !r.cues["true_false_titles"].Has(bare) {
			return true
		}
	}
	return false
}

// IsQuestion reports whether a line asks something: it ends in a question
// mark, opens with a question word or with an imperative that examiners use,
// or is labelled as a question.
func (r *Reader) IsQuestion(line string) bool {
	strength := r.Asking(line)
	if strength != Weak {
		return strength > Weak
	}
	first, rest := firstWord(r.Strip(line))
	return rest != "" && r.asks(first)
}

// hasQuestionLabel reports whether a line's label says that it asks. A task or
// a front may be something else.
func (r *Reader) hasQuestionLabel(line string) bool {
	for range mostGrades {
		found, ok := r.readAsked(line)
		if ok {
			return !r.isWeakLabel(found.name) && holdsWord(found.rest)
		}
		next := unwrap(cutMark(strings.TrimSpace(line)))
		if next == line {
			return false
		}
		line = next
	}
	return false
}

func firstWord(text string) (string, string) {
	text = strings.TrimLeft(text, "\"'“‘«¿¡*_`([ ")
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' })
	if end < 0 {
		return strings.ToLower(text), ""
	}
	return strings.ToLower(text[:end]), strings.TrimSpace(text[end:])
}

// afterQuestionWord tells "What is rye" from "When the dough has risen".
func (r *Reader) afterQuestionWord(rest string) Strength {
	second, _ := firstWord(rest)
	if r.cues["amounts_asked"].Has(second) || r.isAuxiliary(second) {
		return Strong
	}
	return Weak
}

// asksInTwo reports whether two words open a question of which the first may as well
// open something else: "was ist".
func (r *Reader) asksInTwo(first, rest string) bool {
	second, _ := firstWord(rest)
	return r.cues["question_openings"].Has(first + " " + second)
}

// Inverts reports whether a line opens with a verb as questions do, "Is there a
// lid", whether it has their mark or not.
func (r *Reader) Inverts(line string) bool {
	first, rest := firstWord(r.Strip(line))
	return rest != "" && r.isAuxiliary(first)
}

// isAuxiliary reports whether a verb opens questions.
func (r *Reader) isAuxiliary(word string) bool {
	return r.cues["question_verbs"].Has(strings.ReplaceAll(word, "’", "'"))
}

func (r *Reader) asks(word string) bool {
	word, _, _ = strings.Cut(strings.ReplaceAll(word, "’", "'"), "'")
	return r.IsQuestionWord(word)
}

// IsQuestionWord reports whether a word in lower case is one of those with which
// people ask: "what", "whose".
func (r *Reader) IsQuestionWord(word string) bool { return r.cues["question_words"].Has(word) }

// requests reports whether a line asks a partner for words: "Walk me through
// …", "Talk about …".
func (r *Reader) requests(first, rest string) bool {
	return r.cues["requesting_verbs"].Has(first) && r.cues["requesting_joints"].Prefix(strings.ToLower(rest)) != ""
}
