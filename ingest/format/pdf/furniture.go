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

// withoutFurniture drops what stands at the edges of most pages, and the
// numbers of pages.
func (d *document) withoutFurniture() [][]line {
	counts := map[string]int{}
	for _, page := range d.pages {
		for _, at := range edgesOf(page) {
			counts[patternOf(page[at].text)]++
		}
	}
	repeated := func(text string) bool {
		count := counts[patternOf(text)]
		return count >= fewestPages && float64(count) >= mostly*float64(len(d.pages))
	}
	kept := make([][]line, len(d.pages))
	for number, page := range d.pages {
		kept[number] = without(page, func(one line) bool { return repeated(one.text) || d.isPageNumber(one.text) })
	}
	return kept
}

// without drops those lines at the edges of a page that are none of its text.
func without(page []line, isFurniture func(line) bool) []line {
	drop := map[int]bool{}
	for _, at := range edgesOf(page) {
		drop[at] = isFurniture(page[at])
	}
	var kept []line
	for at, one := range page {
		if !drop[at] {
			kept = append(kept, one)
		}
	}
	return kept
}

// edgesOf returns the places of the lines that stand on one of the highest or
// of the lowest baselines of a page.
func edgesOf(page []line) []int {
	heights := make([]float64, 0, len(page))
	for _, one := range page {
		heights = append(heights, math.Round(one.y))
	}
	slices.Sort(heights)
	heights = slices.Compact(heights)
	if len(heights) == 0 {
		return nil
	}
	low, high := heights[min(edgeLines, len(heights))-1], heights[max(0, len(heights)-edgeLines)]
	var edges []int
	for at, one := range page {
		if height := math.Round(one.y); height <= low || height >= high {
			edges = append(edges, at)
		}
	}
	return edges
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
