package main

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// result is what a figure came to: medians over the rounds, and how far the
// rounds lie apart.
type result struct {
	ours, peer time.Duration
	ratio      float64
	low, high  float64 // the smallest and the largest ratio of a round
}

// measured is how long both sides took, round by round.
type measured [][2][]time.Duration

// measure runs a contest. The sides take turns in blocks, so that each is as
// warm as a server at work, and so does who begins. A first round warms up and is
// forgotten, unless each piece of work begins anew.
func (c contest) measure(ctx context.Context, rounds int) (measured, error) {
	var all measured
	last := rounds
	if c.anew {
		last--
	}
	for round := range last + 1 {
		took, err := c.round(ctx, round)
		if err != nil {
			return nil, fmt.Errorf("round %d: %w", round, err)
		}
		if round > 0 || c.anew {
			all = append(all, took)
		}
	}
	return all, nil
}

// round measures both sides in turn.
func (c contest) round(ctx context.Context, round int) ([2][]time.Duration, error) {
	sides := [2]side{c.ours, c.peer}
	var took [2][]time.Duration
	for first := 0; first < c.each; first += block {
		for turn := range sides {
			which := (turn + first/block + round) % len(sides)
			for i := first; i < min(first+block, c.each); i++ {
				once, err := sides[which](ctx, round*c.each+i)
				if err != nil {
					return took, err
				}
				took[which] = append(took[which], once)
			}
		}
	}
	return took, nil
}

// block is how often a side works before the other has its turn: short beside
// what else goes on in the machine, long beside what a change of turns costs.
const block = 50

// result is what each round gives for both sides, and the medians of that over
// the rounds. The ratio is that of a round, too.
func (m measured) result(of func([]time.Duration) time.Duration) result {
	var ours, peer []time.Duration
	var ratios []float64
	for _, took := range m {
		us, them := of(took[0]), of(took[1])
		ours, peer = append(ours, us), append(peer, them)
		ratios = append(ratios, float64(us)/float64(max(1, them)))
	}
	return result{
		ours: median(ours), peer: median(peer), ratio: median(ratios),
		low: slices.Min(ratios), high: slices.Max(ratios),
	}
}

// slowest returns what one of a hundred values exceeds.
func slowest(values []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, len(sorted)*99/100)]
}

// median returns the middle of some values, the mean of two middles.
func median[T time.Duration | float64](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 0 {
		return (sorted[middle-1] + sorted[middle]) / 2
	}
	return sorted[middle]
}
