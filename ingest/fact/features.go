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
const Likely = 0.7

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
		{"cells_of_words", func(_ *Reader, c *candidate) float64 { return c.cellsOfWords() }},
		{"stock_title_above", is((*Reader).isBelowStockTitle)},
		{"question", is(func(r *Reader, c *candidate) bool {
			return strings.HasSuffix(c.Value, "?") || r.phrases.IsQuestion(c.Value)
		})},
		{"metadata", func(r *Reader, c *candidate) float64 {
			return c.share(func(t *noun.Word) bool { return r.cues["metadata_words"].Has(t.Lower) })
		}},
		{"listed", is(func(_ *Reader, c *candidate) bool { return c.kind == listed })},
		{"key", is(func(_ *Reader, c *candidate) bool { return c.Key != "" && c.kind != row })},
		{"equates", is(func(_ *Reader, c *candidate) bool { return strings.ContainsAny(c.Value, "=≈→") })},
		{"addresses", func(r *Reader, c *candidate) float64 {
			return c.share(func(t *noun.Word) bool { return r.cues["speaking"].Has(t.Lower) })
		}},
		{"links", func(_ *Reader, c *candidate) float64 { return c.linked() }},
		{"points_first", is((*Reader).pointsFirst)},
		{"defines", is((*Reader).defines)},
		{"short_definition", func(r *Reader, c *candidate) float64 { // which few words are enough for
			return fit.Yes(r.defines(c)) * max(0, logWords(enoughWords)-logWords(c.words))
		}},
		{"names_again", func(_ *Reader, c *candidate) float64 {
			return fit.Yes(c.kind == listed) * c.counted.namesAgain(c.Key)
		}},
		{"announces", is(func(_ *Reader, c *candidate) bool { return strings.HasSuffix(c.Value, ":") })},
		{"names", func(_ *Reader, c *candidate) float64 { return c.names() }},
		{"capitals", func(_ *Reader, c *candidate) float64 {
			return c.share(func(t *noun.Word) bool { return t.Start > 0 && !t.Opens && unicode.IsUpper([]rune(t.Text)[0]) })
		}},
		{"joined", is(func(_ *Reader, c *candidate) bool { return c.kind == joined })},
		{"joined_words", func(_ *Reader, c *candidate) float64 {
			return fit.Yes(c.kind == joined) * math.Log(float64(1+c.words)) // of which there may be many more
		}},
		{"joined_numbers", func(_ *Reader, c *candidate) float64 {
			return fit.Yes(c.kind == joined) * c.share(func(t *noun.Word) bool { return hasDigit(t.Text) })
		}},
		{"opens_with_no_term", is(func(r *Reader, c *candidate) bool {
			return len(c.tokens) > 0 && c.kind == sentence && r.cues["openings_of_no_term"].Has(c.tokens[0].Lower)
		})},
		{"acts", is((*Reader).actsEarly)},
		{"follows", is(func(_ *Reader, c *candidate) bool { return c.before != nil })},
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
	if c.counted = &d.counted; c.tokens == nil {
		r.cut(c, d.counted.language)
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

// enoughWords is how many words say something by their number alone.
const enoughWords = 14

func logWords(count int) float64 { return math.Log(float64(1 + min(30, count))) }

// cellsOfWords returns how many cells of a row say something in several words.
func (c *candidate) cellsOfWords() float64 {
	count := 0
	for i, cell := range c.cells {
		words := strings.FieldsFunc(cell, func(r rune) bool { return !unicode.IsLetter(r) })
		if i > 0 && len(words) > 1 {
			count++
		}
	}
	return float64(min(3, count))
}

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

// firstTokens is among how many tokens what a candidate is about has to be named.
const firstTokens = 8

// actsEarly reports whether one of the first words looks like a verb that no list has.
func (r *Reader) actsEarly(c *candidate) bool {
	for i := 1; i < min(firstTokens, len(c.tokens)); i++ {
		if r.nouns.Acts(c.tokens, i) {
			return true
		}
	}
	return false
}

// pointsFirst reports whether the first words refer to what stands elsewhere.
func (r *Reader) pointsFirst(c *candidate) bool {
	const first = 2
	for _, t := range c.tokens[:min(first, len(c.tokens))] {
		if r.cues["vague_references"].Has(t.Lower) || r.cues["pointing_around"].Has(t.Lower) {
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
			return r.cues["defining"].Has(t.Lower) && !r.pointsFirst(c) && len(rest) > 1 && r.cues["determiners"].Has(rest[0].Lower)
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

// names returns how often words of a candidate that name something stand in the document, so
// that what it is about is told: the most of them, by its logarithm.
func (c *candidate) names() float64 {
	most := 0
	for i := range c.tokens[:min(firstTokens, len(c.tokens))] {
		if t := &c.tokens[i]; !t.Small && !hasDigit(t.Text) {
			most = max(most, c.counted.words[t.Singular])
		}
	}
	return math.Log(float64(1 + most))
}
