package pdf

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/text"
)

// How often a line stands at the edge of pages before it is no text of theirs.
const (
	edgeLines   = 2 // lines at the top, and at the bottom, that are looked at
	fewestPages = 2
	mostly      = 0.6
)

// withoutFurniture drops what stands at the edges of most pages, and the numbers of pages.
func (d *document) withoutFurniture() [][]line {
	counts := map[string]int{}
	for _, page := range d.pages {
		isEdge := edgesOf(page)
		for _, one := range page {
			if isEdge(one) {
				counts[patternOf(one.text)]++
			}
		}
	}
	kept := make([][]line, len(d.pages))
	for number, page := range d.pages {
		isEdge := edgesOf(page)
		kept[number] = slices.DeleteFunc(slices.Clone(page), func(one line) bool {
			count := counts[patternOf(one.text)]
			repeated := count >= fewestPages && float64(count) >= mostly*float64(len(d.pages))
			return isEdge(one) && (repeated || d.isPageNumber(one.text))
		})
	}
	return kept
}

// edgesOf tells the lines of a page that stand on one of its highest or of its lowest baselines.
func edgesOf(page []line) func(line) bool {
	heights := make([]float64, 0, len(page))
	for _, one := range page {
		heights = append(heights, math.Round(one.y))
	}
	slices.Sort(heights)
	heights = slices.Compact(heights)
	return func(one line) bool {
		below, _ := slices.BinarySearch(heights, math.Round(one.y))
		return below < edgeLines || below >= len(heights)-edgeLines
	}
}

// patternOf returns a line without its numbers, so that "Page 3" is "Page 4".
func patternOf(written string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text.OneLine(written))
}

// longestNumber is the most bytes of a line that numbers a page.
const longestNumber = 24

// isPageNumber reports whether a line has nothing but the page's number on it,
// with the dashes around it or the words that introduce it.
func (d *document) isPageNumber(written string) bool {
	if len(written) > longestNumber {
		return false
	}
	digits := false
	for _, word := range text.WordsPlain(written) {
		switch {
		case text.AllDigits(word):
			digits = true
		case !d.pageWords.Has(word):
			return false
		}
	}
	return digits && !strings.ContainsAny(written, "?:%$€")
}
