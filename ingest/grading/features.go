package grading

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// openings are the ways in which a question may begin; the longest words that fit decide.
func openings() []lexicon.Cue {
	return []lexicon.Cue{
		"asks_what_it_is", "asks_for_a_name", "asks_whether", "asks_for_reasons", "asks_to_explain", "asks_to_work_out",
	}
}

// Features returns the names of the numbers that the model takes, in their order.
func Features() []string {
	names := make([]string, 0, fit.MostFeatures)
	for _, cue := range openings() {
		names = append(names, strings.ReplaceAll(string(cue), "_", " "))
	}
	return append(names,
		"is a fact", "is a spec", "offers answers", "asks for one of two",
		"words asked", "words answered", "numbers asked", "numbers answered", "items answered",
		"words of a figure's name", "words asked, for its document", "words answered, for its document", "letters of a word, for its document",
		"place in its section", "place in its document")
}

// Case is an entry as the model takes it.
type Case struct {
	quarry.EntryRef

	Stated   quarry.Difficulty // "" where the source states none
	Features []float64
	Words    int // of all that it says

	entry entry
}

// Cases returns the entries of a document that get a grade.
func (g *Grader) Cases(k *quarry.Knowledge) []Case {
	all := entriesOf(k)
	around := surroundingsOf(all)
	type place struct {
		kind    quarry.EntryKind
		section string
	}
	before, within := make(map[quarry.EntryKind]int), map[place]int{}
	cases := make([]Case, len(all))
	for i, e := range all {
		s, here := around[e.Kind], place{e.Kind, e.section}
		cases[i] = Case{EntryRef: e.EntryRef, Words: len(e.askedWords) + len(e.answerWords), entry: e, Features: g.features(e, s)}
		if e.stated() {
			cases[i].Stated = e.grade.Difficulty
		}
		var inSection, inDocument float64
		if e.Kind == quarry.EntryQuestion { // what is told goes in another order
			inSection = along(within[here], s.sections[e.section])
			inDocument = along(before[e.Kind], int(s.asked.count))
		}
		cases[i].Features = append(cases[i].Features, inSection, inDocument)
		before[e.Kind]++
		within[here]++
	}
	return cases
}

// features returns the numbers of an entry but for those of its place.
func (g *Grader) features(e entry, around *surroundings) []float64 {
	isQuestion := e.Kind == quarry.EntryQuestion
	x := make([]float64, len(openings()), fit.MostFeatures)
	if isQuestion {
		if at := g.opening(e); at >= 0 {
			x[at] = 1
		}
	}
	answered := 0.0
	if e.Kind == quarry.EntrySpec { // what holds for questions says nothing of figures
		return append(x, 0, 1, 0, 0, 0, 0, 0, 0, 0, size(len(e.askedWords)), around.asked.place(size(len(e.askedWords))), 0, 0)
	}
	if len(e.answerWords) > 0 {
		answered = around.answered.place(size(len(e.answerWords)))
	}
	return append(x,
		fit.Yes(e.Kind == quarry.EntryFact), fit.Yes(e.Kind == quarry.EntrySpec),
		fit.Yes(e.style == quarry.StyleChoice || e.style == quarry.StyleTrueFalse),
		fit.Yes(isQuestion && slices.ContainsFunc(e.askedWords, g.cues["asks_for_one_of_two"].Has)),
		size(len(e.askedWords)), size(len(e.answerWords)), size(numbers(e.asked)), size(numbers(e.answer)), size(items(e.answer)), 0,
		around.asked.place(size(len(e.askedWords))), answered, around.letters.place(letters(e.askedWords)))
}

// opening returns how a question begins, behind what sets its scene: the place in
// [openings], -1 for none. A bare term asks what it is.
func (g *Grader) opening(e entry) int {
	const bare = 2
	asked := strings.ToLower(e.asked)
	if at := strings.LastIndexAny(strings.TrimRight(asked, "?!. "), ".:;"); at >= 0 && strings.HasPrefix(asked[at+1:], " ") {
		asked = asked[at+1:]
	}
	asked = strings.TrimLeft(asked, "¿¡ *_\"")
	found, longest := -1, 0
	for i, cue := range openings() {
		if length := len(g.cues[cue].Prefix(asked)); length > longest {
			found, longest = i, length
		}
	}
	if found < 0 && len(e.askedWords) <= bare {
		return 0
	}
	return found
}

// letters returns how many letters a word has in the mean.
func letters(words []string) float64 {
	const usual, most = 5, 10
	if len(words) == 0 {
		return usual
	}
	return min(most, float64(utf8.RuneCountInString(strings.Join(words, "")))/float64(len(words)))
}

// numbers counts the numbers of a text: digits with the points and commas among them.
func numbers(s string) int {
	count, within := 0, false
	for _, r := range s {
		isDigit := unicode.IsDigit(r)
		if isDigit && !within {
			count++
		}
		within = isDigit || within && (r == '.' || r == ',')
	}
	return count
}

// items counts the lines of a text that are items of a list.
func items(s string) int {
	count := 0
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		digits := strings.TrimLeft(line, "0123456789")
		if startsIn(line, "- ", "* ", "+ ", "• ") || digits != line && startsIn(digits, ". ", ") ") {
			count++
		}
	}
	return count
}

func startsIn(s string, beginnings ...string) bool {
	return slices.ContainsFunc(beginnings, func(beginning string) bool { return strings.HasPrefix(s, beginning) })
}
