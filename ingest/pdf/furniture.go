package pdf

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// How often a line stands at the edge of pages before it is no text of theirs.
const (
	edgeLines   = 2 // lines at the top, and at the bottom, that are looked at
	fewestPages = 2
	mostly      = 0.6
)

// withoutFurniture drops what stands at the edges of most pages, and the
// numbers of pages.
func withoutFurniture(pages [][]line) [][]line {
	counts := map[string]int{}
	for _, page := range pages {
		for _, at := range edgesOf(page) {
			counts[patternOf(page[at].text)]++
		}
	}
	repeated := func(text string) bool {
		count := counts[patternOf(text)]
		return count >= fewestPages && float64(count) >= mostly*float64(len(pages))
	}
	kept := make([][]line, len(pages))
	for number, page := range pages {
		kept[number] = without(page, func(one line) bool { return repeated(one.text) || isPageNumber(one.text) })
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
func patternOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, strings.Join(strings.Fields(text), " "))
}

// longestNumber is the most bytes of a line that numbers a page.
const longestNumber = 24

// isPageNumber reports whether a line has nothing but the page's number on it,
// with the dashes around it or the words that introduce it.
func isPageNumber(text string) bool {
	if len(text) > longestNumber {
		return false
	}
	digits := false
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		switch {
		case strings.Trim(word, "0123456789") == "":
			digits = true
		case !isPageWord(word):
			return false
		}
	}
	return digits && !strings.ContainsAny(text, "?:%$€")
}

func isPageWord(word string) bool {
	switch word {
	case "page", "p", "of", "seite", "von", "sur", "pagina", "página", "de", "di", "стр", "из":
		return true
	}
	return false
}
