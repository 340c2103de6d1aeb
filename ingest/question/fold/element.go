package fold

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/text"
)

// grammar tells tags and their attributes. The values of components may be texts in
// braces: {"…"}, {<>…</>}.
type grammar struct {
	tag, container *regexp.Regexp // with the same groups: a slash or none, name, attributes, kind, title
	attribute      *regexp.Regexp
	summary        *regexp.Regexp // the title of details; one that is never closed ends with its line
}

func newGrammar() grammar {
	const name = `[\w.:@-]`
	return grammar{
		tag: regexp.MustCompile(`<(/?)([A-Za-z]` + name + `*)((?:[^<>"'{}]|"[^"]*"|'[^']*'|\{[^{}]*\})*)>()()`),
		// ":::kind title", ":::kind[title]", "::: {.kind}" and ":::"
		container: regexp.MustCompile(`(?m)^[ \t]*()(:{3,})()[ \t]*(?:\{[ .#]*)?(` + name + `*)(?:\{?[^{}\n]*\})?(.*)$`),
		attribute: regexp.MustCompile(`(` + name + `+)\s*=\s*\{?\s*(?:"([^"]*)"|'([^']*)'|` + "`([^`]*)`" + `|<>([^{}]*)</>)`),
		summary:   regexp.MustCompile(`(?i)^(?:\s*<summary(?:\s[^<>]*)?>(?:((?s:.*?))</summary\s*>(?:\s*<br ?/?>)*|(.*)))?`),
	}
}

// mostTags is how many tags of a text are read.
const mostTags = 4 * ingest.MaxEntries

// colons open and close a container, if there are at least so many of them.
const colons = ":::"

// tags returns the groups of the tags that stand outside of fences, in their order.
func (g grammar) tags(lines *ingest.Text, fenced []bool) [][]int {
	masked := slices.Clone(lines.Bytes)
	for n := 1; n <= lines.Lines(); n++ {
		if fenced[n] {
			clear(masked[lines.LineStart(n):lines.LineEnd(n)])
		}
	}
	found := g.tag.FindAllSubmatchIndex(masked, mostTags)
	if bytes.Contains(masked, []byte(colons)) {
		found = append(found, g.container.FindAllSubmatchIndex(masked, mostTags)...)
	}
	slices.SortStableFunc(found, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
	return found
}

// element is an element that is open, and the fold that it may be.
type element struct {
	fold

	name   string // as written; the colons of a container
	behind int    // where it begins behind its opening tag
	answer string // what one of its attributes says
}

// deepest is how many folds may stand within one another.
const deepest = 16

// elementFolds returns the folds that are elements: details with a summary,
// components with a title, elements that name an answer, and containers. One that
// is never closed ends at the next heading.
func (f *Finder) elementFolds(lines *ingest.Text, fenced []bool) []fold {
	written := string(lines.Bytes)
	var folds []fold
	add := func(e element, innerEnd, end int) {
		inner := written[e.behind:innerEnd]
		if e.kind == "details" && e.name[0] != ':' {
			summary := f.grammar.summary.FindStringSubmatch(inner)
			e.title, inner = plainTitle(summary[1]+summary[2]), inner[len(summary[0]):]
		}
		e.end, e.body = end, text.Dedented(strings.TrimLeft(cmp.Or(e.answer, inner), " \t"))
		if e.title == "" || e.body != "" { // a component without a body asks nothing
			folds = append(folds, e.fold)
		}
	}
	var open []element // the innermost last
	for _, at := range f.grammar.tags(lines, fenced) {
		group := func(n int) string { return written[at[2*n]:at[2*n+1]] }
		name, attributes, kind, title := group(2), group(3), strings.Trim(group(4), ":"), strings.Trim(group(5), " []:\t\r")
		if group(1) != "" || name[0] == ':' && kind == "" && title == "" {
			for depth, e := range slices.Backward(open) {
				if strings.EqualFold(e.name, name) {
					add(e, at[0], at[1])
					open = open[:depth]
					break
				}
			}
			continue
		}
		e, ok := f.opened(name, attributes, kind, title)
		if !ok || len(open) == deepest {
			continue
		}
		e.start, e.behind = at[0], at[1]
		if before := strings.TrimRight(written[:at[0]], " \t"); before == "" || strings.HasSuffix(before, "\n") {
			e.start = len(before) // with its indentation
		}
		if strings.HasSuffix(attributes, "/") {
			add(e, e.behind, e.behind)
		} else {
			open = append(open, e)
		}
	}
	for _, e := range open {
		inner, _, _ := strings.Cut(written[e.behind:], "\n#")
		add(e, e.behind+len(inner), e.behind+len(inner))
	}
	return folds
}

// opened returns the element that a tag opens, and whether it may be a fold. A
// component that leads elsewhere is a link.
func (f *Finder) opened(name, attributes, kind, title string) (element, bool) {
	e := element{name: name, fold: fold{kind: nameOf(name)}}
	if name[0] == ':' {
		e.kind, e.title = nameOf(kind), plainTitle(title)
		return e, true
	}
	if atom.Lookup([]byte(name)) == 0 {
		said := map[string]string{}
		for _, one := range f.grammar.attribute.FindAllStringSubmatch(attributes, -1) {
			said[strings.ToLower(one[1])] = strings.Join(one[2:], "")
		}
		for _, name := range f.cues["title_attributes"].List() {
			e.title = cmp.Or(e.title, plainTitle(said[name]))
		}
		for _, name := range f.cues["answer_attributes"].List() {
			e.answer = cmp.Or(e.answer, said[name])
		}
		if said["href"] != "" {
			return e, false
		}
	}
	return e, e.title != "" || e.kind == "details" || f.hides(e.fold)
}

// nameOf returns the words of a name in lower case: "FAQItem" is "faq item".
func nameOf(name string) string {
	return strings.ToLower(strings.Join(text.NameWords(name, text.DigitsWithin), " "))
}
