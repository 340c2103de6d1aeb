package restructuredtext

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/transcript"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// rewriter writes reStructuredText over.
type rewriter struct {
	phrases  *phrase.Reader
	text     *ingest.Text
	out      *transcript.Transcript
	styles   []string // of titles, in the order in which they appear: the outermost first
	title    string
	metadata quarry.Metadata
	asked    string // the marks of the heading above, where it asks; else ""
}

// deepest is how deep directives may stand in one another.
const deepest = 16

func rewrite(phrases *phrase.Reader, text *ingest.Text) *rewriter {
	w := &rewriter{phrases: phrases, text: text, out: transcript.New(text)}
	w.region(region{first: 1, last: text.Lines()})
	return w
}

// region is a run of lines that are indented together.
type region struct {
	first, last int
	indent      int
	depth       int
}

// line returns a line without the region's indentation.
func (w *rewriter) line(r region, n int) string {
	line := w.text.Line(n)
	return line[min(r.indent, indentOf(line)):]
}

// region writes a run of lines over, block by block.
func (w *rewriter) region(r region) {
	if r.depth > deepest {
		for n := r.first; n <= r.last; n++ {
			w.out.Keep(n)
		}
		return
	}
	listed := false // the last block without indentation is an item of a list
	for n := r.first; n <= r.last; {
		line := w.line(r, n)
		if strings.TrimSpace(line) == "" {
			w.out.Keep(n)
			n++
			continue
		}
		if indentOf(line) > 0 && listed {
			n = w.item(r, n)
			continue
		}
		if indentOf(line) > 0 { // a quote, which needs no mark
			body := w.body(r, n-1)
			w.region(body)
			n = body.last + 1
			continue
		}
		listed = isItem(line)
		n = w.block(r, n, line)
	}
}

// isItem reports whether a line begins an item of a list.
func isItem(line string) bool { return phrase.IsBullet(line) || phrase.IsNumbered(line) }

// block writes what begins on a line without indentation, and returns the line
// behind it.
func (w *rewriter) block(r region, n int, line string) int {
	if one, ok := titleAt(w.text, n); ok && r.indent == 0 && one.last <= r.last {
		return w.heading(one)
	}
	switch name, argument, ok := cutDirective(line); {
	case ok:
		return w.directive(r, n, name, argument)
	case isExplicit(line):
		return w.explicit(r, n, line)
	case isGridRule(line) || isSimpleRule(line):
		return w.table(r, n)
	case isRule(line) && len(line) >= fewestMarks:
		w.out.Write(n, n, "---")
		return n + 1
	}
	if name, body, ok := cutField(line); ok {
		return w.field(r, n, name, body)
	}
	return w.paragraph(r, n)
}

// mostLevels is how many levels of headings Markdown has.
const mostLevels = 6

// heading writes a title with marks before it.
func (w *rewriter) heading(one title) int {
	level := slices.Index(w.styles, one.style)
	if level < 0 {
		level = len(w.styles)
		w.styles = append(w.styles, one.style)
	}
	said := strings.TrimSpace(w.text.Line(one.line))
	if w.title == "" && level == 0 {
		w.title = phrase.Short(inline(said))
	}
	if one.first < one.line {
		w.out.Skip(one.first, one.first, "title")
	}
	marks := strings.Repeat("#", min(level+1, mostLevels))
	if w.asked = ""; w.phrases.EndsAsking(said) {
		w.asked = marks
	}
	w.out.Write(one.line, one.line, marks+" "+inline(said))
	w.out.Skip(one.last, one.last, "title")
	return one.last + 1
}

// body returns the lines below one that are indented deeper than the region,
// the blank lines at their end left out, and by how much.
func (w *rewriter) body(r region, n int) region {
	body := region{first: n + 1, last: n, indent: -1, depth: r.depth + 1}
	for at := n + 1; at <= r.last; at++ {
		if w.text.Blank(at) {
			continue
		}
		indent := indentOf(w.text.Line(at))
		if indent <= r.indent {
			break
		}
		if body.indent < 0 || indent < body.indent {
			body.indent = indent
		}
		body.last = at
	}
	return body
}

// item writes lines that belong to an item of a list.
func (w *rewriter) item(r region, n int) int {
	body := w.body(r, n-1)
	for at := body.first; at <= body.last; at++ {
		w.out.Write(at, at, inline(w.line(r, at)))
	}
	return body.last + 1
}

