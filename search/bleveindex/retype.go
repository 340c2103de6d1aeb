package bleveindex

import (
	"cmp"
	"fmt"
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// mostLookedThrough is how many words of titles are held against a beginning that
// none has.
const mostLookedThrough = 1 << 14

// retyped returns what was typed with those of its words that no entry has made
// the nearest of the words in titles; the text itself where nothing is near. The
// last word may be a beginning, and so is what takes its place.
func (s *snapshot) retyped(text string, typed beginning) (string, error) {
	columns, err := openColumns(s.IndexSnapshot, fieldTyped)
	if err != nil {
		return "", err
	}
	repairs := 0
	for n, word := range typed.words {
		begins := n == len(typed.words)-1 && !typed.whole
		slipped, err := s.slipped(word, begins)
		if err != nil {
			return "", err
		}
		if !slipped || repairs == mostRepairs {
			continue
		}
		repairs++
		better, err := s.nearestTo(columns, word, begins)
		if err != nil {
			return "", err
		}
		if better != "" {
			text = replaceWord(text, word, better)
		}
	}
	return text, nil
}

// slipped reports whether a word may be a slip of the pen: no entry has it, or
// none has a word that begins so.
func (s *snapshot) slipped(word string, begins bool) (bool, error) {
	if !isSpelled([]byte(word)) || utf8.RuneCountInString(word) < shortestChanged {
		return false, nil
	}
	for _, stem := range s.schema.analyzer.stems(word) {
		if s.schema.common[stem] {
			return false, nil
		}
	}
	words, err := s.FieldDictPrefix(fieldWord, []byte(word))
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

// nearestTo returns what an unknown word, or beginning of one, is taken for.
func (s *snapshot) nearestTo(columns []column, unknown string, begins bool) (string, error) { //nolint:revive // begins is what the word is
	if begins {
		if better, err := s.nearestBeginning(columns, unknown); better != "" || err != nil {
			return better, err
		}
	}
	return s.nearestTyped(columns, unknown)
}

// nearestTyped returns the word of titles that is nearest to an unknown one, of
// equally near ones the most frequent; "" where none is near enough.
func (s *snapshot) nearestTyped(columns []column, unknown string) (string, error) {
	for slips := 1; slips <= slipsIn(unknown); slips++ {
		near, err := s.near(fieldTyped, unknown, slips)
		if err != nil {
			return "", err
		}
		if best, err := mostFrequent(columns, near); best != "" || err != nil {
			return best, err
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
// like an unknown one, its first letter kept; "" where none is near enough.
func (s *snapshot) nearestBeginning(columns []column, unknown string) (string, error) {
	_, first := utf8.DecodeRuneInString(unknown)
	words, err := s.FieldDictPrefix(fieldTyped, []byte(unknown[:first]))
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
		count, err := frequency(columns, next.Term)
		if err != nil {
			return "", err
		}
		near.counts[start] += count
	}
	return near.best(), nil
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
	longest := firstLetters(word, utf8.RuneCountInString(n.unknown)+1)
	if longest == n.last {
		return n.found
	}
	n.last, n.found = longest, ""
	if lettersLacking(n.unknown, longest) > n.least {
		return ""
	}
	for start := longest; utf8.RuneCountInString(start)+1 >= utf8.RuneCountInString(n.unknown); {
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

// lettersLacking counts the different letters of a word that a beginning lacks: each is a slip at least.
func lettersLacking(word, beginning string) int {
	return bits.OnesCount64(text.Letters(word) &^ text.Letters(beginning))
}

// best returns the beginning that most entries have, of equals the first by its
// letters.
func (n *nearness) best() string {
	best := ""
	for start, count := range n.counts {
		if count > 0 && (best == "" || cmp.Or(cmp.Compare(n.counts[best], count), strings.Compare(start, best)) < 0) {
			best = start
		}
	}
	return best
}

// firstLetters returns at most so many letters of a word's beginning.
func firstLetters(word string, most int) string {
	for at := range word {
		if most == 0 {
			return word[:at]
		}
		most--
	}
	return word
}
