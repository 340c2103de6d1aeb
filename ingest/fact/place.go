package fact

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
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

// longestSubjectLabel is the most words of a label that names a subject; a longer one is
// a lead-in, which proves a statement but does not title it.
const longestSubjectLabel = 9

// shortTitle is the most words of a heading that may need the one above it to be
// understood: "Limitations" of what?
const shortTitle = 2

// subject is what all statements of one place are about: the last heading and the
// labels, each only once.
type subject struct {
	parts []string
	whole string
}

func (p Place) subject() subject {
	var s subject
	names := p.Headings[max(len(p.Headings)-1, 0):]
	if n := len(p.Headings); n > 2 && text.WordCount(p.Headings[n-1]) <= shortTitle {
		names = p.Headings[n-2:]
	}
	names = slices.Clone(names)
	for _, label := range p.Labels {
		if text.WordCount(label.Text) <= longestSubjectLabel {
			names = append(names, label.Text)
		}
	}
	for _, name := range names {
		if name = withoutColon(name); s.lacks(name) {
			s.parts = append(s.parts, name)
		}
	}
	s.whole = strings.Join(s.parts, " – ")
	return s
}

// lacks reports whether a part says something that no other says.
func (s *subject) lacks(part string) bool {
	return part != "" && !slices.ContainsFunc(s.parts, func(had string) bool { return strings.EqualFold(had, part) })
}

// wordsOfSubject is how many words of a statement name it where nothing else does.
const wordsOfSubject = 6

// of returns what a statement with a key of its own is about, "" for one without.
func (s *subject) of(key, statement string) string {
	switch key = withoutColon(key); {
	case s.lacks(key) && s.whole != "":
		return s.whole + " – " + key
	case s.lacks(key):
		return key
	case s.whole != "":
		return s.whole
	}
	words := strings.Fields(statement)
	return strings.Join(words[:min(len(words), wordsOfSubject)], " ")
}

func withoutColon(part string) string { return strings.TrimRight(strings.TrimSpace(part), ":") }

// Item is a line that states something, with a key ("Warp size") or without, or a formula
// that stands by itself.
type Item struct {
	Key       string
	Value     string
	Span      quarry.Span
	Place     Place
	Citations []quarry.Citation
}

// Fact returns what an item states under its place and its key; false where its value is
// blank.
func (i Item) Fact() (quarry.Fact, bool) {
	about := i.Place.subject()
	return i.about(about.of(i.Key, i.Value)), strings.TrimSpace(i.Value) != ""
}

func (i Item) about(subject string) quarry.Fact {
	return quarry.Fact{Subject: subject, Statement: i.Value, Citations: i.Citations, Source: i.Place.source(i.Span)}
}
