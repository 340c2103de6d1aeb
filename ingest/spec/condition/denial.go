package condition

import (
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// deny lets the words around a phrase take back what it states: "without the use of
// structured sparsity", "sparsity is not used". What it states then is handed over;
// it is nothing where the denial is but one of two: "with or without sparsity".
func (r *Reader) deny(one *saying, s *statement, instead string) {
	at := r.denial(s, one.first, -1, "negating")
	if at < 0 {
		at = r.denial(s, one.last, 1, "negating_behind")
	}
	if at < 0 {
		return
	}
	one.from, one.to = min(one.from, at), max(one.to, at)
	one.value = instead
	if at > 0 && r.cues["pairing"].Has(s.words[at-1].text) {
		one.value = ""
	}
}

// denial goes from an end of a phrase word by word over what may link it to its
// denial, and returns the word that denies it; -1 where none does.
func (r *Reader) denial(s *statement, end, step int, denying lexicon.Cue) int {
	for at := end + step; at >= 0 && at < len(s.words); at += step {
		word, gap := s.words[at].text, s.gap(max(at, at-step))
		switch {
		case parts(strings.ReplaceAll(gap, ":", "")): // "sparsity: off"
			return -1
		case r.cues[denying].Has(word):
			return at
		case !r.cues["denial_links"].Has(word) && !text.AllDigits(word):
			return -1
		}
	}
	return -1
}
