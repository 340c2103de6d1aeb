package notebook

import (
	"bytes"
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/htmltext"
)

// writer writes the cells down as Markdown.
type writer struct {
	patterns

	out      bytes.Buffer
	language string
	cut      bool // long outputs were
}

func (w *writer) cell(one cell) {
	switch one.kind {
	case "code":
		w.fenced(one.source, w.languageOf(one))
		for _, out := range one.outputs {
			w.output(out)
		}
	case "heading":
		w.markdown(strings.Repeat("#", min(max(one.level, 1), maxLevel)) + " " + strings.Join(strings.Fields(one.source), " "))
	default:
		if one.kind == "html" || one.kind == "raw" && strings.Contains(one.mime, "html") {
			one.source = htmltext.Markdown(one.source)
		}
		w.markdown(one.source)
	}
}

const maxLevel = 6

// languageOf returns the language of a cell of code: the one that it switches
// to in its first line, its own, or the notebook's.
func (w *writer) languageOf(one cell) string {
	first, _, _ := strings.Cut(strings.TrimLeft(one.source, "\n"), "\n")
	if magic, found := strings.CutPrefix(first, "%%"); found {
		switch name, _, _ := strings.Cut(strings.TrimSpace(magic), " "); name {
		case "bash", "sh", "sql", "html", "javascript", "js", "latex", "ruby", "perl", "cpp", "R", "markdown":
			return strings.ToLower(name)
		}
	}
	for _, name := range []string{one.language, w.language} {
		if name != "" && !strings.ContainsAny(name, "` \t\r\n~") {
			return strings.ToLower(name)
		}
	}
	return ""
}

// markdown writes a text as it is, and closes a block of code that it leaves
// open: what follows is another cell.
func (w *writer) markdown(text string) {
	text = w.pictures.ReplaceAllString(cleaned(text), "data:image/")
	if strings.TrimSpace(text) == "" {
		return
	}
	lines := ingest.NewText([]byte(text + "\n\n\n"))
	inside, opened := lines.Fences(), lines.Lines()
	if inside[opened] {
		for inside[opened-1] {
			opened--
		}
		text += "\n" + ingest.FenceOf(lines.Line(opened))
	}
	w.block(text)
}

func cleaned(text string) string {
	return strings.Trim(strings.NewReplacer("\x00", "", "\r\n", "\n").Replace(text), "\n")
}

// fenced writes a text between fences that are longer than any in it.
func (w *writer) fenced(text, language string) {
	text = cleaned(text)
	if strings.TrimSpace(text) == "" {
		return
	}
	fence := htmltext.Fence(text)
	w.block(fence + language + "\n" + text + "\n" + fence)
}

func (w *writer) output(out output) {
	plain, markdown := out.best(w.codes)
	plain, cut := shortened(plain)
	markdown, cutToo := shortened(markdown)
	w.cut = w.cut || cut || cutToo
	w.fenced(plain, "text")
	w.markdown(markdown)
}

func (w *writer) block(text string) {
	if w.out.Len() > 0 {
		w.out.WriteByte('\n')
	}
	w.out.WriteString(text)
	w.out.WriteByte('\n')
}
