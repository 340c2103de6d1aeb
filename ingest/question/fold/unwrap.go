package fold

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/text"
)

// linesOfOpening is how many lines the opening of a fold and its title take.
const linesOfOpening = 4

// Hides reports whether a line opens a fold that only hides an answer: details
// with a summary like "Show the answer", or an admonition, a container or a
// callout with such a title.
func (f *Finder) Hides(lines *ingest.Lines, n int) bool {
	bare := strings.TrimSpace(lines.Line(n))
	if len(bare) > longestCode || !mayFold(bare) {
		return false
	}
	last := min(n+linesOfOpening-1, lines.Lines())
	opening := strings.TrimLeft(lines.Cut(spanOf(lines.LineStart(n), lines.LineEnd(last))), " \t")
	folds := f.foldsOf(ingest.NewText([]byte(opening)))
	return len(folds) > 0 && folds[0].start == 0 && f.isReveal(folds[0].title)
}

// Unwrap takes off an answer what only hides it: details with a summary like
// "Show the answer", admonitions, containers and callouts with such a title,
// elements like <Answer>, and the marks of spoilers. What they hold stays, and
// so does everything else. A fold whose title says more than that stays too.
func (f *Finder) Unwrap(answer string) string {
	for range mostWrappers {
		next := unframed(f.unwrapped(answer))
		if next == answer {
			break
		}
		answer = next
	}
	return answer
}

// mostWrappers is how many wrappers an answer may have around one another.
const mostWrappers = 8

// unwrapped takes one layer off.
func (f *Finder) unwrapped(answer string) string {
	var kept strings.Builder
	at := 0
	for _, one := range f.foldsOf(ingest.NewText([]byte(answer))) {
		if one.start < at || !f.wraps(one, answer) {
			continue
		}
		before := answer[at:one.start]
		if bare := strings.TrimRight(before, " \t"); bare == "" || strings.HasSuffix(bare, "\n") {
			before = bare
		}
		kept.WriteString(before + one.body)
		if strings.HasSuffix(answer[:one.end], "\n") {
			kept.WriteByte('\n')
		}
		at = one.end
	}
	if at == 0 {
		return answer
	}
	return text.Dedented(kept.String() + answer[at:])
}

// wraps reports whether a fold does nothing but hide an answer, by its title or
// its kind. One does whose title says little, where nothing stands beside it.
func (f *Finder) wraps(one fold, answer string) bool {
	isAll := strings.TrimSpace(answer[:one.start]) == "" && strings.TrimSpace(answer[one.end:]) == ""
	switch f.senseOf(one.title) {
	case ofAnswer:
		return true
	case ofNothing:
		return isAll || one.title == "" && (one.kind == "success" || f.isReveal(one.kind))
	case ofItself:
	}
	return false
}

// unframed takes one frame off that dresses an answer from end to end: a
// paragraph, or the marks of a spoiler.
func unframed(answer string) string {
	bare := strings.TrimSpace(answer)
	for _, frame := range [][2]string{{"<p>", "</p>"}, {"||", "||"}, {">!", "!<"}} {
		inner, opened := strings.CutPrefix(bare, frame[0])
		inner, closed := strings.CutSuffix(inner, frame[1])
		if opened && closed && !strings.Contains(inner, frame[0]) {
			return text.Dedented(strings.TrimLeft(inner, " \t"))
		}
	}
	return answer
}
