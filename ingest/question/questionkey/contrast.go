package questionkey

import (
	"slices"
	"strings"
)

// contrast writes a question that sets things beside each other, whichever of
// them comes first; false where it does nothing of the sort, or not plainly. Things
// that are the same to a reader are not set beside each other: "".
func (r *Reader) contrast(a asked) (string, bool) {
	kind, words, ok := r.contrasted(a)
	if !ok {
		return "", false
	}
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
// name them, with "and" between them.
func (r *Reader) contrasted(a asked) (string, []token, bool) {
	switch a.kind {
	case kindWhat:
		if rest, ok := cut(r.withoutArticles(a.words), r.openings[askedDifference]); ok {
			return "differ", rest, true
		}
	case "how", "how" + withIs:
		return r.differing(a.words)
	case kindSay:
		return r.commanded(a.words)
	}
	if a.kind == kindWhat && count(a.words, "versus") == 1 {
		return "differ", replaced(a.words, "versus"), count(a.words, "and") == 0
	}
	return "", nil, false
}

// differing reads "A differs from B", "A and B differ", "A different from B".
func (r *Reader) differing(words []token) (string, []token, bool) {
	differs := r.cues[differing]
	if last := len(words) - 1; last > 0 && differs.Has(words[last].form) {
		return "differ", words[:last], count(words, "and") == 1
	}
	for i, t := range words {
		if differs.Has(t.form) && i > 0 && i+2 < len(words) && words[i+1].word == "from" {
			sides := slices.Concat(words[:i], []token{and()}, words[i+2:])
			return "differ", sides, count(sides, "and") == 1
		}
	}
	return "", nil, false
}

// and is the word that stands between what is set beside each other.
func and() token { return token{word: "and", form: "and"} }

// commanded reads "compare A and B", "distinguish A from B", "A versus B".
func (r *Reader) commanded(words []token) (string, []token, bool) {
	if rest, ok := cut(words, r.openings[askedComparison]); ok {
		return "compare", beside(rest, r.cues[betweenCompared].List()...), true
	}
	if rest, ok := cut(words, r.openings[askedDistinction]); ok {
		return "differ", beside(rest, "from"), true
	}
	return "differ", beside(words, "versus"), count(words, "versus") == 1
}

// beside puts "and" for the one word that stands between two things where no
// "and" does.
func beside(words []token, between ...string) []token {
	for _, word := range between {
		if count(words, word) == 1 && count(words, "and") == 0 {
			return replaced(words, word)
		}
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

// replaced puts "and" for a word.
func replaced(words []token, word string) []token {
	out := slices.Clone(words)
	for i := range out {
		if out[i].form == word {
			out[i] = and()
		}
	}
	return out
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
	for i := last + 1; i < len(words); i++ {
		if !words[i].known && i > last+1 && (r.relates(words[i].word) || words[i].word == "in" || words[i].word == "of" || words[i].ends && i+1 < len(words)) {
			return words[:i], " / " + joined(r.withoutArticles(words[i:]))
		}
	}
	return words, ""
}

// sidesOf parts the things at the one "and" between them, and at the commas before
// it. Which of more belong together cannot be known.
func (r *Reader) sidesOf(words []token) []string {
	if count(words, "and") != 1 {
		return nil
	}
	var sides []string
	var side []token
	for _, t := range words {
		if t.word == "and" {
			if len(side) > 0 {
				sides, side = append(sides, joined(r.withoutArticles(side))), nil
			}
			continue
		}
		side = append(side, t)
		if t.ends {
			sides, side = append(sides, joined(r.withoutArticles(side))), nil
		}
	}
	if len(side) == 0 {
		return nil
	}
	return append(sides, joined(r.withoutArticles(side)))
}
