package api

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// claimedIn is what is claimed of the devices that are asked about: each has its
// attributes by the names that its documents have for them.
type claimedIn struct {
	of    map[quarry.DeviceID][]quarry.AttributeMention
	asked bool // devices were named, whether or not anything is claimed of them
}

// called returns the attributes that a word means of one of the devices: the one whose
// id it is, or else those that have it as their name or as a source's label, or else
// those that the lexicon calls so.
func (c claimedIn) called(lexicon *lexicon.Lexicon, word string) []quarry.AttributeID {
	slug := text.Slug(word)
	if slug == "" {
		return nil
	}
	aliased := lexicon.FindAttributes(word)
	return c.choose(
		func(a quarry.AttributeMention) bool { return string(a.ID) == word },
		func(a quarry.AttributeMention) bool { return slices.Contains(slugsOf(a), slug) },
		func(a quarry.AttributeMention) bool {
			return slices.ContainsFunc(aliased, func(known quarry.Attribute) bool { return known.ID == a.ID })
		},
	)
}

// holding returns the attributes of the devices that have some words in one of their
// names, as they stand: "hose" is in "Hose diameter, inner".
func (c claimedIn) holding(words string) []quarry.AttributeID {
	slug := text.Slug(words)
	return c.choose(func(a quarry.AttributeMention) bool {
		return slug != "" && slices.ContainsFunc(slugsOf(a), func(name string) bool {
			return strings.Contains("-"+name+"-", "-"+slug+"-")
		})
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
