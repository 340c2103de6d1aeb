package grading

import (
	"cmp"
	"context"
	"fmt"
	"maps"
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
	rows     []row
	columns  int
}

func newCorpus(examples []example) *corpus {
	c := &corpus{examples: examples, group: groupsOf(examples)}
	c.rows, c.columns = rowsOf(examples)
	for _, difficulty := range quarry.Difficulties() {
		if slices.ContainsFunc(examples, func(e example) bool { return e.entry.Grade.Difficulty == difficulty }) {
			c.classes = append(c.classes, difficulty)
		}
	}
	documents := map[quarry.DocumentID]int{}
	for i, e := range examples {
		c.class = append(c.class, slices.Index(c.classes, e.entry.Grade.Difficulty))
		if _, known := documents[e.entry.Source.DocumentID]; !known {
			documents[e.entry.Source.DocumentID] = i
		}
		c.document = append(c.document, documents[e.entry.Source.DocumentID])
	}
	return c
}

// all names every example.
func (c *corpus) all() []int {
	all := make([]int, len(c.examples))
	for i := range all {
		all[i] = i
	}
	return all
}

// counts returns how many examples each class has.
func (c *corpus) counts(of []int) []int {
	counts := make([]int, len(c.classes))
	for _, i := range of {
		counts[c.class[i]]++
	}
	return counts
}

// How often examples are dealt into how many parts.
const (
	parts      = 5
	mostRounds = 5
	judgements = 1000 // that are made at least where the rounds suffice for it
)

// rounds returns how often the examples are dealt.
func (c *corpus) rounds() int { return min(mostRounds, max(1, judgements/max(1, len(c.examples)))) }

// deal deals examples into parts, those that are of one unit (a group, a document) into one:
// each unit to the part that has the fewest examples so far. Another round deals anew.
func (c *corpus) deal(unit []int, round int) []int {
	held := map[int]int{}
	for _, u := range unit {
		held[u]++
	}
	hash := func(u int) uint64 { return hashOf(string(c.examples[u].entry.ID), round) }
	units := slices.SortedFunc(maps.Keys(held), func(a, b int) int {
		return cmp.Or(cmp.Compare(hash(a), hash(b)), cmp.Compare(a, b))
	})
	loads, of := make([]int, min(parts, len(units))), map[int]int{}
	for _, u := range units {
		of[u] = slices.Index(loads, slices.Min(loads))
		loads[of[u]] += held[u]
	}
	dealt := make([]int, len(unit))
	for i, u := range unit {
		dealt[i] = of[u]
	}
	return dealt
}

// judgeUnseen returns, for each example, the probabilities that models of other parts give
// its classes, in the mean over the rounds. A model has seen none of the groups that it
// judges.
func (c *corpus) judgeUnseen(ctx context.Context, unit []int) ([][]float64, error) {
	judged := make([][]float64, len(c.examples))
	for i := range judged {
		judged[i] = make([]float64, len(c.classes))
	}
	for round := range c.rounds() {
		dealt := c.deal(unit, round)
		for part := range parts {
			if err := ctx.Err(); err != nil {
				return nil, fmt.Errorf("cross-validate: %w", err)
			}
			unseen := slices.DeleteFunc(c.all(), func(i int) bool { return dealt[i] != part })
			groups := map[int]bool{}
			for _, i := range unseen {
				groups[c.group[i]] = true
			}
			m, err := c.train(slices.DeleteFunc(c.all(), func(i int) bool { return groups[c.group[i]] }))
			if err != nil {
				return nil, err
			}
			for _, i := range unseen {
				for k, p := range m.judge(c.rows[i]) {
					judged[i][k] += p / float64(c.rounds())
				}
			}
		}
	}
	return judged, nil
}
