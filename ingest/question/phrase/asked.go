package phrase

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// mostTrails is how many things may stand behind a question that are no part
// of it.
const mostTrails = 3

// CutTrail takes off the end of a line what stands behind a question and is no
// part of it: a link to its source, "[[src]](…)", the mark of a footnote, a
// line to write on, what an answer is worth, "[5 marks]". All else stays.
func (r *Reader) CutTrail(line string) string {
	for range mostTrails {
		next := r.cutTrail(strings.TrimRight(line, " \t"))
		if next == "" {
			break
		}
		line = next
	}
	return line
}

// cutTrail takes one of them off, and returns "" where there is none.
func (r *Reader) cutTrail(line string) string {
	bare, marks := line, ""
	if trimmed := strings.TrimRight(line, "*"); trimmed != line {
		bare, marks = trimmed, line[len(trimmed):]
	}
	before := r.beforeTrail(bare)
	if marks != "" && before != "" {
		opened, ok := strings.CutSuffix(before, marks)
		if !ok {
			return ""
		}
		before = strings.TrimRight(opened, " \t")
	}
	if !holdsWord(before) {
		return ""
	}
	return before
}

// beforeTrail returns what stands before the last thing on a line, where that is
// no part of a question: "" otherwise.
func (r *Reader) beforeTrail(bare string) string {
	if ruled := strings.TrimRight(bare, "_ "); strings.HasSuffix(bare, "___") && r.EndsAsking(ruled) {
		return ruled
	}
	before, inner, ok := lastBracket(bare)
	if !ok {
		return ""
	}
	square := strings.HasSuffix(bare, "]")
	if link, words, linked := lastBracket(before); linked && !square && strings.HasSuffix(before, "]") {
		if strings.HasPrefix(words, "[") || r.EndsAsking(strings.TrimRight(link, " ([")) || r.namesSource(words) {
			return strings.TrimRight(link, " \t")
		}
		return ""
	}
	asked := square && r.EndsAsking(before)
	free := asked || square && strings.HasSuffix(before, " ") // no index of an array
	switch {
	case r.counts(inner, r.cues["worth_units"]), square && strings.HasPrefix(inner, "^"), free && r.namesSource(inner),
		asked && strings.Trim(inner, "0123456789") == "", strings.HasPrefix(inner, "[") && strings.Contains(inner, "]("):
		return strings.TrimRight(before, " \t")
	}
	return ""
}

// namesSource reports whether the words of a link only say that it leads to
// where something is from.
func (r *Reader) namesSource(words string) bool {
	return r.cues["source_names"].Has(strings.ToLower(strings.Trim(words, " .:")))
}

// counts reports whether words count things of some units: "5 marks", "½ point
// each".
func (r *Reader) counts(words string, units lexicon.Words) bool {
	words = strings.ToLower(strings.TrimSpace(words))
	unit := strings.TrimLeft(words, "0123456789.,½+×x")
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
