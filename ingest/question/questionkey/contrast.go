package questionkey

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
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
	words, about := r.withoutContext(words, parting)
	sides := r.sidesOf(words, parting)
	if len(sides) < 2 || slices.Contains(sides, "") {
		return "", false
	}
	slices.Sort(sides)
	if len(slices.Compact(slices.Clone(sides))) < len(sides) {
		return "", true
	}
	return kind + ": " + strings.Join(sides, " & ") + about, true
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
		words := r.withoutArticles(a.words)
		if rest, ok := cut(words, r.cues["asked_comparison"]); ok {
			return "compare", rest
		}
		for _, openings := range []lexicon.Words{r.cues["asked_difference"], r.cues["asked_distinction"]} {
			if rest, ok := cut(words, openings); ok {
				return "differ", rest
			}
		}
		if r.parting(words) == "versus" {
			return "differ", words
		}
	}
	return "", nil
}

// parting returns the one word that stands between two things: "and", or else one
// that things are set beside each other with; "" where none does, or not plainly.
func (r *Reader) parting(words []token) string {
	for _, word := range append([]string{"and"}, r.cues["between_compared"].List()...) {
		times := 0
		for _, t := range words {
			if t.form == word {
				times++
			}
		}
		if times == 1 {
			return word
		}
	}
	return ""
}

// withoutContext parts the things from what they are contrasted in: it stands
// behind the last of them.
func (r *Reader) withoutContext(words []token, parting string) ([]token, string) {
	last := slices.IndexFunc(words, func(t token) bool { return t.form == parting })
	for i := last + 2; i < len(words); i++ {
		t := words[i]
		if !t.known && (r.relates(t.word) || t.word == "in" || t.word == "of" || t.ends && i+1 < len(words)) {
			return words[:i], " / " + joined(r.withoutArticles(words[i:]))
		}
	}
	return words, ""
}

// sidesOf parts the things at the word between them, and at the commas before it.
// Which of more belong together cannot be known.
func (r *Reader) sidesOf(words []token, parting string) []string {
	var sides []string
	start := 0
	for i, t := range words {
		end := i + 1
		switch {
		case t.form == parting:
			end = i
		case !t.ends && end < len(words):
			continue
		}
		if end > start {
			sides = append(sides, joined(r.withoutArticles(words[start:end])))
		}
		start = i + 1
	}
	return sides
}
