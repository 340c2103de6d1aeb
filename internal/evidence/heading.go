package evidence

import (
	"slices"
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
// words in their order, markup aside; noHeading where none does. What looks like an entity
// or a link in it is one where it was written as code, and else the words that it looks like.
func (v *Verifier) heading(heading string) int {
	if v.headings.lines == nil {
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
	at, ok := v.headings.known[heading]
	if !ok {
		at = v.findHeading(fold(withoutMarkup(heading)))
		if at == noHeading {
			at = v.findHeading(fold(heading))
		}
		v.headings.known[heading] = at
	}
	return at
}

// mostHeadingLines is how many lines a heading is looked for on whose words are
// broken by markup.
const mostHeadingLines = 64

// findHeading looks only at the lines that have the rarest of the heading's words that any
// has; only at some of them where markup breaks a word everywhere.
func (v *Verifier) findHeading(words []string) int {
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
	for _, line := range rarest[:min(len(rarest), most)] {
		if says(v.said(line, line), words) {
			return v.starts[line]
		}
		if first, last := v.underlined(line); first < last && says(v.said(first, last), words) {
			return v.starts[first]
		}
	}
	return noHeading
}

// says reports whether a text says all words, and their letters stand in it in their order.
// Entities stand for themselves in code, and nowhere else.
func says(written string, words []string) bool {
	parts := strings.Split(written, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = text.Resolved(parts[i])
	}
	if slices.Equal(words, fold(strings.Join(parts, "`"))) {
		return true
	}
	among := simple(text.Resolved(written))
	for _, c := range strings.Join(words, "") {
		at := strings.IndexRune(among, c)
		if at < 0 {
			return false
		}
		_, size := utf8.DecodeRuneInString(among[at:])
		among = among[at+size:]
	}
	return len(newEvidence([]string{written}).missing(strings.Join(words, " "))) == 0
}

// underlined returns the run of lines around one that ends at an underline.
func (v *Verifier) underlined(line int) (int, int) {
	const most = 16 // lines of a heading
	last := line
	for ; ; last++ {
		if last == len(v.starts) || last-line == most {
			return line, line
		}
		bare := strings.TrimSpace(v.said(last, last))
		if bare == "" {
			return line, line
		}
		if strings.Trim(bare, "=") == "" || strings.Trim(bare, "-") == "" {
			break
		}
	}
	first := line
	for first > 0 && line-first < most && strings.TrimSpace(v.said(first-1, first-1)) != "" {
		first--
	}
	return first, last - 1
}

// said returns the text of some lines, counted from 0.
func (v *Verifier) said(first, last int) string {
	end := len(v.text)
	if last+1 < len(v.starts) {
		end = v.starts[last+1]
	}
	return string(v.text[v.starts[first]:end])
}
