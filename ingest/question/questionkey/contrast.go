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
	words, about := r.withoutContext(words)
	sides := r.sidesOf(words)
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
// name them, with "and" between them; none where nothing is.
func (r *Reader) contrasted(a asked) (string, []token) {
	switch a.kind {
	case "how", "how" + withIs:
		return "differ", r.differing(a.words)
	case kindWhat, kindSay:
		words := r.withoutArticles(a.words)
		if rest, ok := cut(words, r.cues["asked_difference"]); ok {
			return "differ", rest
		}
		if rest, ok := cut(words, r.cues["asked_comparison"]); ok {
			return "compare", beside(rest, r.cues["between_compared"].List()...)
		}
		if rest, ok := cut(words, r.cues["asked_distinction"]); ok {
			return "differ", beside(rest, "from")
		}
		if count(words, "versus") == 1 && count(words, "and") == 0 {
			return "differ", beside(words, "versus")
		}
	}
	return "", nil
}

// differing reads "A differs from B", "A and B differ", "A different from B".
func (r *Reader) differing(words []token) []token {
	for i, t := range words {
		last := i == len(words)-1
		if i > 0 && r.cues["differing"].Has(t.form) && (last || words[i+1].word == "from" && count(words, "and") == 0) {
			return beside(slices.Concat(words[:i], words[i+1:]), "from")
		}
	}
	return nil
}

// beside puts "and" for the one word that stands between two things where no
// "and" does.
func beside(words []token, between ...string) []token {
	for _, word := range between {
		if count(words, word) != 1 || count(words, "and") != 0 {
			continue
		}
		words = slices.Clone(words)
		at := slices.IndexFunc(words, func(t token) bool { return t.form == word })
		words[at] = token{word: "and", form: "and"}
	}
	return words
}

func count(words []token, word string) int {
	times := 0
	for _, t := range words {
		if t.form == word {
			times++
		}
	}
	return times
}

// withoutContext parts the things from what they are contrasted in: it stands
// behind the last of them.
func (r *Reader) withoutContext(words []token) ([]token, string) {
	last := 0
	for i, t := range words {
		if t.word == "and" {
			last = i
		}
	}
	for i := last + 2; i < len(words); i++ {
		t := words[i]
		if !t.known && (r.relates(t.word) || t.word == "in" || t.word == "of" || t.ends && i+1 < len(words)) {
			return words[:i], " / " + joined(r.withoutArticles(words[i:]))
		}
	}
	return words, ""
}

// sidesOf parts the things at the one "and" between them, and at the commas before
// it. Which of more belong together cannot be known.
func (r *Reader) sidesOf(words []token) []string {
	last := len(words) - 1
	if count(words, "and") != 1 || words[last].word == "and" {
		return nil
	}
	var sides []string
	start := 0
	for i, t := range words {
		end := i + 1
		switch {
		case t.word == "and":
			end = i
		case !t.ends && i < last:
			continue
		}
		if end > start {
			sides = append(sides, joined(r.withoutArticles(words[start:end])))
		}
		start = i + 1
	}
	return sides
}
