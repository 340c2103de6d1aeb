package phrase

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// offer says whether words offer true and false.
type offer int

const (
	offersNothing     offer = iota
	offersOnly              // "True or false?", "## True/False questions", "☐ richtig ☐ falsch"
	offersAmongOthers       // "True or false, and explain why: rye rises."
)

// offer tells whether words begin or end with an offer of true and false, or are only these two.
func (r *Reader) offer(said string) offer {
	joined := strings.ReplaceAll(text.Folded(said), " / ", "/")
	words := strings.FieldsFunc(joined, func(r rune) bool { return strings.ContainsRune(boxes, r) })
	if at := len(words) - 2; at >= 0 && max(utf8.RuneCountInString(words[at]), utf8.RuneCountInString(words[at+1])) == 1 {
		words = append(words[:at], words[at]+"/"+words[at+1]) // "rye rises.   v   f", "☐ v ☐ f"
	}
	folded := strings.Trim(strings.Join(words, " "), "()[]*_?.: ")
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

// hasBoth reports whether words are those that call a statement true and false, and no others.
func (r *Reader) hasBoth(said []string) bool {
	isTrue, isFalse := r.cues["judged_true"].Has, r.cues["judged_false"].Has
	neither := func(word string) bool { return !isTrue(word) && !isFalse(word) }
	return slices.ContainsFunc(said, isTrue) && slices.ContainsFunc(said, isFalse) && !slices.ContainsFunc(said, neither)
}

// OffersTrueFalse reports whether words offer true and false, with others or without, and behind
// the name of a part or not: "Part B - True or false?".
func (r *Reader) OffersTrueFalse(words string) bool {
	return slices.ContainsFunc(r.dashes.Split(r.Strip(words), -1), func(part string) bool { return r.offer(part) != offersNothing })
}

// IsOffer reports whether a line offers true and false and says nothing else,
// as the title of statements does: "True or false?", "## True/False questions".
func (r *Reader) IsOffer(line string) bool {
	return len(line) <= longestOffer && r.offer(r.Strip(line)) == offersOnly
}

// longestOffer is the longest line that offers true and false and says nothing else, in bytes.
const longestOffer = 160

// Verdict is what calls a statement true or false.
type Verdict struct {
	Right  bool
	Short  bool // it is a letter or a sign, which may be something else
	Alone  bool // nothing follows it
	Parted bool // a mark or the word for a reason parts it from what follows: "False, because …"
}

// VerdictOf reads the verdict that words begin with.
func (r *Reader) VerdictOf(said string) (Verdict, bool) {
	said = strings.ToLower(strings.Trim(said, " .()[]*_"))
	end := strings.IndexFunc(said, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(said)
	}
	word, rest := said[:end], strings.TrimLeft(said[end:], " *_")
	found := Verdict{Right: r.cues["judged_true"].Has(word), Short: r.cues["short_verdicts"].Has(word), Alone: rest == ""}
	_, marked := cutAnyPrefix(rest, ",", ".", ";", ":", "!", "– ", "— ", "- ", "，", "。", "：", "；", "、")
	found.Parted = found.Alone || marked || r.cues["verdict_reasons"].Prefix(rest) != ""
	return found, found.Right || found.Short || r.cues["judged_false"].Has(word)
}
