package asciidoc

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/transcript"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// rewriter writes AsciiDoc over.
type rewriter struct {
	phrases  *phrase.Reader
	text     *ingest.Text
	out      *transcript.Transcript
	title    string
	metadata quarry.Metadata
	style    string   // of the next block, in brackets
	caption  string   // of the next block
	captions int      // the line that it stands on
	open     []string // the delimiters of the blocks that the line stands in, and which are containers
	deep     int      // the depth of the list that the last item belongs to, 0 for none
	attached bool     // the next block belongs to the last item
}

func rewrite(phrases *phrase.Reader, text *ingest.Text) *rewriter {
	w := &rewriter{phrases: phrases, text: text, out: transcript.New(text)}
	n := w.head()
	for n <= text.Lines() {
		n = w.line(n, text.Line(n))
	}
	w.dropCaption()
	return w
}

// head writes the title of the document and what stands below it about author
// and revision, and returns the line behind it.
func (w *rewriter) head() int {
	n := 1
	for n <= w.text.Lines() && (w.text.Blank(n) || strings.HasPrefix(w.text.Line(n), "//") || strings.HasPrefix(w.text.Line(n), ":")) {
		if strings.HasPrefix(w.text.Line(n), "////") {
			return n
		}
		n = w.line(n, w.text.Line(n))
	}
	if n > w.text.Lines() {
		return n
	}
	level, words := cutTitle(w.text.Line(n))
	if level != 1 {
		return n
	}
	w.title = phrase.Short(inline(words))
	w.out.Write(n, n, "# "+inline(words))
	for n++; n <= w.text.Lines() && w.inHead(w.text.Line(n)); n++ {
		w.out.Skip(n, n, "document header")
	}
	return n
}

// inHead reports whether a line below the title says something of the document,
// and keeps it.
func (w *rewriter) inHead(line string) bool {
	name, value, isAttribute := cutAttribute(line)
	switch {
	case strings.TrimSpace(line) == "":
		return false
	case isAttribute:
		w.about(name, value)
		return true
	case w.metadata.Author == "" && isAuthor(line):
		w.metadata.Author, _, _ = strings.Cut(line, " <")
		return true
	}
	return strings.HasPrefix(line, "//") || (w.metadata.Author != "" && isRevision(line))
}

// isAuthor reports whether a line below a title names who wrote the text.
func isAuthor(line string) bool {
	words := strings.Fields(line)
	return strings.Contains(line, "@") || (len(words) > 1 && len(words) <= 4 && !strings.ContainsAny(line, ".?!:*=[|") && line[0] >= 'A' && line[0] <= 'Z')
}

// isRevision reports whether a line tells a version or a date.
func isRevision(line string) bool {
	return strings.HasPrefix(line, "v") || (line[0] >= '0' && line[0] <= '9')
}

func (w *rewriter) about(name, value string) {
	switch name {
	case "author":
		w.metadata.Author = value
	case "revdate", "date":
		w.metadata.Date = value
	case "lang":
		w.metadata.Language = value
	case "licence", "license":
		w.metadata.Licence = value
	}
}

// line writes what begins on a line, and returns the line behind it.
func (w *rewriter) line(n int, line string) int {
	if strings.TrimSpace(line) == "" {
		w.out.Keep(n)
		return n + 1
	}
	if mark := delimiter(line); mark != "" {
		return w.block(n, mark)
	}
	if strings.HasPrefix(line, "```") {
		return w.verbatim(n, "```", line)
	}
	if next, ok := w.frame(n, line); ok {
		return next
	}
	if level, words := cutTitle(line); level > 0 {
		w.dropCaption()
		w.deep, w.style = 0, ""
		w.out.Write(n, n, strings.Repeat("#", level)+" "+inline(words))
		return n + 1
	}
	if w.caption != "" {
		w.writeCaption()
	}
	if term, words, ok := cutTerm(line); ok {
		return w.term(n, term, words)
	}
	return w.words(n, line)
}

