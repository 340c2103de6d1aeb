package fold

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// fold is something with a title, and a body that the title opens.
type fold struct {
	start, end int    // its bytes, all of it
	family     string // folds of one family are weighed together
	kind       string // what it calls itself, in lower case: details, accordion, question, tip
	title      string // one line without tags, "" where there is none
	body       string // without the marks and the indentation that make it a body
	grade      string // the difficulty that one of its attributes states, as written
	asked      bool   // an attribute or an element says that the title is a question
}

// foldsOf returns the folds of a text in their order, an outer one before those
// inside of it.
func (f *Finder) foldsOf(text *ingest.Text) []fold {
	fenced := text.Fences()
	all := f.elementFolds(text, fenced)
	all = append(all, containers(text, fenced)...)
	all = append(all, admonitions(text, fenced)...)
	all = append(all, callouts(text, fenced)...)
	slices.SortStableFunc(all, func(a, b fold) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	return all
}

// dedented takes away the white space that all lines of a body begin with, and
// the blank lines around it.
func dedented(body string) string {
	body = strings.ReplaceAll(body, "\r\n", "\n")
	shared := len(body)
	for line := range strings.SplitSeq(body, "\n") {
		if bare := strings.TrimLeft(line, " \t"); bare != "" {
			shared = min(shared, len(line)-len(bare))
		}
		if shared == 0 {
			return trimmedLines(body)
		}
	}
	lines := strings.Split(body, "\n")
	for i, line := range lines {
		lines[i] = line[min(len(line), shared):]
	}
	return trimmedLines(strings.Join(lines, "\n"))
}

// trimmedLines takes away blank lines at both ends and white space at the end.
func trimmedLines(text string) string {
	text = strings.TrimRight(text, " \t\r\n")
	for {
		line, rest, more := strings.Cut(text, "\n")
		if !more || strings.TrimSpace(line) != "" {
			return text
		}
		text = rest
	}
}

// indentOf returns the width of the white space that a line begins with: a tab
// is four wide.
func indentOf(line string) int {
	width := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			width++
		case '\t':
			width += tabWidth
		default:
			return width
		}
	}
	return width
}

const tabWidth = 4
