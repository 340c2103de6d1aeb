package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// Place is where a statement stands: under which headings, and under which
// labels below the last of them.
type Place struct {
	Headings []string
	Labels   []Label // outermost first
}

// Label is a line that speaks for what stands under it: "**L2 cache:**", or the
// key of a list item with items below it.
type Label struct {
	Text string
	Span quarry.Span
}

// Under returns the place below one more label.
func (p Place) Under(label Label) Place {
	labels := append([]Label{}, p.Labels...)
	return Place{Headings: p.Headings, Labels: append(labels, label)}
}

// longestSubjectLabel is the most words of a label that names a subject; a
// longer one is a lead-in, which proves a statement but does not title it.
const longestSubjectLabel = 9

// Subject returns what a statement here is about: the last heading, the
// labels and the statement's own key, each only once.
func (p Place) Subject(key string) string {
	var parts []string
	add := func(part string) {
		part = strings.TrimRight(strings.TrimSpace(part), ":")
		for _, had := range parts {
			if strings.EqualFold(had, part) {
				return
			}
		}
		if part != "" {
			parts = append(parts, part)
		}
	}
	for _, heading := range naming(p.Headings) {
		add(heading)
	}
	for _, label := range p.Labels {
		if len(strings.Fields(label.Text)) <= longestSubjectLabel {
			add(label.Text)
		}
	}
	add(key)
	return strings.Join(parts, " – ")
}

// shortTitle is the most words of a heading that may need the one above it to
// be understood: "Limitations" of what?
const shortTitle = 2

// naming returns the headings that name what a statement is about.
func naming(headings []string) []string {
	n := len(headings)
	if n > 2 && len(strings.Fields(headings[n-1])) <= shortTitle {
		return headings[n-2:]
	}
	return headings[max(n-1, 0):]
}

// longestContext bounds the context of one entry, in bytes: it is evidence,
// not another copy of the section.
const longestContext = 2000

// source returns the source of a statement here.
func (p Place) source(span quarry.Span, context ...quarry.Context) quarry.Source {
	source := quarry.Source{Span: span, Heading: append([]string{}, p.Headings...)}
	size := 0
	for i := len(p.Labels) - 1; i >= 0; i-- {
		label := p.Labels[i].Span
		if size += label.ByteEnd - label.ByteStart; size > longestContext {
			break
		}
		source.Context = append(source.Context, quarry.Context{Role: quarry.RoleKeyedParent, Span: label})
	}
	for _, piece := range context {
		size += piece.Span.ByteEnd - piece.Span.ByteStart
		if size <= longestContext && !span.Contains(piece.Span) {
			source.Context = append(source.Context, piece)
		}
	}
	return source
}
