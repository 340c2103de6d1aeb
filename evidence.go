package quarry

import (
	"html"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// evidence is what an entry's source says, as words.
type evidence struct {
	pieces []string
	words  map[string]bool
	wide   bool   // the pieces without their markup were added
	flat   string // all words without what parts them, the pieces on a line each
}

func newEvidence(pieces []string) *evidence {
	e := &evidence{pieces: pieces, words: map[string]bool{}}
	for _, piece := range pieces {
		e.add(fold(piece))
	}
	return e
}

// add takes words in. A number with its unit written on to it, "8TB", is also
// the number and the unit; digits behind a letter, "H100", are part of a name.
func (e *evidence) add(words []string) {
	for _, word := range words {
		e.words[word] = true
		if number := leadingNumber(word); number != "" && number != word {
			e.words[number], e.words[word[len(number):]] = true, true
		}
	}
}

// missing returns the words of a claim that stand nowhere in the evidence, each
// once.
func (e *evidence) missing(claim string) []string {
	var missing []string
	seen := map[string]bool{}
	for _, word := range fold(claim) {
		if e.words[word] || seen[word] {
			continue
		}
		seen[word] = true
		if !e.holds(word) {
			missing = append(missing, word)
		}
	}
	return missing
}

// holds looks harder for a word that does not stand there as it is. An entry
// has its source's markup taken away, so that "FP16" may stand there as
// "**FP**16" and "é" as "&eacute;".
func (e *evidence) holds(word string) bool {
	if !e.wide {
		e.widen()
	}
	return e.words[word] || (mayStandInside(word) && strings.Contains(e.flat, word))
}

func (e *evidence) widen() {
	var flat strings.Builder
	for _, piece := range e.pieces {
		unescaped := html.UnescapeString(piece)
		for _, text := range []string{unescaped, withoutMarkup(piece)} {
			words := fold(text)
			e.add(words)
			flat.WriteString(strings.Join(words, ""))
			flat.WriteByte('\n')
		}
	}
	e.wide, e.flat = true, flat.String()
}

// shortestInside is the least letters of a word that may be found inside of
// others: "not" stands in "cannot", and proves nothing.
const shortestInside = 5

// mayStandInside reports whether a word is proved by letters in a row: a long
// one without digits, or one of a script that does not part its words.
func mayStandInside(word string) bool {
	letters := 0
	for _, r := range word {
		if unicode.IsDigit(r) {
			return false
		}
		if isUnspaced(r) {
			return true
		}
		letters++
	}
	return letters >= shortestInside
}

func leadingNumber(word string) string {
	end := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' })
	if end < 0 {
		return word
	}
	return word[:end]
}

// withoutMarkup takes away what Markdown and HTML put inside of words: tags,
// emphasis, code marks, brackets and what links lead to, backslashes. Entities
// become what they stand for.
func withoutMarkup(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("*_`~\\[]", r) {
			return -1
		}
		return r
	}, html.UnescapeString(withoutTargets(withoutTags(text))))
}

func withoutTargets(text string) string {
	var kept strings.Builder
	for {
		shown, rest, isLink := strings.Cut(text, "](")
		kept.WriteString(shown)
		if !isLink {
			return kept.String()
		}
		_, behind, closed := strings.Cut(rest, ")")
		if !closed {
			kept.WriteString("](" + rest)
			return kept.String()
		}
		text = behind
	}
}

func withoutTags(text string) string {
	var kept strings.Builder
	for {
		before, rest, found := strings.Cut(text, "<")
		kept.WriteString(before)
		if !found {
			return kept.String()
		}
		if rest == "" || !opensTag(rest[0]) {
			kept.WriteByte('<')
			text = rest
			continue
		}
		_, behind, closed := strings.Cut(rest, ">")
		if !closed {
			kept.WriteString("<" + rest)
			return kept.String()
		}
		text = behind
	}
}

func opensTag(c byte) bool {
	return c == '/' || c == '!' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
}

// fold splits a text into lower-case words, NFKC, without the characters that
// nobody sees. A word is a run of letters and digits, a point or comma between
// two digits included: "3.35" is one word, and so is "h100". Words of a script
// that writes no spaces are runs of that script.
func fold(text string) []string {
	text = strings.ToLower(norm.NFKC.String(strings.Map(visible, text)))
	words := make([]string, 0, len(text)/6)
	start, kind := 0, noWord
	for i, r := range text {
		next := kindOf(r)
		if next == kind || (next == noWord && joinsDigits(text, i)) {
			continue
		}
		if kind != noWord {
			words = append(words, text[start:i])
		}
		start, kind = i, next
	}
	if kind != noWord {
		words = append(words, text[start:])
	}
	return words
}

// visible drops format characters: soft hyphens, joiners, byte-order marks.
func visible(r rune) rune {
	if r >= 0x80 && unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

// wordKind says to what kind of word a character belongs.
type wordKind int

const (
	noWord wordKind = iota
	spacedWord
	unspacedWord
)

func kindOf(r rune) wordKind {
	switch {
	case r >= 0x80 && isUnspaced(r):
		return unspacedWord
	case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
		return spacedWord
	}
	return noWord
}

// isUnspaced reports whether a character is of a script that puts no spaces
// between its words. The mark of a long vowel belongs to two scripts, and thus
// to none of them.
func isUnspaced(r rune) bool {
	return r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// joinsDigits reports whether a point or comma stands between two digits.
func joinsDigits(text string, at int) bool {
	return (text[at] == '.' || text[at] == ',') && at > 0 && at+1 < len(text) &&
		isDigit(text[at-1]) && isDigit(text[at+1])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
