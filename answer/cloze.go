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
	own := r.withoutAround(q.Text, given)
	reason := quarry.ReasonMissing
	for _, gap := range gapsOf(q.Answer) {
		point := quarry.KeyPoint{Text: gap.of(q.Answer), ByteStart: gap.start, ByteEnd: gap.end, Required: true}
		fills := j.fills(r, point.Text, given, own)
		if n, ok := j.numberInGap(r, point.Text, given); ok {
			check.Numbers = append(check.Numbers, n)
			fills, point.Contradicted = n.Agrees, n.Given != nil && !n.Agrees
		}
		if point.Contradicted {
			reason = quarry.ReasonNumber
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

// gapsOf returns where in a reference answer stands what each gap was left for.
func gapsOf(answer string) []span {
	mark := ";"
	if !strings.Contains(answer, mark) {
		mark = ", "
	}
	var gaps []span
	at := 0
	for piece := range strings.SplitSeq(answer, mark) {
		if gap := strings.Trim(piece, " \t\n.*_`"); gap != "" {
			start := at + strings.Index(piece, gap)
			gaps = append(gaps, span{start, start + len(gap)})
		}
		at += len(piece) + len(mark)
	}
	return gaps
}

func (s span) of(whole string) string { return whole[s.start:s.end] }

// fills reports whether an answer fills a gap: with its signs or its words, in any form, with
// a slip or by another name.
func (*Judge) fills(r *reader, gap, given, own string) bool {
	if clash(gap, given) {
		return false
	}
	return folded(gap) == folded(given) || spelled(gap) == spelled(given) || isSlip(folded(gap), folded(own)) || weightShare(r.read(gap), r.read(own)) >= min(misspelled, joinedUp, sameGroup)
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
// or with one that agrees; false if the gap was left for something else.
func (j *Judge) numberInGap(r *reader, gap, given string) (quarry.NumberCheck, bool) {
	wanted := r.read(gap)
	if len(wanted.numbers) != 1 || len(wanted.content) > 1 {
		return quarry.NumberCheck{}, false
	}
	n := quarry.NumberCheck{Expected: wanted.numbers[0].Quantity}
	for i, number := range r.read(given).numbers {
		agrees, tolerance := j.agrees(wanted.numbers[0], number)
		agrees = agrees && !number.denied
		n.Tolerance = tolerance
		if agrees || i == 0 {
			n.Given, n.Agrees = &number.Quantity, agrees
		}
		if agrees {
			break
		}
	}
	return n, true
}
