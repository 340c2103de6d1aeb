package fold

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// admonition is an open admonition: its head, and the last line that belongs to
// it so far.
type admonition struct {
	line   int
	last   int
	indent int
	mark   string
	kind   string
	title  string
}

// admonitions returns the folds whose body is indented below a head:
// `??? question "…"`, `!!! note "…"`, ".. admonition:: …".
func admonitions(text *ingest.Text, fenced []bool) []fold {
	var all []fold
	var open []admonition
	for n := 1; n <= text.Lines(); n++ {
		line := text.Line(n)
		if strings.TrimSpace(line) == "" {
			continue
		}
		indent := indentOf(line)
		for len(open) > 0 && open[len(open)-1].indent >= indent {
			all = append(all, open[len(open)-1].fold(text))
			open = open[:len(open)-1]
		}
		for i := range open {
			open[i].last = n
		}
		if one, ok := admonitionOf(strings.TrimSpace(line)); ok && !fenced[n] && len(open) < deepest {
			one.line, one.last, one.indent = n, n, indent
			open = append(open, one)
		}
	}
	for _, one := range open {
		all = append(all, one.fold(text))
	}
	return all
}

// admonitionOf reads the head of an admonition.
func admonitionOf(line string) (admonition, bool) {
	if rest, ok := strings.CutPrefix(line, ".. "); ok {
		kind, title, ok := strings.Cut(rest, "::")
		kind = strings.ToLower(strings.TrimSpace(kind))
		return admonition{mark: "..", kind: kind, title: strings.TrimSpace(title)}, ok && isKind(kind)
	}
	if len(line) < len("!!! a") || (line[:3] != "!!!" && line[:3] != "???") {
		return admonition{}, false
	}
	mark, rest := line[:3], strings.TrimPrefix(line[3:], "+")
	if !strings.HasPrefix(rest, " ") {
		return admonition{}, false
	}
	kinds, title, quoted := strings.Cut(strings.TrimSpace(rest), `"`)
	kind, more, _ := strings.Cut(kinds, " ")
	switch {
	case quoted:
		title = strings.TrimSuffix(strings.TrimSpace(title), `"`)
	case !isKinds(more):
		title = more
	}
	return admonition{mark: mark, kind: strings.ToLower(kind), title: title}, isKind(kind)
}

// isKind reports whether a word can be the kind of an admonition.
func isKind(word string) bool {
	for i := range len(word) {
		if !isNameByte(word[i]) {
			return false
		}
	}
	return word != ""
}

// mostKinds is how many words may stand behind the kind that are no title.
const mostKinds = 2

// isKinds reports whether words behind a kind are more of them: "inline end".
func isKinds(text string) bool {
	words := strings.Fields(text)
	return len(words) <= mostKinds && !slices.ContainsFunc(words, func(word string) bool { return !isKind(word) })
}

func (a admonition) fold(text *ingest.Text) fold {
	start, end := text.LineEnd(a.line), text.LineEnd(a.last)
	body := dedented(text.Cut(spanOf(start, max(start, end))))
	if a.mark == ".." {
		body = withoutOptions(body)
	}
	return fold{
		start: text.LineStart(a.line), end: end, family: a.mark + a.kind, kind: a.kind,
		title: plainTitle(a.title), body: body,
	}
}

// withoutOptions takes the options off the front of a directive's body.
func withoutOptions(body string) string {
	for strings.HasPrefix(body, ":") {
		_, rest, _ := strings.Cut(body, "\n")
		body = rest
	}
	return trimmedLines(body)
}
