package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// isResolution reports whether what looks like some thousands is the name of a format
// of pictures, by the words beside it or above it: "4K HDR", "8K" under "Video".
func isResolution(quantity, behind, title string) bool {
	if len(quantity) < 2 || len(quantity) > 3 || quantity[len(quantity)-1]|0x20 != 'k' || !isNumeric(quantity[:len(quantity)-1]) {
		return false
	}
	next := tokensOf(nearWords(behind))
	return slices.ContainsFunc(next[:min(len(next), 2)], isOfPictures) || slices.ContainsFunc(tokensOf(title), isOfPictures)
}

// isOfPictures reports whether a word is one that is said of moving pictures.
func isOfPictures(word token) bool {
	switch strings.TrimSuffix(word.text, "s") {
	case "hdr", "hdr10", "uhd", "oled", "lcd", "tv", "video", "display", "resolution", "screen", "monitor", "recording", "playback",
		"camera", "panel", "decode", "decoding", "encode", "encoding", "gaming", "streaming", "blu", "60fps", "30fps", "120fps":
		return true
	}
	return false
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
	for _, article := range []string{"a ", "an ", "the "} {
		of = strings.TrimPrefix(of, article)
	}
	name := firstWordsOf(nearWords(of), mostNamedWords)
	word, _, _ := strings.Cut(name, " ")
	return isModelName(word) || slices.ContainsFunc(r.carriers(name), func(d quarry.DeviceMention) bool { return strings.HasPrefix(name, d.Written) })
}

// mostNamedWords is how many words a device's name is looked for in.
const mostNamedWords = 4
