package spec

import (
	_ "embed"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest/spec/labelled"
	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

//go:embed model.json
var modelData []byte

// newModel returns the fitted model; it is embedded, so that a broken one is a fault of
// the program.
func newModel() *fit.Model {
	model, err := fit.Read(modelData)
	if err != nil {
		panic(err)
	}
	return model
}

// Features are the names of what the model is told of a number, in their order.
func Features() []string {
	return []string{
		"unit_written", "unit_hinted", "attribute_known", "label_measures", "own_words_name_it", "bare_integer",
		"share_covered", "money", "label_counts", "structured", "keyed", "phrase",
		"subject_sure", "subject_looks_named", "subject_known", "neighbours_measured", "neighbours_numbers", "trap_in_label", "trap_in_titles",
		"aside", "condition_of_another", "label_length", "words_beside", "year_or_name",
	}
}

// group is what the values beside each other look like.
type group struct{ values, measured, numbers int }

// whole is what share of a value a number takes that is all of it.
const whole = 0.9

// groups counts, for the values that stand beside each other, how many have a number with
// a unit.
func (d *document) groups(all []candidate) map[int]group {
	groups := map[int]group{}
	for i := range d.found.Values {
		g := groups[d.found.Values[i].Group]
		g.values++
		groups[d.found.Values[i].Group] = g
	}
	for i := range all {
		if all[i].number.at == 0 && (all[i].number.Unit != "" || all[i].what.known) {
			g := groups[all[i].value.Group]
			g.measured++
			groups[all[i].value.Group] = g
		}
		if all[i].number.at == 0 && all[i].number.covered >= whole {
			g := groups[all[i].value.Group]
			g.numbers++
			groups[all[i].value.Group] = g
		}
	}
	return groups
}

// features describes a number to the model.
func (d *document) features(c *candidate, g group) []float64 {
	v, n := c.value, &c.number
	hinted := c.hint.label || c.hint.from.Text != ""
	words := text.WordCount(v.Raw.Text)
	return []float64{
		yes(n.Unit != "" && !hinted), yes(hinted), yes(c.what.known), c.label.measuring, yes(c.what.own),
		yes(n.Unit == "" && !strings.ContainsAny(n.Text, ".,")),
		n.covered, yes(quantity.IsMoney(n.unit.Kind) && !c.what.known), yes(c.label.counts),
		yes(v.Layout <= labelled.Record), yes(v.Layout == labelled.Keyed), yes(v.Layout == labelled.Phrase),
		c.subject.strength, c.subject.looks, yes(!c.subject.Discovered),
		share(g.measured, g.values), share(g.numbers, g.values), yes(c.label.trap || v.Key), d.trapsAbove(v),
		d.aside(v), yes(d.isCondition(n)), math.Log(1 + float64(c.label.words)), math.Log(1 + float64(words)), yes(isYear(n) || n.isOfName()),
	}
}

// isOfName reports whether a number stands right behind a capitalised word, with no unit or
// with one letter written on to it: "Kiox 300", "TSMC 4N".
func (n *number) isOfName() bool {
	word := lastWord(n.before)
	first, _ := utf8.DecodeRuneInString(word)
	if !unicode.IsUpper(first) || strings.HasSuffix(word, ":") || strings.ToUpper(word) == word && len(word) == 1 {
		return false
	}
	glued := len(n.Unit) == 1 && strings.HasSuffix(n.Text, n.Unit) && !strings.Contains(n.Text, " ")
	return n.Unit == "" || glued
}

// isYear reports whether a number may be a year, or a date in digits alone.
func isYear(n *number) bool {
	const first, last = 1900, 2100
	if len(n.Text) == len("20260131") && text.AllDigits(n.Text) {
		_, err := time.Parse("20060102", n.Text)
		return err == nil
	}
	return n.Unit == "" && n.Min != nil && *n.Min >= first && *n.Min <= last && *n.Min == math.Trunc(*n.Min) && !strings.ContainsAny(n.Text, ".,")
}

func yes(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// trapsAbove returns how many of the titles and labels above a value say that numbers
// below them are of something else: what changed, what was done, examples.
func (d *document) trapsAbove(v *labelled.Value) float64 {
	traps := 0
	count := func(title string) {
		for word := range strings.FieldsSeq(text.SlugWith(title, ' ')) {
			if d.cues["trap_titles"].HasAny(word, d.english.Singular(word)) || d.cues["comparing"].Has(word) {
				traps++
				return
			}
		}
	}
	for _, s := range v.Section.Path() {
		if s.Parent != nil {
			count(s.Title.Text)
		}
	}
	for _, piece := range v.Path[:max(0, len(v.Path)-1)] {
		count(piece.Text)
	}
	return float64(min(traps, 2))
}

// aside returns how much the words of a value speak of a case, of somebody's own, or of
// another thing.
func (d *document) aside(v *labelled.Value) float64 {
	n := 0
	for _, word := range text.Words(strings.ToLower(v.Raw.Text)) {
		if d.cues["aside_words"].Has(word) {
			n++
		}
	}
	return float64(min(n, 3))
}
