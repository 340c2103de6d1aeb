package restructuredtext

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/markup"
)

// punctuation is what lines under and over titles are made of.
const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// isRule reports whether a line is one mark of punctuation again and again.
func isRule(line string) bool {
	line = strings.TrimRight(line, " \t")
	return len(line) > 1 && strings.IndexByte(punctuation, line[0]) >= 0 && strings.Trim(line, line[:1]) == ""
}

// fewestMarks is how many marks stand under any title, however long.
const fewestMarks = 4

// title is one with its lines.
type title struct {
	first, line, last int
	style             string
}

// titleAt returns the title that begins on a line: with a rule under it, and
// one over it or none.
func titleAt(text *ingest.Text, n int) (title, bool) {
	if n >= text.Lines() || text.Blank(n) {
		return title{}, false
	}
	line, next := text.Line(n), text.Line(n+1)
	if isRule(line) {
		one, ok := framed(text, n, strings.TrimRight(line, " \t"))
		return one, ok && mayBegin(text, n)
	}
	if line[0] == ' ' || line[0] == '\t' || !isRule(next) || isDirective(line) || !mayBegin(text, n) {
		return title{}, false
	}
	marks := len(strings.TrimRight(next, " \t"))
	isFence := isFenceMark(next) && n+2 <= text.Lines() && !text.Blank(n+2)
	if isFence || marks < min(fewestMarks, utf8.RuneCountInString(line)) {
		return title{}, false
	}
	return title{first: n, line: n, last: n + 1, style: next[:1]}, true
}

// framed returns the title that stands between a rule and another of its kind.
func framed(text *ingest.Text, n int, rule string) (title, bool) {
	if n+2 > text.Lines() || text.Blank(n+1) || isRule(text.Line(n+1)) || isFenceMark(rule) {
		return title{}, false
	}
	said := strings.TrimSpace(text.Line(n + 1))
	if strings.TrimRight(text.Line(n+2), " \t") != rule || len(rule) < utf8.RuneCountInString(said) {
		return title{}, false
	}
	return title{first: n, line: n + 1, last: n + 2, style: rule[:1] + rule[:1]}, true
}

// isFenceMark reports whether a rule may be a fence of Markdown.
func isFenceMark(rule string) bool { return rule[0] == '~' || rule[0] == '`' }

// mayBegin reports whether a line has nothing above it that it goes on with.
func mayBegin(text *ingest.Text, n int) bool {
	if n == 1 || text.Blank(n-1) {
		return true
	}
	above := text.Line(n - 1)
	return isExplicit(above) || (isRule(above) && !isFenceMark(above))
}

// isExplicit reports whether a line begins with the mark of directives,
// targets and comments.
func isExplicit(line string) bool {
	return line == ".." || strings.HasPrefix(line, ".. ")
}

// isDirective reports whether a line is ".. name:: …".
func isDirective(line string) bool {
	_, _, ok := cutDirective(line)
	return ok
}

// cutDirective returns the name of a directive in lower case, and what stands
// behind it.
func cutDirective(line string) (string, string, bool) {
	rest, ok := strings.CutPrefix(line, ".. ")
	if !ok {
		return "", "", false
	}
	name, arguments, ok := strings.Cut(rest, "::")
	name = strings.ToLower(strings.TrimSpace(name))
	isName := name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_:.+") == ""
	return name, strings.TrimSpace(arguments), ok && isName
}

// cutField returns the name and the body of a field: ":name: body".
func cutField(line string) (string, string, bool) {
	rest, ok := strings.CutPrefix(line, ":")
	if !ok || rest == "" || rest[0] == ' ' || rest[0] == ':' || rest[0] == '`' {
		return "", "", false
	}
	for at := 1; at < len(rest); at++ {
		if rest[at] == '`' {
			return "", "", false
		}
		if rest[at] == ':' && (at+1 == len(rest) || rest[at+1] == ' ') {
			return rest[:at], strings.TrimSpace(rest[at+1:]), true
		}
	}
	return "", "", false
}

// isGridRule reports whether a line is one of a grid table: "+---+===+".
func isGridRule(line string) bool {
	line = strings.TrimSpace(line)
	return len(line) > 2 && line[0] == '+' && line[len(line)-1] == '+' && strings.Trim(line, "+-=") == "" && strings.ContainsAny(line, "-=")
}

// isSimpleRule reports whether a line is one of a simple table: "====  ===".
func isSimpleRule(line string) bool {
	line = strings.TrimSpace(line)
	return strings.Contains(line, " ") && strings.Trim(line, "= ") == "" && len(line) > 2
}

// signs counts the marks that nothing but reStructuredText has, titles with a rule
// under them, and the marks of other languages. Titles are Markdown's too, and say
// nothing alone. Of a table the rule that was drawn last stands again below its
// titles and its rows.
func signs(text *ingest.Text) markup.Signs {
	var seen markup.Signs
	rule := ""
	fenced := text.Fences()
	for n := 1; n <= text.Lines(); n++ {
		line := text.Line(n)
		one, isTitle := titleAt(text, n)
		isLiteral := strings.HasSuffix(line, "::") && n+2 <= text.Lines() && text.Blank(n+1) && markup.Indent(text.Line(n+2)) > 0
		switch {
		case fenced[n] || isASCIIDoc(line):
			seen.Others++
		case isTitle:
			seen.Titles++
			if len(one.style) > 1 || !strings.Contains("=-", one.style) {
				seen.Own++
			}
			n = one.last
		case isSimpleRule(line) && line != rule:
			rule = line
		case isSimpleRule(line) || isDirective(line) || isTarget(line) || isGridRule(line) || hasRole(line) || isLiteral:
			seen.Own++
		case markup.IsMarkdown(line):
			seen.Others++
		}
	}
	if seen.Own == 0 {
		seen.Titles = 0
	}
	return seen
}

// isTarget reports whether a line names a place: ".. _name:".
func isTarget(line string) bool {
	return strings.HasPrefix(line, ".. _") && strings.HasSuffix(strings.TrimSpace(line), ":")
}

// hasRole reports whether a line has a role or a link: ":ref:`…`", "`… <…>`_".
func hasRole(line string) bool {
	return strings.Contains(line, ">`_") || strings.Contains(line, ":ref:`") || strings.Contains(line, ":doc:`") || strings.Contains(line, ":math:`")
}

// isASCIIDoc reports whether a line is a title behind equals signs, a table's
// mark, or says in brackets how the next block is to be read.
func isASCIIDoc(line string) bool {
	level, words := markup.CutHeading(line, "=")
	isStyle := strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") && !strings.Contains(line, " ")
	return (level > 0 && strings.Trim(words, "= ") != "") || line == "|===" || isStyle
}
