package grading

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

// How often examples are dealt into how many parts.
const (
	parts       = 5
	partsToPick = 3
	mostToPick  = 1500 // examples by which a kind of model is chosen
	mostRounds  = 5
	judgements  = 1000 // that are made at least where the rounds suffice for it
)

// dealing says in which part each example is; those of one part are judged by a
// model of the others.
type dealing []int

// dealGroups deals groups into parts, those of each class in turn, so that the
// parts resemble each other. Another round deals anew.
func (c *corpus) dealGroups(among []int, into int, round uint64) dealing {
	byHash := slices.Clone(among)
	hashes := make(map[int]uint64, len(among))
	for _, i := range among {
		hashes[i] = hashOf(string(c.examples[i].entry.ID), round)
	}
	slices.SortFunc(byHash, func(a, b int) int {
		return cmp.Or(cmp.Compare(c.class[a], c.class[b]), cmp.Compare(hashes[a], hashes[b]), cmp.Compare(a, b))
	})
	dealt := slices.Repeat(dealing{-1}, len(c.examples))
	of := map[int]int{}
	for _, i := range byHash {
		part, known := of[c.group[i]]
		if !known {
			part = len(of) % into
			of[c.group[i]] = part
		}
		dealt[i] = part
	}
	return dealt
}

// dealDocuments deals whole documents into parts, each to the part that has the
// fewest examples so far.
func (c *corpus) dealDocuments(round uint64) dealing {
	held := map[int]int{}
	for _, d := range c.document {
		held[d]++
	}
	documents := make([]int, 0, len(held))
	for d := range held {
		documents = append(documents, d)
	}
	hash := func(d int) uint64 { return hashOf(string(c.examples[d].entry.Source.DocumentID), round) }
	slices.SortFunc(documents, func(a, b int) int {
		return cmp.Or(cmp.Compare(hash(a), hash(b)), cmp.Compare(a, b))
	})
	loads := make([]int, min(parts, len(documents)))
	of := map[int]int{}
	for _, d := range documents {
		lightest := slices.Index(loads, slices.Min(loads))
		of[d] = lightest
		loads[lightest] += held[d]
	}
	dealt := make(dealing, len(c.examples))
	for i, d := range c.document {
		dealt[i] = of[d]
	}
	return dealt
}

// split returns, of some examples, those of a part, and those of other parts that
// have nothing to do with any of them.
func (c *corpus) split(d dealing, among []int, part int) ([]int, []int) {
	var judged, learnt []int
	seen := map[int]bool{}
	for _, i := range among {
		if d[i] == part {
			judged = append(judged, i)
			seen[c.group[i]] = true
		}
	}
	for _, i := range among {
		if d[i] != part && !seen[c.group[i]] {
			learnt = append(learnt, i)
		}
	}
	return judged, learnt
}

// rounds returns how often so many examples are dealt.
func rounds(examples int) int { return min(mostRounds, max(1, judgements/max(1, examples))) }

// judgeUnseen returns, for each example, the probabilities that models of other
// examples give its classes, in the mean over the rounds.
func (c *corpus) judgeUnseen(ctx context.Context, deal func(round uint64) dealing) ([][]float64, error) {
	judged := make([][]float64, len(c.examples))
	for i := range judged {
		judged[i] = make([]float64, len(c.classes))
	}
	n := rounds(len(c.examples))
	for round := range n {
		dealt := deal(uint64(round))
		for part := range parts {
			unseen, learnt := c.split(dealt, c.all(), part)
			if err := c.judgePart(ctx, unseen, learnt, judged); err != nil {
				return nil, err
			}
		}
	}
	for _, probabilities := range judged {
		for k := range probabilities {
			probabilities[k] /= float64(n)
		}
	}
	return judged, nil
}

// judgePart adds the probabilities of a part to what was judged before.
func (c *corpus) judgePart(ctx context.Context, unseen, learnt []int, judged [][]float64) error {
	if len(unseen) == 0 {
		return nil
	}
	k, err := c.pick(ctx, learnt)
	if err != nil {
		return err
	}
	m, err := c.train(k, learnt)
	if err != nil {
		return err
	}
	for _, i := range unseen {
		for class, p := range m.judge(c.texts[i], len(c.classes)) {
			judged[i][class] += p
		}
	}
	return nil
}

// pick chooses a kind of model: the one that, trained on parts of the examples,
// finds the others the least surprising (nested cross-validation: what is judged
// later has no say in it).
func (c *corpus) pick(ctx context.Context, among []int) (kind, error) {
	if len(among) > mostToPick {
		among = slices.SortedFunc(slices.Values(among), func(a, b int) int {
			return cmp.Or(cmp.Compare(c.examples[a].draw, c.examples[b].draw), cmp.Compare(a, b))
		})[:mostToPick]
		slices.Sort(among)
	}
	dealt := c.dealGroups(among, partsToPick, mostRounds)
	best, least := kinds()[0], math.Inf(1)
	for _, k := range kinds() {
		surprise := 0.0
		for part := range partsToPick {
			if err := ctx.Err(); err != nil {
				return best, fmt.Errorf("choose a model: %w", err)
			}
			more, err := c.surprise(k, dealt, among, part)
			if err != nil {
				return best, err
			}
			surprise += more
		}
		if surprise < least {
			best, least = k, surprise
		}
	}
	return best, nil
}

// surprise is the sum of −log of the probabilities that a model gives what is
// true of a part that it has not seen.
func (c *corpus) surprise(k kind, dealt dealing, among []int, part int) (float64, error) {
	unseen, learnt := c.split(dealt, among, part)
	if len(unseen) == 0 {
		return 0, nil
	}
	m, err := c.train(k, learnt)
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for _, i := range unseen {
		sum -= math.Log(max(leastShare, m.judge(c.texts[i], len(c.classes))[c.class[i]]))
	}
	return sum, nil
}
