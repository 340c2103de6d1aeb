package org

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// heading is one heading of an outline.
type heading struct {
	line       int
	level      int
	title      string // without state, priority and tags
	tags       []string
	properties map[string]string // by key in lower case
	grade      quarry.Grade
	written    string // as it was written over
}

// rewriter writes an outline over.
type rewriter struct {
	cues     lexicon.Cues
	text     *ingest.Text
	out      []byte
	written  []byte // out before cards were taken from it
	marks    []ingest.Mark
	title    string
	metadata quarry.Metadata
	headings []heading
	block    string // that the line stands in, in lower case, or ""
	drawer   bool   // the line stands in a drawer
}

// rewrite returns a text of the same length whose marks are Markdown's.
func rewrite(cues lexicon.Cues, text *ingest.Text) *rewriter {
	w := &rewriter{cues: cues, text: text, out: append([]byte(nil), text.Bytes...)}
	for n := 1; n <= text.Lines(); n++ {
		if !text.Blank(n) {
			w.line(n, text.Line(n))
		}
	}
	w.written = append([]byte(nil), w.out...)
	return w
}

// line writes one line over.
func (w *rewriter) line(n int, line string) {
	key, value := keyword(line)
	switch {
	case w.block != "":
		w.inBlock(n, key)
	case w.drawer:
		w.inDrawer(n, line)
	case levelOf(line) > 0:
		w.heading(n, line)
	case strings.HasPrefix(key, "begin_"):
		w.begin(n, strings.TrimPrefix(key, "begin_"), value)
	case key != "":
		w.keyword(n, key, value)
	case isDrawer(line) && w.closes(n):
		w.drawer = true
		w.blank(n, "properties")
	case isComment(line):
		w.blank(n, "comment")
	case isPlanning(line):
		w.blank(n, "planning")
	case isTableRule(line):
		w.rule(n, line)
	default:
		w.words(n, line)
	}
}

// blank takes a line out of what is read, as structure.
func (w *rewriter) blank(n int, rule string) {
	w.fill(n, "")
	w.marks = append(w.marks, ingest.Structure(n, n, rule))
}

// fill writes a text over a line, and spaces over the rest of it. Of a longer
// text the line keeps what fits.
func (w *rewriter) fill(n int, text string) {
	line := w.out[w.text.LineStart(n):w.text.LineEnd(n)]
	for i, c := range line {
		if c != '\n' && c != '\r' {
			line[i] = ' '
		}
	}
	copy(line[:len(strings.TrimRight(string(w.text.Bytes[w.text.LineStart(n):w.text.LineEnd(n)]), "\r\n"))], text)
}

// lineStart returns the offset of a line's first byte, behind a byte-order mark.
func (w *rewriter) lineStart(n int) int {
	raw := string(w.text.Bytes[w.text.LineStart(n):w.text.LineEnd(n)])
	return w.text.LineStart(n) + max(0, strings.Index(raw, w.text.Line(n)))
}

// mostDrawer is how many lines a drawer has at most.
const mostDrawer = 200

// closes reports whether the drawer that a line opens has an end.
func (w *rewriter) closes(n int) bool {
	for at := n + 1; at <= min(n+mostDrawer, w.text.Lines()); at++ {
		switch line := w.text.Line(at); {
		case strings.EqualFold(strings.TrimSpace(line), ":end:"):
			return true
		case levelOf(line) > 0 || isDrawer(line):
			return false
		}
	}
	return false
}

func (w *rewriter) inDrawer(n int, line string) {
	w.blank(n, "properties")
	bare := strings.TrimSpace(line)
	if strings.EqualFold(bare, ":end:") {
		w.drawer = false
		return
	}
	key, value, ok := strings.Cut(strings.TrimPrefix(bare, ":"), ":")
	if last := len(w.headings) - 1; ok && last >= 0 {
		w.headings[last].properties[strings.ToLower(key)] = strings.TrimSpace(value)
	}
}

// deepest is how many levels of headings Markdown has.
const deepest = 6

// heading writes stars over with the marks of a heading, and spaces over what
// is not its title.
func (w *rewriter) heading(n int, line string) {
	level := levelOf(line)
	bare, tags := cutTags(line)
	hashes := strings.Repeat("#", min(level, deepest)) + strings.Repeat(" ", max(0, level-deepest))
	rest := bare[level:]
	for {
		word, behind, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
		isPriority := len(word) == len("[#A]") && strings.HasPrefix(word, "[#")
		if (!isState(word) && !isPriority) || strings.TrimSpace(behind) == "" {
			break
		}
		rest = behind
	}
	title := strings.TrimSpace(rest)
	from := w.lineStart(n)
	start := from + len(bare) - len(strings.TrimLeft(rest, " ")) // of the title
	w.fill(n, "")
	copy(w.out[from:], hashes)
	copy(w.out[start:], title)
	inline(w.out[start : start+len(title)])
	w.headings = append(w.headings, heading{
		line: n, level: level, title: title, tags: tags, properties: map[string]string{}, grade: quarry.NoGrade(),
		written: strings.TrimRight(string(w.out[from:w.text.LineEnd(n)]), "\r\n"),
	})
}

// begin opens a block: code between fences, and containers for what has a name
// of its own.
func (w *rewriter) begin(n int, name, value string) {
	w.block = name
	switch name {
	case "src", "example", "export":
		language, _, _ := strings.Cut(value, " ")
		w.fill(n, fence+language)
	case "quote", "verse", "center", "comment":
		w.blank(n, "block")
	default:
		w.fill(n, ":::"+name)
	}
}

// fence stands around code. Few outlines have it within code.
const fence = "~~~"

// inBlock writes a line within a block over, or ends the block.
func (w *rewriter) inBlock(n int, key string) {
	isCode := w.block == "src" || w.block == "example" || w.block == "export"
	switch {
	case key == "end_"+w.block:
		switch w.block {
		case "src", "example", "export":
			w.fill(n, fence)
		case "quote", "verse", "center", "comment":
			w.blank(n, "block")
		default:
			w.fill(n, ":::")
		}
		w.block = ""
	case w.block == "comment":
		w.blank(n, "comment")
	case !isCode:
		w.words(n, w.text.Line(n))
	}
}

func (w *rewriter) keyword(n int, key, value string) {
	w.blank(n, "keyword")
	switch key {
	case "title":
		w.title = value
	case "author":
		w.metadata.Author = value
	case "date":
		w.metadata.Date = strings.Trim(value, "<>[]")
	case "language":
		w.metadata.Language = value
	case "licence", "license":
		w.metadata.Licence = value
	case "source", "source_url", "url":
		w.metadata.SourceURL = value
	}
}

// rule writes the crosses of a table's rule over. One at an edge of the table
// is taken out.
func (w *rewriter) rule(n int, line string) {
	isRow := func(at int) bool {
		return at >= 1 && at <= w.text.Lines() && strings.HasPrefix(strings.TrimSpace(w.text.Line(at)), "|")
	}
	if !isRow(n-1) || !isRow(n+1) {
		w.blank(n, "table rule")
		return
	}
	w.fill(n, strings.ReplaceAll(strings.ReplaceAll(line, "+", "|"), "||", "|-"))
}

// words writes a line of text over.
func (w *rewriter) words(n int, line string) {
	part := w.out[w.text.LineStart(n):w.text.LineEnd(n)]
	bare := strings.TrimLeft(line, " \t")
	if strings.HasPrefix(bare, ": ") {
		part[strings.Index(string(part), ": ")] = ' '
	}
	inline(part)
}
