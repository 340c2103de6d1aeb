package bind

import (
	"iter"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// claimedIn is what is claimed of the devices that are asked about: each has its
// attributes by the names that its documents have for them.
type claimedIn struct {
	of      map[quarry.DeviceID][]quarry.AttributeMention
	asked   bool // devices were named, whether or not anything is claimed of them
	unknown bool // and none of them is known
}

// called returns the attributes that a word means of one of the devices: the one whose
// id it is, or else those that have it as their name or as a source's label, or else
// those that the lexicon calls so, or else those of which a name has the same words in
// another order.
func (c claimedIn) called(lexicon *lexicon.Lexicon, word string) []quarry.AttributeID {
	slug := text.Slug(word)
	if slug == "" {
		return nil
	}
	aliased, sorted := lexicon.FindAttributes(word), sortedWords(slug)
	return c.choose(
		func(a quarry.AttributeMention) bool { return string(a.ID) == word },
		func(a quarry.AttributeMention) bool { return slices.Contains(slugsOf(a), slug) },
		func(a quarry.AttributeMention) bool {
			return slices.ContainsFunc(aliased, func(known quarry.Attribute) bool { return known.ID == a.ID })
		},
		func(a quarry.AttributeMention) bool {
			return slices.ContainsFunc(slugsOf(a), func(name string) bool { return slices.Equal(sortedWords(name), sorted) })
		},
	)
}

// holding returns the attributes of the devices that have some words in one of their
// names, as they stand: "hose" is in "Hose diameter, inner".
func (c claimedIn) holding(words string) []quarry.AttributeID {
	slug := text.Slug(words)
	return c.choose(func(a quarry.AttributeMention) bool {
		return slug != "" && slices.ContainsFunc(slugsOf(a), func(name string) bool { return hasWords(name, slug) })
	})
}

// choose returns the attributes of each device that pass the first test that any of its
// attributes passes.
func (c claimedIn) choose(tests ...func(quarry.AttributeMention) bool) []quarry.AttributeID {
	var chosen []quarry.AttributeID
	for _, attributes := range c.of {
		for _, passes := range tests {
			if !slices.ContainsFunc(attributes, passes) {
				continue
			}
			for _, attribute := range attributes {
				if passes(attribute) {
					chosen = append(chosen, attribute.ID)
				}
			}
			break
		}
	}
	slices.Sort(chosen)
	return slices.Compact(chosen)
}

// slugsOf are the names that an attribute has where it is claimed.
func slugsOf(a quarry.AttributeMention) []string {
	return []string{text.Slug(strings.TrimPrefix(string(a.ID), "x_")), text.Slug(a.Name), text.Slug(a.Written)}
}

// namesOf are slugsOf with those that the lexicon has for it.
func namesOf(lexicon *lexicon.Lexicon, a quarry.AttributeMention) []string {
	known, _ := lexicon.Attribute(a.ID)
	return append(slugsOf(a), view.Map(lexicon.EverydayNames(known), text.Slug)...)
}

// wordsOf are the words of a slug.
func wordsOf(slug string) []string {
	return strings.FieldsFunc(slug, func(r rune) bool { return r == '-' })
}

func sortedWords(slug string) []string { return slices.Sorted(slices.Values(wordsOf(slug))) }

// has reports whether one of some attributes is claimed of one of the devices.
func (c claimedIn) has(attributes []quarry.AttributeID) bool {
	return len(c.choose(func(a quarry.AttributeMention) bool { return slices.Contains(attributes, a.ID) })) > 0
}

// measuringAlike leaves out what is known to measure something else than some attributes.
func (c claimedIn) measuringAlike(lexicon *lexicon.Lexicon, as []quarry.AttributeID) claimedIn {
	alike := func(id quarry.AttributeID) bool {
		own, _ := lexicon.Attribute(id)
		return slices.ContainsFunc(as, func(other quarry.AttributeID) bool {
			known, _ := lexicon.Attribute(other)
			return own.MeasuresAs(known)
		})
	}
	kept := claimedIn{of: make(map[quarry.DeviceID][]quarry.AttributeMention, len(c.of)), asked: c.asked, unknown: c.unknown}
	for device, attributes := range c.of {
		for _, one := range attributes {
			if alike(one.ID) {
				kept.of[device] = append(kept.of[device], one)
			}
		}
	}
	return kept
}

// like returns the attributes of the devices that may be meant by words which none of them is
// called: those whose names come closest, or else share words with them. Words that stand in
// every text tell nothing.
func (c claimedIn) like(lexicon *lexicon.Lexicon, words string) []quarry.AttributeID {
	telling := slices.DeleteFunc(wordsOf(strings.TrimPrefix(text.Slug(words), "x-")), func(word string) bool {
		return lexicon.LanguageOfWord(word) != ""
	})
	near := rest.NewSharing(strings.Join(telling, "-"), len(telling))
	for a := range c.each() {
		for _, name := range namesOf(lexicon, a) {
			near.Try(name, string(a.ID))
		}
	}
	return idsOf(near.Best())
}

func idsOf(words []string) []quarry.AttributeID {
	return view.Map(words, func(id string) quarry.AttributeID { return quarry.AttributeID(id) })
}

// each goes over the attributes of all devices.
func (c claimedIn) each() iter.Seq[quarry.AttributeMention] {
	return func(yield func(quarry.AttributeMention) bool) {
		for _, attributes := range c.of {
			for _, attribute := range attributes {
				if !yield(attribute) {
					return
				}
			}
		}
	}
}

// names are what the devices' documents call some attributes, of several names of one the
// first in the alphabet.
func (c claimedIn) names(ids []quarry.AttributeID) []string {
	names := make([]string, len(ids))
	for a := range c.each() {
		if at := slices.Index(ids, a.ID); at >= 0 && (names[at] == "" || a.Name < names[at]) {
			names[at] = a.Name
		}
	}
	return names
}

// whole puts together again what a list of words has of the names that have commas: who
// copies "Vibration, front handle" means one attribute; who asks for words that are each
// called something means each. As in every list, neither order nor repetition counts.
func (c claimedIn) whole(lexicon *lexicon.Lexicon, words []string) []string {
	slugs := view.Map(words, text.Slug)
	taken := make([]bool, len(words))
	var names []string
	for device, attributes := range c.of {
		one := claimedIn{of: map[quarry.DeviceID][]quarry.AttributeMention{device: attributes}}
		means := map[string]bool{} // which of the words are called something by themselves
		meansNothing := func(part string) bool {
			if _, known := means[part]; !known {
				means[part] = len(one.called(lexicon, part)) > 0
			}
			return !means[part]
		}
		for a := range one.each() {
			for _, name := range []string{a.Name, a.Written} {
				parts := view.Map(strings.Split(name, ","), text.Slug)
				missing := func(part string) bool { return !slices.Contains(slugs, part) }
				if len(parts) < 2 || slices.ContainsFunc(parts, missing) || !slices.ContainsFunc(parts, meansNothing) {
					continue
				}
				names = append(names, name)
				for i, slug := range slugs {
					taken[i] = taken[i] || slices.Contains(parts, slug)
				}
			}
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for i, word := range words {
		if !taken[i] {
			names = append(names, word)
		}
	}
	return names
}
