package fold

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// container is an open container.
type container struct {
	line   int
	colons int
	name   string
	title  string
}

// containers returns the folds between lines of colons: ":::name title" or
// ":::name[title]" up to a line of as many colons alone.
func containers(text *ingest.Text, fenced []bool) []fold {
	var all []fold
	var open []container
	for n := 1; n <= text.Lines(); n++ {
		mark := strings.TrimSpace(text.Line(n))
		if fenced[n] || !strings.HasPrefix(mark, ":::") {
			continue
		}
		one := containerOf(mark)
		one.line = n
		if one.name != "" || one.title != "" {
			if len(open) < deepest {
				open = append(open, one)
			}
			continue
		}
		if depth := closedBy(open, one.colons); depth >= 0 {
			all = append(all, open[depth].fold(text, n))
			open = open[:depth]
		}
	}
	return append(all, unclosedContainers(text, fenced, open)...)
}

// unclosedContainers ends what is not closed at the next heading.
func unclosedContainers(text *ingest.Text, fenced []bool, open []container) []fold {
	if len(open) == 0 {
		return nil
	}
	headings := headingsOf(text, fenced)
	all := make([]fold, 0, len(open))
	for i, one := range open {
		end := nextOf(headings, text.LineEnd(one.line), len(text.Bytes))
		if i+1 < len(open) {
			end = min(end, text.LineStart(open[i+1].line))
		}
		body := text.Cut(spanOf(text.LineEnd(one.line), end))
		all = append(all, one.withBody(text.LineStart(one.line), end, dedented(body)))
	}
	return all
}

// closedBy returns the container that a line of colons closes: the innermost of
// as many colons, or else the innermost.
func closedBy(open []container, colons int) int {
	for depth, one := range slices.Backward(open) {
		if one.colons == colons {
			return depth
		}
	}
	return len(open) - 1
}

// containerOf reads a line that begins with colons.
func containerOf(mark string) container {
	rest := strings.TrimLeft(mark, ":")
	one := container{colons: len(mark) - len(rest)}
	rest = strings.TrimSpace(strings.TrimRight(rest, ":"))
	if inside, behind, ok := cutBraces(rest); ok {
		one.name, one.title = attributesOf(inside)
		if behind = strings.TrimSpace(behind); behind != "" {
			one.title = behind
		}
		return one
	}
	end := 0
	for end < len(rest) && isNameByte(rest[end]) {
		end++
	}
	one.name, rest = strings.ToLower(rest[:end]), strings.TrimSpace(rest[end:])
	if label, ok := strings.CutPrefix(rest, "["); ok {
		label, rest, _ = strings.Cut(label, "]")
		one.title = label
	}
	if inside, behind, ok := cutBraces(rest); ok {
		_, title := attributesOf(inside)
		rest = behind
		one.title += title
	}
	one.title = strings.TrimSpace(one.title + " " + strings.TrimSpace(rest))
	return one
}

func cutBraces(text string) (string, string, bool) {
	inside, ok := strings.CutPrefix(text, "{")
	if !ok {
		return "", text, false
	}
	return strings.Cut(inside, "}")
}

// attributesOf returns the name and the title among attributes in braces:
// `.callout-tip title="…"`.
func attributesOf(text string) (string, string) {
	name := ""
	for word := range strings.FieldsSeq(text) {
		if name = strings.ToLower(strings.TrimLeft(word, ".#")); name != "" {
			break
		}
	}
	_, title, ok := strings.Cut(text, `title="`)
	if !ok {
		return name, ""
	}
	title, _, _ = strings.Cut(title, `"`)
	return name, title
}

// fold returns a container that ends with the closing line n. One without a
// title may begin with a heading instead.
func (c container) fold(text *ingest.Text, n int) fold {
	body := text.Cut(spanOf(text.LineEnd(c.line), text.LineStart(n)))
	return c.withBody(text.LineStart(c.line), text.LineEnd(n), dedented(body))
}

func (c container) withBody(start, end int, body string) fold {
	head, rest, _ := strings.Cut(body, "\n")
	if c.title == "" && strings.HasPrefix(head, "#") {
		c.title, body = head, trimmedLines(rest)
	}
	return fold{
		start: start, end: end, family: ":::" + c.name, kind: c.name, title: plainTitle(c.title), body: body,
	}
}

func spanOf(start, end int) quarry.Span { return quarry.Span{ByteStart: start, ByteEnd: end} }
