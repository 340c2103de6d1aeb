package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// besideFormats returns the number formats that the words beside a number say it is
// of, each once: not those that it is only measured by, "half of FP8", "same as
// BF16". Where a title names formats too, what stands behind an "of" is no other.
func (r *Reader) besideFormats(words string, titled ...quarry.DeviceMention) []quarry.DeviceMention {
	all := r.formatsIn(words)
	return slices.DeleteFunc(all, func(format quarry.DeviceMention) bool {
		at := indexWord(words, format.Written, 0)
		return at > 0 && r.isMeasuredBy(tokensOf(words[:at]), len(titled))
	})
}

// isMeasuredBy reports whether words end in what measures one thing by another:
// "half of", "same as", "twice".
func (r *Reader) isMeasuredBy(before []token, titled int) bool {
	last := len(before) - 1
	if last < 0 {
		return false
	}
	for last > 0 && r.isArticle(before[last].text) {
		last--
	}
	switch word := before[last].text; {
	case r.cues[measuredByWords].Has(word):
		return true
	case r.cues[ofWords].Has(word):
		return titled > 0 || last > 0 && r.cues[portionWords].Has(before[last-1].text)
	default:
		return r.cues[portionWords].Has(word)
	}
}

// ofOtherNumbers reports whether the formats in the words beside a number stand with
// a number of their own: "65 (8.1 FP32)" below a title that names FP16.
func (r *Reader) ofOtherNumbers(words string) bool {
	for _, format := range r.formatsIn(words) {
		words = strings.ReplaceAll(words, format.Written, " ")
	}
	return strings.ContainsAny(words, "0123456789")
}
