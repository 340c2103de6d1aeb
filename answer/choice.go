package answer

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// judgeChoice judges which options were chosen: by their letters, their texts or both. It
// reports false where the reference names none of them.
func (r *reader) judgeChoice(q quarry.Question, given string) (quarry.AnswerCheck, bool) {
	o := newOptions(r, q.Choices)
	right, known := o.chosen(q.Answer)
	if !known || len(right) == 0 {
		return quarry.AnswerCheck{}, false
	}
	chosen, plain := o.chosen(given)
	check := quarry.AnswerCheck{}
	for _, at := range right {
		point := quarry.KeyPoint{Text: q.Choices[at], ByteEnd: len(q.Answer), Required: true}
		if slices.Contains(chosen, at) {
			check.Covered = append(check.Covered, point)
		} else {
			check.Missing = append(check.Missing, point)
		}
	}
	check.Coverage = float64(len(check.Covered)) / float64(len(right))
	wrong := len(chosen) - len(check.Covered)
	switch {
	case !plain:
		return ruled(check, quarry.VerdictUnsure, quarry.ReasonSeveral), true
	case len(chosen) == 0:
		return ruled(check, quarry.VerdictUnsure, quarry.ReasonEvidence), true
	case wrong > 0 && len(right) > 1 && len(check.Covered) >= wrong:
		return ruled(check, quarry.VerdictPartly, quarry.ReasonSeveral), true
	case wrong > 0 && len(chosen) > 1:
		return ruled(check, quarry.VerdictIncorrect, quarry.ReasonSeveral), true
	case wrong > 0:
		return ruled(check, quarry.VerdictIncorrect, quarry.ReasonOption), true
	case len(check.Missing) > 0:
		return ruled(check, quarry.VerdictPartly, quarry.ReasonIncomplete), true
	}
	return ruled(check, quarry.VerdictCorrect, quarry.ReasonCovered), true
}

// options are the texts among which one chooses.
type options struct {
	*reader

	texts   []string
	spelled []string // with their signs
	folded  []string // without them; "" where another option is the same then
}

func newOptions(r *reader, texts []string) *options {
	o := &options{reader: r, texts: texts}
	count := map[string]int{}
	for _, option := range texts {
		o.spelled, o.folded = append(o.spelled, spelled(option)), append(o.folded, folded(option))
		count[folded(option)]++
	}
	for at, words := range o.folded {
		if count[words] > 1 {
			o.folded[at] = ""
		}
	}
	return o
}

// chosen returns the options that a text names, and whether its letters and its words name
// the same ones.
func (o *options) chosen(s string) ([]int, bool) {
	if whole := o.whole(s); whole >= 0 { // "vitamin C" chooses no option C
		return []int{whole}, true
	}
	if letter, behind := leadingLetter(s, len(o.texts)); letter >= 0 { // "B) a < b" does not choose A
		if whole := o.whole(behind); whole >= 0 {
			return []int{letter}, whole == letter
		}
	}
	letters, rest := o.letters(s)
	named := o.within(rest, func(_, _ string) bool { return true })
	switch {
	case len(letters) == 0:
		return named, true
	case len(named) == 0 || slices.Equal(letters, named):
		return letters, true
	}
	return letters, false
}

// whole returns the option that a text is, but for words that say nothing, or -1. A single
// letter is no text.
func (o *options) whole(s string) int {
	if at := slices.IndexFunc(o.texts, func(option string) bool { return len(spelled(option)) > 1 && sameWords(option, s) }); at >= 0 {
		return at
	}
	silent := func(words string) bool {
		return !slices.ContainsFunc(strings.Fields(words), func(word string) bool {
			return len(word) == 1 || !o.isStop(word) && !o.cues["answer_labels"].Has(word)
		})
	}
	for _, at := range o.within(s, func(before, behind string) bool { return silent(before) && silent(behind) }) {
		if len(o.spelled[at]) > 1 || !text.IsLetter(o.spelled[at][0]) {
			return at
		}
	}
	return -1
}

// within returns the options that stand in a text where what is before and behind is
// accepted: with their signs, or without where no other option is the same then and the
// text has no other sign. Of two of which one is a part of the other the longer counts.
func (o *options) within(s string, accept func(before, behind string) bool) []int {
	stands := func(said, words string) bool {
		before, behind, ok := strings.Cut(" "+said+" ", " "+words+" ")
		return words != "" && ok && accept(before, behind)
	}
	var found []int
	spelledOut, withoutSigns := spelled(s), folded(s)
	for at, option := range o.texts {
		if stands(spelledOut, o.spelled[at]) || !clash(s, option) && stands(withoutSigns, o.folded[at]) {
			found = append(found, at)
		}
	}
	return slices.DeleteFunc(slices.Clone(found), func(at int) bool {
		return slices.ContainsFunc(found, func(other int) bool {
			return other != at && strings.Contains(" "+o.spelled[other]+" ", " "+o.spelled[at]+" ")
		})
	})
}

// letters reads the letters of options, and returns what is left of the text: "B", "b) …",
// "option B", "A and C". An "a" alone is no article where it ends the text or has a mark.
func (o *options) letters(s string) ([]int, string) {
	var found []int
	var rest strings.Builder
	words := strings.Fields(s)
	for i, word := range words {
		bare := strings.Trim(word, "().,:;*_[]\"'")
		at := letterOf(bare, len(o.texts))
		if at < 0 || bare == "a" && word == bare && i < len(words)-1 {
			rest.WriteString(word + " ")
			continue
		}
		if !slices.Contains(found, at) {
			found = append(found, at)
		}
	}
	slices.Sort(found)
	return found, rest.String()
}

// leadingLetter returns the option whose letter a text begins with, marked as one, and
// what stands behind it; -1 where it begins with none.
func leadingLetter(s string, options int) (int, string) {
	letter, behind, _ := strings.Cut(strings.TrimSpace(s), " ")
	if !strings.ContainsAny(letter, ").:") {
		return -1, ""
	}
	return letterOf(strings.Trim(letter, "().:*"), options), behind
}

func letterOf(word string, options int) int {
	if len(word) != 1 || !text.IsLetter(word[0]) {
		return -1
	}
	if at := int(word[0]|0x20) - 'a'; at < options {
		return at
	}
	return -1
}
