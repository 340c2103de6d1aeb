package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// Place is where a statement stands: under which headings, and under which
// labels below the last of them.
type Place struct {
	Headings []string
	Labels   []Label // outermost first
	Numbers  quarry.NumberStyle
	Notes    Footnotes // that the marks of its numbers point to
}

// Label is a line that speaks for what stands under it: "**L2 cache:**", or the
// key of a list item with items below it.
type Label struct {
	Text string
	Span quarry.Span
	Far  bool // prose stands between it and what it speaks for: it names that, and states nothing of it
}

// Limits of the labels that one statement stands under: every statement repeats
// them as its context.
const (
	mostLabels   = 8
	longestLabel = 250 // bytes of its line
)

// Under returns the place below one more label. Of labels that are nested too
// deeply the innermost speak; a line too long to be a label speaks for nothing.
func (p Place) Under(label Label) Place {
	if label.Text == "" || label.Span.ByteEnd-label.Span.ByteStart > longestLabel {
		return p
	}
	above := p.Labels[max(0, len(p.Labels)+1-mostLabels):]
	p.Labels = append(slices.Clone(above), label)
	return p
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

// source returns the source of a statement here. Context that its own span
// contains is left out, and so is an empty cell.
func (p Place) source(span quarry.Span, context ...quarry.Context) quarry.Source {
	source := quarry.Source{Span: span, Heading: slices.Clone(p.Headings)}
	if count := len(p.Labels) + len(context); count > 0 {
		source.Context = make([]quarry.Context, 0, count)
	}
	for _, label := range slices.Backward(p.Labels) {
		if label.Span.ByteStart < label.Span.ByteEnd {
			source.Context = append(source.Context, quarry.Context{Role: quarry.RoleKeyedParent, Span: label.Span})
		}
	}
	for _, piece := range context {
		if piece.Span.ByteStart < piece.Span.ByteEnd && !span.Contains(piece.Span) {
			source.Context = append(source.Context, piece)
		}
	}
	return source
}
