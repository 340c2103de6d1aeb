package grading

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// groupsOf returns, for each example, the first one of its group. Who has seen one
// of a group knows something of the others: near copies of a title are of one
// group, and so are the statements below one heading, which mostly have their
// grade in common because it is the heading's.
func groupsOf(examples []example) []int {
	of := make([]int, len(examples)) // a forest, in which the least number is a group's root
	root := func(i int) int {
		for of[i] != i {
			of[i] = of[of[i]]
			i = of[i]
		}
		return i
	}
	words := tellingWords(examples)
	met := map[string][]int{} // the examples before, by their section or by each of their words
	for i, e := range examples {
		of[i] = i
		keys := words[i]
		isQuestion := e.entry.Kind == quarry.EntryQuestion
		if !isQuestion {
			keys = []string{string(e.entry.Source.DocumentID) + "\n" + strings.Join(e.entry.Source.Heading, "\n")}
		}
		for _, key := range keys {
			for _, j := range met[key] {
				if a, b := root(i), root(j); a != b && (!isQuestion || resemblance(words[i], words[j]) >= alike) {
					of[max(a, b)] = min(a, b)
				}
			}
			met[key] = append(met[key], i)
		}
	}
	for i := range of {
		of[i] = root(i)
	}
	return of
}

// alike is the share of the words of two titles that both have, from which on they are
// near copies.
const alike = 0.5

// tellingWords returns the different words by which each title is told apart, sorted:
// those that only a few titles have, or all of a title that has no such word. "What is a
// roux" and "what is a tort" are not alike.
func tellingWords(examples []example) [][]string {
	const fewest, oneOf = 3, 20
	all, with := make([][]string, len(examples)), map[string]int{}
	for i, e := range examples {
		all[i] = slices.Compact(slices.Sorted(slices.Values(wordsOf(e.entry.Title))))
		for _, word := range all[i] {
			with[word]++
		}
	}
	for i, words := range all {
		rare := slices.DeleteFunc(slices.Clone(words), func(word string) bool {
			return with[word] > max(fewest, len(examples)/oneOf)
		})
		if len(rare) > 0 {
			all[i] = rare
		}
	}
	return all
}

// resemblance is Jaccard's coefficient of two sorted sets.
func resemblance(a, b []string) float64 {
	both := 0
	for _, word := range a {
		if _, found := slices.BinarySearch(b, word); found {
			both++
		}
	}
	return float64(both) / float64(len(a)+len(b)-both)
}
