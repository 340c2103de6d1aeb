package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// isResolution reports whether what looks like some thousands is the name of a format
// of pictures, by the words beside it or above it: "4K HDR", "8K" under "Video".
func (r *Reader) isResolution(quantity, behind, title string) bool {
	if len(quantity) < 2 || len(quantity) > 3 || quantity[len(quantity)-1]|0x20 != 'k' || !isNumeric(quantity[:len(quantity)-1]) {
		return false
	}
	next := tokensOf(nearWords(behind))
	return slices.ContainsFunc(next[:min(len(next), 2)], r.isOfPictures) || slices.ContainsFunc(tokensOf(title), r.isOfPictures)
}

// isOfPictures reports whether a word is one that is said of moving pictures.
func (r *Reader) isOfPictures(word token) bool {
	return r.cues["of_pictures"].Has(strings.TrimSuffix(word.text, "s"))
}

// isShareOf reports whether a share is said to be one of what another device does:
// "80 % of a 750Ti", "60% of the H100".
func (r *Reader) isShareOf(quantity quarry.Quantity, behind string) bool {
	if quantity.Unit == "" || r.kindOf(quantity.Unit) != ratioKind {
		return false
	}
	of, ok := strings.CutPrefix(strings.TrimLeft(behind, " "), "of ")
	if !ok {
		return false
	}
	if behind, article := r.cues["articles"].Cut(of); article {
		of = behind
	}
	name := firstWordsOf(nearWords(of), mostNamedWords)
	word, _, _ := strings.Cut(name, " ")
	return isModelName(word) || slices.ContainsFunc(r.carriers(name), func(d quarry.DeviceMention) bool { return strings.HasPrefix(name, d.Written) })
}

// mostNamedWords is how many words a device's name is looked for in.
const mostNamedWords = 4
