package main

import (
	"slices"
	"time"
)

// quantile returns what so many of a hundred values do not exceed. They are sorted.
func quantile(sorted []time.Duration, percent int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, len(sorted)*percent/100)]
}

func median(values []time.Duration) time.Duration {
	return quantile(slices.Sorted(slices.Values(values)), 50)
}

func mean(values []int) float64 {
	sum := 0
	for _, value := range values {
		sum += value
	}
	return float64(sum) / float64(max(1, len(values)))
}

// counted is how many requests were sent to a side.
func counted(turns []turn, open opened) int {
	sum := len(open.took)
	for _, t := range turns {
		sum += t.requests
	}
	return sum
}

// failures is how many of them were not answered with 200.
func failures(turns []turn, open opened) int {
	sum := open.failed
	for _, t := range turns {
		sum += t.errors
	}
	return sum
}
