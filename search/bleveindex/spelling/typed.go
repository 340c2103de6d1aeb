package spelling

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
)

// mostLookedThrough is how many words of titles are held against a beginning that
// none has.
const mostLookedThrough = 1 << 14

// RepairTyped returns what was typed with those of its words that no entry has made
// the nearest of the words in titles; the text itself where nothing is near. The
// last word may be a beginning, and so is what takes its place.
func (d *Dictionary) RepairTyped(text string, words []string, whole bool) (string, error) {
	columns, err := postings.Open(d.reader, postings.FieldTyped)
	if err != nil {
		return "", err
	}
	repairs := 0
	for n, word := range words {
		begins := n == len(words)-1 && !whole
		unknown, err := d.isUnknown(word, begins)
		if err != nil {
			return "", err
		}
		if !unknown || repairs == mostRepairs {
			continue
		}
		repairs++
		better := ""
		if begins {
			better, err = d.nearestBeginning(columns, word)
		}
		if better == "" && err == nil {
			better, err = d.nearestTyped(columns, word)
		}
		if err != nil {
			return "", err
		}
		if better != "" {
			text = replaceWord(text, word, better)
		}
	}
	return text, nil
}

// isUnknown reports whether a word may be a slip of the pen: no entry has it, or
// none has a word that begins so.
func (d *Dictionary) isUnknown(word string, begins bool) (bool, error) {
	if !analyzer.IsSpelled([]byte(word)) || utf8.RuneCountInString(word) < shortestChanged {
		return false, nil
	}
	if slices.ContainsFunc(d.analyzer.Stems(word), d.isCommon) {
		return false, nil
	}
	words, err := d.reader.FieldDictPrefix(postings.FieldWord, []byte(word))
	if err != nil {
		return false, fmt.Errorf("look for %q: %w", word, err)
	}
	defer words.Close() //nolint:errcheck // Nothing was written.
	next, err := words.Next()
	if err != nil {
		return false, fmt.Errorf("look for %q: %w", word, err)
	}
	return next == nil || !begins && next.Term != word, nil
}

// nearestTyped returns the word of titles that is nearest to an unknown one, of
// equally near ones the most frequent, of equals the first by its letters; "" where none
// is near enough.
func (d *Dictionary) nearestTyped(columns []postings.Column, unknown string) (string, error) {
	for slips := 1; slips <= slipsIn(unknown); slips++ {
		near, err := d.near(postings.FieldTyped, unknown, slips)
		if err != nil {
			return "", err
		}
		best, most := "", 0
		for _, word := range near {
			count, err := postings.Frequency(columns, word)
			if err != nil {
				return "", err
			}
			if count > most || count == most && most > 0 && word < best {
				best, most = word, count
			}
		}
		if best != "" {
			return best, nil
		}
	}
	return "", nil
}

// slipsIn is how many slips a word may have.
func slipsIn(word string) int {
	if utf8.RuneCountInString(word) < shortestTwice {
		return 1
	}
	return 2
}

// nearestBeginning returns how the words of titles begin that begin most nearly
// like an unknown one, its first letter kept; "" where none is near enough. Of equally
// near ones it is the one that most entries have, of equals the first by its letters.
func (d *Dictionary) nearestBeginning(columns []postings.Column, unknown string) (string, error) {
	_, first := utf8.DecodeRuneInString(unknown)
	words, err := d.reader.FieldDictPrefix(postings.FieldTyped, []byte(unknown[:first]))
	if err != nil {
		return "", fmt.Errorf("look for words that begin like %q: %w", unknown, err)
	}
	defer words.Close() //nolint:errcheck // Nothing was written.
	near := nearness{unknown: unknown, least: slipsIn(unknown), counts: map[string]int{}}
	for range mostLookedThrough {
		next, err := words.Next()
		if err != nil {
			return "", fmt.Errorf("read words that begin like %q: %w", unknown, err)
		}
		if next == nil {
			break
		}
		start := near.beginningOf(next.Term)
		if start == "" {
			continue
		}
		count, err := postings.Frequency(columns, next.Term)
		if err != nil {
			return "", err
		}
		near.counts[start] += count
	}
	best := ""
	for start, count := range near.counts {
		if count > 0 && (best == "" || cmp.Or(cmp.Compare(near.counts[best], count), strings.Compare(start, best)) < 0) {
			best = start
		}
	}
	return best, nil
}

// nearness collects the beginnings that are nearest to an unknown one.
type nearness struct {
	unknown string
	least   int            // slips of the nearest, or as many as are allowed
	counts  map[string]int // entries that have a word that begins so

	last  string // the longest beginning that was looked at last
	found string // what it came to
}

// beginningOf returns that beginning of a word which is as near to the unknown
// one as any before; "" where none is.
func (n *nearness) beginningOf(word string) string {
	letters := utf8.RuneCountInString(n.unknown)
	longest, most := word, letters+1
	for at := range word {
		if most == 0 {
			longest = word[:at]
			break
		}
		most--
	}
	if longest == n.last {
		return n.found
	}
	n.last, n.found = longest, ""
	// Each letter that the beginning lacks is a slip at least.
	if bits.OnesCount64(text.Letters(n.unknown)&^text.Letters(longest)) > n.least {
		return ""
	}
	for start := longest; utf8.RuneCountInString(start)+1 >= letters; {
		if slips := text.Slips(n.unknown, start); slips < n.least || slips == n.least && n.found == "" {
			if slips < n.least {
				clear(n.counts)
			}
			n.least, n.found = slips, start
		}
		_, last := utf8.DecodeLastRuneInString(start)
		start = start[:len(start)-last]
	}
	return n.found
}
