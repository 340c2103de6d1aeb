package record

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/ingest/doc"
)

// column is what the name of a field promises, and what all records hold under it.
type column struct {
	name string
	promise
	records  int // that hold something under it
	texts    int
	verdicts int // true and false, by type or by word
	scalars  int
	worded   int // begin in words
	keys     int // name an option by its letter
	steps    int // of a scale
	highest  int // of those
	asking   int
	flagged  bool // its lists say of each part whether it is right
	distinct map[string]bool
}

// mostDistinct is how many values of a column are told apart.
const mostDistinct = 64

// columns returns the columns of some records, in the order of their first places.
// Those that hold nothing are left out, but for one that offers true and false: whoever
// reads the statements beside it is to fill it in.
func (r *Reader) columns(records []Record) []*column {
	byName := map[string]*column{}
	var all []*column
	for _, record := range records {
		for _, field := range record.Fields {
			c := byName[field.Name]
			if c == nil {
				c = &column{name: field.Name, promise: r.promised(field.Name), distinct: map[string]bool{}}
				byName[field.Name] = c
				all = append(all, c)
			}
			c.add(r, field.Value)
		}
	}
	return slices.DeleteFunc(all, func(c *column) bool { return c.records == 0 && !r.phrases.IsOffer(c.name) })
}

func (c *column) add(r *Reader, v doc.Value) {
	if v.IsEmpty() {
		return
	}
	c.records++
	if v.Kind == doc.String {
		c.texts++
		if r.asks(v.Text) {
			c.asking++
		}
	}
	if v.IsScalar() {
		c.scalars++
		c.weigh(r, v.Text)
	}
	c.flagged = c.flagged || slices.ContainsFunc(v.Items, r.isFlagged)
	if len(c.distinct) < mostDistinct {
		c.distinct[v.Text] = true
	}
}

// weigh counts what a scalar may be.
func (c *column) weigh(r *Reader, value string) {
	if r.isVerdict(value) {
		c.verdicts++
	}
	if word, _, _ := strings.Cut(value, " "); strings.ContainsFunc(word, unicode.IsLetter) {
		c.worded++
	}
	if _, key := r.optionName(value); isLetter(key) {
		c.keys++
	}
	if n := stepOf(value); n > 0 {
		c.steps++
		c.highest = max(c.highest, n)
	}
}

// asks reports whether a text asks something. A mark without a word, "?", only
// keeps the place of a value that is not known.
func (r *Reader) asks(text string) bool {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return hasWord(text) && (r.phrases.IsQuestion(line) || r.phrases.EndsAsking(text))
}

// hasWord reports whether a text has a letter or a digit.
func hasWord(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) })
}

// truth reads a value that says true or false.
func (r *Reader) truth(text string) (bool, bool) {
	said := bare(text)
	yes := r.cues["judged_true"].Has(said)
	return yes, yes || r.cues["judged_false"].Has(said)
}

// isVerdict reports whether a value says true or false, or is short for it, which only
// counts among others.
func (r *Reader) isVerdict(text string) bool {
	const signs = "√✓✔✅○◯×✕✗✘❌"
	_, ok := r.truth(text)
	said := bare(text)
	return ok || r.cues["short_verdicts"].Has(said) || said != "" && strings.Contains(signs, said)
}

func bare(text string) string { return strings.ToLower(strings.Trim(text, " .!*_")) }

// mostly reports whether a part is at least half of the column's values.
func (c *column) mostly(part int) bool { return 2*part >= c.records }

// varied reports whether its values are not the same few again and again.
func (c *column) varied() bool { return 2*len(c.distinct) >= min(c.records, mostDistinct) }
