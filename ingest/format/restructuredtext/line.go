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

// titleAt returns the title that begins on a line: with a rule under it, and one over it or none.
func titleAt(text *ingest.Text, n int) (title, bool) {
	one := title{first: n, line: n, last: n + 1}
	isFramed := isRule(text.Line(n))
	if isFramed {
		one.line, one.last = n+1, n+2
	}
	if one.last > text.Lines() || text.Blank(one.line) || !isRule(text.Line(one.last)) || !mayBegin(text, n) {
		return title{}, false
	}
	line, rule := text.Line(one.line), strings.TrimRight(text.Line(one.last), " \t")
	one.style = rule[:one.last-n]
	said := strings.TrimSpace(line)
	if isFramed {
		isSame := rule == strings.TrimRight(text.Line(n), " \t")
		return one, isSame && !isFenceMark(rule) && !isRule(line) && len(rule) >= utf8.RuneCountInString(said)
	}
	isFence := isFenceMark(rule) && one.last < text.Lines() && !text.Blank(one.last+1)
	isLong := len(rule) >= min(fewestMarks, utf8.RuneCountInString(line))
	return one, isLong && !isFence && !isExplicit(line) && markup.Indent(line) == 0
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

// isExplicit reports whether a line begins with the mark of directives, targets and comments.
func isExplicit(line string) bool {
	return line == ".." || strings.HasPrefix(line, ".. ")
}

// cutDirective returns the name of a directive in lower case, and what stands behind it.
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

// signs counts the marks that nothing but reStructuredText has, titles with a rule under them, and
// the marks of other languages. Titles are Markdown's too, and say nothing alone. Of a table the
// rule that was drawn last stands again below its titles and its rows.
func signs(text *ingest.Text) markup.Signs {
	var seen markup.Signs
	rule := ""
	fenced := text.Fences()
	for n := 1; n <= text.Lines(); n++ {
		line := text.Line(n)
		one, isTitle := titleAt(text, n)
		_, _, directs := cutDirective(line)
		isLiteral := strings.HasSuffix(line, "::") && n+2 <= text.Lines() && text.Blank(n+1) && markup.Indent(text.Line(n+2)) > 0
		switch {
		case fenced[n] || isASCIIDoc(line):
			seen.Others++
		case isTitle:
			seen.Titles++
			if rule := one.style[:1]; !strings.Contains("._", rule) && (len(one.style) > 1 || !strings.Contains("=-", rule)) { // or lines to write on
				seen.Own++
			}
			n = one.last
		case isSimpleRule(line) && line != rule:
			rule = line
		case isSimpleRule(line) || directs || isTarget(line) || isGridRule(line) || hasRole(line) || isLiteral:
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
