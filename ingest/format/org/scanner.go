package org

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/format/markup"
)

// scan writes what begins on a line.
func (o *outline) scan(w *markup.Writer, r markup.Region, n int, line string) int {
	level, _ := markup.CutHeading(line, "*")
	key, value := cutKeyword(line)
	last, isBlock := o.ends[n]
	rule := ""
	switch {
	case isBlock && key != "":
		return block(w, r, n, last, key, value)
	case isBlock:
		w.Skip(n, last, "properties")
		return last + 1
	case level > 0:
		w.Write(n, n, w.Heading(level, cutHeading(line).title))
		return n + 1
	case key != "":
		if rule = "keyword"; key == "date" {
			value = strings.Trim(value, "<>[]")
		}
		w.Own.Say(key, value)
	case isComment(line):
		rule = "comment"
	case isPlanning(line):
		rule = "planning"
	case isTableRule(line) && (!isRow(w, n-1) || !isRow(w, n+1)): // at an edge of the table
		rule = "table rule"
	}
	if rule != "" {
		w.Skip(n, n, rule)
	} else {
		words(w, n, line)
	}
	return n + 1
}

// words writes a line of text, of a table, or of an example behind a colon.
func words(w *markup.Writer, n int, line string) {
	bare := strings.TrimLeft(line, " \t")
	if isTableRule(line) {
		line = strings.ReplaceAll(line, "+", "|")
	} else if example, ok := strings.CutPrefix(bare, ": "); ok {
		line = "  " + example
	}
	w.Write(n, n, w.Inline(line))
}

func isRow(w *markup.Writer, n int) bool {
	return n >= 1 && n <= w.Source.Lines() && strings.HasPrefix(strings.TrimSpace(w.Source.Line(n)), "|")
}

// block writes a block with a name: "#+begin_src".
func block(w *markup.Writer, r markup.Region, n, last int, key, value string) int {
	b := markup.Block{
		Kind: markup.Fold, First: n, Last: last, Name: strings.TrimPrefix(key, blockBegins),
		Body: markup.Region{First: n + 1, Last: last - 1, Depth: r.Depth + 1},
	}
	switch b.Name {
	case "src", "example", "export":
		b.Kind = markup.Code
		b.Name, _, _ = strings.Cut(value, " ")
	case "quote", "verse", "center":
		b.Kind = markup.Open
	case "comment":
		b.Kind = markup.Hidden
	}
	if b.Kind != markup.Hidden {
		w.Drop(n, n, "block")
		w.Drop(last, last, "block")
	}
	return w.Block(b)
}
