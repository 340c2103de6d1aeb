package claim

import (
	"iter"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// Place is where a statement stands: under which headings, and under which
// labels below the last of them.
type Place struct {
	Headings []string
	Labels   []Label // outermost first
	Numbers  quantity.NumberStyle
	Notes    Footnotes   // that the marks of its numbers point to
	Devices  *Discovered // of the document, that the lexicon does not have; may be nil
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

// upwards goes through the labels and headings, the nearest first.
func (p Place) upwards() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, label := range slices.Backward(p.Labels) {
			if !yield(label.Text) {
				return
			}
		}
		for _, heading := range slices.Backward(p.Headings) {
			if !yield(heading) {
				return
			}
		}
	}
}

// longestSubjectLabel is the most words of a label that names a subject; a
// longer one is a lead-in, which proves a statement but does not title it.
const longestSubjectLabel = 9

// Subject returns what a statement here is about: the last heading, the
// labels and the statement's own key, each only once.
func (p Place) Subject(key string) string {
	s := p.subject()
	return s.of(key)
}

// subject is what all statements of one place are about.
type subject struct {
	parts []string
	whole string
}

func (p Place) subject() subject {
	var s subject
	for _, heading := range naming(p.Headings) {
		s.add(heading)
	}
	for _, label := range p.Labels {
		if text.WordCount(label.Text) <= longestSubjectLabel {
			s.add(label.Text)
		}
	}
	s.whole = strings.Join(s.parts, " – ")
	return s
}

func (s *subject) add(part string) {
	if part = withoutColon(part); s.lacks(part) {
		s.parts = append(s.parts, part)
	}
}

func withoutColon(part string) string { return strings.TrimRight(strings.TrimSpace(part), ":") }

// lacks reports whether a part says something that no other says.
func (s *subject) lacks(part string) bool {
	return part != "" && !slices.ContainsFunc(s.parts, func(had string) bool { return strings.EqualFold(had, part) })
}

// of returns what a statement with a key of its own is about.
func (s *subject) of(key string) string {
	key = withoutColon(key)
	switch {
	case !s.lacks(key):
		return s.whole
	case s.whole == "":
		return key
	}
	return s.whole + " – " + key
}

// shortTitle is the most words of a heading that may need the one above it to
// be understood: "Limitations" of what?
const shortTitle = 2

// naming returns the headings that name what a statement is about.
func naming(headings []string) []string {
	n := len(headings)
	if n > 2 && text.WordCount(headings[n-1]) <= shortTitle {
		return headings[n-2:]
	}
	return headings[max(n-1, 0):]
}

// source returns the source of a statement here.
func (p Place) source(span quarry.Span) quarry.Source {
	var source quarry.Source
	one := sources{place: p}
	one.write(&source, span, nil)
	return source
}

// sources makes the sources of the statements of one place. They share its headings,
// and the contexts of each stand beside those of the others in memory.
type sources struct {
	place   Place
	context []quarry.Context
	made    int
}

// mostTogether is of how many statements the sources stand together.
const mostTogether = 64

// write writes the source of one more statement, which has none yet.
func (s *sources) write(source *quarry.Source, span quarry.Span, context []quarry.Context) {
	s.made++
	source.Span, source.Heading = span, slices.Clip(s.place.Headings)
	count := len(s.place.Labels) + len(context)
	if count == 0 {
		return
	}
	if cap(s.context) < count {
		s.context = make([]quarry.Context, 0, count*min(s.made, mostTogether))
	}
	own := s.context
	for _, label := range slices.Backward(s.place.Labels) {
		if label.Span.ByteStart < label.Span.ByteEnd {
			own = append(own, quarry.Context{Role: quarry.RoleKeyedParent, Span: label.Span})
		}
	}
	for i := range context {
		if piece := context[i].Span; piece.ByteStart < piece.ByteEnd && !span.Contains(piece) {
			own = append(own, context[i])
		}
	}
	source.Context, s.context = slices.Clip(own), own[len(own):]
}
