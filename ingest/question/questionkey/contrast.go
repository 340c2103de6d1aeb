package questionkey

import (
	"slices"
	"strings"
)

// contrast writes a question that sets things beside each other, whichever of
// them comes first; false where it does nothing of the sort, or not plainly. Things
// that are the same to a reader are not set beside each other: "".
func (r *Reader) contrast(a asked) (string, bool) {
	kind, words := r.contrasted(a)
	parting := r.parting(words)
	if parting == "" {
		return "", false
	}
	words, context := r.cutContext(words, parting)
	sides := sidesOf(words, parting)
	if len(sides) < 2 {
		return "", false
	}
	slices.Sort(sides)
	if len(slices.Compact(slices.Clone(sides))) < len(sides) {
		return "", true
	}
	written := kind + ": " + strings.Join(sides, " & ")
	if len(context) > 0 {
		written += " / " + joined(context)
	}
	return written, true
}

// contrasted returns how things are set beside each other, and the words that
// name them; none where nothing is.
func (r *Reader) contrasted(a asked) (string, []token) {
	switch a.kind {
	case "how", "how" + withIs: // "A differs from B", "A and B differ"
		isVerb := func(t token) bool { return r.cues["differing"].Has(t.form) }
		if at := slices.IndexFunc(a.words, isVerb); at > 0 {
			return "differ", slices.Concat(a.words[:at], a.words[at+1:])
		}
	case kindWhat, kindSay:
		if rest, ok := cut(a.words, r.cues["asked_comparison"]); ok {
			return "compare", rest
		}
		rest, ok := cut(a.words, r.cues["asked_difference"])
		if !ok {
			rest, ok = cut(a.words, r.cues["asked_distinction"])
		}
		if ok || r.parting(rest) == "versus" {
			return "differ", rest
		}
	}
	return "", nil
}

// parting returns the one word that stands between two things: "and", or else one
// that things are set beside each other with; "" where none does, or not plainly.
func (r *Reader) parting(words []token) string {
	times := map[string]int{}
	for _, t := range words {
		times[t.form]++
	}
	for _, word := range append([]string{"and"}, r.cues["between_compared"].List()...) {
		if times[word] == 1 {
			return word
		}
	}
	return ""
}

// cutContext parts the things from what they are contrasted in: it stands behind the last of them.
func (r *Reader) cutContext(words []token, parting string) ([]token, []token) {
	last := slices.IndexFunc(words, func(t token) bool { return t.form == parting })
	for i := last + 2; i < len(words); i++ {
		t := words[i]
		if !t.known && (r.relates(t.word) || t.word == "in" || t.word == "of" || t.ends && i+1 < len(words)) {
			return words[:i], words[i:]
		}
	}
	return words, nil
}

// sidesOf parts the things at the word between them, and at the commas before it.
// Which of more belong together cannot be known.
func sidesOf(words []token, parting string) []string {
	var sides []string
	var side []token
	for i, t := range words {
		if t.form != parting {
			side = append(side, t)
		}
		if ends := t.form == parting || t.ends || i+1 == len(words); ends && len(side) > 0 {
			sides, side = append(sides, joined(side)), nil
		}
	}
	return sides
}
