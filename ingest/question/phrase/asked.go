package phrase

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// CutTrail takes what is no part of a question off the end of a line: what an answer is
// worth, "[5 marks]", or a line to write it on.
func (r *Reader) CutTrail(line string) string {
	if ruled := strings.TrimRight(line, "_ "); strings.HasSuffix(line, "___") && r.EndsAsking(ruled) {
		return ruled
	}
	bare := strings.TrimRight(line, " \t*")
	before, worth, ok := cutBrackets(bare)
	if !ok || !r.counts(worth, r.cues["worth_units"]) && !isMargin(before, worth) || !holdsWord(before) {
		return line
	}
	return withoutHalf(before)
}

// isMargin reports whether what stands in brackets is a number alone, and apart from the sentence
// before it: what an exam's right margin counts, "Find P(B).   [3]".
func isMargin(before, worth string) bool {
	return worth != "" && len(worth) < 3 && strings.Trim(worth, digits) == "" && hasAnySuffix(before, "  ", "\t", ". ", "? ")
}

// counts reports whether words count things of some units: "5 marks", "½ point
// each".
func (r *Reader) counts(words string, units lexicon.Words) bool {
	words = strings.ToLower(strings.TrimSpace(words))
	unit := strings.TrimLeft(words, digits+".,½+×x")
	first, _, _ := strings.Cut(strings.TrimSpace(unit), " ")
	return unit != words && units.Has(strings.TrimRight(first, "."))
}

// Asked returns the question that a line asks under some titles, the outermost
// first, without the marks before it. Its difficulty is the one that the line
// states at either end, or else the nearest title that states one.
func (r *Reader) Asked(line string, titles ...string) quarry.Question {
	asked := Unlinked(r.CutTrail(r.Strip(line)))
	q := quarry.Question{Text: asked, Style: r.Style(asked, titles...), Grade: r.GradeUnder(titles...)}
	if bare, grade, ok := r.CutGrade(asked); ok {
		q.Text, q.Grade = bare, quarry.StatedGrade(grade)
	}
	q.Source.Heading = slices.Clone(titles)
	return q
}

// GradeUnder returns the grade that the nearest of some titles states, the
// outermost of them first.
func (r *Reader) GradeUnder(titles ...string) quarry.Grade {
	for _, title := range slices.Backward(titles) {
		if grade, ok := r.TitleGrade(title); ok {
			return quarry.StatedGrade(grade)
		}
	}
	return quarry.NoGrade()
}

// Heading returns the words of a line that reads like a title: one with a
// heading mark, or what IsTitle takes for one, behind a number, in emphasis or
// before a colon too.
func (r *Reader) Heading(line string) (string, bool) {
	bare := r.Strip(line)
	if marks := leading(line, "#"); marks != "" && cutMark(line) != line {
		return bare, bare != ""
	}
	if IsBullet(line) {
		return "", false
	}
	title := strings.TrimRight(bare, " :")
	return title, IsTitle(title)
}
