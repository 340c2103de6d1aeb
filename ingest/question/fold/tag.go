package fold

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// tag is what opens or closes an element: a tag of HTML or of a component, or a
// line of colons.
type tag struct {
	start, end  int
	name        string // as written; the colons themselves
	closing     bool   // "</name>", or colons alone
	alone       bool   // "<name/>"
	attributes  []attribute
	kind, title string // behind colons
}

// attribute is what a tag says of its element. Its value is as written, quotes
// and braces included.
type attribute struct{ name, value string }

// colons open and close a container, if there are at least so many of them.
const colons = ":::"

// mostTags is how many tags of a text are read.
const mostTags = 4 * ingest.MaxEntries

// grammar tells tags and their attributes. Their values may be expressions in
// braces, which may hold others.
type grammar struct {
	code, comment  *regexp.Regexp // what holds no tags
	tag, attribute *regexp.Regexp
	opens, closes  *regexp.Regexp // a line of tags that group others
}

func newGrammar() grammar {
	const (
		name   = `[\w.:@-]+`
		quoted = `"[^"]*"|'[^']*'`
		braced = `\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`
		rest   = `((?:[^<>"'{}]|` + quoted + `|` + braced + `)*)>`
		groups = `(?:[A-Z][\w.]*|[a-z]+-[a-z-]+|div|section|dl)`
	)
	return grammar{
		code:      regexp.MustCompile("`+[^`]*`+"),
		comment:   regexp.MustCompile(`<!--(?s:.*?)(?:-->|$)`),
		tag:       regexp.MustCompile(`<(/?)([A-Za-z](?:` + name + `)?)` + rest),
		attribute: regexp.MustCompile(`(` + name + `)\s*=\s*(` + quoted + `|` + braced + `|[^\s"'{}]+)`),
		opens:     regexp.MustCompile(`^(?:\s*<` + groups + rest + `)+\s*$`),
		closes:    regexp.MustCompile(`^(?:\s*</` + groups + `\s*>)+\s*$`),
	}
}

// tags returns the tags of a text that stand outside of code and comments, in
// their order.
func (g grammar) tags(lines *ingest.Text, fenced []bool) []tag {
	masked := g.masked(lines, fenced)
	var all []tag
	for _, at := range g.tag.FindAllStringSubmatchIndex(masked, mostTags) {
		written := lines.Cut(spanOf(at[6], at[7]))
		found := tag{start: at[0], end: at[1], closing: at[2] < at[3], name: masked[at[4]:at[5]], alone: strings.HasSuffix(written, "/")}
		for _, one := range g.attribute.FindAllStringSubmatch(written, -1) {
			found.attributes = append(found.attributes, attribute{name: one[1], value: one[2]})
		}
		all = append(all, found)
	}
	for n := 1; n <= lines.Lines(); n++ {
		if mark := strings.TrimSpace(lines.Line(n)); strings.HasPrefix(mark, colons) && !fenced[n] {
			found := readColons(mark)
			found.start, found.end = lines.LineStart(n), lines.LineEnd(n)
			all = append(all, found)
		}
	}
	slices.SortStableFunc(all, func(a, b tag) int { return cmp.Compare(a.start, b.start) })
	return all
}

// masked returns a text with blanks in the place of its code and comments.
func (g grammar) masked(lines *ingest.Text, fenced []bool) string {
	masked := []byte(lines.Cut(spanOf(0, len(lines.Bytes))))
	blank := func(from, to int) {
		for at := from; at < to; at++ {
			masked[at] = ' '
		}
	}
	for n := 1; n <= lines.Lines(); n++ {
		start, end := lines.LineStart(n), lines.LineEnd(n)
		switch line := masked[start:end]; {
		case fenced[n]:
			blank(start, end)
		case slices.Contains(line, '`'):
			for _, at := range g.code.FindAllIndex(line, -1) {
				blank(start+at[0], start+at[1])
			}
		}
	}
	for _, at := range g.comment.FindAllIndex(masked, -1) {
		blank(at[0], at[1])
	}
	return string(masked)
}

// readColons reads a line that opens a container, ":::kind title",
// ":::kind[title]" or "::: {.kind}", or one that closes it.
func readColons(line string) tag {
	rest := strings.TrimLeft(line, ":")
	found := tag{name: line[:len(line)-len(rest)]}
	rest = strings.Trim(rest, ": \t")
	found.kind, rest = rest[:nameLength(rest)], strings.TrimSpace(rest[nameLength(rest):])
	if inside, braced := strings.CutPrefix(rest, "{"); braced {
		inside, rest, _ = strings.Cut(inside, "}")
		if word, _, _ := strings.Cut(strings.TrimLeft(inside, " ."), " "); found.kind == "" {
			found.kind = word
		}
	}
	found.title = strings.Trim(rest, " []")
	found.closing = found.kind == "" && found.title == ""
	return found
}

// text returns what an attribute says, without quotes and braces; "" where it is
// computed and no text.
func (a attribute) text() string {
	value, braced := cutBoth(a.value, "{", "}")
	value = strings.TrimSpace(value)
	for _, quote := range []string{`"`, "'", "`"} {
		if inner, ok := cutBoth(value, quote, quote); ok {
			return strings.ReplaceAll(inner, `\`+quote, quote)
		}
	}
	if inner, ok := cutBoth(value, "<>", "</>"); ok || !braced || strings.HasPrefix(value, "<") {
		return inner
	}
	return ""
}

// is reports whether a tag has a name, in any case.
func (t tag) is(name string) bool { return strings.EqualFold(t.name, name) }

// says returns what the first of some attributes says that a tag has and that
// says something, or "".
func (t tag) says(names lexicon.Words) string {
	for _, name := range names.List() {
		for _, one := range t.attributes {
			if strings.EqualFold(one.name, name) && one.text() != "" {
				return one.text()
			}
		}
	}
	return ""
}

// nameLength returns the length of the name that a text begins with.
func nameLength(s string) int {
	for at := range len(s) {
		if c := s[at]; !text.IsLetter(c) && !text.IsDigit(c) && strings.IndexByte("-_.:@", c) < 0 {
			return at
		}
	}
	return len(s)
}

func cutBoth(text, prefix, suffix string) (string, bool) {
	if len(text) < len(prefix)+len(suffix) || !strings.HasPrefix(text, prefix) || !strings.HasSuffix(text, suffix) {
		return text, false
	}
	return text[len(prefix) : len(text)-len(suffix)], true
}
