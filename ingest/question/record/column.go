package record

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// column is what all records hold under one name.
type column struct {
	name     string
	promise  promise
	member   member // of options, by its name
	offered  bool   // whether its name is one of those
	since    int    // the count that began it
	counted  int    // the last count that found it
	records  int    // that hold something under it
	texts    int
	numbers  int
	booleans int // by type or by word
	lists    int
	asking   int
	flagged  bool // its lists say of each part whether it is right
	runes    int
	distinct map[string]bool
}

// mostDistinct is how many values of a column are told apart.
const mostDistinct = 64

// tally counts the columns of records of which some leave between two counts. A column
// that none of those have is not counted again.
type tally struct {
	byName map[string]*column
	counts int
}

func newTally() *tally { return &tally{byName: map[string]*column{}} }

// count returns the columns of some records in the order of their first places: of
// those that were counted before without the ones that were forgotten.
func (t *tally) count(r *Reader, records []Record) []*column {
	var all []*column
	t.counts++
	for _, record := range records {
		for _, field := range record.Fields {
			c := t.byName[field.Name]
			if c == nil {
				member, ok := r.memberOf(field.Name)
				c = &column{name: field.Name, promise: r.promised(field.Name), member: member, offered: ok, distinct: map[string]bool{}, since: t.counts}
				t.byName[field.Name] = c
			}
			if c.counted != t.counts {
				c.counted = t.counts
				all = append(all, c)
			}
			if c.since == t.counts {
				c.add(r, field.Value)
			}
		}
	}
	return all
}

// forget takes out the columns that some records have.
func (t *tally) forget(records []Record) {
	for _, record := range records {
		for _, field := range record.Fields {
			delete(t.byName, field.Name)
		}
	}
}

func (c *column) add(r *Reader, v Value) {
	if v.empty() {
		return
	}
	c.records++
	switch v.Kind {
	case Text:
		c.texts++
		c.runes += utf8.RuneCountInString(v.Text)
		if r.asks(v.Text) {
			c.asking++
		}
	case Number:
		c.numbers++
	case Boolean:
	case List:
		c.lists++
		c.flagged = c.flagged || r.flags(v.Items)
	case Null, Object:
	}
	if _, ok := r.truth(v.Text); ok && v.scalar() {
		c.booleans++
	}
	if len(c.distinct) < mostDistinct {
		c.distinct[v.Text] = true
	}
}

// asks reports whether a text asks something. A mark without a word, "?", only
// keeps the place of a value that is not known.
func (r *Reader) asks(text string) bool {
	return hasWord(text) && (r.phrases.IsQuestion(firstLine(text)) || r.phrases.EndsAsking(text))
}

// hasWord reports whether a text has a letter or a digit.
func hasWord(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) })
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// truth reads a value that says true or false.
func (r *Reader) truth(text string) (bool, bool) {
	said := strings.ToLower(strings.Trim(text, " .!"))
	yes := r.cues[judgedTrue].Has(said) || r.cues[trueLetters].Has(said)
	return yes, yes || r.cues[judgedFalse].Has(said) || r.cues[falseLetters].Has(said)
}

// only reports whether all of its values are so.
func (c *column) only(so func(string) bool) bool {
	for value := range c.distinct {
		if !so(value) {
			return false
		}
	}
	return len(c.distinct) < mostDistinct
}

// mostly reports whether a part is at least half of the column's values.
func (c *column) mostly(part int) bool { return c.records > 0 && 2*part >= c.records }

// meanRunes is the mean length of its texts.
func (c *column) meanRunes() int { return c.runes / max(1, c.texts) }

// varied reports whether its values are not the same few again and again.
func (c *column) varied() bool {
	return 2*len(c.distinct) >= min(c.records, mostDistinct)
}
