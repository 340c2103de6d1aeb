package check

import (
	"slices"
	"strings"
)

// verdictOf returns what a text says of a statement, and whether it says anything.
func verdictOf(text string) (bool, bool) {
	value, length := leadingVerdict(text)
	if length > 0 {
		return value, true
	}
	return closingVerdict(text)
}

// leadingVerdict reads the verdict that a text begins with, and how many bytes it
// has; 0 where there is none.
func leadingVerdict(text string) (bool, int) {
	lower := strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	if len(lower) != len(text) { // a letter or a mark of another length: nothing depends on places
		lower = strings.ToLower(text)
	}
	if len(lower) != len(text) {
		return false, 0
	}
	at := afterOpening(lower, skipMarks(lower, 0))
	if length := leadingNever(lower[at:]); length > 0 {
		return false, at + length
	}
	denied := false
	for _, no := range []string{"not ", "isn't ", "is not "} {
		if strings.HasPrefix(lower[at:], no) {
			denied, at = true, at+len(no)
		}
	}
	word := firstWord(lower[at:])
	value, known := ruling(word)
	end := at + len(word)
	if !known || !rules(word, lower[end:]) {
		return shortReply(lower)
	}
	return value != denied, end
}

// afterOpening passes what is said before a verdict: "the statement is".
func afterOpening(lower string, at int) int {
	for _, opening := range []string{
		"answer:", "the answer is", "this statement is", "the statement is", "that statement is", "the claim is", "i think it is", "i think",
		"it is", "it's", "this is", "that is", "that's", "this", "that", "clearly", "definitely",
	} {
		if strings.HasPrefix(lower[at:], opening+" ") {
			return skipMarks(lower, at+len(opening))
		}
	}
	return at
}

// leadingNever returns how long a "not always" is that a text begins with.
func leadingNever(lower string) int {
	for _, never := range []string{"not always", "not necessarily", "not really", "not at all", "not quite", "never"} {
		if strings.HasPrefix(lower, never) && rules("correct", lower[len(never):]) {
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

func ruling(word string) (bool, bool) {
	switch word {
	case "true", "yes", "correct", "right", "t", "yep", "yeah", "y":
		return true, true
	case "false", "no", "incorrect", "wrong", "f", "nope", "untrue", "n":
		return false, true
	}
	return false, false
}

// rules reports whether a word is a verdict before what follows: "No, it is", and not
// "no partial dependencies".
func rules(word, behind string) bool {
	rest := strings.TrimLeft(behind, "*_\"' ")
	if strings.HasPrefix(rest, "or ") { // "true or false"
		return false
	}
	if rest == "" || strings.IndexByte(".,:;!-()\n", rest[0]) >= 0 || strings.HasPrefix(rest, "–") || strings.HasPrefix(rest, "—") {
		return true
	}
	if len(word) == 1 {
		return false
	}
	next := firstWord(rest)
	switch word {
	case "true", "false", "yes", "yep", "nope", "yeah", "untrue":
		return true
	case "no":
		return slices.Contains([]string{"it", "they", "he", "she", "that", "this", "because", "there", "since", "you", "we"}, next)
	}
	return next == "because" || next == "since" || next == "as"
}

// shortReply reads "they don't" and "it does", which answer by themselves.
func shortReply(lower string) (bool, int) {
	end := strings.IndexAny(lower, ".,;:!\n")
	if end < 0 {
		end = len(lower)
	}
	words := strings.Fields(lower[:end])
	if len(words) < 2 || len(words) > 3 || !slices.Contains([]string{"it", "they", "he", "she", "that", "you", "this", "we", "one"}, words[0]) {
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
	if !isPolar(" " + verb + " ") {
		return false, 0
	}
	return !denied, end
}

// closingVerdict reads a verdict that a text ends with: "…, so false".
func closingVerdict(text string) (bool, bool) {
	words := strings.Fields(strings.ToLower(strings.Trim(cutEnd(text, 80), " .!\n*")))
	if len(words) < 2 {
		return false, false
	}
	last := words[len(words)-1]
	if last != "true" && last != "false" || !slices.Contains([]string{"so", "is", "therefore", "thus", "hence", "it's", "that's"}, words[len(words)-2]) {
		return false, false
	}
	return last == "true", true
}
