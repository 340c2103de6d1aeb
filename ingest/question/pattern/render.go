package pattern

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// notation reads the marks of other notations than Markdown: what backslashes keep from being
// marks, as converters write them, and the commands of LaTeX.
type notation struct {
	words words

	escaped, command, alone *regexp.Regexp

	questions, parts, options int // that were counted
}

func newNotation(w words) *notation {
	return &notation{
		words:   w,
		escaped: regexp.MustCompile(`^[ >*-]*\\[(\[][A-Za-z]{1,4}\\[)\]]|\b\d{1,4}\\[.)]|^[ >*-]*[A-Za-z]\\[.)]|\\[(\[]\d+(?:[.,]\d)?(?: \pL+\.?)?\\[)\]]|(?:\\_){2,}`),
		command: regexp.MustCompile(`^\s*\\([A-Za-z]+)\*?(?:\[([^\]]*)\])?(?:\{([^{}]*)\})?(?:\[[^\]]*\])?`),
		alone:   regexp.MustCompile(`^\s*(?:%.*|(?:\\[A-Za-z]+\*?(?:\[[^\]]*\]|\{.*\})*\s*)+)$`),
	}
}

// plainly returns a text in which the marks are those that the lines are read by. Each line
// is as long as it was: what stands in the text stands at the same place.
// It tells whether they are LaTeX's, which knows paragraphs and no lines.
func (w words) plainly(lines *ingest.Lines) (*ingest.Lines, bool) {
	if !strings.Contains(string(lines.Bytes), "\\") {
		return lines, false
	}
	isLatex := slices.ContainsFunc(slices.Collect(lines.Each()), func(line string) bool {
		return strings.HasPrefix(line, `\documentclass`) || strings.HasPrefix(line, `\begin{document}`) || strings.HasPrefix(line, `\begin{questions}`)
	})
	n, fences := newNotation(w), lines.Fences()
	written := slices.Clone(lines.Bytes)
	for i := 1; i <= lines.Lines(); i++ {
		line := lines.Line(i)
		at := lines.LineStart(i) + strings.Index(string(lines.Bytes[lines.LineStart(i):lines.LineEnd(i)]), line)
		if !lines.Free(i) || fences[i] || !isLatex && !strings.Contains(line, `\`) {
			continue
		}
		plain := n.escaped.ReplaceAllStringFunc(line, unescaped)
		if isLatex {
			plain = n.latex(plain)
		}
		if len(plain) <= len(line) && plain != line {
			copy(written[at:], plain+strings.Repeat(" ", len(line)-len(plain)))
		}
	}
	plain := ingest.NewLines(ingest.NewText(written))
	for i := 1; i <= lines.Lines(); i++ {
		if !lines.Free(i) {
			plain.Take(i, i)
		}
	}
	return plain, isLatex
}

// unescaped takes the backslashes out of marks.
func unescaped(marks string) string {
	bare := strings.ReplaceAll(marks, `\`, "")
	if bare[len(bare)-1] == '_' {
		return strings.Repeat("_", len(marks))
	}
	return bare + strings.Repeat(" ", len(marks)-len(bare))
}

// isCount reports whether words are a number and nothing else.
func isCount(words string) bool { return words != "" && strings.Trim(words, "0123456789") == "" }

// latex writes the commands of a line as marks.
func (n *notation) latex(line string) string {
	said, _, _ := strings.Cut(line, `\hfill`)
	found := n.command.FindStringSubmatch(said)
	if found == nil {
		return n.alone.ReplaceAllString(said, "")
	}
	name, of, mark := found[1], found[3], ""
	rest := said[len(found[0]):]
	_, answers := n.words.CutAnswer(of+": a", false)
	switch {
	case strings.HasSuffix(name, "question"), name == "begin" && n.words.IsTask(strings.ToLower(of)):
		n.questions, n.parts, n.options = n.questions+1, 0, 0
		mark = fmt.Sprintf("Q%d. ", n.questions)
	case strings.HasSuffix(name, "part"):
		n.parts, n.options = n.parts+1, 0
		mark = "(" + string(rune('a'+(n.parts-1)%26)) + ")"
	case strings.EqualFold(name, "choice"), name == "CorrectChoice":
		n.options++
		mark = string(rune('A'+(n.options-1)%26)) + ")"
		if name == "CorrectChoice" {
			mark += " ✓"
		}
	case name == "item":
		mark = "-"
	case name == "begin" && answers:
		mark = "Answer:"
	case strings.HasSuffix(name, "section"):
		mark, rest = "# "+of, ""
	case name == "end" && of == "questions":
		mark = "---"
	case name == "begin", name == "end":
	default:
		return n.alone.ReplaceAllString(said, "")
	}
	if answers {
		rest, _, _ = strings.Cut(rest, `\end{`)
	}
	rest = strings.TrimSpace(rest)
	if mark != "" && !answers && isCount(found[2]) && n.words.EndsSentence(rest) {
		rest += " [" + found[2] + "]"
	}
	return said[:len(said)-len(strings.TrimLeft(said, " \t"))] + strings.TrimSpace(mark+" "+rest)
}
