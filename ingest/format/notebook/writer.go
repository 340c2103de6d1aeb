package notebook

import (
	"bytes"
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/htmltext"
)

// writer writes the cells down as Markdown.
type writer struct {
	out      bytes.Buffer
	language string
	title    string // the first heading
	warnings []string
	cut      bool
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
	case "html":
		w.markdown(htmltext.Markdown(one.source))
	case "raw":
		if strings.Contains(one.mime, "html") {
			one.source = htmltext.Markdown(one.source)
		}
		w.markdown(one.source)
	default:
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
	if one.language != "" && isWord(one.language) {
		return strings.ToLower(one.language)
	}
	if isWord(w.language) {
		return strings.ToLower(w.language)
	}
	return ""
}

const longestWord = 30

func isWord(text string) bool {
	return len(text) <= longestWord && !strings.ContainsAny(text, "` \t\r\n~")
}

// markdown writes a text as it is, and closes a block of code that it leaves
// open: what follows is another cell.
func (w *writer) markdown(text string) {
	text = withoutPictures(strings.Trim(strings.ReplaceAll(strings.ReplaceAll(text, "\x00", ""), "\r\n", "\n"), "\n"))
	if strings.TrimSpace(text) == "" {
		return
	}
	lines := ingest.NewText([]byte(text + "\n\n\n"))
	inside := lines.Fences()
	opened := 0
	for n := 1; n <= lines.Lines(); n++ {
		if inside[n] && !inside[n-1] {
			opened = n
		}
		if line := lines.Line(n); w.title == "" && !inside[n] && strings.HasPrefix(line, "#") {
			w.title = headingOf(line)
		}
	}
	if inside[lines.Lines()] {
		text += "\n" + fenceOf(lines.Line(opened))
	}
	w.block(text)
}

// withoutPictures takes the bytes of pictures out that were pasted into a cell.
func withoutPictures(text string) string {
	const mark, body = "data:image/", ";base64,"
	var kept strings.Builder
	for {
		before, after, found := strings.Cut(text, mark)
		kept.WriteString(before)
		if !found {
			return kept.String()
		}
		text = after
		if kind, _, encoded := strings.Cut(after[:min(len(after), longestWord)], body); encoded {
			rest := after[len(kind)+len(body):]
			text = strings.TrimLeft(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=%")
		}
		kept.WriteString(mark)
	}
}

// headingOf returns the text of a heading's line, "" where it is none.
func headingOf(line string) string {
	text := strings.TrimLeft(line, "#")
	if len(line)-len(text) > maxLevel || !strings.HasPrefix(text, " ") {
		return ""
	}
	return strings.Trim(strings.TrimSpace(text), "#*_ ")
}

// fenceOf returns the marks that a line opens a block of code with.
func fenceOf(line string) string {
	at := strings.IndexAny(line, "`~")
	if at < 0 {
		return ""
	}
	rest := strings.TrimLeft(line[at:], line[at:at+1])
	return line[at : len(line)-len(rest)]
}

// shortestFence is how many backticks open a block of code.
const shortestFence = 3

// fenced writes a text between fences that are longer than any in it.
func (w *writer) fenced(text, language string) {
	text = strings.Trim(strings.ReplaceAll(strings.ReplaceAll(text, "\x00", ""), "\r\n", "\n"), "\n")
	if strings.TrimSpace(text) == "" {
		return
	}
	longest, run := 0, 0
	for at := range len(text) {
		if text[at] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", max(shortestFence, longest+1))
	w.block(fence + language + "\n" + text + "\n" + fence)
}

func (w *writer) output(out output) {
	plain, markdown := out.best()
	plain, cut := shortened(plain)
	markdown, cutToo := shortened(markdown)
	if (cut || cutToo) && !w.cut {
		w.cut = true
		w.warnings = append(w.warnings, "long outputs were cut")
	}
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
