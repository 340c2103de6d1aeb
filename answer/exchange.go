package answer

import (
	"fmt"
	"math"
)

// item is a word or a number that both texts have, where one of them has it.
type item struct {
	key    string // the same in both texts
	at     int    // place among the items of its text
	word   int    // place among its words
	weight float64
}

const mostItems = 48

// items returns what both texts have, in the order of the answer and in that of the
// reference.
func (c *compared) items() (given, reference []item) {
	keys := map[string]bool{}
	add := func(list []item, key string, word int, weight float64) []item {
		if len(list) == mostItems {
			return list
		}
		return append(list, item{key, len(list), word, weight})
	}
	numbers := map[int]int{}
	for k, n := range c.numbers {
		if n.agrees {
			numbers[n.given] = k
		}
	}
	for i, w := range c.given.words {
		switch at := c.known[i].at; {
		case w.number >= 0:
			if k, ok := numbers[w.number]; ok {
				key := fmt.Sprint("#", k)
				keys[key] = true
				given = add(given, key, i, numberWeight)
			}
		case w.tells() && at >= 0:
			key := c.reference.words[at].stem
			keys[key] = true
			given = add(given, key, i, w.weight)
		}
	}
	for i, w := range c.reference.words {
		key := w.stem
		if w.number >= 0 {
			key = fmt.Sprint("#", w.number)
		}
		if keys[key] {
			reference = add(reference, key, i, w.weight)
		}
	}
	return given, reference
}

// near tells how closely two words of a text stand together, 0 to 1.
func (r *reading) near(a, b int) float64 {
	const apart, decay = 4, 4
	distance := 0.0
	for i := min(a, b) + 1; i <= max(a, b); i++ {
		w := r.words[i]
		if w.tells() || w.number >= 0 {
			distance++
		}
	}
	if r.words[a].clause != r.words[b].clause {
		distance += apart
	}
	return math.Exp(-distance / decay)
}

// exchanged returns how much better the answer would go with the reference if two of its
// words changed places, 0 to 1, and how well it does.
func (c *compared) exchanged() (float64, float64) {
	given, reference := c.items()
	index := map[string]int{}
	for _, one := range reference {
		if _, ok := index[one.key]; !ok {
			index[one.key] = len(index)
		}
	}
	n := len(index)
	together := make([]float64, n*n) // in the reference
	for _, a := range reference {
		for _, b := range reference {
			x, y := index[a.key], index[b.key]
			if x == y || a.at >= b.at {
				continue
			}
			near := c.reference.near(a.word, b.word)
			together[x*n+y] = max(together[x*n+y], near)
			together[y*n+x] = max(together[y*n+x], near*reversed)
		}
	}
	type pair struct {
		x, y int
		near float64
	}
	var pairs []pair
	total := 0.0
	for i, a := range given {
		for _, b := range given[i+1:] {
			x, ok := index[a.key]
			y, also := index[b.key]
			if !ok || !also || x == y {
				continue
			}
			near := c.given.near(a.word, b.word)
			pairs = append(pairs, pair{x, y, near})
			total += near
		}
	}
	if total == 0 {
		return 0, 0
	}
	score := func(p, q int) float64 {
		sum := 0.0
		swap := func(x int) int {
			switch x {
			case p:
				return q
			case q:
				return p
			}
			return x
		}
		for _, one := range pairs {
			sum += one.near * together[swap(one.x)*n+swap(one.y)]
		}
		return sum
	}
	now := score(-1, -1)
	best := now
	for p := range n {
		for q := range p {
			best = max(best, score(p, q))
		}
	}
	if best == 0 {
		return 0, 0
	}
	return 1 - now/best, now / total
}

const reversed = 0.7
