package answer

import (
	"slices"
	"strings"

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
	among := newOptions(q.Choices, j.words)
	if whole := among.whole(text); len(whole) > 0 { // "vitamin C" chooses no option C
		return whole, true
	}
	if letter, behind := leadingLetter(text, len(q.Choices)); letter >= 0 { // "B) a < b" does not choose A
		if whole := among.whole(behind); len(whole) > 0 {
			return []int{letter}, whole[0] == letter
		}
	}
	letters, rest := lettersOf(text, len(q.Choices))
	words := j.optionsNamed(among, rest)
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

func (v *vocabulary) onlyStops(text string) bool {
	return !slices.ContainsFunc(strings.Fields(text), func(word string) bool { return len(word) == 1 || !v.isStop(word) && word != "answer" })
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

// leadingLetter returns the option whose letter a text begins with, marked as one, and
// what stands behind it; -1 where it begins with none.
func leadingLetter(text string, options int) (int, string) {
	text = strings.TrimSpace(text)
	letter, behind, _ := strings.Cut(text, " ")
	bare := strings.Trim(letter, "().:*")
	if !strings.ContainsAny(letter, ").:") {
		return -1, ""
	}
	return letterOf(bare, options), behind
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
// mark, is written in capitals or ends the text.
func isLetterOfOption(words []string, at int, bare string) bool {
	return bare != "a" || words[at] != bare || at == len(words)-1
}

// optionsNamed returns the options whose text stands in a text: exactly, or as the only
// one that is spelled nearly so.
func (j *Judge) optionsNamed(among options, text string) []int {
	if spelled(text) == "" {
		return nil
	}
	if found := among.in(text, func(_, _ string) bool { return true }); len(found) > 0 {
		return found
	}
	if found := among.with(text); len(found) == 1 {
		return found
	}
	return j.optionsNear(among, text)
}

// optionsNear returns the one option that shares most with a text.
func (j *Judge) optionsNear(among options, text string) []int {
	const least = 0.6
	reader := newReader(j.lexicon, j.words)
	said := newAnswer(reader.read(text, 0))
	best, most, second := -1, 0.0, 0.0
	for i, option := range among.texts {
		if clash(text, option) {
			continue
		}
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
	total, present := 0.0, 0.0
	for _, c := range r.clauses {
		for _, t := range c.terms {
			total += t.weight
			present += t.weight * a.presence(t)
		}
	}
	if total == 0 {
		return 0
	}
	return present / total
}
