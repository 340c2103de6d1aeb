package answer

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// claimed returns whether an answer to whether one thing is more of something than another
// says so of the one, and whether it says so of either: "light is denser".
func (q question) claimed(r reading) (bool, bool) {
	if q.asks != asksVerdict || r.words.begins(" "+strings.Join(lowerWords(r), " ")+" ", cueAsksVerdict) || slices.ContainsFunc(r.spoken, r.words.isDenial) {
		return false, false
	}
	one, other := q.reading.compared()
	said := r.stated()
	if len(one) < 2 || len(other) == 0 || !slices.Contains(said, one[len(one)-1]) { // what they are compared in stands before "than"
		return false, false
	}
	names := func(side, against []string) bool {
		return slices.ContainsFunc(without(side, against), func(stem string) bool { return slices.Contains(said, stem) })
	}
	first, second := names(one[:len(one)-1], other), names(other, one)
	return first, first != second
}

// compared returns the words of what is compared, and of what it is compared with.
func (r reading) compared() ([]string, []string) {
	var one, other []string
	for _, c := range r.clauses {
		for _, t := range c.terms {
			if t.role == comparedRole {
				other = append(other, t.keys[0])
			} else if len(other) == 0 {
				one = append(one, t.keys[0])
			}
		}
	}
	return one, other
}

// stated returns the words of all but what something is compared with.
func (r reading) stated() []string {
	var said []string
	for _, c := range r.clauses {
		for _, t := range c.terms {
			if t.role != comparedRole {
				said = append(said, t.keys[0])
			}
		}
	}
	return said
}

// judgeClaim judges an answer that says in the question's own words which of two things is
// more of something; false where it does not.
func (j *Judge) judgeClaim(q question, given string) (quarry.AnswerCheck, bool) {
	reader := newReader(j.lexicon, j.words)
	said := reader.read(given, 0)
	right, known := j.words.verdictOf(q.Answer)
	affirms, told := q.claimed(said)
	if !known || !told {
		return quarry.AnswerCheck{}, false
	}
	_, skipped := j.words.leadingVerdict(q.Answer)
	m := j.measure(q, reader.read(q.Answer, skipped), said)
	switch {
	case affirms != right:
		return m.result(quarry.VerdictIncorrect, quarry.ReasonVerdict), true
	case !right: // that one is not more does not make the other more
		return m.result(quarry.VerdictUnsure, quarry.ReasonEvidence), true
	}
	return m.result(m.decideReason()), true
}
