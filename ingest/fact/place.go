package fact

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// Place is where a statement stands: under which headings, and under which labels below
// the last of them.
type Place struct {
	Headings []string
	Labels   []Label // outermost first
}

// Label is a line that speaks for what stands under it: "**L2 cache:**", or the key of a
// list item with items below it.
type Label struct {
	Text string
	Span quarry.Span
}

// Limits of the labels that one statement stands under: every statement repeats them as
// its context.
const (
	mostLabels   = 8
	longestLabel = 250 // bytes of its line
)

// Under returns the place below one more label. Of labels that are nested too deeply the
// innermost speak; a line too long to be a label speaks for nothing.
func (p Place) Under(label Label) Place {
	if label.Text == "" || size(label.Span) > longestLabel {
		return p
	}
	above := p.Labels[max(0, len(p.Labels)+1-mostLabels):]
	p.Labels = append(slices.Clone(above), label)
	return p
}

// source returns the source of a statement here, with what it rests on besides the
// place's labels. What stands in the statement itself is no context of it.
func (p Place) source(span quarry.Span, rest ...quarry.Context) quarry.Source {
	source := quarry.Source{Span: span, Heading: slices.Clip(p.Headings)}
	if len(p.Labels)+len(rest) > 0 {
		source.Context = make([]quarry.Context, 0, len(p.Labels)+len(rest))
	}
	for _, label := range slices.Backward(p.Labels) {
		if size(label.Span) > 0 {
			source.Context = append(source.Context, quarry.Context{Role: quarry.RoleKeyedParent, Span: label.Span})
		}
	}
	for _, one := range rest {
		if size(one.Span) > 0 && !span.Contains(one.Span) {
			source.Context = append(source.Context, one)
		}
	}
	source.Context = slices.Clip(source.Context)
	return source
}

func size(span quarry.Span) int { return span.ByteEnd - span.ByteStart }
