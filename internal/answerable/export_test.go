package answerable

import (
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// Asks returns the parts of a query, each with its words behind a colon.
func (j *Judge) Asks(query string) []string {
	return mapped(j.partsOf(query, quarry.Found{}), func(p part) string {
		return strings.Join(append([]string{p.text + ":"}, mapped(p.words, func(w word) string { return w.Text })...), " ")
	})
}

// Wants returns what sort of answer the first part of a query wants.
func (j *Judge) Wants(query string) string { return string(j.partsOf(query, quarry.Found{})[0].wants) }

// Weighed reports whether every feature has a weight, and the other way round.
func (j *Judge) Weighed() bool {
	return slices.Equal(slices.Sorted(maps.Keys(new(evidence).features())), slices.Sorted(slices.Values(j.model.Names())))
}
