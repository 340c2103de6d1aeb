package fold

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/text"
)

// syntax is a way in which a line opens a fold, and the lines that are deeper
// than it are the body: indented further, or within the same quote.
type syntax struct {
	// depth returns how deep a line is, and what it says there.
	depth func(line string) (int, string)
	// head reads what a line says that opens a fold.
	head func(content string) (block, bool)
	// within is how much deeper than its head a body is at least.
	within int
	// blank says that a blank line is a part of the body, however deep.
	blank bool
}

// syntaxes returns admonitions, `??? question "…"`, and callouts, "> [!faq] …".
func syntaxes() []syntax {
	return []syntax{
		{depth: indented, head: admonition, within: 1, blank: true},
		{depth: quoted, head: callout},
	}
}

// block is a fold that lines below its head may still belong to.
type block struct {
	line, last int
	inside     int // how deep its body is at least
	family     string
	kind       string
	title      string
}

// folds returns the folds of a syntax.
func (s syntax) folds(text *ingest.Text, fenced []bool) []fold {
	var all []fold
	var open []block
	leave := func(depth int) {
		for len(open) > 0 && open[len(open)-1].inside > depth {
			all = append(all, s.fold(text, open[len(open)-1]))
			open = open[:len(open)-1]
		}
	}
	for n := 1; n <= text.Lines(); n++ {
		depth, content := s.depth(text.Line(n))
		if s.blank && content == "" {
			continue
		}
		leave(depth)
		one, opens := s.head(content)
		if opens = opens && depth+s.within > 0 && !fenced[n]; opens {
			leave(depth + s.within - 1)
		}
		for i := range open {
			open[i].last = n
		}
		if opens && len(open) < deepest {
			one.line, one.last, one.inside = n, n, depth+s.within
			open = append(open, one)
		}
	}
	leave(-1)
	return all
}

func (s syntax) fold(written *ingest.Text, b block) fold {
	var body strings.Builder
	for n := b.line + 1; n <= b.last; n++ {
		line := written.Line(n)
		if !s.blank {
			_, line = quotedUpTo(line, b.inside)
		}
		body.WriteString(line + "\n")
	}
	return fold{
		start: written.LineStart(b.line), end: written.LineEnd(b.last),
		family: b.family, kind: strings.ToLower(b.kind), title: plainTitle(b.title), body: text.Dedented(body.String()),
	}
}

func indented(line string) (int, string) { return text.Indent(line), strings.TrimSpace(line) }

// admonition reads `??? question "…"`, `!!! note`, `???+ tip "…"`.
func admonition(content string) (block, bool) {
	mark, rest, ok := strings.Cut(content, " ")
	if mark = strings.TrimSuffix(mark, "+"); !ok || (mark != "!!!" && mark != "???") {
		return block{}, false
	}
	kinds, title, named := strings.Cut(strings.TrimSpace(rest), `"`)
	kind, more, _ := strings.Cut(kinds, " ")
	if !named {
		title = more
	}
	return block{family: mark + kind, kind: kind, title: strings.TrimSuffix(title, `"`)}, kind != "" && nameLength(kind) == len(kind)
}

func quoted(line string) (int, string) { return quotedUpTo(line, deepest) }

// quotedUpTo counts the quote marks that a line begins with, up to most of them,
// and returns what stands behind.
func quotedUpTo(line string, most int) (int, string) {
	depth := 0
	for depth < most {
		bare := strings.TrimLeft(line, " \t")
		if !strings.HasPrefix(bare, ">") {
			break
		}
		line = strings.TrimPrefix(bare[1:], " ")
		depth++
	}
	return depth, line
}

// callout reads "[!faq]- …", behind the quote marks.
func callout(content string) (block, bool) {
	kind, marked := strings.CutPrefix(strings.TrimSpace(content), "[!")
	kind, title, closed := strings.Cut(kind, "]")
	kind, _, _ = strings.Cut(kind, "|")
	title = strings.TrimLeft(title, "+- ")
	return block{family: "[!" + strings.ToLower(kind), kind: strings.TrimSpace(kind), title: title}, marked && closed && kind != ""
}
