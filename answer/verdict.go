package answer

import (
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
)

// verdictOf returns what a text says of a statement, and whether it says anything.
func (v *vocabulary) verdictOf(text string) (bool, bool) {
	value, length := v.leadingVerdict(text)
	if length > 0 {
		return value, true
	}
	return v.closingVerdict(text)
}

// leadingVerdict reads the verdict that a text begins with, and how many bytes it
// has; 0 where there is none.
func (v *vocabulary) leadingVerdict(text string) (bool, int) {
	lower := strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	if len(lower) != len(text) { // a letter or a mark of another length: nothing depends on places
		lower = strings.ToLower(text)
	}
	if len(lower) != len(text) {
		return false, 0
	}
	at := skipMarks(lower, 0)
	if opening := v.opening(cueVerdictOpenings, lower[at:]); opening > 0 { // "the statement is"
		at = skipMarks(lower, at+opening)
	}
	if length := v.leadingNever(lower[at:]); length > 0 {
		return false, at + length
	}
	denied := false
	if no := v.opening(cueVerdictDenials, lower[at:]); no > 0 {
		denied, at = true, at+no+1
	}
	word := firstWord(lower[at:])
	value, known := v.ruling(word)
	end := at + len(word)
	if !known || !v.rules(word, lower[end:]) {
		return v.shortReply(lower)
	}
	return value != denied, end
}

// opening returns how long the first phrase that signals something is that a text begins
// with, before a space; 0 where it begins with none.
func (v *vocabulary) opening(cue lexicon.Cue, lower string) int {
	for _, phrase := range v.cues[cue].List() {
		if strings.HasPrefix(lower, phrase+" ") {
			return len(phrase)
		}
	}
	return 0
}

// leadingNever returns how long a "not always" is that a text begins with.
func (v *vocabulary) leadingNever(lower string) int {
	for _, never := range v.cues[cueNeverTrue].List() {
		if strings.HasPrefix(lower, never) && v.rules("correct", lower[len(never):]) {
			return len(never)
		}
	}
	return 0
}

func skipMarks(text string, at int) int {
	for at < len(text) && strings.IndexByte(" \t\n*_\"'>#", text[at]) >= 0 {
		at++
	}
	return at
}

func (v *vocabulary) ruling(word string) (bool, bool) {
	value := v.is(cueVerdictsTrue, word)
	return value, value || v.is(cueVerdictsFalse, word)
}

// rules reports whether a word is a verdict before what follows: "No, it is", and not
// "no partial dependencies".
func (v *vocabulary) rules(word, behind string) bool {
	rest := strings.TrimLeft(behind, "*_\"' ")
	if v.is(cueOr, firstWord(rest)) { // "true or false"
		return false
	}
	if rest == "" || strings.IndexByte(".,:;!-()\n", rest[0]) >= 0 || strings.HasPrefix(rest, "–") || strings.HasPrefix(rest, "—") {
		return true
	}
	if len(word) == 1 {
		return false
	}
	next := firstWord(rest)
	switch {
	case v.is(cueSureVerdicts, word):
		return true
	case v.is(cueNo, word):
		return v.is(cueBehindNo, next)
	}
	return v.is(cueGivingReasons, next)
}

// shortReply reads "they don't" and "it does", which answer by themselves.
func (v *vocabulary) shortReply(lower string) (bool, int) {
	end := strings.IndexAny(lower, ".,;:!\n")
	if end < 0 {
		end = len(lower)
	}
	words := strings.Fields(lower[:end])
	if len(words) < 2 || len(words) > 3 || !v.is(cueReplySubjects, words[0]) {
		return false, 0
	}
	verb, denied := strings.CutSuffix(words[1], "n't")
	if verb == "cannot" || verb == "ca" || verb == "wo" {
		verb, denied = "can", true
	}
	if len(words) == 3 {
		if words[2] != "not" {
			return false, 0
		}
		denied = true
	}
	if !v.is(cueAsksVerdict, verb) {
		return false, 0
	}
	return !denied, end
}

// closingVerdict reads a verdict that a text ends with: "…, so false".
func (v *vocabulary) closingVerdict(text string) (bool, bool) {
	words := strings.Fields(strings.ToLower(strings.Trim(cutEnd(text, 80), " .!\n*")))
	if len(words) < 2 {
		return false, false
	}
	last := words[len(words)-1]
	if !v.is(cueFinalVerdicts, last) || !v.is(cueConcluding, words[len(words)-2]) {
		return false, false
	}
	return v.ruling(last)
}
