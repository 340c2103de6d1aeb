package fold

import (
	"iter"
	"regexp"
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

// Limits of reading tags, in bytes. Of what turns out to be no tag no more is
// read than allowance allows for.
const (
	longestTag  = 4 << 10
	longestCode = 1 << 10
	allowance   = 64 << 10
)

// scanner looks for the tags of a text.
type scanner struct {
	grammar

	lines  *ingest.Text
	text   string
	fenced []bool
	spent  int // bytes that were read of what is no tag
	last   int // where the last comment ends
}

// tags yields the tags that stand outside of code and comments.
func (s *scanner) tags() iter.Seq[tag] {
	return func(yield func(tag) bool) {
		for at := s.next(0); at < len(s.text) && s.spent <= allowance+8*len(s.text); at = s.next(at) {
			found, length := s.readAt(at)
			found.start, found.end = at, at+length
			if found.name != "" && !yield(found) {
				return
			}
			at += length
		}
	}
}

// next returns where the next mark stands outside of fences, from an offset on.
func (s *scanner) next(at int) int {
	for at < len(s.text) {
		next := strings.IndexAny(s.text[at:], "<`:")
		if next < 0 {
			break
		}
		at += next
		if s.text[at] == ':' && !strings.HasPrefix(s.text[at:], colons) {
			at++
			continue
		}
		line := s.lines.LineOf(at)
		switch {
		case s.fenced[line]:
			at = s.lines.LineEnd(line)
		case s.text[at] == ':' && strings.TrimSpace(s.text[s.lines.LineStart(line):at]) != "":
			at += len(colons)
		default:
			return at
		}
	}
	return len(s.text)
}

// readAt reads what begins at a mark, and returns how far it reaches.
func (s *scanner) readAt(at int) (tag, int) {
	rest := s.text[at:]
	switch {
	case rest[0] == ':':
		rest = s.text[at:s.lines.LineEnd(s.lines.LineOf(at))]
		return readColons(rest), len(rest)
	case rest[0] == '`':
		return tag{}, codeLength(rest)
	case strings.HasPrefix(rest, "<!--") && at < s.last:
		return tag{}, strings.Index(rest, "-->") + len("-->")
	}
	found, length := s.read(rest)
	if found.name == "" {
		s.spent += length
		return tag{}, 1
	}
	return found, length
}

// codeLength returns the length of a code span that a text begins with, or of
// its marks where nothing closes it on the line.
func codeLength(text string) int {
	marks := text[:len(text)-len(strings.TrimLeft(text, "`"))]
	rest := text[len(marks):]
	line, _, _ := strings.Cut(rest[:min(len(rest), longestCode)], "\n")
	if end := strings.Index(line, marks); end >= 0 {
		return end + 2*len(marks)
	}
	return len(marks)
}

// readColons reads a line that opens a container, ":::kind title",
// ":::kind[title]" or "::: {.kind}", or one that closes it.
func readColons(line string) tag {
	rest := strings.TrimLeft(line, ":")
	found := tag{name: line[:len(line)-len(rest)]}
	rest = strings.Trim(rest, ": \t\r\n")
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

// grammar tells tags and their attributes. Their values may be expressions in
// braces, which may hold others.
type grammar struct{ tag, attribute *regexp.Regexp }

func newGrammar() grammar {
	const (
		name   = `[\w.:@-]+`
		quoted = `"[^"]*"|'[^']*'`
		braced = `\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`
	)
	return grammar{
		tag:       regexp.MustCompile(`^<(/?)([A-Za-z](?:` + name + `)?)((?:[^<>"'{}]|` + quoted + `|` + braced + `)*)>`),
		attribute: regexp.MustCompile(`(` + name + `)\s*=\s*(` + quoted + `|` + braced + `|[^\s"'{}]+)`),
	}
}

// read reads the tag that a text begins with. Without one its name is empty.
func (g grammar) read(s string) (tag, int) {
	if len(s) < len("<a>") || (s[1] != '/' && !text.IsLetter(s[1])) {
		return tag{}, 1
	}
	at := g.tag.FindStringSubmatch(s[:min(len(s), longestTag)])
	if at == nil {
		return tag{}, min(len(s), longestTag)
	}
	found := tag{closing: at[1] != "", name: at[2], alone: strings.HasSuffix(at[3], "/")}
	for _, one := range g.attribute.FindAllStringSubmatch(at[3], -1) {
		found.attributes = append(found.attributes, attribute{name: one[1], value: one[2]})
	}
	return found, len(at[0])
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
