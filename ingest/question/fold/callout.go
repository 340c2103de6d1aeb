package fold

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// callout is an open callout, and the lines of its body so far.
type callout struct {
	line  int
	last  int
	depth int
	kind  string
	title string
	body  []string
}

// quotes is the callouts that were read so far, and those that are open.
type quotes struct {
	text   *ingest.Text
	open   []callout
	closed []fold
}

// callouts returns the folds that are quotes with a head: "> [!faq]- Question?"
// above quoted lines.
func callouts(text *ingest.Text, fenced []bool) []fold {
	q := &quotes{text: text}
	for n := 1; n <= text.Lines(); n++ {
		line := text.Line(n)
		depth, content := quoted(line, deepest)
		q.closeFrom(depth + 1)
		if one, ok := calloutOf(content); ok && depth > 0 && !fenced[n] {
			q.closeFrom(depth)
			q.take(n, line)
			one.line, one.last, one.depth = n, n, depth
			q.open = append(q.open, one)
			continue
		}
		q.take(n, line)
	}
	q.closeFrom(0)
	return q.closed
}

// closeFrom ends the callouts from a depth on.
func (q *quotes) closeFrom(depth int) {
	for len(q.open) > 0 && q.open[len(q.open)-1].depth >= depth {
		q.closed = append(q.closed, q.open[len(q.open)-1].fold(q.text))
		q.open = q.open[:len(q.open)-1]
	}
}

// take adds a line to every open callout.
func (q *quotes) take(n int, line string) {
	for i := range q.open {
		_, inner := quoted(line, q.open[i].depth)
		q.open[i].body, q.open[i].last = append(q.open[i].body, inner), n
	}
}

// quoted counts the quote marks that a line begins with, up to most of them,
// and returns what stands behind.
func quoted(line string, most int) (int, string) {
	depth := 0
	for depth < most {
		bare := strings.TrimLeft(line, " \t")
		if !strings.HasPrefix(bare, ">") || len(line)-len(bare) > tabWidth {
			break
		}
		line = strings.TrimPrefix(bare[1:], " ")
		depth++
	}
	return depth, line
}

// calloutOf reads the head of a callout.
func calloutOf(content string) (callout, bool) {
	kind, ok := strings.CutPrefix(strings.TrimSpace(content), "[!")
	if !ok {
		return callout{}, false
	}
	kind, title, ok := strings.Cut(kind, "]")
	kind, _, _ = strings.Cut(kind, "|")
	if title != "" && (title[0] == '-' || title[0] == '+') {
		title = title[1:]
	}
	return callout{kind: strings.ToLower(strings.TrimSpace(kind)), title: plainTitle(title)}, ok && kind != ""
}

func (c callout) fold(text *ingest.Text) fold {
	return fold{
		start: text.LineStart(c.line), end: text.LineEnd(c.last), family: "[!" + c.kind, kind: c.kind, title: c.title,
		body: dedented(strings.Join(c.body, "\n")),
	}
}
