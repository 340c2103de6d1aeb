package quarry

import (
	"strings"
)

// headingIndex tells where the lines of a text have which words.
type headingIndex struct {
	lines map[string][]int // by word: the lines that it stands on, counted from 0
	known map[string]int   // by heading: the offset that it was found at, or noHeading
}

const noHeading = -1

// heading returns the offset of the first line that says a heading: all of its
// words in their order, markup aside. What looks like an entity in it is one
// where it was written as code, and else the words that it looks like.
func (v *Verifier) heading(heading string) (int, bool) {
	if v.headings.lines == nil {
		v.indexHeadings()
	}
	at, ok := v.headings.known[heading]
	if !ok {
		at = v.findHeading(fold(withoutMarkup(heading)))
		if at == noHeading && strings.Contains(heading, "&") {
			at = v.findHeading(fold(heading))
		}
		v.headings.known[heading] = at
	}
	return at, at != noHeading
}

func (v *Verifier) indexHeadings() {
	v.headings = headingIndex{lines: map[string][]int{}, known: map[string]int{}}
	for line := range v.starts {
		for _, word := range v.words(line, line) {
			on := v.headings.lines[word]
			if n := len(on); n == 0 || on[n-1] != line {
				v.headings.lines[word] = append(on, line)
			}
		}
	}
}

// findHeading looks only at the lines that have the heading's rarest word.
func (v *Verifier) findHeading(words []string) int {
	if len(words) == 0 {
		return noHeading
	}
	rarest := v.headings.lines[words[0]]
	for _, word := range words[1:] {
		if on := v.headings.lines[word]; len(on) < len(rarest) {
			rarest = on
		}
	}
	for _, line := range rarest {
		if inOrder(words, v.words(line, line)) {
			return v.starts[line]
		}
		if first, last := v.underlined(line); first < last && inOrder(words, v.words(first, last)) {
			return v.starts[first]
		}
	}
	return noHeading
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

func (v *Verifier) words(first, last int) []string {
	return fold(withoutMarkup(string(v.text[v.starts[first]:v.end(last)])))
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
