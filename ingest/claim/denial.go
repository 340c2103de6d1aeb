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
	to, behind := deniedBehind(text, tokens, s.last)
	s.from, s.to = from, to
	if before != affirmed && behind != affirmed {
		return s, either
	}
	return s, max(before, behind)
}

// reaches reports whether more words belong to a saying than its phrase.
func (s saying) reaches() bool { return s.from < s.first || s.to > s.last }

// deniedBefore looks for a denial before a phrase: "no 2:4 sparsity", "without
// the use of it", "non-sparse", "not the peak". One word may stand between that
// nobody knows.
func (r *Reader) deniedBefore(text string, tokens []token, first int) (int, denial) {
	own := ownedBefore(text, tokens, first)
	for i := first - 1; i >= max(0, first-widestDenial); i-- {
		word, gap := tokens[i].text, text[tokens[i].end:tokens[i+1].start]
		known := isNumeric(word) || isLink(word) || isManner(word)
		if isApart(gap) || !known && strings.ContainsAny(gap, ",()[]") {
			break
		}
		if start, ok := denialAt(tokens, i); ok {
			return r.opened(tokens, start)
		}
		if !known && (i < first-1 || tokens[first].text == "with") {
			break
		}
	}
	return own, affirmed
}

// ownedBefore returns where the words begin that only say more of a phrase: "2:4
// structured sparsity".
func ownedBefore(text string, tokens []token, first int) int {
	at := first
	for at > 0 && (isManner(tokens[at-1].text) || isShare(text, tokens, at-1)) {
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
func denialAt(tokens []token, at int) (int, bool) {
	switch word := tokens[at].text; word {
	case "o", "out":
		if at < 1 || tokens[at-1].text != "w" {
			return at, false
		}
		return at - 1, true
	case "without", "non", "no", "not", "never", "excluding", "excl", "wo", "disabling", "ohne", "kein", "keine", "nicht", "sans", "sin":
		return at, true
	default:
		return at, isOff(word) && word != "off"
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
func deniedBehind(text string, tokens []token, last int) (int, denial) {
	found, not := denied, false
	for i := last + 1; i < min(len(tokens), last+widestDenial); i++ {
		word, gap := tokens[i].text, text[tokens[i-1].end:tokens[i].start]
		if isApart(gap) || strings.ContainsAny(gap, ",)]") {
			break
		}
		if isOther(word) || gap == "/" {
			found = either
		}
		switch rest := text[tokens[i].end:]; {
		case not && isTaken(word), !not && endsDenial(word, gap, rest):
			return i, found
		case isNot(word):
			not = true
		case !isOther(word) && !isLink(word):
			return last, affirmed
		}
	}
	return last, affirmed
}

// endsDenial reports whether a word behind a phrase denies it by itself.
func endsDenial(word, gap, rest string) bool {
	return isOff(word) && !isHyphened(rest) || word == "free" && gap == "-" || isNo(word) && endsStatement(rest)
}

// isOther reports whether a word leads in the other of two: "sparsity on or off".
func isOther(word string) bool { return word == "or" || word == "on" || word == "enabled" }

// isHyphened reports whether a word is the first part of another: "off-chip".
func isHyphened(rest string) bool { return len(rest) > 1 && rest[0] == '-' && isWordByte(rest[1]) }

// endsStatement reports whether nothing more is said.
func endsStatement(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	return rest == "" || strings.IndexByte(",;)]|.", rest[0]) >= 0
}

func isNo(word string) bool {
	switch word {
	case "no", "none", "false", "nein", "non", "not":
		return true
	}
	return false
}

func isNot(word string) bool {
	switch word {
	case "not", "never", "isn", "wasn", "aren", "nicht":
		return true
	}
	return false
}

// isOff reports whether a word says by itself that something is not at work.
func isOff(word string) bool {
	switch word {
	case "off", "disabled", "excluded", "unused", "deactivated", "omitted", "ignored", "aus", "ausgeschaltet", "deaktiviert",
		"désactivé", "désactivée", "desactivado", "desactivada":
		return true
	}
	return false
}

// isTaken reports whether a word behind "not" says that something is not at
// work.
func isTaken(word string) bool {
	switch word {
	case "used", "included", "enabled", "applied", "considered", "counted", "assumed", "active", "activated", "exploited", "utilised",
		"utilized", "employed", "supported", "leveraged", "on", "available", "present", "required", "verwendet", "genutzt", "aktiv", "aktiviert":
		return true
	}
	return false
}

// isLink reports whether a word may stand between a phrase and its denial.
func isLink(word string) bool {
	switch word {
	case "the", "a", "an", "any", "its", "of", "with", "for", "by", "use", "using", "usage", "utilising", "utilizing", "employing", "exploiting",
		"applying", "enabling", "leveraging", "taking", "making", "advantage", "help", "benefit", "is", "was", "are", "were", "be", "been", "being",
		"has", "have", "feature", "features", "support", "mode", "turned", "switched", "set", "to", "t", "acceleration", "ist", "wird":
		return true
	}
	return false
}

// isManner reports whether a word only says of what kind something is.
func isManner(word string) bool {
	switch word {
	case "structured", "unstructured", "structural", "fine", "grained", "coarse", "semi", "hardware", "n", "m":
		return true
	}
	return false
}

// withoutDenials takes out of a name what it says not to be so, and what only
// says more of a condition: "FP16 with sparsity disabled", "FP8 (2:4 sparsity)".
func (r *Reader) withoutDenials(name string) string {
	tokens := tokensOf(name)
	if !strings.Contains(name, ":") && !slices.ContainsFunc(tokens, func(t token) bool { return isDenying(t.text) }) {
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
func isDenying(word string) bool {
	_, before := denialAt([]token{{text: "w"}, {text: word}}, 1)
	return before || isOff(word) || isNo(word) || isNot(word) || word == "free"
}
