package fact

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/noun"
	"github.com/quarrykb/quarry/internal/text"
)

// origin is where a subject stands.
type origin int

const (
	ofKey origin = iota
	ofLabel
	ofHeading
	ofStatement
)

// subject is what a candidate may be about.
type subject struct {
	text     string
	from     origin
	features []float64

	level  int // how far above the statement: of labels and headings
	tokens []noun.Word
	first  int  // which of the words of a title or of the statement it begins with
	named  bool // a verb or a mark stands behind it
}

// mostWords is the most words of a subject.
const mostWords = 9

// wordsLooked is among how many words at the beginning of a statement its subject is looked for.
const wordsLooked = 20

// subjects returns all that a candidate may be about, with what the chooser is told of each.
func (r *Reader) subjects(c *candidate) []subject {
	var all []subject
	add := func(s subject) {
		if s.text = withoutColon(s.text); s.text == "" || len(s.tokens) == 0 || text.WordCount(s.text) > mostWords {
			return
		}
		if slices.ContainsFunc(all, func(had subject) bool { return strings.EqualFold(had.text, s.text) }) {
			return
		}
		all = append(all, s)
	}
	if c.Key != "" {
		add(subject{text: c.Key, from: ofKey, tokens: r.nouns.Cut(c.Key, c.language)})
	}
	const labels, headings = 2, 2
	for level, label := range last(c.Place.labels(), labels) {
		r.runs(label, ofLabel, level, c, add)
	}
	for level, title := range last(c.Place.Headings, headings) {
		r.runs(title, ofHeading, level, c, add)
	}
	r.within(c.whole(), c.tokens[:min(len(c.tokens), wordsLooked)], ofStatement, 0, add)
	for i := range all {
		for _, f := range subjectFeatures() {
			all[i].features = append(all[i].features, f.of(r, c, &all[i]))
		}
	}
	return all
}

// last returns the last of some texts, the very last first.
func last(all []string, count int) []string {
	some := slices.Clone(all[max(0, len(all)-count):])
	slices.Reverse(some)
	return some
}

func (p Place) labels() []string {
	all := make([]string, len(p.Labels))
	for i, label := range p.Labels {
		all[i] = label.Text
	}
	return all
}

// runs adds a title and the runs of words in it.
func (r *Reader) runs(title string, from origin, level int, c *candidate, add func(subject)) {
	title = unnumbered(title)
	tokens := r.nouns.Cut(title, c.language)
	add(subject{text: title, from: from, level: level, tokens: tokens})
	r.within(title, tokens[:min(len(tokens), wordsLooked)], from, level, add)
}

// unnumbered returns a title without the number before it.
func unnumbered(title string) string {
	number, rest, ok := strings.Cut(strings.TrimSpace(title), " ")
	if ok && !strings.ContainsFunc(number, unicode.IsLetter) && hasDigit(number) {
		return strings.TrimSpace(rest)
	}
	return title
}

// within adds the runs of words that may be whole nouns and that something leads in.
func (r *Reader) within(whole string, tokens []noun.Word, from origin, level int, add func(subject)) {
	for _, g := range r.nouns.Groups(tokens) {
		if !g.Led {
			continue
		}
		add(subject{
			text: whole[tokens[g.From].Start:tokens[g.To-1].End], from: from, level: level, tokens: tokens[g.From:g.To], first: g.From,
			named: g.Named,
		})
	}
}

// choose returns the likeliest subject of a candidate.
func (r *Reader) choose(c *candidate) subject {
	best, most := subject{text: firstWords(c.whole()), from: ofStatement}, math.Inf(-1)
	for _, s := range r.subjects(c) {
		if odds := r.chooser.LogOdds(s.features); odds > most {
			best, most = s, odds
		}
	}
	return best
}

// firstWords are what names something that nothing else does.
func firstWords(s string) string {
	const most = 6
	words := strings.Fields(s)
	return strings.Join(words[:min(len(words), most)], " ")
}

// subjectFeature is something that the chooser is told of a subject.
type subjectFeature struct {
	name string
	of   func(r *Reader, c *candidate, s *subject) float64
}

// subjectFeatures returns what the chooser is told of what a candidate may be about: where it
// stands, how it is bounded, and how often the document names it.
func subjectFeatures() []subjectFeature {
	is := func(so func(c *candidate, s *subject) bool) func(r *Reader, c *candidate, s *subject) float64 {
		return func(_ *Reader, c *candidate, s *subject) float64 { return fit.Yes(so(c, s)) }
	}
	return []subjectFeature{
		{"key", is(func(_ *candidate, s *subject) bool { return s.from == ofKey })},
		{"above", func(_ *Reader, _ *candidate, s *subject) float64 { return float64(s.level) }},
		{"at_start", is(func(c *candidate, s *subject) bool { return s.from == ofStatement && s.isAtStart(c) })},
		{"names_again", func(_ *Reader, c *candidate, s *subject) float64 {
			return c.counted.namesAgain(s.text)
		}},
		{"at_start_named", is(func(c *candidate, s *subject) bool {
			return s.named && s.from == ofStatement && s.isAtStart(c)
		})},
		{"in_statement", func(_ *Reader, c *candidate, s *subject) float64 { return fit.Yes(s.from != ofStatement) * c.stated(s) }},
		{"title_where_it_points", func(r *Reader, c *candidate, s *subject) float64 {
			return fit.Yes((s.from == ofHeading || s.from == ofLabel) && r.pointsBack(c.tokens))
		}},
	}
}

// SubjectFeatures are the names of what the chooser is told, in their order.
func SubjectFeatures() []string {
	var names []string
	for _, f := range subjectFeatures() {
		names = append(names, f.name)
	}
	return names
}

// isAtStart reports whether nothing but small words stands before a subject.
func (s *subject) isAtStart(c *candidate) bool {
	for i := range c.tokens[:min(s.first, len(c.tokens))] {
		if !c.tokens[i].Small || c.tokens[i].Verb {
			return false
		}
	}
	return true
}

// stated returns how many words of a subject the statement has.
func (c *candidate) stated(s *subject) float64 {
	count := 0
	for _, t := range s.tokens {
		if slices.ContainsFunc(c.tokens, func(own noun.Word) bool { return own.Singular == t.Singular }) {
			count++
		}
	}
	return float64(count) / float64(max(1, len(s.tokens)))
}
