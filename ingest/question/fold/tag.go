package fold

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// tag is what opens or closes an element: a tag of HTML or of a component, or a
// line of colons, which opens a container.
type tag struct {
	start, end  int
	name        string // as written; the colons themselves
	closing     bool   // "</name>", or colons alone
	alone       bool   // "<name/>"
	attributes  string // as written
	kind, title string // of a container
}

// colons open and close a container, if there are at least so many of them.
const colons = ":::"

// mostTags is how many tags of a text are read.
const mostTags = 4 * ingest.MaxEntries

// grammar tells tags and their attributes. Their values may be expressions in
// braces, which may hold others.
type grammar struct {
	hidden         []*regexp.Regexp // code and comments, which hold no tags
	tag, container *regexp.Regexp   // with the same groups
	attribute      *regexp.Regexp
	summary        *regexp.Regexp // the title of details; one that is never closed ends with its line
}

func newGrammar() grammar {
	const (
		name   = `[\w.:@-]`
		quoted = `"[^"]*"|'[^']*'`
		braced = `\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`
		rest   = `((?:[^<>"'{}]|` + quoted + `|` + braced + `)*)>`

		// what braces hold is said if it is one text: {"…"}, {<>…</>}
		said = `"([^"]*)"|'([^']*)'|\{\s*(?:"([^"]*)"|'([^']*)'|` + "`([^`]*)`" + `|<>([^{}]*)</>)\s*\}`
	)
	return grammar{
		hidden: []*regexp.Regexp{regexp.MustCompile("`+[^`\n]*`+"), regexp.MustCompile(`<!--(?s:.*?)(?:-->|$)`)},
		tag:    regexp.MustCompile(`<(/?)([A-Za-z]` + name + `*)` + rest + `()()`),
		// ":::kind title", ":::kind[title]", "::: {.kind}" and ":::"
		container: regexp.MustCompile(`(?m)^[ \t]*()(:{3,})()[ \t]*(?:\{[ .#]*)?(` + name + `*)(?:\{?[^{}\n]*\})?(.*)$`),
		attribute: regexp.MustCompile(`(` + name + `+)\s*=\s*(?:` + said + `|` + braced + `|([^\s"'{}]+))`),
		summary:   regexp.MustCompile(`(?i)^(?:\s*<summary(?:\s[^<>]*)?>(?:((?s:.*?))</summary\s*>|(.*)))?`),
	}
}

// tags returns the tags of a text that stand outside of code and comments, in
// their order.
func (g grammar) tags(lines *ingest.Text, fenced []bool) []tag {
	written := lines.Cut(spanOf(0, len(lines.Bytes)))
	masked := []byte(written)
	for n := 1; n <= lines.Lines(); n++ {
		if fenced[n] {
			clear(masked[lines.LineStart(n):lines.LineEnd(n)])
		}
	}
	for _, hidden := range g.hidden {
		for _, at := range hidden.FindAllIndex(masked, -1) {
			clear(masked[at[0]:at[1]])
		}
	}
	found := g.tag.FindAllSubmatchIndex(masked, mostTags)
	if strings.Contains(written, colons) {
		found = append(found, g.container.FindAllSubmatchIndex(masked, mostTags)...)
		slices.SortStableFunc(found, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
	}
	all := make([]tag, 0, len(found))
	for _, at := range found {
		group := func(n int) string { return written[at[2*n]:at[2*n+1]] }
		one := tag{
			start: at[0], end: at[1], name: group(2), closing: group(1) != "", alone: strings.HasSuffix(group(3), "/"),
			attributes: group(3), kind: strings.Trim(group(4), ":"), title: strings.Trim(group(5), " []:\t\r"),
		}
		one.closing = one.closing || one.isContainer() && one.kind == "" && one.title == ""
		all = append(all, one)
	}
	return all
}

// is reports whether a tag has a name, in any case.
func (t tag) is(name string) bool { return strings.EqualFold(t.name, name) }

func (t tag) isContainer() bool { return strings.HasPrefix(t.name, colons) }

// says returns what the attributes of a component or of details say, by their
// names in lower case: "" where it is computed and no text.
func (g grammar) says(t tag) map[string]string {
	if t.attributes == "" || atom.Lookup([]byte(t.name)) != 0 && !t.is("details") {
		return nil
	}
	said := map[string]string{}
	for _, one := range g.attribute.FindAllStringSubmatch(t.attributes, -1) {
		said[strings.ToLower(one[1])] = strings.Join(one[2:], "")
	}
	return said
}

// firstOf returns what the first of some attributes says that says something.
func firstOf(said map[string]string, names lexicon.Words) string {
	for _, name := range names.List() {
		if said[name] != "" {
			return said[name]
		}
	}
	return ""
}
