package restructuredtext

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/format/markup"
)

// kindOf returns what becomes of a directive. One that nobody knows has a title: an
// admonition, a dropdown, a question.
func kindOf(name string) markup.Kind {
	switch name {
	case "code-block", "code", "sourcecode", "highlight", "literalinclude", "parsed-literal", "prompt", "doctest", "testcode", "ipython":
		return markup.Code
	case "math":
		return markup.Formula
	case "table", "container", "compound", "only", "topic", "epigraph", "pull-quote", "highlights", "rubric", "tab-set", "tab-item", "grid",
		"grid-item", "card", "note", "tip", "hint", "important", "warning", "caution", "danger", "attention", "error", "seealso", "versionadded",
		"versionchanged", "deprecated", "todo", "sidebar", "glossary", "class":
		return markup.Open
	case "toctree", "image", "figure", "include", "contents", "index", "meta", "raw", "currentmodule", "default-role", "role", "sectnum",
		"header", "footer", "target-notes", "highlightlang", "plot", "graphviz", "mermaid":
		return markup.Hidden
	}
	return markup.Fold
}

// directive writes a directive and its body, and returns the line behind it.
func directive(w *markup.Writer, r markup.Region, n int, name, argument string) int {
	name = name[strings.Index(name, ":")+1:] // without its domain
	block := markup.Block{Kind: kindOf(name), First: n, Body: below(w, r, n)}
	block.Last = max(n, block.Body.Last)
	if block.Kind == markup.Hidden {
		return w.Block(block)
	}
	block.Body = options(w, block.Body)
	isEmpty := block.Body.First > block.Body.Last
	switch {
	case block.Kind == markup.Fold:
		block.Name, block.Title = strings.NewReplacer(":", "-", ".", "-", "+", "-").Replace(name), argument
	case block.Kind == markup.Code:
		block.Name = argument
	case argument == "" || name == "list-table" || name == "flat-table":
	case block.Kind == markup.Formula:
		w.Write(n, n, "$$"+argument+"$$")
	default:
		w.Write(n, n, w.Inline(argument))
	}
	switch {
	case name == "list-table" || name == "flat-table":
		listTable(w, block.Body)
	case !isEmpty || block.Kind == markup.Fold:
		w.Block(block)
	}
	w.Drop(n, n, "directive")
	return block.Last + 1
}

// options takes the options of a directive out, and returns the rest of its body.
func options(w *markup.Writer, body markup.Region) markup.Region {
	for ; body.First <= body.Last; body.First++ {
		if w.Source.Blank(body.First) {
			continue
		}
		if _, _, ok := markup.CutField(strings.TrimSpace(w.Source.Line(body.First))); !ok {
			break
		}
		w.Drop(body.First, body.First, "option")
	}
	return body
}

// explicit writes a footnote, or skips a target or a comment with all of its lines.
func explicit(w *markup.Writer, r markup.Region, n int, line string) int {
	body := below(w, r, n)
	last := max(n, body.Last)
	label, note, isNote := strings.Cut(strings.TrimPrefix(line, ".. ["), "] ")
	switch {
	case strings.HasPrefix(line, ".. [") && isNote:
		w.Write(n, n, "["+label+"] "+w.Inline(note))
		w.Region(body)
		return last + 1
	case line == ".." && (n == w.Source.Lines() || w.Source.Blank(n+1)):
		last = n
	}
	return w.Block(markup.Block{Kind: markup.Hidden, First: n, Last: last})
}
