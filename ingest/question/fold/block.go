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
	// head tells the kind and the title of a line that opens a fold.
	head *regexp.Regexp
	// depth returns how deep a line is, up to most, and what it says there.
	depth func(line string, most int) (int, string)
	// within is how much deeper than its head a body is at least.
	within int
}

// syntaxes returns admonitions, `??? question "…"`, and callouts, "> [!faq]- …".
func syntaxes() []syntax {
	indented := func(line string, _ int) (int, string) { return text.Indent(line), line }
	return []syntax{
		{head: regexp.MustCompile(`^(?:!!!|\?\?\?)\+? +([\w.:@-]+)(?:(?: [^"]*)?"(.*?)"?| (.*)|)$`), depth: indented, within: 1},
		{head: regexp.MustCompile(`^\[!([^\]|]+)(?:\|[^\]]*)?\][-+ ]*(.*)$`), depth: quoted},
	}
}

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

// folds returns the folds of a syntax. A body ends above a line that is not deep
// enough, blank ones aside, or above the next head in the same quote.
func (s syntax) folds(written *ingest.Text, fenced []bool) []fold {
	var all []fold
	for n := 1; n <= written.Lines(); n++ {
		depth, content := s.depth(written.Line(n), deepest)
		head := s.head.FindStringSubmatch(strings.TrimSpace(content))
		inside := depth + s.within
		if head == nil || fenced[n] || inside == 0 || inside > deepest {
			continue
		}
		var body []string
		last := n
		for next := n + 1; next <= written.Lines(); next++ {
			depth, content := s.depth(written.Line(next), inside)
			isBlank := s.within > 0 && written.Blank(next)
			if !isBlank && (depth < inside || s.within == 0 && s.head.MatchString(strings.TrimSpace(content))) {
				break
			}
			if body = append(body, content); !isBlank {
				last = next
			}
		}
		all = append(all, fold{
			start: written.LineStart(n), end: written.LineEnd(last), kind: nameOf(strings.TrimSpace(head[1])),
			title: plainTitle(strings.Join(head[2:], "")), body: text.Dedented(strings.Join(body[:last-n], "\n")),
		})
	}
	return all
}
