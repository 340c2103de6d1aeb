package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/formula"
)

// patterns are what is looked for in any language. They are compiled once.
type patterns struct {
	quoted     *regexp.Regexp // code and formulas
	bracketed  *regexp.Regexp // what stands in brackets or in quotation marks
	secondItem *regexp.Regexp // where items are counted; elsewhere "32. They run" begins with a number
	closing    *regexp.Regexp // what ends a sentence, or closes what it opened
	links      *regexp.Regexp
	tags       *regexp.Regexp
	emphasis   *regexp.Regexp
	openings   *regexp.Regexp // marks of items, headings and rows
}

func newPatterns() *patterns {
	return &patterns{
		quoted:     regexp.MustCompile(formula.Quoted),
		bracketed:  regexp.MustCompile(`\((?:\n?[^()\n]|\([^()\n]*\))*\)|"[^"\n]{1,80}"|“[^”\n]{1,80}”`),
		secondItem: regexp.MustCompile(`(?m)^[ \t]*2[.)] `),
		closing:    regexp.MustCompile("^(?:\\]\\([^()\\s]*\\)|</[A-Za-z]+>|[.!?。！？)\\]*_`$\"”%°])+"),
		links:      regexp.MustCompile(`!?\[([^\[\]]*)\]\([^()\s]*\)`),
		tags:       regexp.MustCompile(`</?[A-Za-z][\w-]*(?:\s+[\w:-]+=(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))*\s*/?>`),
		emphasis:   regexp.MustCompile("(\\*\\*|__|\\*|\\b_|_\\b|`)"),
		openings:   regexp.MustCompile(`^[\s|:*#>+-]+`),
	}
}

// withoutDollars returns a text with spaces for the dollars around its formulas: "$15$" is no
// price.
func (p *patterns) withoutDollars(s string) string {
	return p.quoted.ReplaceAllStringFunc(s, func(quoted string) string {
		if inside, ok := strings.CutPrefix(quoted, "$"); ok {
			return " " + inside[:len(inside)-1] + " "
		}
		return quoted
	})
}

// wholeParts returns the stretches of a text within which no sentence ends: code, formulas,
// brackets and quotations.
func (p *patterns) wholeParts(s string) spans {
	var all spans
	for begins, by := range map[string]*regexp.Regexp{"`$": p.quoted, "(\"“": p.bracketed} {
		if strings.ContainsAny(s, begins) {
			for _, at := range by.FindAllStringIndex(s, -1) {
				all = append(all, span{at[0], at[1]})
			}
		}
	}
	slices.SortFunc(all, func(a, b span) int { return a.start - b.start })
	var apart spans
	for _, one := range all {
		if n := len(apart); n > 0 && one.start < apart[n-1].end {
			apart[n-1].end = max(apart[n-1].end, one.end)
			continue
		}
		apart = append(apart, one)
	}
	return apart
}

// isFence reports whether a line begins or ends a block of code.
func isFence(line string) bool {
	if strings.HasPrefix(line, "~~~") {
		return true
	}
	return strings.HasPrefix(line, "```") && !strings.Contains(strings.TrimLeft(line, "`"), "`")
}

// itemMark returns how many bytes of a line are the mark of an item, a heading or a
// quotation: "- ", "2. ".
func itemMark(line string) int {
	marks := strings.TrimLeft(line, "-*+•–>#")
	if n := len(line) - len(marks); n > 0 && (strings.HasPrefix(marks, " ") || strings.HasPrefix(marks, "\t")) {
		return n + 1
	}
	digits := strings.TrimLeft(line, "0123456789")
	if n := len(line) - len(digits); n > 0 && n <= 2 && (strings.HasPrefix(digits, ". ") || strings.HasPrefix(digits, ") ")) {
		return n + 2
	}
	return 0
}

// hidden returns how many bytes behind a mark are not shown: the target of a link, a tag,
// the name of a command in a formula.
func (p *patterns) hidden(s string, at int, c rune) int {
	const longest = 300
	rest := s[at:min(len(s), at+longest)]
	switch c {
	case ']':
		if strings.HasPrefix(rest, "(") {
			return 1 + strings.IndexByte(rest, ')')
		}
	case '<':
		if tag := p.tags.FindStringIndex(s[at-1 : at+len(rest)]); tag != nil && tag[0] == 0 {
			return tag[1] - 1
		}
	case '\\':
		return len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsLetter))
	}
	return 0
}

// plain returns a text without markup, on one line. Code and formulas are as they are
// written.
func (p *patterns) plain(s string) string {
	if strings.ContainsAny(s, "`$<*_[") {
		var out strings.Builder
		last := 0
		for _, at := range append(p.quoted.FindAllStringIndex(s, -1), []int{len(s), len(s)}) {
			out.WriteString(p.emphasis.ReplaceAllString(p.tags.ReplaceAllString(s[last:at[0]], ""), ""))
			out.WriteString(strings.Trim(s[at[0]:at[1]], "`"))
			last = at[1]
		}
		s = p.links.ReplaceAllString(out.String(), "$1")
	}
	s = strings.Join(strings.Fields(p.openings.ReplaceAllString(s, "")), " ")
	return strings.TrimRight(s, " |")
}
