package phrase

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/text"
)

// offer says whether words offer true and false.
type offer int

const (
	offersNothing     offer = iota
	offersOnly              // "True or false?", "## True/False questions", "☐ richtig ☐ falsch"
	offersAmongOthers       // "True or false, and explain why: rye rises."
)

// offer tells whether words begin or end with an offer of true and false, or are nothing
// but a word for each of both.
func (r *Reader) offer(said string) offer {
	folded := strings.Trim(strings.ReplaceAll(text.Folded(said), " / ", "/"), "([*_ ?.: )]")
	offers := r.cues["offers_true_false"]
	opening, closing := offers.Prefix(folded), offers.Suffix(folded)
	rest := text.WordsPlain(strings.TrimSuffix(folded[len(opening):], closing))
	switch {
	case opening == "" && closing == "":
		if r.hasBoth(rest) {
			return offersOnly
		}
		return offersNothing
	case slices.ContainsFunc(rest, func(word string) bool { return !r.cues["true_false_titles"].Has(word) }):
		return offersAmongOthers
	}
	return offersOnly
}

// hasBoth reports whether words are those that call a statement true and false, and no
// others.
func (r *Reader) hasBoth(said []string) bool {
	isTrue, isFalse := r.cues["judged_true"].Has, r.cues["judged_false"].Has
	neither := func(word string) bool { return !isTrue(word) && !isFalse(word) }
	return slices.ContainsFunc(said, isTrue) && slices.ContainsFunc(said, isFalse) && !slices.ContainsFunc(said, neither)
}

// OffersTrueFalse reports whether words offer true and false, with others or without.
func (r *Reader) OffersTrueFalse(words string) bool { return r.offer(r.Strip(words)) != offersNothing }

// IsOffer reports whether a line offers true and false and says nothing else,
// as the title of statements does: "True or false?", "## True/False questions".
func (r *Reader) IsOffer(line string) bool { return r.offer(r.Strip(line)) == offersOnly }

// OpensVerdict reports whether words begin with what calls a statement true or false, and
// end there or part it from what follows: "F, because …".
func (r *Reader) OpensVerdict(words string) bool {
	word, rest := verdictWord(words)
	judged := r.cues["judged_true"].Has(word) || r.cues["judged_false"].Has(word) || r.cues["short_verdicts"].Has(word)
	return judged && (rest == "" || strings.ContainsAny(rest[:1], ",.;:–—-") || hasAnyPrefix(rest, "，", "。", "：", "；", "、"))
}

// judges reports whether a verdict is told by a whole word, so that it is one of any sentence.
func (r *Reader) judges(words string) bool {
	word, _ := verdictWord(words)
	return !r.cues["short_verdicts"].Has(word)
}

// verdictWord returns the first word of a verdict in lower case, and what follows it.
func verdictWord(words string) (string, string) {
	words = strings.Trim(words, " *_.")
	end := strings.IndexFunc(words, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(words)
	}
	return strings.ToLower(words[:end]), strings.TrimSpace(words[end:])
}