// frame takes a line that only says how others are to be read.
func (w *rewriter) frame(n int, line string) (int, bool) {
	style, isStyle := cutStyle(line)
	caption, titled := cutBlockTitle(line)
	name, value, isAttribute := cutAttribute(line)
	switch {
	case isStyle:
		w.style = style
		w.out.Skip(n, n, "block attributes")
	case titled && n < w.text.Lines() && !w.text.Blank(n+1):
		w.dropCaption()
		w.caption, w.captions = caption, n
	case isAttribute:
		w.about(name, value)
		w.out.Skip(n, n, "attribute")
	case strings.HasPrefix(line, "//"):
		w.out.Skip(n, n, "comment")
	case isMacro(line):
		w.out.Skip(n, n, "macro")
	case line == "'''" || line == "<<<":
		w.out.Skip(n, n, "separator")
	case strings.TrimSpace(line) == "+":
		w.attached = w.deep > 0
		w.out.Skip(n, n, "list continuation")
	default:
		return n, false
	}
	return n + 1, true
}

// writeCaption writes the title of a block above it, as a question where it
// asks.
func (w *rewriter) writeCaption() {
	if w.caption == "" {
		return
	}
	w.out.Insert(w.captions, "")
	w.out.Write(w.captions, w.captions, "**"+strings.Trim(inline(w.caption), "*")+"**")
	w.out.Insert(w.captions+1, "")
	w.caption = ""
}

// dropCaption accounts for a title that no block follows.
func (w *rewriter) dropCaption() {
	if w.caption != "" {
		w.writeCaption()
	}
}

// words writes a line of text or of a list.
func (w *rewriter) words(n int, line string) int {
	bare := strings.TrimLeft(line, " \t")
	marks := len(bare) - len(strings.TrimLeft(bare, bare[:1]))
	isItem := marks < len(bare) && bare[marks] == ' ' && marks <= mostLevels
	isStart := isItem && (bare[0] == '*' || bare[0] == '-' && marks == 1 || bare[0] == '.')
	switch {
	case isStart && strings.TrimSpace(bare[marks:]) == "": // no item; Markdown would underline a title with it
		w.out.Write(n, n, "\\"+strings.TrimSpace(bare))
	case isStart:
		w.deep, w.attached = marks, false
		w.out.Write(n, n, strings.Repeat("  ", marks-1)+"- "+inline(strings.TrimSpace(bare[marks:])))
	case w.attached:
		w.out.Write(n, n, strings.Repeat("  ", w.deep)+inline(bare))
		w.attached = n < w.text.Lines() && !w.text.Blank(n+1)
	case n > 1 && w.text.Blank(n-1):
		w.deep = 0
		w.out.Write(n, n, inline(withoutBreak(line)))
	default:
		w.out.Write(n, n, inline(withoutBreak(line)))
	}
	w.style = styleBehind(w.style)
	return n + 1
}

// styleBehind returns the style that still speaks behind a line of text: that of
// a whole list.
func styleBehind(style string) string {
	if strings.HasPrefix(style, "qanda") {
		return style
	}
	return ""
}

// withoutBreak takes the mark of a line break off the end of a line.
func withoutBreak(line string) string {
	return strings.TrimSuffix(strings.TrimRight(line, " \t"), " +")
}

// term writes an entry of a description list: a question and its answer, or a
// key and its value.
func (w *rewriter) term(n int, term, words string) int {
	last := w.termEnd(n)
	if !strings.HasPrefix(w.style, "qanda") && !w.phrases.EndsAsking(term) {
		for at := n + 1; at <= last; at++ {
			words = strings.TrimSpace(words + " " + strings.TrimSpace(w.text.Line(at)))
		}
		w.out.Write(n, last, strings.TrimSpace("- "+inline(term)+": "+inline(words)))
		return last + 1
	}
	w.out.Insert(n, "")
	w.out.Write(n, n, "**"+strings.Trim(inline(term), "*")+"**")
	w.out.Insert(n, "")
	if words != "" {
		w.out.Write(n, n, inline(words))
	}
	for n++; n <= last; {
		n = w.line(n, strings.TrimLeft(w.text.Line(n), " \t"))
	}
	return n
}

// termEnd returns the last line of the paragraph right below a term, the term's
// own line where there is none.
func (w *rewriter) termEnd(n int) int {
	last := n
	for last < w.text.Lines() && !w.text.Blank(last+1) {
		line := w.text.Line(last + 1)
		_, _, isTerm := cutTerm(line)
		_, isStyle := cutStyle(line)
		_, titled := cutBlockTitle(line)
		level, _ := cutTitle(line)
		if isTerm || isStyle || titled || level > 0 || delimiter(line) != "" || strings.TrimSpace(line) == "+" || strings.HasPrefix(line, "//") {
			break
		}
		last++
	}
	return last
}
