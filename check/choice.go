package check

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// judgeChoice judges which options were chosen: by their letters, their texts or both.
func (j *Judge) judgeChoice(q question, given string) quarry.AnswerCheck {
	right, known := j.optionsOf(q, q.Answer)
	if !known || len(right) == 0 {
		return j.judgeOpen(q, given)
	}
	chosen, plain := j.optionsOf(q, given)
	check := quarry.AnswerCheck{}
	wrong := 0
	for _, at := range chosen {
		if !slices.Contains(right, at) {
			wrong++
		}
	}
	missing := 0
	for _, at := range right {
		point := quarry.KeyPoint{Text: q.Choices[at], ByteEnd: len(q.Answer), Required: true}
		if slices.Contains(chosen, at) {
			check.Covered = append(check.Covered, point)
		} else {
			check.Missing = append(check.Missing, point)
			missing++
		}
	}
	check.Coverage = float64(len(right)-missing) / float64(len(right))
	check.Verdict, check.Reason = decideOptions(plain, len(chosen), wrong, missing)
	if check.Verdict == quarry.VerdictIncorrect && len(right) > 1 && missing < len(right) && wrong <= len(right)-missing {
		check.Verdict = quarry.VerdictPartly
	}
	check.Explanation = explain(check)
	return check
}

// decideOptions decides by how many options were chosen, how many of them are wrong and
// how many right ones are missing; plain says that nothing contradicts what was chosen.
func decideOptions(plain bool, chosen, wrong, missing int) (quarry.AnswerVerdict, quarry.AnswerReason) {
	switch {
	case !plain:
		return quarry.VerdictUnsure, quarry.ReasonSeveral
	case chosen == 0:
		return quarry.VerdictUnsure, quarry.ReasonEvidence
	case wrong > 0 && chosen > 1:
		return quarry.VerdictIncorrect, quarry.ReasonSeveral
	case wrong > 0:
		return quarry.VerdictIncorrect, quarry.ReasonOption
	case missing > 0:
		return quarry.VerdictPartly, quarry.ReasonIncomplete
	}
	return quarry.VerdictCorrect, quarry.ReasonCovered
}

// optionsOf returns the options that a text names, and whether its letters and its
// words name the same ones.
func (j *Judge) optionsOf(q question, text string) ([]int, bool) {
	if whole := j.optionsWhole(q.Choices, text); len(whole) > 0 { // "vitamin C" chooses no option C
		return whole, true
	}
	letters, rest := lettersOf(text, len(q.Choices))
	words := j.optionsNamed(q.Choices, rest)
	switch {
	case len(letters) == 0:
		return words, true
	case len(words) == 0:
		return letters, true
	case slices.Equal(letters, words):
		return letters, true
	case len(words) == 1 && slices.Contains(letters, words[0]):
		return words, len(letters) == 1
	}
	return letters, false
}

// optionsWhole returns the one option that a text is, but for words that say nothing.
func (j *Judge) optionsWhole(options []string, text string) []int {
	said := folded(text)
	at := slices.IndexFunc(options, func(option string) bool {
		words := folded(option)
		before, behind, ok := strings.Cut(" "+said+" ", " "+words+" ")
		return ok && len(words) > 1 && onlyStops(before) && onlyStops(behind)
	})
	if at < 0 {
		return nil
	}
	return []int{at}
}

func onlyStops(text string) bool {
	return !slices.ContainsFunc(strings.Fields(text), func(word string) bool { return len(word) == 1 || !isStop(word) && word != "answer" })
}

// lettersOf reads the letters of options, and returns what is left of the text: "B",
// "b) …", "option B", "A and C", "the answer is d".
func lettersOf(text string, options int) ([]int, string) {
	var found []int
	var rest strings.Builder
	words := strings.Fields(text)
	for i, word := range words {
		bare := strings.Trim(word, "().,:;*_[]\"'")
		at := letterOf(bare, options)
		if at < 0 || !isLetterOfOption(words, i, bare) {
			rest.WriteString(word)
			rest.WriteByte(' ')
			continue
		}
		if !slices.Contains(found, at) {
			found = append(found, at)
		}
	}
	slices.Sort(found)
	return found, rest.String()
}

func letterOf(word string, options int) int {
	if len(word) != 1 || !isLetter(word[0]) {
		return -1
	}
	if at := int(word[0]|0x20) - 'a'; at < options {
		return at
	}
	return -1
}

// isLetterOfOption tells an option's letter from an article: it stands alone, carries a
// mark, is written in capitals or follows another one.
func isLetterOfOption(words []string, at int, bare string) bool {
	if bare != "a" || len(words) == 1 {
		return true
	}
	if words[at] != bare {
		return true
	}
	before := ""
	if at > 0 {
		before = strings.ToLower(strings.Trim(words[at-1], ".,:"))
	}
	return at == len(words)-1 || slices.Contains([]string{"option", "answer", "letter", "is", "choice"}, before) && at == len(words)-1
}

// optionsNamed returns the options whose text stands in a text: exactly, or as the only
// one that is spelled nearly so.
func (j *Judge) optionsNamed(options []string, text string) []int {
	said := folded(text)
	if said == "" {
		return nil
	}
	var found []int
	for i, option := range options {
		if words := folded(option); words != "" && strings.Contains(" "+said+" ", " "+words+" ") {
			found = append(found, i)
		}
	}
	found = withoutParts(options, found)
	if len(found) > 0 {
		return found
	}
	if found = optionsWith(options, strings.Fields(said)); len(found) == 1 {
		return found
	}
	return j.optionsNear(options, text)
}

// optionsWith returns the options that have all of some words.
func optionsWith(options, words []string) []int {
	var found []int
	for i, option := range options {
		has := strings.Fields(folded(option))
		if !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(has, word) }) {
			found = append(found, i)
		}
	}
	return found
}

// withoutParts drops options that are a part of another one that was found: "read
// committed" where "read uncommitted" is no part, "cache" where "cache line" was said.
func withoutParts(options []string, found []int) []int {
	return slices.DeleteFunc(slices.Clone(found), func(at int) bool {
		return slices.ContainsFunc(found, func(other int) bool {
			return other != at && strings.Contains(" "+folded(options[other])+" ", " "+folded(options[at])+" ")
		})
	})
}

// optionsNear returns the one option that shares most with a text.
func (j *Judge) optionsNear(options []string, text string) []int {
	const least = 0.6
	reader := newReader(j.lexicon, j.words)
	said := newAnswer(reader.read(text, 0))
	best, most, second := -1, 0.0, 0.0
	for i, option := range options {
		share := said.shareOf(reader.read(option, 0))
		if share > most {
			best, most, second = i, share, most
		} else {
			second = max(second, share)
		}
	}
	if best < 0 || most < least || most == second {
		return nil
	}
	return []int{best}
}

// shareOf returns which share of what a text says an answer has; 0 where it says
// nothing.
func (a *answer) shareOf(r reading) float64 {
	total, heard := 0.0, 0.0
	for _, c := range r.clauses {
		for _, t := range c.terms {
			total += t.weight
			heard += t.weight * a.hears(t)
		}
	}
	if total == 0 {
		return 0
	}
	return heard / total
}

// folded returns the words of a text in small letters, one space between them.
func folded(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && (r < utf8.RuneSelf || unicode.IsSpace(r) || unicode.IsPunct(r))
	}), " ")
}
