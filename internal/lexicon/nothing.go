package lexicon

import (
	"maps"
	"slices"
)

// noThings are words that show that a name is no thing's, by their sort.
type noThings map[string][]scalar

// under lays the words of a later file over these.
func (n noThings) under(later noThings) noThings {
	if len(later) == 0 {
		return n
	}
	all := maps.Clone(n)
	if all == nil {
		all = noThings{}
	}
	for sort, words := range later {
		all[sort] = union(all[sort], words)
	}
	return all
}

func (n noThings) check() error {
	for _, sort := range slices.Sorted(maps.Keys(n)) {
		if err := checkSearched("word of no thing", n[sort]); err != nil {
			return err
		}
	}
	return nil
}

func (n noThings) values() map[string][]string {
	if len(n) == 0 {
		return nil
	}
	all := make(map[string][]string, len(n))
	for sort, words := range n {
		all[sort] = values(words)
	}
	return all
}
