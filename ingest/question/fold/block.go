package fold

import (
	"regexp"
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/text"
)

// syntax is a way in which a line opens a fold, and the lines that are deeper
// than it are the body: indented further, or within the same quote.
type syntax struct {
	// head tells the mark, the kind and the title of a line that opens a fold.
	head *regexp.Regexp
	// depth returns how deep a line is, up to most, and what it says there.
	depth func(line string, most int) (int, string)
	// within is how much deeper than its head a body is at least.
	within int
}

// syntaxes returns admonitions, `??? question "…"`, and callouts, "> [!faq]- …".
func syntaxes() []syntax {
	return []syntax{
		{head: regexp.MustCompile(`^(!!!|\?\?\?)\+? +([\w.:@-]+)(?:(?: [^"]*)?"(.*?)"?| (.*)|)$`), depth: indented, within: 1},
		{head: regexp.MustCompile(`^(\[!)([^\]|]+)(?:\|[^\]]*)?\][-+ ]*(.*)$`), depth: quoted},
	}
}

func indented(line string, _ int) (int, string) { return text.Indent(line), line }

// quoted counts the quote marks that a line begins with.
func quoted(line string, most int) (int, string) {
	depth := 0
	for depth < most {
		behind, marked := strings.CutPrefix(strings.TrimLeft(line, " \t"), ">")
		if !marked {
			break
		}
		line = strings.TrimPrefix(behind, " ")
		depth++
	}
	return depth, line
}

// folds returns the folds of a syntax.
func (s syntax) folds(written *ingest.Text, fenced []bool) []fold {
	var all []fold
	var ends []int // of the folds that a line stands in
	for n := 1; n <= written.Lines(); n++ {
		for len(ends) > 0 && ends[len(ends)-1] < n {
			ends = ends[:len(ends)-1]
		}
		depth, content := s.depth(written.Line(n), deepest)
		head := s.head.FindStringSubmatch(strings.TrimSpace(content))
		if head == nil || fenced[n] || depth+s.within == 0 || len(ends) >= deepest {
			continue
		}
		last, body := s.body(written, n, depth+s.within)
		kind := nameOf(strings.TrimSpace(head[2]))
		all = append(all, fold{
			start: written.LineStart(n), end: written.LineEnd(last),
			family: head[1] + kind, kind: kind, title: plainTitle(strings.Join(head[3:], "")), body: body,
		})
		ends = append(ends, last)
	}
	return all
}

// body returns the last line of a fold and what it holds: up to a line that is
// not deep enough, blank ones aside, or to the next head in the same quote.
func (s syntax) body(written *ingest.Text, head, inside int) (int, string) {
	var body []string
	last := head
	for n := head + 1; n <= written.Lines(); n++ {
		depth, content := s.depth(written.Line(n), inside)
		isBlank := s.within > 0 && written.Blank(n)
		if !isBlank && (depth < inside || s.within == 0 && s.head.MatchString(strings.TrimSpace(content))) {
			break
		}
		if body = append(body, content); !isBlank {
			last = n
		}
	}
	return last, text.Dedented(strings.Join(body[:last-head], "\n"))
}
