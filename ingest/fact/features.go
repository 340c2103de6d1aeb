package fact

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/noun"
)

// Likely is how likely it must be that something is worth having for it to be a fact.
const Likely = 0.63

// feature is something that the model is told of what may be a fact.
type feature struct {
	name string
	of   func(r *Reader, c *candidate) float64
}

// features returns what the model is told, in its order: how long it is and of what it is made,
// whether it leans on what stands around it, whom it speaks to, and where it stands.
func features() []feature {
	is := func(so func(r *Reader, c *candidate) bool) func(r *Reader, c *candidate) float64 {
		return func(r *Reader, c *candidate) float64 { return fit.Yes(so(r, c)) }
	}
	return []feature{
		{"log_words", func(_ *Reader, c *candidate) float64 { return logWords(c.words) }},
		{"stock_title_above", is((*Reader).isBelowStockTitle)},
		{"metadata", func(r *Reader, c *candidate) float64 {
			return c.share(func(t *noun.Word) bool { return r.cues["metadata_words"].Has(t.Lower) })
		}},
		{"equates", is(func(_ *Reader, c *candidate) bool { return strings.ContainsAny(c.Value, "=≈→") })},
		{"addresses", func(r *Reader, c *candidate) float64 {
			return c.share(func(t *noun.Word) bool { return r.cues["speaking"].Has(t.Lower) })
		}},
		{"links", func(_ *Reader, c *candidate) float64 { return c.linked() }},
		{"defines", is((*Reader).defines)},
		{"announces", is(func(_ *Reader, c *candidate) bool { return strings.HasSuffix(c.Value, ":") })},
		{"capitals", func(_ *Reader, c *candidate) float64 {
			return c.share(func(t *noun.Word) bool { return t.Start > 0 && !t.Opens && unicode.IsUpper([]rune(t.Text)[0]) })
		}},
		{"joined", is(func(_ *Reader, c *candidate) bool { return c.kind == joined })},
		{"joined_words", func(_ *Reader, c *candidate) float64 {
			return fit.Yes(c.kind == joined) * math.Log(float64(1+c.words)) // of which there may be many more
		}},
		{"opens_with_no_term", is(func(r *Reader, c *candidate) bool {
			return len(c.tokens) > 0 && c.kind == sentence && r.cues["openings_of_no_term"].Has(c.tokens[0].Lower)
		})},
	}
}

// Features are the names of what the model is told, in their order.
func Features() []string {
	var names []string
	for _, f := range features() {
		names = append(names, f.name)
	}
	return names
}

// describe returns what the model is told of a candidate of a document.
func (r *Reader) describe(d *document, c *candidate) []float64 {
	if c.counted = d.counted; c.tokens == nil {
		r.cut(c, d.language)
	}
	all := make([]float64, 0, len(features()))
	for _, f := range features() {
		all = append(all, f.of(r, c))
	}
	return all
}

// share returns how many of a candidate's tokens are so.
func (c *candidate) share(so func(t *noun.Word) bool) float64 {
	count := 0
	for i := range c.tokens {
		if so(&c.tokens[i]) {
			count++
		}
	}
	return float64(count) / float64(max(1, len(c.tokens)))
}

func hasDigit(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) }

func logWords(count int) float64 { return math.Log(float64(1 + min(30, count))) }

// isBelowStockTitle reports whether one of the titles above names a part of any document, and
// what stands there is no term with its meaning.
func (r *Reader) isBelowStockTitle(c *candidate) bool {
	if c.Key != "" && r.defines(c) {
		return false
	}
	for i, title := range c.Place.Headings {
		if (i > 0 || len(c.Place.Headings) == 1) && r.phrases.IsStockTitle(title) {
			return true
		}
	}
	return false
}

// linked returns how much of a text leads elsewhere.
func (c *candidate) linked() float64 {
	if c.shown.Inline == nil {
		return 0
	}
	length := 0
	for _, link := range c.shown.Inline.Links {
		length += link.To - link.From
	}
	return float64(length) / float64(max(1, len(c.shown.Text)))
}

// pointsBack reports whether the first words refer to what stands elsewhere: the very first ones,
// or a pronoun soon behind a preposition that begins the sentence ("On the way they …").
func (r *Reader) pointsBack(words []noun.Word) bool {
	const first, soon = 2, 6
	for i, t := range words[:min(soon, len(words))] {
		vague := r.cues["vague_references"].Has(t.Lower)
		switch {
		case i < first && (vague || r.cues["pointing_around"].Has(t.Lower)):
			return true
		case i >= first && vague && !r.cues["relatives"].Has(t.Lower) && r.cues["prepositions"].Has(words[0].Lower):
			return true
		}
	}
	return false
}

// defines reports whether a statement says what its first words mean: a verb of being stands
// behind them, before a noun, or they are a key, and what stands behind it is a clause.
func (r *Reader) defines(c *candidate) bool {
	if c.Key != "" {
		return c.kind != row && r.isClause(c.value())
	}
	for i := range c.tokens[:min(mostWords, len(c.tokens))] {
		if t := &c.tokens[i]; i > 0 && t.Verb {
			rest := c.tokens[i+1:]
			return r.cues["defining"].Has(t.Lower) && !r.pointsBack(c.tokens) && len(rest) > 1 && r.cues["determiners"].Has(rest[0].Lower)
		}
	}
	return false
}

// value returns the tokens behind the key.
func (c *candidate) value() []noun.Word {
	at := slices.IndexFunc(c.tokens, func(t noun.Word) bool { return t.Start >= len(c.Key) })
	if at < 0 {
		return nil
	}
	return c.tokens[at:]
}

// isClause reports whether some words say something of what stands before them: they begin
// with what leads in a noun or a clause, or hold a verb that nothing else could be.
func (r *Reader) isClause(words []noun.Word) bool {
	for i := range words {
		t := &words[i]
		if t.Verb || r.cues["relatives"].Has(t.Lower) || i == 0 && (hasDigit(t.Text) || r.cues["determiners"].Has(t.Lower)) {
			return true
		}
	}
	return false
}
