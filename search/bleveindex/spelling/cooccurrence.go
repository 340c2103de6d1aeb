package spelling

import (
	"fmt"
	"math"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
)

const (
	mostCompanions = 16 // words of a query that tell of another one
	doubt          = 2  // entries: how many a word must share to tell more than its frequency does
)

// coOccurrence is what the other words of a query tell of one that no entry has: which
// entries have those. A word is known by the company it keeps.
type coOccurrence struct {
	entries    float64
	words      []postings.Column // what a repair may offer
	companions []companion
}

// companion is a word of the query that entries have.
type companion struct {
	rarity   float64           // its idf
	count    float64           // of its entries
	standing []*roaring.Bitmap // by segment
}

// coOccurrenceOf returns in which entries the words of a text occur together.
func (d *Dictionary) coOccurrenceOf(text string) (*coOccurrence, error) {
	entries, err := d.reader.DocCount()
	if err != nil {
		return nil, fmt.Errorf("count entries: %w", err)
	}
	c := &coOccurrence{entries: float64(max(1, entries))}
	if c.words, err = postings.Open(d.reader, postings.FieldWord); err != nil {
		return nil, err
	}
	fields, err := postings.OpenScored(d.reader)
	if err != nil {
		return nil, err
	}
	positive := search.ParseExpression(text).Positive()
	terms, forms := d.asked.TermsOf(positive), d.asked.Forms(positive)
	for _, term := range terms[:min(mostCompanions, len(terms))] {
		next := companion{}
		for at := range c.words {
			standing := roaring.New()
			for i := range fields {
				having, err := fields[i][at].HavingAny(forms.Of(term))
				if err != nil {
					return nil, fmt.Errorf("read where %q stands: %w", term, err)
				}
				standing.Or(having)
			}
			next.standing = append(next.standing, standing)
			next.count += float64(postings.Cardinality(standing))
		}
		if next.count > 0 {
			next.rarity = math.Log(1 + c.entries/next.count)
			c.companions = append(c.companions, next)
		}
	}
	return c, nil
}

// expects returns how likely a word is where the others are, and how often it
// is there with any of it: its share of the entries of each companion, the rarer
// the more telling, leaning to its share of all entries where there are few.
func (c *coOccurrence) expects(word string) (float64, float64, error) {
	shared, count := make([]float64, len(c.companions)), 0.0
	for at := range c.words {
		having, err := c.words[at].Having(word)
		if err != nil {
			return 0, 0, fmt.Errorf("read where %q stands: %w", word, err)
		}
		count += float64(postings.Cardinality(having))
		for i := range c.companions {
			shared[i] += float64(having.AndCardinality(c.companions[i].standing[at]))
		}
	}
	alone := count / c.entries
	sum, weights, together := 0.0, 0.0, 0.0
	for i, companion := range c.companions {
		sum += companion.rarity * (shared[i] + doubt*alone) / (companion.count + doubt)
		weights += companion.rarity
		together += shared[i]
	}
	if weights == 0 {
		return alone, 0, nil
	}
	return sum / weights, together, nil
}

// likeliest returns that of some words which is the likeliest to be meant, of
// equals the first by its letters; "" where no entry has any.
func (c *coOccurrence) likeliest(of []correction) (string, error) {
	best, most := "", 0.0
	for _, one := range of {
		expected, _, err := c.expects(one.word)
		if err != nil {
			return "", err
		}
		likely := expected * one.weight
		if likely > most || likely == most && most > 0 && one.word < best {
			best, most = one.word, likely
		}
	}
	return best, nil
}

// expected returns those of some words that are likelier beside the others than
// anywhere; all of them where there is none.
func (c *coOccurrence) expected(words []string) ([]string, error) {
	if len(c.companions) == 0 {
		return words, nil
	}
	var expected []string
	for _, word := range words {
		likely, _, err := c.expects(word)
		if err != nil {
			return nil, err
		}
		count, err := postings.Frequency(c.words, word)
		if err != nil {
			return nil, err
		}
		if likely > float64(count)/c.entries {
			expected = append(expected, word)
		}
	}
	return expected, nil
}
