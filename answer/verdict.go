package answer

import "strings"

// verdictOf returns whether a text calls a statement true, how many bytes of it say so at
// its begin, and whether it says so at all.
func (l *language) verdictOf(s string) (bool, int, bool) {
	const marks = " \t\n*_\"'>#"
	lower := asTyped(s)
	rest := strings.TrimLeft(lower, marks)
	if opening := l.cues["verdict_openings"].Prefix(rest); opening != "" { // "the statement is"
		rest = strings.TrimLeft(rest[len(opening):], marks)
	}
	if never := l.cues["never_true"].Prefix(rest); never != "" {
		return false, typedOffset(s, len(lower)-len(rest)+len(never)), true
	}
	denial := l.cues["verdict_denials"].Prefix(rest)
	rest = strings.TrimLeft(rest[len(denial):], " ")
	word := firstWord(rest)
	right := l.cues["verdicts_true"].Has(word)
	if !right && !l.cues["verdicts_false"].Has(word) || !l.rules(word, rest[len(word):]) {
		return false, 0, false
	}
	return right != (denial != ""), typedOffset(s, len(lower)-len(rest)+len(word)), true
}

// rules reports whether a word is a verdict before what follows: "No, it is", and not "no
// partial dependencies".
func (l *language) rules(word, behind string) bool {
	rest := strings.TrimLeft(behind, "*_\"' ")
	next := firstWord(rest)
	switch {
	case l.cues["or_words"].Has(next): // "true or false"
		return false
	case rest == "" || strings.ContainsAny(rest[:1], ".,:;!-()\n") || strings.HasPrefix(rest, "–") || strings.HasPrefix(rest, "—"):
		return true
	}
	return l.cues["sure_verdicts"].Has(word) || l.cues["behind_verdicts"].Has(next)
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

func firstWord(s string) string {
	end := strings.IndexAny(s, " \t\n.,:;!?()*_\"'-–—/")
	if end < 0 {
		end = len(s)
	}
	return s[:end]
}
