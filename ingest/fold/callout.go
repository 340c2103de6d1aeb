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

// callouts returns the folds that are quotes with a head: "> [!faq]- Question?"
// above quoted lines.
func callouts(text *ingest.Text, fenced []bool) []fold {
	var all []fold
	var open []callout
	closeTo := func(depth int) {
		for len(open) > 0 && open[len(open)-1].depth >= depth {
			all = append(all, open[len(open)-1].fold(text))
			open = open[:len(open)-1]
		}
	}
	for n := 1; n <= text.Lines(); n++ {
		line := text.Line(n)
		depth, content := quoted(line, deepest)
		closeTo(depth + 1)
		for i := range open {
			_, inner := quoted(line, open[i].depth)
			open[i].body, open[i].last = append(open[i].body, inner), n
		}
		one, ok := calloutOf(content)
		if depth == 0 || !ok || fenced[n] {
			continue
		}
		for i := range open {
			if open[i].depth == depth {
				open[i].body, open[i].last = open[i].body[:len(open[i].body)-1], n-1
			}
		}
		closeTo(depth)
		one.line, one.last, one.depth = n, n, depth
		open = append(open, one)
	}
	closeTo(0)
	return all
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
		body: dedented(strings.Join(c.body, "\n"), false),
	}
}
