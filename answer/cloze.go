package answer

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// judgeCloze judges what was put into the gaps of a text, which semicolons or commas part. A
// word may be misspelled as far as people would still know it, and a number may not.
func (j *Judge) judgeCloze(r *reader, q quarry.Question, given string) quarry.AnswerCheck {
	check := quarry.AnswerCheck{}
	said := r.read(r.withoutAround(q.Text, given))
	mark := ";"
	if !strings.Contains(q.Answer, mark) {
		mark = ", "
	}
	at, reason := 0, quarry.ReasonMissing
	for piece := range strings.SplitSeq(q.Answer, mark) {
		gap := strings.Trim(piece, " \t\n.*_`")
		start := at + strings.Index(piece, gap)
		at += len(piece) + len(mark)
		if gap == "" {
			continue
		}
		point := quarry.KeyPoint{Text: gap, ByteStart: start, ByteEnd: start + len(gap), Required: true}
		wanted := r.read(gap)
		fills := !clash(gap, given) && (folded(gap) == folded(given) || spelled(gap) == spelled(given) || isSlip(folded(gap), folded(said.text)) || weightShare(wanted, said) > misspelled-0.01)
		if len(wanted.numbers) == 1 && len(wanted.content) <= 1 {
			n := j.numberInGap(wanted.numbers[0], r.read(given).numbers)
			check.Numbers = append(check.Numbers, n)
			fills, point.Contradicted = n.Agrees, n.Given != nil && !n.Agrees
			if point.Contradicted {
				reason = quarry.ReasonNumber
			}
		}
		if fills {
			check.Covered = append(check.Covered, point)
		} else {
			check.Missing = append(check.Missing, point)
		}
	}
	check.Coverage = float64(len(check.Covered)) / float64(max(1, len(check.Covered)+len(check.Missing)))
	switch {
	case len(check.Missing) == 0:
		return ruled(check, quarry.VerdictCorrect, quarry.ReasonCovered)
	case len(check.Covered) > 0:
		return ruled(check, quarry.VerdictPartly, quarry.ReasonIncomplete)
	}
	return ruled(check, quarry.VerdictIncorrect, reason)
}

// isSlip reports whether two words are the same but for one letter, in their forms as they
// are written: "shared", "sharred".
func isSlip(gap, given string) bool {
	const shortest = 5
	_, near := text.Near(gap, given, 1)
	return near && len(gap) >= shortest && !strings.ContainsAny(gap+given, " 0123456789")
}

// withoutAround returns what an answer puts into the gaps: all of it, or, where it says the
// sentence around them too, what that does not say.
func (r *reader) withoutAround(around, given string) string {
	words, said := strings.Fields(folded(given)), strings.Fields(folded(around))
	own := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return slices.Contains(said, word) || r.isStop(word) })
	if len(own) == 0 {
		return given
	}
	return strings.Join(own, " ")
}

// numberInGap compares a number that fills a gap with the first of those that were given,
// or with one that agrees.
func (j *Judge) numberInGap(expected number, given []number) quarry.NumberCheck {
	n := quarry.NumberCheck{Expected: expected.Quantity}
	for i, number := range given {
		agrees, tolerance := j.agrees(expected, number)
		agrees = agrees && !number.denied
		n.Tolerance = tolerance
		if agrees || i == 0 {
			n.Given, n.Agrees = &number.Quantity, agrees
		}
		if agrees {
			break
		}
	}
	return n
}
