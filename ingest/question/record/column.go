package record

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/internal/text"
)

// column is what the name of a field promises, and what all records hold under it.
type column struct {
	name string
	promise
	offers   bool // true and false, by its name
	records  int  // that hold something under it
	texts    int
	verdicts int // true and false, by type or by word
	scalars  int
	steps    int // of a scale
	highest  int // of those
	asking   int
	wordy    int // texts of several words
	distinct map[string]bool
}

// fewestStated is how many words state something.
const fewestStated = 3

// mostDistinct is how many values of a column are told apart.
const mostDistinct = 64

// columns returns a schema of the columns of some records, as their names promise them.
// Those that hold nothing are left out, but for one that offers true and false: whoever
// reads the statements beside it is to fill it in.
func (r *Reader) columns(records []Record) Schema {
	s := Schema{byName: map[string]*column{}}
	for _, record := range records {
		for _, field := range record.Fields {
			c := s.byName[field.Name]
			if c == nil {
				c = &column{name: field.Name, promise: r.promised(field.Name), offers: r.phrases.IsOffer(field.Name), distinct: map[string]bool{}}
				s.byName[field.Name] = c
				s.columns = append(s.columns, c)
			}
			c.add(r, field.Value)
		}
	}
	s.columns = slices.DeleteFunc(s.columns, func(c *column) bool { return c.records == 0 && !c.offers })
	for _, c := range r.optionColumns(s.columns) {
		c.promise = promise{optionRole, weak}
	}
	slices.SortStableFunc(s.columns, surer)
	return s
}

// optionColumns returns the columns that hold one option each: their names differ in a letter or a
// number that counts on. Bare numbers are no options, and one bare letter is a name of its own.
func (r *Reader) optionColumns(all []*column) []*column {
	byStem := map[string][]*column{}
	var best []*column
	for _, c := range all {
		stem, key := r.optionName(c.name)
		at, counts := ordinal(key)
		known := byStem[stem]
		if !counts || stem == "" && !isLetter(key) || at != len(known) && at != len(known)+1 {
			continue
		}
		byStem[stem] = append(known, c)
		if len(byStem[stem]) > max(len(best), 1) {
			best = byStem[stem]
		}
	}
	return best
}

// optionName cuts the name of an option into what all are called and what it counts as:
// "option_b", "Answer 2", "opc". A name that is none has no key.
func (r *Reader) optionName(name string) (string, string) {
	parts := words(Core(name))
	if len(parts) == 0 {
		return "", ""
	}
	if last := len(parts[0]) - 1; len(parts) == 1 && r.cues["joined_option_names"].Has(parts[0][:last]) {
		return parts[0][:last], parts[0][last:]
	}
	stem := strings.Join(parts[:len(parts)-1], " ")
	if stem != "" && !r.cues["option_names"].Has(stem) {
		return "", ""
	}
	return stem, parts[len(parts)-1]
}

func isLetter(key string) bool { return len(key) == 1 && text.IsLetter(key[0]) }

// ordinal returns what a letter or a small number counts as: "a" is 0, "1" is 1.
func ordinal(key string) (int, bool) {
	const most = 26
	if isLetter(key) {
		return int(key[0]|0x20) - 'a', true
	}
	n, err := strconv.Atoi(key)
	return n, err == nil && n >= 0 && n <= most && len(key) <= 2
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
		if text.WordCount(v.Text) >= fewestStated {
			c.wordy++
		}
	}
	if v.IsScalar() {
		c.scalars++
		if r.isVerdict(v.Text) {
			c.verdicts++
		}
		if n := stepOf(v.Text); n > 0 {
			c.steps++
			c.highest = max(c.highest, n)
		}
	}
	if len(c.distinct) < mostDistinct {
		c.distinct[v.Text] = true
	}
}

// asks reports whether a text asks something. A mark without a word, "?", only
// keeps the place of a value that is not known.
func (r *Reader) asks(said string) bool {
	said = text.WithoutTags(said)
	return strings.ContainsFunc(said, text.IsWord) && (r.phrases.IsQuestion(said) || r.phrases.EndsAsking(said))
}

// isVerdict reports whether a value says nothing but true or false, by a word or a sign.
func (r *Reader) isVerdict(said string) bool {
	verdict, ok := r.phrases.VerdictOf(said)
	return ok && verdict.Alone || strings.Contains("√✓✔✅○◯×✕✗✘❌", strings.TrimSpace(said))
}

// mostly reports whether a part is at least half of the column's values.
func (c *column) mostly(part int) bool { return 2*part >= c.records }

// judges reports whether four in five of the column's values are true and false, or it offers
// both and holds nothing.
func (c *column) judges() bool { return 5*c.verdicts >= 4*c.records }

// varied reports whether its values are not the same few again and again.
func (c *column) varied() bool { return 2*len(c.distinct) >= min(c.records, mostDistinct) }
