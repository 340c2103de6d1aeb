package asciidoc

import "strings"

// deepest is how deep blocks may stand in one another.
const deepest = 16

// block writes the line that begins or ends a block, and the block itself where
// nothing in it is read. It returns the line behind what was written.
func (w *rewriter) block(n int, mark string) int {
	switch {
	case mark == "|===":
		return w.table(n)
	case mark[0] == '/':
		last := w.closing(n, mark)
		w.out.Skip(n, last, "comment")
		return last + 1
	case mark[0] == '-' && mark != "--" || mark[0] == '.' || mark[0] == '+':
		return w.verbatim(n, mark, mark)
	}
	w.within(n, mark)
	return n + 1
}

// within writes the line that begins or ends a block whose lines are read. An
// example with a title is a container: it folds, or it asks.
func (w *rewriter) within(n int, mark string) {
	for depth, open := range w.open {
		if strings.TrimPrefix(open, folds) != mark {
			continue
		}
		if strings.HasPrefix(open, folds) {
			w.out.Write(n, n, w.colons(depth))
		}
		w.out.Skip(n, n, "block")
		w.open = w.open[:depth]
		return
	}
	if len(w.open) == deepest {
		w.out.Skip(n, n, "block")
		return
	}
	isFold := mark[0] == '=' && w.caption != "" && (strings.Contains(w.style, "%collapsible") || w.phrases.EndsAsking(w.caption))
	if isFold && w.closing(n, mark) > n {
		w.out.Write(w.captions, w.captions, w.colons(len(w.open))+"details "+inline(w.caption))
		w.caption, mark = "", folds+mark
	} else {
		w.writeCaption()
	}
	w.open = append(w.open, mark)
	w.style = ""
	w.out.Drop(n, n, "block")
}

// folds marks an open block that is a container.
const folds = " "

// colons returns the marks of a container. One within another has fewer.
func (w *rewriter) colons(depth int) string { return strings.Repeat(":", deepest+3-depth) }

// closing returns the line that ends the block that begins on a line, that line
// where nothing does.
func (w *rewriter) closing(n int, mark string) int {
	for at := n + 1; at <= min(w.text.Lines(), n+mostLines); at++ {
		if strings.TrimRight(w.text.Line(at), " \t") == mark {
			return at
		}
	}
	return n
}

// mostLines is how many lines a block has whose end is looked for.
const mostLines = 2000

// verbatim writes a block of code or of a formula, whose lines are kept.
func (w *rewriter) verbatim(n int, mark, line string) int {
	last := w.closing(n, mark)
	if last == n {
		w.out.Skip(n, n, "block")
		return n + 1
	}
	w.writeCaption()
	style := strings.Split(w.style, ",")
	fence, language := fences, strings.TrimSpace(strings.TrimPrefix(line, mark))
	switch {
	case style[0] == "stem" || style[0] == "latexmath":
		fence = "$$"
	case len(style) > 1 && strings.HasPrefix(style[0], "source"):
		language = strings.TrimSpace(style[1])
	}
	w.style = ""
	indent := ""
	if w.attached {
		indent = strings.Repeat("  ", w.deep)
	}
	w.attached = false
	w.out.Drop(n, n, "block")
	w.out.Insert(w.begins(n, language), strings.TrimRight(indent+fence+language, " "))
	for at := n + 1; at < last; at++ {
		w.out.Write(at, at, indent+w.text.Line(at))
	}
	w.out.Drop(last, last, "block")
	w.out.Insert(last, indent+fence)
	return last + 1
}

// begins returns the line that a block of code begins on: the one above, where
// that names its language.
func (w *rewriter) begins(n int, language string) int {
	if language != "" && n > 1 && strings.HasPrefix(strings.TrimSpace(w.text.Line(n-1)), "[") {
		return n - 1
	}
	return n
}

// fences stand around code. Little code has them within.
const fences = "~~~~"
