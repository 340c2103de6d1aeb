// Package glossary gathers the abbreviations of entries into terms, the same for every store.
package glossary

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// mostPlaces is how many places an expansion names.
const mostPlaces = 3

// Of gathers what entries say, in any order, into terms by name. A pair
// is believed where its letters prove it in one place, or where it stands in two
// that do not overlap; the same file under two paths is one.
func Of(found []quarry.AbbreviationIn) []quarry.GlossaryTerm {
	pairs := map[[2]string][]quarry.AbbreviationIn{}
	for _, a := range found {
		key := [2]string{a.Short, longKey(a.Long)}
		pairs[key] = append(pairs[key], a)
	}
	terms := map[string][]quarry.Expansion{}
	for key, places := range pairs {
		if e := expansionOf(places); e.Spelled || e.Count > 1 {
			terms[key[0]] = append(terms[key[0]], e)
		}
	}
	glossary := make([]quarry.GlossaryTerm, 0, len(terms))
	for _, term := range slices.SortedFunc(maps.Keys(terms), compareTerms) {
		slices.SortFunc(terms[term], compareExpansions)
		glossary = append(glossary, quarry.GlossaryTerm{Term: term, Expansions: terms[term]})
	}
	return glossary
}

// longKey is the same for all spellings of a long form: hyphens, capitals and a
// plural at the end make no other thing.
func longKey(long string) string {
	key := text.SlugWith(long, ' ')
	if bare, ok := strings.CutSuffix(key, "s"); ok && !strings.HasSuffix(bare, "s") {
		return bare
	}
	return key
}

func compareTerms(a, b string) int {
	return cmp.Or(cmp.Compare(strings.ToLower(a), strings.ToLower(b)), cmp.Compare(a, b))
}

func compareExpansions(a, b quarry.Expansion) int {
	spelled := func(e quarry.Expansion) int {
		if e.Spelled {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(spelled(a), spelled(b)), cmp.Compare(a.Text, b.Text))
}

// expansionOf makes one expansion of all that say it.
func expansionOf(all []quarry.AbbreviationIn) quarry.Expansion {
	places := apart(all)
	e := quarry.Expansion{Count: len(places)}
	for _, a := range all {
		e.Spelled = e.Spelled || a.Spelled
	}
	written := map[string]int{}
	for _, place := range places {
		written[place.Long]++
	}
	for text, times := range written {
		if best := written[e.Text]; times > best || times == best && text < e.Text {
			e.Text = text
		}
	}
	for _, place := range places[:min(len(places), mostPlaces)] {
		e.Entries = append(e.Entries, place.EntryRef)
		e.Sources = append(e.Sources, place.Source)
	}
	return e
}

// apart returns the most places of which no two share a line, by path and line:
// of those that do, the one that ends first.
func apart(all []quarry.AbbreviationIn) []quarry.AbbreviationIn {
	slices.SortFunc(all, func(a, b quarry.AbbreviationIn) int {
		return cmp.Or(cmp.Compare(a.Source.SHA256, b.Source.SHA256), cmp.Compare(a.LineEnd, b.LineEnd),
			cmp.Compare(b.LineStart, a.LineStart), compareWhere(a, b), cmp.Compare(a.Long, b.Long))
	})
	var places []quarry.AbbreviationIn
	for _, a := range all {
		last := len(places) - 1
		if last < 0 || places[last].Source.SHA256 != a.Source.SHA256 || places[last].LineEnd < a.LineStart {
			places = append(places, a)
		}
	}
	slices.SortFunc(places, compareWhere)
	return places
}

func compareWhere(a, b quarry.AbbreviationIn) int {
	return cmp.Or(cmp.Compare(a.Source.Path, b.Source.Path), cmp.Compare(a.Source.Collection, b.Source.Collection),
		cmp.Compare(a.LineEnd, b.LineEnd), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
}
