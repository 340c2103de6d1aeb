package restructuredtext

import "strings"

// directive writes a directive and its body, and returns the line behind it.
func (w *rewriter) directive(r region, n int, name, argument string) int {
	body := w.body(r, n)
	last := max(n, body.last)
	_, kind, _ := strings.Cut(":"+name, ":")
	switch kind {
	case "code-block", "code", "sourcecode", "highlight", "literalinclude", "parsed-literal", "prompt", "doctest", "testcode", "ipython":
		w.out.Skip(n, n, "directive")
		if body = w.options(body); body.first <= body.last {
			w.code(body, argument)
		}
	case "math":
		w.math(n, argument, w.options(body))
	case "list-table", "flat-table":
		w.out.Skip(n, n, "directive")
		w.listTable(w.options(body))
	case "table", "container", "compound", "only", "topic", "epigraph", "pull-quote", "highlights", "rubric", "tab-set", "tab-item", "grid",
		"grid-item", "card", "note", "tip", "hint", "important", "warning", "caution", "danger", "attention", "error", "seealso", "versionadded",
		"versionchanged", "deprecated", "todo", "sidebar", "glossary", "class":
		w.open(n, argument, body)
	case "toctree", "image", "figure", "include", "contents", "index", "meta", "raw", "currentmodule", "default-role", "role", "sectnum",
		"header", "footer", "target-notes", "highlightlang", "plot", "graphviz", "mermaid":
		w.out.Skip(n, last, "directive")
	default:
		w.fold(n, name, argument, body)
	}
	return last + 1
}

// options skips the options of a directive, and returns the rest of its body.
func (w *rewriter) options(body region) region {
	for ; body.first <= body.last; body.first++ {
		if w.text.Blank(body.first) {
			w.out.Keep(body.first)
			continue
		}
		if _, _, ok := cutField(strings.TrimSpace(w.text.Line(body.first))); !ok {
			break
		}
		w.out.Skip(body.first, body.first, "option")
	}
	return body
}

// open writes what stands in a directive as if it stood alone.
func (w *rewriter) open(n int, argument string, body region) {
	if argument == "" {
		w.out.Skip(n, n, "directive")
	} else {
		w.out.Write(n, n, inline(argument))
		w.out.Insert(n+1, "")
	}
	w.region(w.options(body))
	if body.last >= body.first {
		w.out.Insert(body.last+1, "")
	}
}

// fold writes a directive with a title as a container: an admonition, a
// dropdown, a question. Without a title its first paragraph is one where it
// asks.
func (w *rewriter) fold(n int, name, argument string, body region) {
	if body.last < body.first {
		w.out.Write(n, n, inline(argument))
		return
	}
	if argument == "" {
		w.out.Skip(n, n, "directive")
		body = w.options(body)
		if body.first <= body.last && w.phrases.EndsAsking(w.line(body, body.first)) {
			w.out.Write(body.first, body.first, "**"+inline(strings.TrimSpace(w.line(body, body.first)))+"**")
			w.out.Insert(body.first+1, "")
			body.first++
		}
		w.region(body)
		return
	}
	_, kind, _ := strings.Cut(":"+name, ":")
	colons := strings.Repeat(":", max(3, deepest+3-body.depth))
	w.out.Write(n, n, colons+strings.Map(nameOnly, kind)+" "+inline(argument))
	w.region(w.options(body))
	w.out.Insert(body.last+1, colons)
}

func nameOnly(r rune) rune {
	if r == ':' || r == '.' || r == '+' {
		return '-'
	}
	return r
}

// math writes a formula between its marks.
func (w *rewriter) math(n int, argument string, body region) {
	if body.first > body.last {
		w.out.Write(n, n, "$$"+argument+"$$")
		return
	}
	w.out.Write(n, n, "$$")
	if argument != "" {
		w.out.Write(n, n, argument)
	}
	for at := body.first; at <= body.last; at++ {
		if !w.text.Blank(at) {
			w.out.Write(at, at, w.line(body, at))
		}
	}
	w.out.Insert(body.last+1, "$$")
}

// explicit writes a footnote, or skips a target or a comment with all of its
// lines.
func (w *rewriter) explicit(r region, n int, line string) int {
	body := w.body(r, n)
	last := max(n, body.last)
	label, note, isNote := strings.Cut(strings.TrimPrefix(line, ".. ["), "] ")
	if strings.HasPrefix(line, ".. [") && isNote {
		w.out.Write(n, n, "["+label+"] "+inline(note))
		w.region(body)
		return last + 1
	}
	if line == ".." && (n == w.text.Lines() || w.text.Blank(n+1)) {
		last = n
	}
	w.out.Skip(n, last, "comment")
	return last + 1
}
