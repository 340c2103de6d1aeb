package text

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Span is a part of a text with the bytes where it begins and where it ends.
type Span struct {
	Text       string
	Start, End int
}

// CutPlain goes over the words of a text as names are made of: letters of any script
// and digits in a row, with the marks on the letters. Nothing else is within a word:
// "don't" and "3.5" are two words each.
func CutPlain(s string) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		for from, to := next(s, 0, plainEnd); from < to; from, to = next(s, to, plainEnd) {
			if !yield(Span{s[from:to], from, to}) {
				return
			}
		}
	}
}

// Words returns the words of a text in lower case, with apostrophes as they are typed:
// letters and numbers in a row, with the marks on the letters. An apostrophe before a
// letter is within a word ("don't"), and so is a point or a comma between two digits
// ("3.5"). Letters of a script without spaces make words of their own, apart from others
// that touch them.
func Words(s string) []string { return words(s, wordEnd) }

// WordCount returns how many words a text has as spaces part them.
func WordCount(s string) int {
	count := 0
	for range strings.FieldsSeq(s) {
		count++
	}
	return count
}

// SetOf returns the words of lists for looking them up.
func SetOf(lists ...[]string) map[string]bool {
	set := map[string]bool{}
	for _, list := range lists {
		for _, word := range list {
			set[word] = true
		}
	}
	return set
}

// WordsPlain returns the words of a text, as [CutPlain] finds them, in lower case.
func WordsPlain(s string) []string { return words(s, plainEnd) }

// ending tells where the word ends that begins at a place of a text: there if none does.
type ending func(s string, at int) int

// words returns the words of a text in lower case.
func words(s string, end ending) []string {
	const bytesPerWord = 6
	s = typed(strings.ToLower(s))
	all := make([]string, 0, len(s)/bytesPerWord+1)
	for from, to := next(s, 0, end); from < to; from, to = next(s, to, end) {
		all = append(all, s[from:to])
	}
	return all
}

// next returns where the first word behind a place begins and ends, the text's end twice
// if there is none.
func next(s string, from int, end ending) (int, int) {
	for ; from < len(s); from++ {
		if to := end(s, from); to > from {
			return from, to
		}
	}
	return from, from
}

// class says what a character is in a word.
type class int

const (
	noWord class = iota
	letter
	unspaced // a letter of a script without spaces
	number
	mark
)

func classOf(r rune) class {
	switch {
	case IsUnspaced(r):
		return unspaced
	case unicode.IsLetter(r):
		return letter
	case unicode.IsNumber(r):
		return number
	case unicode.IsMark(r):
		return mark
	}
	return noWord
}

func classOfByte(c byte) class {
	switch {
	case IsLetter(c):
		return letter
	case IsDigit(c):
		return number
	}
	return noWord
}

// wordEnd is the ending of words with marks within them.
func wordEnd(s string, start int) int {
	at, last := asciiEnd(s, start)
	if at == len(s) || isGap(s[at]) {
		return at
	}
	for at < len(s) {
		r, size := utf8.DecodeRuneInString(s[at:])
		next := classOf(r)
		if !goesOn(last, next) && !joins(s, at, size, last) {
			return at
		}
		if next != mark {
			last = next
		}
		at += size
	}
	return at
}

// goesOn reports whether a word goes on with a character, or begins if none stands
// before it.
func goesOn(last, next class) bool {
	switch next {
	case noWord:
		return false
	case mark:
		return last == letter || last == unspaced
	case letter, number, unspaced:
	}
	return last == noWord || (last == unspaced) == (next == unspaced)
}

// isGap reports whether a byte of ASCII that is neither letter nor digit is within no
// word.
func isGap(c byte) bool { return c < utf8.RuneSelf && c != '\'' && c != '.' && c != ',' }

// asciiEnd returns where letters and digits of ASCII end that begin at a place, and what
// the last of them is.
func asciiEnd(s string, at int) (int, class) {
	last := noWord
	for at < len(s) {
		next := classOfByte(s[at])
		if next == noWord {
			break
		}
		last = next
		at++
	}
	return at, last
}

// joins reports whether the mark at a place, of so many bytes, is within the word that
// stands before it.
func joins(s string, at, size int, last class) bool {
	behind := s[at+size:]
	if behind == "" || last != letter && last != number {
		return false
	}
	switch s[at : at+size] {
	case "'", "’", "＇":
		next, _ := utf8.DecodeRuneInString(behind)
		return classOf(next) == letter
	case ".", ",":
		return IsDigit(s[at-1]) && IsDigit(behind[0])
	}
	return false
}

// plainEnd is the ending of plain words.
func plainEnd(s string, start int) int {
	at, last := asciiEnd(s, start)
	if at == len(s) || s[at] < utf8.RuneSelf {
		return at
	}
	for i, r := range s[at:] {
		next := plainClassOf(r)
		if next == noWord || next == mark && last != letter {
			return at + i
		}
		if next != mark {
			last = next
		}
	}
	return len(s)
}

// plainClassOf is classOf for plain words, which have no numbers but digits.
func plainClassOf(r rune) class {
	switch {
	case unicode.IsLetter(r):
		return letter
	case unicode.IsDigit(r):
		return number
	case unicode.IsMark(r):
		return mark
	}
	return noWord
}

// typed writes the apostrophes that are set in print as they are typed.
func typed(s string) string {
	for _, apostrophe := range []string{"’", "ʼ", "＇"} {
		s = strings.ReplaceAll(s, apostrophe, "'")
	}
	return s
}
