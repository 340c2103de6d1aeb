package query

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
)

const (
	attributeWeight  = 0.45 // of an attribute's name, against what the query calls it
	longestAttribute = 5    // words
)

// attributes returns what an entry may have in the place of the attributes that a
// query names beside devices that have them, by the longest of their names: "memory
// capacity" for "VRAM". Without a device many of these are words like others.
func (r *Reader) attributes(text string) []Alternative {
	if r.lexicon == nil {
		return nil
	}
	var classes []quarry.DeviceClass
	for _, device := range r.lexicon.DevicesIn(text) {
		if before, behind, ok := strings.Cut(text, device.Written); ok {
			classes, text = append(classes, device.Class), before+" "+behind
		}
	}
	if len(classes) == 0 {
		return nil
	}
	words := strings.Fields(text)
	words = words[:min(analyzer.MostPaired, len(words))]
	var all []Alternative
	for at := 0; at < len(words); {
		taken := 1
		for length := min(longestAttribute, len(words)-at); length > 0; length-- {
			label := strings.Join(words[at:at+length], " ")
			named := r.attributesCalled(label, classes)
			for _, attribute := range named {
				all = append(all, Alternative{
					Terms: r.analyzer.TermsOf(attribute.Name), Of: r.analyzer.TermsOf(label), Weight: attributeWeight,
				})
			}
			if len(named) > 0 {
				taken = length
				break
			}
		}
		at += taken
	}
	return all
}

// attributesCalled returns the attributes of some classes that have a name, or one
// that means the same.
func (r *Reader) attributesCalled(label string, classes []quarry.DeviceClass) []quarry.Attribute {
	var all []quarry.Attribute
	for _, name := range append([]string{label}, r.alike[text.Slug(label)]...) {
		for _, attribute := range r.lexicon.FindAttributes(name) {
			known := func(other quarry.Attribute) bool { return other.ID == attribute.ID }
			of := func(class quarry.DeviceClass) bool { return slices.Contains(attribute.Classes, class) }
			if (len(attribute.Classes) == 0 || slices.ContainsFunc(classes, of)) && !slices.ContainsFunc(all, known) {
				all = append(all, attribute)
			}
		}
	}
	return all
}

// knowAlike notes what means the same as each name of some groups.
func (r *Reader) knowAlike(groups [][]string) {
	for _, group := range groups {
		for _, name := range group {
			slug := text.Slug(name)
			r.alike[slug] = append(r.alike[slug], group...)
		}
	}
}

// asksFigure reports whether a query asks for values alone, or for attributes of
// devices alone.
func (r *Reader) asksFigure(wanted Request, e search.Expression, attributes []Alternative) bool {
	if len(wanted.Terms) == 0 {
		return false
	}
	told := map[string]bool{}
	if len(attributes) > 0 { // else the names of devices tell nothing
		for _, device := range r.lexicon.DevicesIn(e.Words) {
			for _, term := range r.analyzer.TermsOf(device.Written) {
				told[term] = true
			}
		}
	}
	for _, attribute := range attributes {
		for _, term := range attribute.Of {
			told[term] = true
		}
	}
	return !slices.ContainsFunc(wanted.Terms, func(term string) bool {
		return !told[term] && !IsValue(term) && !wanted.Asking[term]
	})
}
