package phrase

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

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
	own, found := r.Own(line)
	q := quarry.Question{Text: own, Answer: found.Verdict, Style: r.Style(own, titles...), Grade: r.GradeUnder(titles...)}
	if found.Offers {
		q.Style = quarry.StyleTrueFalse
	}
	if found.Grade != "" {
		q.Grade = quarry.StatedGrade(found.Grade)
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
