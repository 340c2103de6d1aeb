package quantity

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// Wording is what people write around a number, in lower case and in all languages.
type Wording struct {
	Before  map[quarry.Qualifier][]string // what qualifies a number from before: "at most"
	Behind  map[quarry.Qualifier][]string // and from behind: "or more"
	Between []string                      // what announces two ends of a range
	Until   []string                      // what stands between the ends of a range: "to"
	Pairing []string                      // what joins two numbers: "and", "or"
	Per     []string                      // what stands before what a price is for
	Dates   []string                      // names of months, and what else makes a number a date

	// The commonest words of languages tell how a text in them writes its numbers.
	Points, Commas []string
}

// wording is a Wording for look-ups.
type wording struct {
	before      map[string]quarry.Qualifier
	behind      []qualified
	between     map[string]bool
	until       []string // with the space behind, as are the next two
	pairing     []string
	per         []string
	dates       map[string]bool
	points      map[string]bool
	commas      map[string]bool
	mostWords   int // of what stands before a number
	longestWord int // of these, in bytes
	longestDate int // in bytes
}

// qualified is what qualifies a number, and how.
type qualified struct {
	words string
	is    quarry.Qualifier
}

func newWording(w Wording) wording {
	compiled := wording{
		before: map[string]quarry.Qualifier{}, between: setOf(w.Between), dates: setOf(w.Dates), points: setOf(w.Points), commas: setOf(w.Commas),
		until: spaced(w.Until), pairing: spaced(w.Pairing), per: spaced(w.Per),
	}
	for _, is := range quarry.Qualifiers() {
		for _, words := range w.Before[is] {
			compiled.addBefore(words, is)
		}
		for _, words := range w.Behind[is] {
			compiled.behind = append(compiled.behind, qualified{words, is})
		}
	}
	for _, words := range w.Between {
		compiled.addBefore(words, quarry.Exact)
	}
	for _, word := range w.Dates {
		compiled.longestDate = max(compiled.longestDate, len(word))
	}
	return compiled
}

func (w *wording) addBefore(words string, is quarry.Qualifier) {
	w.before[words] = is
	all := strings.Fields(words)
	w.mostWords = max(w.mostWords, len(all))
	for _, word := range all {
		w.longestWord = max(w.longestWord, len(word))
	}
}

func setOf(words []string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, word := range words {
		set[word] = true
	}
	return set
}

// spaced returns words with the space that stands behind them.
func spaced(words []string) []string {
	all := make([]string, len(words))
	for i, word := range words {
		all[i] = word + " "
	}
	return all
}
