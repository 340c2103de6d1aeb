package claim

import (
	"slices"
	"strings"
)

// denial tells whether words take back what a phrase states.
type denial int

const (
	affirmed denial = iota
	denied
	either // "with or without sparsity"
)

// widestDenial is how many words away from a phrase its denial may stand:
// "without the use of fine-grained structured 2:4 sparsity".
const widestDenial = 9

// deny returns a saying with all the words that belong to it, and whether they
// take it back. What is taken back twice says nothing.
func (r *Reader) deny(s saying, text string, tokens []token) (saying, denial) {
	from, before := r.deniedBefore(text, tokens, s.first)
	to, behind := r.deniedBehind(text, tokens, s.last)
	s.from, s.to = from, to
	if before != affirmed && behind != affirmed {
		return s, either
	}
	return s, max(before, behind)
}

// reaches reports whether more words belong to a saying than its phrase.
func (s saying) reaches() bool { return s.from < s.first || s.to > s.last }

// deniedBefore looks for a denial before a phrase: "no 2:4 sparsity", "without
// the use of it", "non-sparse", "not the peak". One unknown word may stand
// between.
func (r *Reader) deniedBefore(text string, tokens []token, first int) (int, denial) {
	own := r.ownedBefore(text, tokens, first)
	for i := first - 1; i >= max(0, first-widestDenial); i-- {
		word, gap := tokens[i].text, text[tokens[i].end:tokens[i+1].start]
		known := isNumeric(word) || r.isDenialLink(word) || r.cues[mannerWords].Has(word)
		if isApart(gap) || !known && strings.ContainsAny(gap, ",()[]") {
			break
		}
		if start, ok := r.denialAt(tokens, i); ok {
			return r.opened(tokens, start)
		}
		if !known && (i < first-1 || r.cues[includingWords].Has(tokens[first].text)) {
			break
		}
	}
	return own, affirmed
}

// ownedBefore returns where the words begin that only say more of a phrase: "2:4
// structured sparsity".
func (r *Reader) ownedBefore(text string, tokens []token, first int) int {
	at := first
	for at > 0 && (r.cues[mannerWords].Has(tokens[at-1].text) || isShare(text, tokens, at-1)) {
		at--
	}
	return at
}

// isShare reports whether a word is one of the numbers of "2:4".
func isShare(text string, tokens []token, at int) bool {
	isPair := func(i int) bool {
		return i >= 0 && i+1 < len(tokens) && isNumeric(tokens[i].text) && isNumeric(tokens[i+1].text) &&
			text[tokens[i].end:tokens[i+1].start] == ":"
	}
	return isPair(at) || isPair(at-1)
}

// isApart reports whether what stands between two words parts two statements.
func isApart(gap string) bool {
	return strings.ContainsAny(gap, ";|\n") || strings.Contains(gap, ". ")
}

// denialAt returns where a denial begins that ends with a word. "w/o" is one,
// the watts of "350 W peak" are none.
func (r *Reader) denialAt(tokens []token, at int) (int, bool) {
	switch word := tokens[at].text; word {
	case "o", "out":
		if at < 1 || tokens[at-1].text != "w" {
			return at, false
		}
		return at - 1, true
	case "off":
		return at, false
	default:
		return at, r.signals(word, negatingWords, offWords)
	}
}

// opened tells whether a denial is only one of two: "with and without".
func (r *Reader) opened(tokens []token, at int) (int, denial) {
	begin := at
	if begin > 0 && r.cues[pairingWords].Has(tokens[begin-1].text) {
		begin--
	}
	if begin > 0 && r.cues[includingWords].Has(tokens[begin-1].text) {
		return begin - 1, either
	}
	return at, denied
}

// deniedBehind looks for a denial behind a phrase: "sparsity off", "sparsity:
// disabled", "sparsity is not used".
func (r *Reader) deniedBehind(text string, tokens []token, last int) (int, denial) {
	found, not := denied, false
	for i := last + 1; i < min(len(tokens), last+widestDenial); i++ {
		word, gap := tokens[i].text, text[tokens[i-1].end:tokens[i].start]
		if isApart(gap) || strings.ContainsAny(gap, ",)]") {
			break
		}
		if r.cues[otherOfTwoWords].Has(word) || gap == "/" {
			found = either
		}
		switch rest := text[tokens[i].end:]; {
		case not && r.cues[atWorkWords].Has(word), !not && r.endsDenial(word, gap, rest):
			return i, found
		case r.cues[negatingVerbs].Has(word):
			not = true
		case !r.cues[otherOfTwoWords].Has(word) && !r.isDenialLink(word):
			return last, affirmed
		}
	}
	return last, affirmed
}

// endsDenial reports whether a word behind a phrase denies it by itself.
func (r *Reader) endsDenial(word, gap, rest string) bool {
	return r.cues[offWords].Has(word) && !isHyphened(rest) || word == "free" && gap == "-" || r.cues[negatingAlone].Has(word) && endsStatement(rest)
}

// isHyphened reports whether a word is the first part of another: "off-chip".
func isHyphened(rest string) bool { return len(rest) > 1 && rest[0] == '-' && isWordByte(rest[1]) }

// endsStatement reports whether nothing more is said.
func endsStatement(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	return rest == "" || strings.IndexByte(",;)]|.", rest[0]) >= 0
}

// isDenialLink reports whether a word may stand between a phrase and its denial.
func (r *Reader) isDenialLink(word string) bool { return r.cues[denialLinks].Has(word) }

// withoutDenials takes out of a name what it says not to be so, and what only
// says more of a condition: "FP16 with sparsity disabled", "FP8 (2:4 sparsity)".
func (r *Reader) withoutDenials(name string) string {
	tokens := tokensOf(name)
	if !strings.Contains(name, ":") && !slices.ContainsFunc(tokens, func(t token) bool { return r.isDenying(t.text) }) {
		return name
	}
	kept := []byte(name)
	for _, one := range r.sayings(name, tokens, claimed{}) {
		if one.reaches() {
			for i := tokens[one.from].start; i < tokens[one.to].end; i++ {
				kept[i] = ' '
			}
		}
	}
	return string(kept)
}

// isDenying reports whether a word may be the one that denies.
func (r *Reader) isDenying(word string) bool {
	return word == "o" || word == "out" || word == "free" || r.signals(word, negatingWords, offWords, negatingAlone, negatingVerbs)
}
