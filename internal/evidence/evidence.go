package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/quarrykb/quarry/internal/text"
)

// evidence is what an entry's source says, as words.
type evidence struct {
	pieces []string
	words  map[string]bool
	wide   bool     // the pieces without their markup were added
	flat   string   // all words in a row, with a space between them
	loose  []string // the pieces with all their markup
	sought int      // words that were looked for in them
}

func newEvidence(pieces []string) *evidence {
	e := &evidence{pieces: pieces, words: map[string]bool{}}
	for _, piece := range e.pieces {
		e.add(fold(piece))
	}
	return e
}

// raised are the digits that mark footnotes.
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// add takes words in. A number with its unit written on to it, "8TB", is also
// the number and the unit, and what it is multiplied with; digits behind a letter,
// "H100", are part of a name, which also stands by itself in "H100,80".
func (e *evidence) add(words []string) {
	for _, word := range words {
		e.words[word] = true
		number := word
		if end := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' }); end >= 0 {
			number = word[:end]
		}
		switch {
		case number == "":
			name, _, _ := strings.Cut(word, ",")
			name, _, _ = strings.Cut(name, ".")
			e.words[name] = true
		case number != word:
			unit := word[len(number):]
			e.words[number], e.words[unit] = true, true
			if len(word) <= longestProduct && len(unit) > 1 && unit[0] == 'x' && text.IsDigit(unit[1]) { // "x100gbe"
				e.add([]string{unit[1:]})
			}
		}
	}
}

// longestProduct is how many bytes a product has at most whose factors are words.
const longestProduct = 64

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

// mostSought is how many words of one entry are looked for letter by letter.
// More of them are not broken in texts for readers.
const mostSought = 1000

// holds looks harder for a word that does not stand there as it is. An entry
// has its source's markup taken away, so that "FP16" may stand there as
// "**FP**16" and "é" as "&eacute;"; with more marks near by, "_**FP**16", neither all of
// them nor none can be taken away. Letters in a row prove a word of a script that does not part
// its words, and of no other: "stable" stands in "unstable", and "notable" in "not able".
func (e *evidence) holds(word string) bool {
	if !e.wide {
		e.widen()
	}
	first, _ := utf8.DecodeRuneInString(word)
	if e.words[word] || text.IsUnspaced(first) && strings.Contains(e.flat, word) {
		return true
	}
	e.sought++
	return e.sought <= mostSought && slices.ContainsFunc(e.loose, func(text string) bool { return isBrokenIn(text, word) })
}

// isBrokenIn looks for a word that begins and ends where no other word goes on,
// and that has nothing but marks between its characters.
func isBrokenIn(text, word string) bool {
	first, size := utf8.DecodeRuneInString(word)
	for at := 0; ; at += size {
		next := strings.IndexRune(text[at:], first)
		if next < 0 {
			return false
		}
		at += next
		if length := lengthOfBroken(text[at:], word); length > 0 && isEdge(text, at) && isEdge(text, at+length) {
			return true
		}
	}
}

// isEdge reports whether no word goes on over an offset from one side: no
// character of a word stands there, nor a point within a number.
func isEdge(text string, at int) bool {
	left, _ := utf8.DecodeLastRuneInString(text[:at])
	right, _ := utf8.DecodeRuneInString(text[at:])
	parted := kindOf(left) == noWord || kindOf(right) == noWord
	return parted && (at == len(text) || !joinsDigits(text, at)) && (at == 0 || !joinsDigits(text, at-1))
}

// lengthOfBroken returns how much of a text the word takes that it begins with,
// markup included; 0 where it does not begin with it.
func lengthOfBroken(text, word string) int {
	at := 0
	for _, want := range word {
		for skip := markupLength(text[at:]); skip > 0; skip = markupLength(text[at:]) {
			at += skip
		}
		got, size := utf8.DecodeRuneInString(text[at:])
		if got != want || size == 0 {
			return 0
		}
		at += size
	}
	return at
}

// markupLength returns the length of the mark, the tag or the link's target
// that a text begins with; 0 where it begins with none.
func markupLength(text string) int {
	switch {
	case text == "":
		return 0
	case strings.HasPrefix(text, "]("):
		return 1 + max(0, strings.IndexByte(text, ')'))
	case text[0] == '<':
		if end := strings.IndexAny(text[1:], "<>"); end >= 0 && text[1+end] == '>' {
			return 1 + end + 1
		}
		return 0
	case strings.IndexByte(marks, text[0]) >= 0:
		return 1
	}
	return 0
}

// marks are what Markdown puts inside of words.
const marks = "*_`~\\[]"

func (e *evidence) widen() {
	var flat strings.Builder
	for _, piece := range e.pieces {
		resolved := text.Resolved(piece)
		e.loose = append(e.loose, simple(resolved))
		for _, shown := range []string{resolved, withoutMarkup(piece), withoutRaised(piece), text.Spaced(piece)} {
			words := fold(shown)
			e.add(words)
			flat.WriteString(strings.Join(words, " "))
			flat.WriteByte(' ')
		}
	}
	e.wide, e.flat = true, flat.String()
}

// withoutRaised parts the raised digits of footnotes from the words before them:
// "TFLOPS¹".
func withoutRaised(written string) string {
	behindLetter := false
	return strings.Map(func(r rune) rune {
		if behindLetter && strings.ContainsRune(raised, r) {
			return ' '
		}
		behindLetter = unicode.IsLetter(r)
		return r
	}, written)
}

// withoutMarkup takes away what Markdown and HTML put inside of words: tags,
// emphasis, code marks, brackets and what links lead to, backslashes. Entities
// become what they stand for.
func withoutMarkup(written string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(marks, r) {
			return -1
		}
		return r
	}, text.Resolved(withoutTargets(text.WithoutTags(written))))
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

// fold splits a text into lower-case words, NFKD, without the characters that
// are not seen. A word is a run of letters and digits, a point or comma between
// two digits included: "3.35" is one word, and so is "h100". Words of a script
// that writes no spaces are runs of that script.
func fold(text string) []string {
	text = simple(text)
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

// simple brings a text into the form that words are compared in.
func simple(text string) string { return strings.ToLower(norm.NFKD.String(strings.Map(visible, text))) }

// visible drops format characters: soft hyphens, joiners, byte-order marks. The full stop that is as
// wide as a sign parts the number of an item from its words, "6．1 mol", and no digits.
func visible(r rune) rune {
	switch {
	case text.IsFormat(r):
		return -1
	case r == '．':
		return '。'
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
	case text.IsUnspaced(r):
		return unspacedWord
	case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
		return spacedWord
	}
	return noWord
}

// joinsDigits reports whether a point or comma stands between two digits.
func joinsDigits(written string, at int) bool {
	return (written[at] == '.' || written[at] == ',') && at > 0 && at+1 < len(written) &&
		text.IsDigit(written[at-1]) && text.IsDigit(written[at+1])
}
