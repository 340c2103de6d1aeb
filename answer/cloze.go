package answer

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// judgeCloze judges what was put into the gaps of a text, which semicolons or commas part. A
// word may be misspelled as far as people would still know it, and a number may not.
func (r *reader) judgeCloze(q quarry.Question, given string) quarry.AnswerCheck {
	check := quarry.AnswerCheck{}
	reason := quarry.ReasonMissing
	gaps, pieces := gapsOf(q.Answer), gapsOf(given)
	said := r.filling(given)
	for i, gap := range gaps {
		if len(gaps) > 1 && len(pieces) == len(gaps) { // one for each, in their order
			said = r.filling(given[pieces[i].start:pieces[i].end])
		}
		point := quarry.KeyPoint{Text: q.Answer[gap.start:gap.end], ByteStart: gap.start, ByteEnd: gap.end, Required: true}
		fills := said.fills(r, point.Text)
		if n, ok := numberInGap(r.read(point.Text), said.reading); ok {
			check.Numbers = append(check.Numbers, n)
			fills, point.Contradicted = n.Agrees, n.Given != nil && !n.Agrees
		}
		switch {
		case fills:
			check.Covered = append(check.Covered, point)
			continue
		case point.Contradicted:
			reason = quarry.ReasonNumber
		}
		check.Missing = append(check.Missing, point)
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

// filling is what was put into gaps.
type filling struct {
	*reading

	folded, spelled string
}

func (r *reader) filling(given string) filling {
	return filling{r.read(given), folded(given), spelled(given)}
}

// fills reports whether an answer fills a gap: with its signs or its words and numbers, in any
// form, with a slip or by another name.
func (f filling) fills(r *reader, gap string) bool {
	const shortest = 5
	same := folded(gap)
	_, slip := text.Near(same, f.folded, 1)
	slip = slip && len(gap) >= shortest && !strings.ContainsAny(same+f.folded, " 0123456789")
	if clash(gap, f.text) || slip || same == f.folded || spelled(gap) == f.spelled {
		return !clash(gap, f.text)
	}
	all := r.read(gap)
	found := all.matchesIn(f.reading)
	for i, w := range all.words {
		number := func(n number) bool { return n.Text == all.numbers[w.number].Text }
		if w.number >= 0 && !slices.ContainsFunc(f.numbers, number) {
			return false
		}
		if w.tells() && (found[i].share < sameGroup || f.words[found[i].at].denied != w.denied) {
			return false
		}
	}
	return len(all.content)+len(all.numbers) > 0
}

// numberInGap compares a number that fills a gap with the first of those that were given,
// or with one that agrees; false if the gap was left for something else.
func numberInGap(wanted, given *reading) (quarry.NumberCheck, bool) {
	if len(wanted.numbers) != 1 || len(wanted.content) > 1 {
		return quarry.NumberCheck{}, false
	}
	n := quarry.NumberCheck{Expected: wanted.numbers[0].Quantity}
	for i, number := range given.numbers {
		agrees, tolerance := wanted.numbers[0].agrees(number)
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
