package claim

import (
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// keepApart tells numbers of one record, or of one table, apart that disagree and
// that nothing but their titles tells apart: "Clock rate Core" and "Clock rate
// Shader" are two things of one device, and not two claims of one of which a source
// would contradict itself. What a title says more than the others is the variant.
func keepApart(specs []quarry.Spec) {
	if !repeats(specs) {
		return
	}
	same := map[quarry.ClaimKey][]*quarry.Spec{}
	for i := range specs {
		key := specs[i].ClaimKey()
		same[key] = append(same[key], &specs[i])
	}
	for _, claims := range same {
		if disagree(claims) {
			nameApart(claims)
		}
	}
}

// repeats reports whether two specs are of one attribute under two titles.
func repeats(specs []quarry.Spec) bool {
	written := make(map[quarry.AttributeID]string, len(specs))
	for i := range specs {
		attribute := &specs[i].Attribute
		if other, known := written[attribute.ID]; known && other != attribute.Written {
			return true
		}
		written[attribute.ID] = attribute.Written
	}
	return false
}

// disagree reports whether some claims differ by more than their digits are worth.
func disagree(claims []*quarry.Spec) bool {
	first := worth(claims[0])
	return slices.ContainsFunc(claims[1:], func(s *quarry.Spec) bool { return !worth(s).Meets(first) })
}

// worth returns the values that a claim's number may stand for, in its base unit.
func worth(s *quarry.Spec) quarry.Bounds {
	rounded, value, base := s.Value.Rounded(), s.Value.Bounds, s.Normalized
	if value.Max == nil || base.Max == nil || *value.Max == 0 {
		return rounded
	}
	scale := *base.Max / *value.Max
	if scale <= 0 { // a temperature below zero: how wide its digits are there is not known
		return base
	}
	for _, bound := range []**float64{&rounded.Min, &rounded.Max} {
		if *bound != nil {
			*bound = new(**bound * scale)
		}
	}
	return rounded
}

// nameApart gives each of some claims the words of its title that not all of them
// have.
func nameApart(claims []*quarry.Spec) {
	shared := text.SlugWith(claims[0].Attribute.Written, ' ')
	for _, s := range claims[1:] {
		shared = strings.Join(slices.DeleteFunc(strings.Fields(shared), func(word string) bool {
			return !slices.Contains(strings.Fields(text.SlugWith(s.Attribute.Written, ' ')), word)
		}), " ")
	}
	for _, s := range claims {
		own := slices.DeleteFunc(strings.Fields(text.Spaced(beyondName(s.Attribute))), func(word string) bool {
			slug := text.Slug(word)
			return slug == "" || slices.Contains(strings.Fields(shared), slug)
		})
		words := strings.Trim(strings.Join(own, " "), " ()[],:;")
		if words == "" || len(words) > longestVariant {
			continue
		}
		if known := s.Conditions[quarry.AxisVariant]; known != "" {
			words = known + ", " + words
		}
		s.Conditions = maps.Clone(s.Conditions) // they are shared
		s.Conditions[quarry.AxisVariant] = words
	}
}

// beyondName returns what a title says more than that it is one of its attribute's
// names: "Memory" and "VRAM" are two names of one thing, and where they disagree
// their source contradicts itself.
func beyondName(a quarry.AttributeMention) string {
	bare := withoutBrackets(a.Written)
	slug := text.Slug(bare)
	isName := func(name string) bool { return text.Slug(name) == slug }
	if isName(a.Name) || slices.ContainsFunc(a.Aliases, isName) {
		return strings.TrimPrefix(a.Written, bare)
	}
	return a.Written
}
