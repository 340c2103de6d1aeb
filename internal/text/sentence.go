package text

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences goes over the sentences of a text, without the spaces around them. A point,
// a question or an exclamation mark ends one if white space follows, and behind that no
// small letter; of the marks of Chinese and Japanese each ends one. The point of a short
// form, or of a letter that stands alone ("e.g.", "J. Smith"), ends none.
func (l *Language) Sentences(s string) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		for start := 0; start < len(s); {
			end := l.sentenceEnd(s, start)
			if one := trimmed(s, start, end); one.Text != "" && !yield(one) {
				return
			}
			start = end
		}
	}
}

// sentenceEnd returns where the sentence ends that begins at a place.
func (l *Language) sentenceEnd(s string, start int) int {
	for i, r := range s[start:] {
		end := start + i + utf8.RuneLen(r)
		switch r {
		case '。', '！', '？':
			return end
		case '.', '!', '?':
			if opensSentence(s[end:]) && (r != '.' || !l.shortens(s[start:end-1])) {
				return end
			}
		}
	}
	return len(s)
}

// opensSentence reports whether another sentence may begin behind a mark, as far as what
// follows tells: "e.g. this" begins none.
func opensSentence(behind string) bool {
	next := strings.TrimLeftFunc(behind, unicode.IsSpace)
	if next == "" || len(next) == len(behind) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(next)
	return !unicode.IsLower(first)
}

// shortens reports whether a text ends in a word that is written with a point.
func (l *Language) shortens(s string) bool {
	before := strings.TrimRightFunc(s, IsWord)
	word := s[len(before):]
	if l.shortForms[strings.ToLower(word)] {
		return true
	}
	first, size := utf8.DecodeRuneInString(word)
	return size == len(word) && unicode.IsLetter(first) && isInitial(first, before)
}

// isInitial reports whether a letter that stands alone is the first one of a word, by what
// stands before it: another such letter ("e.g.") or, before a capital, a name ("J. Smith").
// Others are units ("350 W") or stand for values ("of length N").
func isInitial(letter rune, before string) bool {
	before = strings.TrimRightFunc(before, unicode.IsSpace)
	if before == "" || strings.HasSuffix(before, ".") {
		return true
	}
	last := before[len(strings.TrimRightFunc(before, IsWord)):]
	first, _ := utf8.DecodeRuneInString(last)
	return unicode.IsUpper(letter) && unicode.IsUpper(first)
}

// trimmed is a part of a text without the white space around it.
func trimmed(s string, start, end int) Span {
	kept := strings.TrimLeftFunc(s[start:end], unicode.IsSpace)
	start = end - len(kept)
	kept = strings.TrimRightFunc(kept, unicode.IsSpace)
	return Span{kept, start, start + len(kept)}
}
