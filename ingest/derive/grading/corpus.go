package grading

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// corpus is the examples as numbers.
type corpus struct {
	examples []example
	classes  []quarry.Difficulty // those that are stated, easiest first
	class    []int               // by example
	group    []int               // by example: the first of its group
	document []int               // by example: the first of its document
	texts    []text
	names    int // of features
}

// text is a reading whose words have numbers.
type text struct {
	blocks [blocks][]int32 // different features of the title, of the text, and marks
	sizes  [sizes]float64
}

const (
	blockTitle = iota
	blockAnswer
	blockMarks
	blocks
)

func newCorpus(examples []example) *corpus {
	c := &corpus{examples: examples, group: groupsOf(examples)}
	for _, difficulty := range quarry.Difficulties() {
		if slices.ContainsFunc(examples, func(e example) bool { return e.difficulty == difficulty }) {
			c.classes = append(c.classes, difficulty)
		}
	}
	numbers := map[string]int32{}
	documents := map[quarry.DocumentID]int{}
	for i, e := range examples {
		c.class = append(c.class, slices.Index(c.classes, e.difficulty))
		if _, known := documents[e.entry.Source.DocumentID]; !known {
			documents[e.entry.Source.DocumentID] = i
		}
		c.document = append(c.document, documents[e.entry.Source.DocumentID])
		c.texts = append(c.texts, numbered(read(e.entry), numbers))
	}
	c.names = len(numbers)
	return c
}

// numbered gives each feature a number; title, text and marks have features of
// their own.
func numbered(r reading, numbers map[string]int32) text {
	t := text{sizes: r.sizes}
	for block, features := range [blocks][]string{r.title, r.answer, r.marks} {
		for _, feature := range features {
			name := string(rune('0'+block)) + feature
			number, known := numbers[name]
			if !known {
				number = int32(len(numbers)) //nolint:gosec // MostExamples texts of mostWords words are fewer.
				numbers[name] = number
			}
			t.blocks[block] = append(t.blocks[block], number)
		}
		slices.Sort(t.blocks[block])
		t.blocks[block] = slices.Compact(t.blocks[block])
	}
	return t
}

// counts returns how many examples each class has.
func (c *corpus) counts(of []int) []int {
	counts := make([]int, len(c.classes))
	for _, i := range of {
		counts[c.class[i]]++
	}
	return counts
}

// all names every example.
func (c *corpus) all() []int {
	all := make([]int, len(c.examples))
	for i := range all {
		all[i] = i
	}
	return all
}
