package generate

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// writer writes one text about one field.
type writer struct {
	strings.Builder

	random *rand.Rand
	names  *rand.Zipf // few names are common, most are rare
	field  field
}

// How many names there are, and how fast they get rare.
const (
	mostNames = 6000
	nameSlope = 1.2
)

// newWriter returns the writer of the n-th text of a seed. Each text has its
// own random numbers, so that it does not depend on those before it.
func newWriter(seed, n uint64) *writer {
	random := rand.New(rand.NewPCG(seed, n)) //nolint:gosec // The same seed has to give the same text.
	known := fields()
	return &writer{
		random: random, names: rand.NewZipf(random, nameSlope, 4, mostNames-1),
		field: known[random.IntN(len(known))],
	}
}

func (w *writer) line(text string) { w.WriteString(text + "\n") }

func (w *writer) paragraph(text string) { w.line(text + "\n") }

func (w *writer) one(of []string) string { return of[w.random.IntN(len(of))] }

func (w *writer) between(least, most int) int { return least + w.random.IntN(most-least+1) }

// say fills one of the patterns and begins it with a capital.
func (w *writer) say(patterns []string) string { return capital(w.fill(w.one(patterns))) }

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// statements says a few sentences, no two alike.
func (w *writer) statements(least, most int) string {
	patterns := statements()
	first := w.random.IntN(len(patterns))
	said := make([]string, w.between(least, most))
	for i := range said {
		said[i] = capital(w.fill(patterns[(first+5*i)%len(patterns)]))
	}
	return strings.Join(said, " ")
}

// fill replaces what stands in braces. A vowel makes "a" before it "an".
func (w *writer) fill(pattern string) string {
	var filled strings.Builder
	for {
		before, rest, found := strings.Cut(pattern, "{")
		if !found {
			filled.WriteString(before)
			return filled.String()
		}
		kind, after, _ := strings.Cut(rest, "}")
		word := w.word(kind)
		if strings.HasSuffix(strings.ToLower(" "+before), " a ") && strings.ContainsAny(word[:1], "aeiou") {
			before = before[:len(before)-1] + "n "
		}
		filled.WriteString(before + word)
		pattern = after
	}
}

func (w *writer) word(kind string) string {
	switch kind {
	case "thing":
		return w.one(w.field.things)
	case "part":
		return w.one(w.field.parts)
	case "action":
		return w.one(w.field.actions)
	case "stuff":
		return w.one(w.field.stuff)
	case "trait":
		return w.one(w.field.traits)
	case "name":
		return w.name()
	case "number":
		return strconv.Itoa(w.between(2, 4096))
	case "percent":
		return strconv.Itoa(w.between(3, 60))
	}
	return "{" + kind + "}"
}

// name coins a name: the same number always sounds the same.
func (w *writer) name() string {
	const onsets, vowels, codas = "bdfgklmnprstvz", "aeiou", "lnrstkmd"
	number := w.names.Uint64()
	var coined strings.Builder
	for range 2 {
		coined.WriteByte(onsets[number%uint64(len(onsets))])
		number /= uint64(len(onsets))
		coined.WriteByte(vowels[number%uint64(len(vowels))])
		number /= uint64(len(vowels))
	}
	coined.WriteByte(codas[number%uint64(len(codas))])
	name := coined.String()
	return strings.ToUpper(name[:1]) + name[1:]
}

// product names something that one can buy.
func (w *writer) product() string {
	return fmt.Sprintf("%s %s%d", w.one(w.field.makers), string("KLMRSTX"[w.random.IntN(7)]),
		10*w.between(1, 90))
}

// value reads a measure off some product.
func (w *writer) value(m measure) string {
	number := m.least + w.random.Float64()*(m.most-m.least)
	if m.decimal {
		return strconv.FormatFloat(number, 'f', 1, 64) + " " + m.unit
	}
	return strconv.FormatFloat(number, 'f', 0, 64) + " " + m.unit
}
