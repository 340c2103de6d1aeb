package evidence

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// headingIndex tells where the lines of a text have which words.
type headingIndex struct {
	lines map[string][]int // by word: the lines that it stands on, counted from 0
	known map[string]int   // by heading: the offset that it was found at, or noHeading
}

const noHeading = -1

// heading returns the offset of the first line that says a heading: all of its
// words in their order, markup aside. What looks like an entity or a link in it
// is one where it was written as code, and else the words that it looks like.
func (v *Verifier) heading(heading string) (int, bool) {
	if v.headings.lines == nil {
		v.indexHeadings()
	}
	at, ok := v.headings.known[heading]
	if !ok {
		at = v.findHeading(fold(withoutMarkup(heading)))
		if at == noHeading {
			at = v.findHeading(fold(heading))
		}
		v.headings.known[heading] = at
	}
	return at, at != noHeading
}

func (v *Verifier) indexHeadings() {
	v.headings = headingIndex{lines: map[string][]int{}, known: map[string]int{}}
	for line := range v.starts {
		said := v.said(line, line)
		for _, word := range append(fold(withoutMarkup(said)), fold(said)...) {
			on := v.headings.lines[word]
			if n := len(on); n == 0 || on[n-1] != line {
				v.headings.lines[word] = append(on, line)
			}
		}
	}
}

// mostHeadingLines is how many lines a heading is looked for on whose words are
// broken by markup.
const mostHeadingLines = 64

// findHeading looks only at the lines that have the heading's rarest word.
func (v *Verifier) findHeading(words []string) int {
	for _, line := range v.linesOf(words) {
		if says(v.said(line, line), words) {
			return v.starts[line]
		}
		if first, last := v.underlined(line); first < last && says(v.said(first, last), words) {
			return v.starts[first]
		}
	}
	return noHeading
}

// linesOf returns the lines that have the rarest of the words that any has;
// only some of them where markup breaks a word everywhere.
func (v *Verifier) linesOf(words []string) []int {
	var rarest []int
	most := len(v.starts)
	for _, word := range words {
		on := v.headings.lines[word]
		switch {
		case len(on) == 0:
			most = mostHeadingLines
		case rarest == nil || len(on) < len(rarest):
			rarest = on
		}
	}
	return rarest[:min(len(rarest), most)]
}

// says reports whether a text says all words in their order: without its
// markup, as it stands, or with some of its words broken by markup and others
// parted by it.
func says(written string, words []string) bool {
	if inOrder(words, fold(withoutMarkup(written))) || inOrder(words, fold(written)) || inOrder(words, fold(resolvedOutsideCode(written))) {
		return true
	}
	return lettersInOrder(strings.Join(words, ""), simple(text.Resolved(written))) &&
		len(newEvidence([]string{written}).missing(strings.Join(words, " "))) == 0
}

// resolvedOutsideCode returns a text as its renderer shows it: entities stand for
// themselves in code, and nowhere else.
func resolvedOutsideCode(written string) string {
	if !strings.Contains(written, "`") || !strings.Contains(written, "&") {
		return written
	}
	parts := strings.Split(written, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = text.Resolved(parts[i])
	}
	return strings.Join(parts, "`")
}

// lettersInOrder reports whether all characters stand among others in their
// order.
func lettersInOrder(all, among string) bool {
	for _, c := range all {
		at := strings.IndexRune(among, c)
		if at < 0 {
			return false
		}
		_, size := utf8.DecodeRuneInString(among[at:])
		among = among[at+size:]
	}
	return true
}

// mostUnderlined is how many lines a heading has at most that is written over
// several and underlined.
const mostUnderlined = 16

// underlined returns the run of lines around one that ends at an underline.
func (v *Verifier) underlined(line int) (int, int) {
	last := line
	for ; last < len(v.starts) && last-line < mostUnderlined; last++ {
		bare := strings.TrimSpace(v.line(last))
		if bare == "" {
			return line, line
		}
		if strings.Trim(bare, "=") == "" || strings.Trim(bare, "-") == "" {
			break
		}
	}
	if last == len(v.starts) || last-line == mostUnderlined {
		return line, line
	}
	first := line
	for first > 0 && line-first < mostUnderlined && strings.TrimSpace(v.line(first-1)) != "" {
		first--
	}
	return first, last - 1
}

// line returns the text of a line, counted from 0.
func (v *Verifier) line(n int) string { return string(v.text[v.starts[n]:v.end(n)]) }

func (v *Verifier) end(line int) int {
	if line+1 < len(v.starts) {
		return v.starts[line+1]
	}
	return len(v.text)
}

func (v *Verifier) said(first, last int) string {
	return string(v.text[v.starts[first]:v.end(last)])
}

// inOrder reports whether all words stand among others in their order.
func inOrder(words, among []string) bool {
	next := 0
	for _, word := range among {
		if next < len(words) && word == words[next] {
			next++
		}
	}
	return next == len(words)
}
