package answer

import (
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
)

// The cues of verdicts.
const (
	cueVerdictsTrue    lexicon.Cue = "verdicts_true"
	cueVerdictsFalse   lexicon.Cue = "verdicts_false"
	cueSureVerdicts    lexicon.Cue = "sure_verdicts"
	cueVerdictDenials  lexicon.Cue = "verdict_denials"
	cueVerdictOpenings lexicon.Cue = "verdict_openings"
	cueBehindVerdicts  lexicon.Cue = "behind_verdicts"
	cueNeverTrue       lexicon.Cue = "never_true"
	cueAsksVerdict     lexicon.Cue = "asks_verdict"
)

// verdictOf returns whether a text calls a statement true, how many bytes of it say so at
// its begin, and whether it says so at all, at its begin or at its end.
func (l *language) verdictOf(s string) (bool, int, bool) {
	lower := asTyped(s)
	at := skipMarks(lower, 0)
	if opening := l.opening(cueVerdictOpenings, lower[at:]); opening > 0 { // "the statement is"
		at = skipMarks(lower, at+opening)
	}
	if never := l.opening(cueNeverTrue, lower[at:]+" "); never > 0 {
		return false, typedOffset(s, at+never), true
	}
	denied := false
	if no := l.opening(cueVerdictDenials, lower[at:]); no > 0 {
		denied, at = true, at+no+1
	}
	word := firstWord(lower[at:])
	end := at + len(word)
	if value, known := l.ruling(word); known && l.rules(word, lower[end:]) {
		return value != denied, typedOffset(s, end), true
	}
	return false, 0, false
}

// asTyped returns a text in small letters with the apostrophe of keyboards.
func asTyped(s string) string { return strings.ToLower(strings.ReplaceAll(s, "’", "'")) }

// typedOffset returns up to where a text goes whose first bytes as they are typed are so many.
func typedOffset(s string, bytes int) int {
	for at, char := range s {
		if bytes <= 0 {
			return at
		}
		bytes -= len(asTyped(string(char)))
	}
	return len(s)
}

// opening returns how long the longest phrase that signals something is that a text begins
// with, before a space; 0 where it begins with none.
func (l *language) opening(cue lexicon.Cue, lower string) int {
	longest := 0
	for _, phrase := range l.cues[cue].List() {
		if len(phrase) > longest && strings.HasPrefix(lower, phrase+" ") {
			longest = len(phrase)
		}
	}
	return longest
}

func firstWord(s string) string {
	end := strings.IndexAny(s, " \t\n.,:;!?()*_\"'-–—/")
	if end < 0 {
		end = len(s)
	}
	return s[:end]
}

func skipMarks(s string, at int) int {
	for at < len(s) && strings.IndexByte(" \t\n*_\"'>#", s[at]) >= 0 {
		at++
	}
	return at
}

func (l *language) ruling(word string) (bool, bool) {
	value := l.is(cueVerdictsTrue, word)
	return value, value || l.is(cueVerdictsFalse, word)
}

// rules reports whether a word is a verdict before what follows: "No, it is", and not "no
// partial dependencies".
func (l *language) rules(word, behind string) bool {
	rest := strings.TrimLeft(behind, "*_\"' ")
	next := firstWord(rest)
	switch {
	case l.is(cueOr, next): // "true or false"
		return false
	case rest == "" || strings.ContainsAny(rest[:1], ".,:;!-()\n") || strings.HasPrefix(rest, "–") || strings.HasPrefix(rest, "—"):
		return true
	}
	return l.is(cueSureVerdicts, word) || l.is(cueBehindVerdicts, next)
}
