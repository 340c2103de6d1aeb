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
	foldVariants(pairs)
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

// foldVariants folds what differs from a better supported long form of the same short form by
// an ending, "higher bandwidth memory" from "high bandwidth memory", into that one. Of a
// short form that only says which one it is, HBM3 of HBM, such a form describes the thing, and
// is none of what it stands for.
func foldVariants(pairs map[[2]string][]quarry.AbbreviationIn) {
	longs := map[string][]string{}
	for key := range pairs {
		longs[key[0]] = append(longs[key[0]], key[1])
	}
	count := func(short, long string) int { return len(apart(slices.Clone(pairs[[2]string{short, long}]))) }
	for short, all := range longs {
		slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(count(short, b), count(short, a)), cmp.Compare(a, b)) })
	}
	described := map[[2]string]bool{}
	for short, all := range longs {
		general := kindOf(short)
		for _, long := range all {
			for _, known := range longs[general] {
				if general != short && isVariant(long, known) && count(general, known) >= count(short, long) {
					described[[2]string{short, long}] = true
				}
			}
		}
	}
	for short, all := range longs {
		for i, long := range all {
			better := slices.IndexFunc(all[:i], func(known string) bool { return isVariant(long, known) })
			if better < 0 {
				continue
			}
			into, from := [2]string{short, all[better]}, [2]string{short, long}
			pairs[into] = append(pairs[into], pairs[from]...)
			delete(pairs, from)
			all[i] = all[better]
		}
	}
	for key := range described {
		delete(pairs, key)
	}
}

// kindOf returns a short form without the number that says which one of a kind it is: HBM of
// HBM3e.
func kindOf(short string) string {
	const fewest = 2 // letters
	if at := strings.IndexAny(short, "0123456789"); at >= fewest {
		return short[:at]
	}
	return short
}

// isVariant reports whether two long forms differ by the endings of words, and in nothing else.
func isVariant(a, b string) bool {
	const shortest, ending = 3, 2 // letters: "er", "ed", "s"
	left, right := strings.Fields(a), strings.Fields(b)
	return a != b && slices.EqualFunc(left, right, func(a, b string) bool {
		rest, ok := strings.CutPrefix(b, a)
		if !ok {
			rest, ok = strings.CutPrefix(a, b)
		}
		return a == b || ok && len(rest) <= ending && min(len(a), len(b)) >= shortest
	})
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
