package htmltext

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// code writes code within a line.
func (r *renderer) code(node *html.Node) {
	text := strings.Join(strings.Fields(strings.Map(printable, sourceOf(node))), " ")
	if text == "" {
		return
	}
	fence := strings.Repeat("`", 1+longestRun(text))
	if text[0] == '`' || text[len(text)-1] == '`' {
		text = " " + text + " "
	}
	r.inline.add(piece{text: fence + text + fence, raw: true})
}

// shortestFence is how many backticks open a code block.
const shortestFence = 3

// pre writes a block of code between fences that are longer than any in it.
func (r *renderer) pre(node *html.Node) {
	r.endBlock()
	text := strings.Trim(strings.ReplaceAll(strings.Map(printable, sourceOf(node)), "\r\n", "\n"), "\n")
	if strings.TrimSpace(text) == "" {
		return
	}
	fence := Fence(text)
	r.lines.line(fence + languageOf(node))
	for line := range strings.SplitSeq(text, "\n") {
		r.lines.line(strings.TrimRight(line, "\r"))
	}
	r.lines.line(fence)
	r.lines.want(blankLine)
}

// sourceOf returns the text of code to the byte. A column of line numbers is none of it.
func sourceOf(node *html.Node) string {
	var text strings.Builder
	for one, skip := range htmltree.All(node) {
		switch {
		case one.Type == html.TextNode:
			text.WriteString(one.Data)
		case htmltree.Is(one, "script", "style", "button", "template"), isGutter(one):
			skip()
		case htmltree.Is(one, "br"):
			text.WriteByte('\n')
		case htmltree.Is(one, "div", "p", "tr", "li") && text.Len() > 0 && !strings.HasSuffix(text.String(), "\n"):
			text.WriteByte('\n')
		}
	}
	return text.String()
}

// isGutter reports whether a node numbers the lines of code.
func isGutter(node *html.Node) bool {
	for _, class := range htmltree.Classes(node) {
		switch class {
		case "gutter", "lineno", "linenos", "line-number", "line-numbers-rows", "rouge-gutter", "hljs-ln-numbers":
			return true
		}
	}
	return false
}

// languageOf returns the language that code says it is written in, as HTML has it: by a
// class of its own or of the element around it.
func languageOf(pre *html.Node) string {
	for one := range htmltree.All(pre) {
		for _, class := range htmltree.Classes(one) {
			if language, found := strings.CutPrefix(class, "language-"); found && !strings.ContainsRune(language, '`') {
				return language
			}
		}
	}
	return ""
}

// Fence returns backticks to put around a block of code: more than stand in a row in it.
func Fence(text string) string {
	return strings.Repeat("`", max(shortestFence, 1+longestRun(text)))
}

// longestRun returns how many backticks stand in a row.
func longestRun(text string) int {
	longest := 0
	for run := range strings.FieldsFuncSeq(text, func(r rune) bool { return r != '`' }) {
		longest = max(longest, len(run))
	}
	return longest
}
