package answer

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// judgeCloze judges what was put into the gaps of a text. Gaps are parted by
// semicolons or commas. A word may be misspelled as far as people would still know it,
// and a number may not.
func (j *Judge) judgeCloze(q question, given string) quarry.AnswerCheck {
	gaps := gapsOf(q.Answer)
	said := j.saidInGap(q, given)
	check := quarry.AnswerCheck{}
	for _, gap := range gaps {
		point := quarry.KeyPoint{Text: gap.text, ByteStart: gap.start, ByteEnd: gap.start + len(gap.text), Required: true}
		if n, ok := j.compareGap(gap.text, given); ok {
			check.Numbers = append(check.Numbers, n)
			if n.Agrees {
				check.Covered = append(check.Covered, point)
				continue
			}
			point.Contradicted = n.Given != nil
		} else if !clash(gap.text, given) && j.fills(gap.text, said) {
			check.Covered = append(check.Covered, point)
			continue
		}
		check.Missing = append(check.Missing, point)
	}
	check.Coverage = float64(len(check.Covered)) / float64(max(1, len(gaps)))
	switch {
	case len(check.Missing) == 0:
		check.Verdict, check.Reason = quarry.VerdictCorrect, quarry.ReasonCovered
	case len(check.Covered) > 0:
		check.Verdict, check.Reason = quarry.VerdictPartly, quarry.ReasonIncomplete
	default:
		check.Verdict, check.Reason = quarry.VerdictIncorrect, quarry.ReasonMissing
	}
	if check.Verdict == quarry.VerdictIncorrect && len(check.Numbers) > 0 && check.Numbers[0].Given != nil {
		check.Reason = quarry.ReasonNumber
	}
	check.Explanation = explain(check)
	return check
}

// gap is what a gap was left for, and where that stands in the reference answer.
type gap struct {
	text  string
	start int
}

func gapsOf(answer string) []gap {
	var gaps []gap
	at := 0
	mark := ";"
	if !strings.Contains(answer, mark) {
		mark = ", "
	}
	for piece := range strings.SplitSeq(answer, mark) {
		text := strings.Trim(piece, " \t\n.*_`")
		if text != "" {
			gaps = append(gaps, gap{text, at + strings.Index(piece, text)})
		}
		at += len(piece) + len(mark)
	}
	return gaps
}

// saidInGap returns what an answer puts into the gaps: the whole of it, or, where it
// says the sentence around them too, what that does not say.
func (j *Judge) saidInGap(q question, given string) []string {
	words := strings.Fields(folded(given))
	around := strings.Fields(folded(q.Text))
	own := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return slices.Contains(around, word) || j.words.isStop(word) })
	if len(own) == 0 {
		return words
	}
	return own
}

// compareGap compares a number that fills a gap.
func (j *Judge) compareGap(gap, given string) (quarry.NumberCheck, bool) {
	reader := newReader(j.lexicon, j.words)
	expected := reader.read(gap, 0)
	if len(expected.numbers) != 1 || len(expected.spoken) > 2 {
		return quarry.NumberCheck{}, false
	}
	n := quarry.NumberCheck{Expected: expected.numbers[0].Quantity}
	for i, number := range reader.read(given, 0).numbers {
		agrees, tolerance := j.agrees(expected.numbers[0], number)
		agrees = agrees && !number.denied
		n.Tolerance = tolerance
		if agrees || i == 0 {
			given := number.Quantity
			n.Given, n.Agrees = &given, agrees
		}
		if agrees {
			break
		}
	}
	return n, true
}

// fills reports whether words fill a gap, in any form or by another name.
func (j *Judge) fills(gap string, said []string) bool {
	wanted := strings.Fields(folded(gap))
	wanted = slices.DeleteFunc(wanted, func(word string) bool { return j.words.isStop(word) && len(wanted) > 1 })
	if strings.Join(wanted, "") == strings.Join(said, "") {
		return true
	}
	stems := j.words.stemmer()
	for _, word := range wanted {
		if !slices.ContainsFunc(said, func(other string) bool { return j.same(stems, word, other) }) {
			return j.sameName(gap, said)
		}
	}
	return true
}

// same reports whether two words are the same, but for their form or a slip.
func (j *Judge) same(stems *text.Stemmer, wanted, said string) bool {
	one, other := stems.Stem(wanted), stems.Stem(said)
	if one == other {
		return true
	}
	if wanted[0] != said[0] || !isLetters(said) || !isLetters(wanted) || j.knows(other) {
		return false
	}
	_, ok := text.Near(wanted, said, text.SlipsAllowed(wanted))
	return ok
}

// knows reports whether a word is one by itself, so that it is no slip.
func (j *Judge) knows(stem string) bool {
	return len(j.words.keys[stem]) > 0 || len(j.words.sides[stem]) > 0
}

// sameName reports whether the lexicon has another name for what fills a gap.
func (j *Judge) sameName(gap string, said []string) bool {
	reader := newReader(j.lexicon, j.words)
	given := newAnswer(reader.read(strings.Join(said, " "), 0))
	for _, c := range reader.read(gap, 0).clauses {
		for _, t := range c.terms {
			if !slices.ContainsFunc(t.keys, func(key string) bool {
				return (strings.HasPrefix(key, "~f") || strings.HasPrefix(key, "@")) && given.said[key]
			}) {
				return false
			}
		}
	}
	return true
}