// paragraph writes lines up to a blank one. A line with lines indented right
// below it is a term that they define; two colons at the end announce code.
func (w *rewriter) paragraph(r region, n int) int {
	line := w.line(r, n)
	next := n + 1
	if next <= r.last && !w.text.Blank(next) && indentOf(w.line(r, next)) > 0 && !isItem(line) && !strings.HasPrefix(line, "| ") {
		return w.definition(r, n, line)
	}
	last := n
	for last < r.last && !w.text.Blank(last+1) && (last == n || !isItem(w.line(r, last)) || indentOf(w.line(r, last+1)) > 0) && !isItem(w.line(r, last+1)) {
		last++
	}
	for at := n; at < last; at++ {
		w.words(at, w.line(r, at))
	}
	code, announced := strings.CutSuffix(strings.TrimRight(w.line(r, last), " \t"), "::")
	body := w.body(r, last)
	if !announced || body.last <= last || !w.text.Blank(last+1) {
		w.words(last, w.line(r, last))
		return last + 1
	}
	if strings.TrimSpace(code) == "" {
		w.out.Skip(last, last, "literal block")
	} else {
		w.words(last, strings.TrimRight(code, " ")+":")
	}
	w.code(body, "")
	return body.last + 1
}

// words writes a line of text.
func (w *rewriter) words(n int, line string) {
	if rest, ok := strings.CutPrefix(line, "#. "); ok {
		line = "- " + rest
	}
	w.out.Write(n, n, inline(strings.TrimPrefix(line, "| ")))
}

// code writes lines between fences.
func (w *rewriter) code(body region, language string) {
	for body.first < body.last && w.text.Blank(body.first) {
		w.out.Keep(body.first)
		body.first++
	}
	w.out.Insert(body.first, fence+language)
	for at := body.first; at <= body.last; at++ {
		w.out.Write(at, at, w.line(body, at))
	}
	w.out.Insert(body.last+1, fence)
}

// fence stands around code. Few texts have it within code.
const fence = "~~~~"

// definition writes a term and the lines that define it: a question and its
// answer where it asks. Below a title that asks it asks as that does, or it
// would be a part of the answer.
func (w *rewriter) definition(r region, n int, line string) int {
	body := w.body(r, n)
	if w.phrases.EndsAsking(line) {
		asked := "**" + strings.Trim(inline(line), "*") + "**"
		if w.asked != "" && r.depth == 0 {
			asked = w.asked + " " + inline(line)
		}
		w.out.Write(n, n, asked)
		w.out.Insert(n+1, "")
		w.region(body)
		return body.last + 1
	}
	w.words(n, line)
	w.out.Write(n+1, n+1, ": "+inline(strings.TrimSpace(w.text.Line(n+1))))
	for at := n + 2; at <= body.last; at++ {
		said := w.line(body, at)
		if strings.TrimSpace(said) != "" {
			said = "  " + inline(said)
		}
		w.out.Write(at, at, said)
	}
	return body.last + 1
}

// field writes a field: what a document says of itself, a label of a question
// or an answer, or a key with its value.
func (w *rewriter) field(r region, n int, name, body string) int {
	more := w.body(r, n)
	label := name + ":"
	rest, asks := w.phrases.CutQuestionLabel(label)
	switch {
	case r.indent == 0 && w.about(strings.ToLower(name), body):
		w.out.Skip(n, max(n, more.last), "field")
		return max(n, more.last) + 1
	case (asks && rest == "") || w.phrases.IsAnswerLabel(label) || strings.EqualFold(name, "a"):
		w.out.Write(n, n, "**"+label+"** "+inline(body))
	default:
		w.out.Write(n, n, strings.TrimRight("- "+name+": "+inline(body), " "))
	}
	for at := more.first; at <= more.last; at++ {
		w.out.Write(at, at, inline(strings.TrimSpace(w.text.Line(at))))
	}
	return more.last + 1
}

// about keeps what a field says of the whole document.
func (w *rewriter) about(name, body string) bool {
	switch name {
	case "author", "authors":
		w.metadata.Author = body
	case "date":
		w.metadata.Date = body
	case "licence", "license", "copyright":
		w.metadata.Licence = body
	case "language", "lang":
		w.metadata.Language = body
	case "version", "revision", "status", "contact", "organization", "address", "orphan", "tocdepth", "nosearch":
	default:
		return false
	}
	return true
}
