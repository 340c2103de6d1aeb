package answer

import (
	"math"
	"slices"
	"strings"
)

// features are what the model of answers is told, by name. None of them names a word.
func features() []string {
	return []string{
		"precision of new words", "recall of letters", "precision of letters", "longest common row",
		"length of reference", "length of answer", "echo", "swapped",
		"numbers", "foreign numbers", "foreign words", "best point", "points",
	}
}

// describe returns the features, in the order of their names.
func (c *compared) describe() []float64 {
	best := 0.0
	if at := c.bestPoint(); at >= 0 {
		best = c.points[at].coverage
	}
	foreign, rare := 0.0, 0.0 // words that neither the reference nor the question has, and how rare they are
	for _, i := range c.given.content {
		if !c.echoed[i] && c.known[i].at < 0 {
			rare += c.given.words[i].weight
			foreign++
		}
	}
	numbers := 0.0 // likewise
	for _, n := range c.given.numbers {
		if !slices.ContainsFunc(slices.Concat(c.reference.numbers, c.question.numbers), func(other number) bool {
			agrees, _ := other.agrees(n)
			return agrees || strings.EqualFold(other.Text, n.Text)
		}) {
			numbers++
		}
	}
	size := func(r *reading) float64 { return math.Log(1 + float64(len(r.content))) }
	reference, given := c.lettersOf(c.reference, c.asked), c.lettersOf(c.given, c.echoed)
	return []float64{
		c.share(c.given, c.known, c.echoed), overlap(reference, given), overlap(given, reference), c.row(),
		size(c.reference), size(c.given), c.echo(), c.swapped(),
		c.agreedNumbers(), math.Log(1 + numbers), rare / max(1, foreign), best, float64(len(c.points)),
	}
}

// share returns which share of what a text says the other one says, by weight, without the
// words that are left out: -1 where these are all, 0 where the text says nothing.
func (c *compared) share(r *reading, found []match, without []bool) float64 {
	total, present := 0.0, 0.0
	for _, i := range r.content {
		if without != nil && without[i] {
			continue
		}
		total += r.words[i].weight
		present += r.words[i].weight * found[i].share
	}
	switch {
	case total > 0:
		return present / total
	case without == nil:
		return 0
	}
	return -1
}

// lettersOf counts the rows of four letters in the words of a text.
func (*compared) lettersOf(r *reading, without []bool) map[string]int {
	const row = 4
	counts := map[string]int{}
	for _, i := range r.content {
		if without[i] {
			continue
		}
		letters := " " + r.words[i].stem + " "
		for k := 0; k+row <= max(row, len(letters)); k++ {
			counts[letters[k:min(len(letters), k+row)]]++
		}
	}
	return counts
}

// overlap returns which share of some counts others have.
func overlap(of, with map[string]int) float64 {
	total, common := 0, 0
	for letters, count := range of {
		total += count
		common += min(count, with[letters])
	}
	if total == 0 {
		return 0
	}
	return float64(common) / float64(total)
}

// row returns the length of the longest row of words that both texts have in one order, as a
// share of the reference.
func (c *compared) row() float64 {
	const longest = 300
	a, b := c.reference.content, c.given.content
	a, b = a[:min(len(a), longest)], b[:min(len(b), longest)]
	if len(a) == 0 {
		return 0
	}
	before, now := make([]int, len(b)+1), make([]int, len(b)+1)
	for _, i := range a {
		for k, other := range b {
			if c.reference.words[i].stem == c.given.words[other].stem {
				now[k+1] = before[k] + 1
			} else {
				now[k+1] = max(now[k], before[k+1])
			}
		}
		before, now = now, before
	}
	return float64(before[len(b)]) / float64(len(a))
}

// echo returns which share of the answer's words only repeats the question.
func (c *compared) echo() float64 {
	total, echoed := 0.0, 0.0
	for _, i := range c.given.content {
		total += c.given.words[i].weight
		if c.echoed[i] {
			echoed += c.given.words[i].weight
		}
	}
	if total == 0 {
		return 1
	}
	return echoed / total
}

// agreedNumbers returns which share of the reference's numbers the answer has, -1 where it
// has none.
func (c *compared) agreedNumbers() float64 {
	if len(c.reference.numbers) == 0 {
		return -1
	}
	count := 0
	for _, n := range c.numbers {
		if n.agrees {
			count++
		}
	}
	return float64(count) / float64(len(c.numbers))
}

// bestPoint returns the place of the key point that is covered best, -1 where there is none.
func (c *compared) bestPoint() int {
	best := -1
	for i, p := range c.points {
		if p.coverage > 0 && (best < 0 || p.coverage > c.points[best].coverage) {
			best = i
		}
	}
	return best
}
