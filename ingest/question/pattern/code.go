package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// Limits of a code that counts a question: "T1A01", "1.1.02-001", "D.04".
const (
	shortestCode = 2
	longestCode  = 16
)

// coding is what lines have in common that begin with codes of one make.
type coding struct {
	lines  []int
	asking int
	codes  map[string]bool
}

// manner is how codes of one make stand on their lines.
type manner struct {
	shape string
	form  form
}

// markCodes takes codes off lines that ask, where several lines begin with
// different codes of one make: a catalogue numbers its questions so.
func (w words) markCodes(all []line) {
	makes := map[manner]*coding{}
	for n := range all {
		l := &all[n]
		rest, code := cutCode(l.words)
		if (l.kind != text && l.kind != heading) || l.form.tail || code == "" {
			continue
		}
		key := manner{shapeOf(code), l.form}
		if makes[key] == nil {
			makes[key] = &coding{codes: map[string]bool{}}
		}
		makes[key].add(w, n, rest, code)
	}
	for _, found := range makes {
		if found.isUsed() {
			found.mark(all)
		}
	}
}

func (g *coding) add(w words, n int, rest, code string) {
	g.lines = append(g.lines, n)
	g.codes[code] = true
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, "\"'“‘«¿¡*_`([ "))
	if !unicode.IsLower(first) && w.Asking(rest) >= phrase.Strong { // "S3 buckets: …" has no code
		g.asking++
	}
}

// mark makes the codes of lines their numbers.
func (g *coding) mark(all []line) {
	for _, n := range g.lines {
		l := &all[n]
		rest, code := cutCode(l.words)
		if l.form.bullet == 0 {
			l.form.bullet = 'c'
		}
		l.number = codeNumber(code)
		l.words, l.whole = rest, rest
	}
}

// cutCode takes a code off the front of words: digits together with letters or
// with marks between them, in brackets or not.
func cutCode(words string) (string, string) {
	end := strings.IndexAny(words[:min(len(words), longestCode+4)], " \t")
	if end < shortestCode {
		return words, ""
	}
	code, rest := codeOf(words[:end]), strings.TrimSpace(words[end:])
	if code == "" || rest == "" {
		return words, ""
	}
	return rest, code
}

// codeOf returns the code that a token is, "" for any other.
func codeOf(token string) string {
	code := strings.Trim(token, "[]():.*")
	if len(code) < shortestCode || len(code) > longestCode {
		return ""
	}
	digits, others := 0, 0
	for _, c := range []byte(code) {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case isLetterByte(c), c == '.', c == '-', c == '_', c == '/':
			others++
		default:
			return ""
		}
	}
	if digits == 0 || others == 0 || code[len(code)-1] < '0' || code[len(code)-1] > '9' {
		return ""
	}
	return code
}

// shapeOf returns of what a code is made, its letters and its digits aside.
func shapeOf(code string) string {
	var shape []byte
	for _, c := range []byte(code) {
		switch {
		case c >= '0' && c <= '9':
			c = '9'
		case isLetterByte(c):
			c = 'a'
		}
		if len(shape) == 0 || shape[len(shape)-1] != c {
			shape = append(shape, c)
		}
	}
	return string(shape)
}
