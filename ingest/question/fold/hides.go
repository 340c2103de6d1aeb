package fold

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// linesOfOpening is how many lines the opening of a fold and its title take.
const linesOfOpening = 4

// Hides reports whether a line opens a fold that only hides an answer: details
// with a summary like "Show the answer", or an admonition, a container or a
// callout with such a title.
func (f *Finder) Hides(lines *ingest.Lines, n int) bool {
	bare := strings.TrimSpace(lines.Line(n))
	if len(bare) > longestCode || len(bare) < len("???") {
		return false
	}
	if quoted, ok := strings.CutPrefix(bare, ">"); ok {
		bare = strings.TrimSpace(quoted)
	}
	switch {
	case strings.HasPrefix(bare, "<"):
		return f.hidesInDetails(lines, n)
	case strings.HasPrefix(bare, "[!"):
		_, title, closed := strings.Cut(bare, "]")
		return closed && f.isReveal(strings.TrimLeft(title, "+- "))
	case strings.HasPrefix(bare, "???"), strings.HasPrefix(bare, "!!!"), strings.HasPrefix(bare, ":::"):
		_, title, _ := strings.Cut(strings.TrimLeft(bare, "?!:+ "), " ")
		return f.isReveal(strings.Trim(title, "\"[]{} "))
	}
	return false
}

// hidesInDetails reports whether details open on a line whose summary says no
// more than that an answer is below it.
func (f *Finder) hidesInDetails(lines *ingest.Lines, n int) bool {
	var opening strings.Builder
	for i := n; i < min(n+linesOfOpening, lines.Lines()+1) && opening.Len() < longestCode; i++ {
		opening.WriteString(lines.Line(i))
		opening.WriteByte(' ')
	}
	head, summary, found := cutFold(opening.String(), "<summary")
	if !found || !strings.HasPrefix(strings.ToLower(strings.TrimSpace(head)), "<details") || strings.Count(head, "<") > 1 {
		return false
	}
	_, title, _ := strings.Cut(summary, ">")
	title, _, found = cutFold(title, "</summary")
	return found && f.isReveal(plainTitle(title))
}

// cutFold cuts a text around a tag in either case.
func cutFold(text, tag string) (string, string, bool) {
	if at := strings.Index(strings.ToLower(text), tag); at >= 0 && len(strings.ToLower(text)) == len(text) {
		return text[:at], text[at+len(tag):], true
	}
	return text, "", false
}
