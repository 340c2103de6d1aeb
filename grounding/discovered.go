package grounding

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// How much of a text is looked at for names of devices that the lexicon does not know,
// and how many words such a name has at most.
const (
	mostNaming   = 64
	longestNamed = 5
)

// namesIn returns what devices that the lexicon does not know would be called that a text
// names: runs of its words, of which one alone counts where it has a digit or a capital.
func namesIn(s string) []quarry.DeviceID {
	var words []string
	for word := range text.CutPlain(s) {
		words = append(words, word.Text)
	}
	words = words[:min(len(words), mostNaming)]
	var names []quarry.DeviceID
	for from := range words {
		for to := from + 1; to <= min(len(words), from+longestNamed); to++ {
			run := strings.Join(words[from:to], " ")
			if to == from+1 && !mayBeName(run) {
				continue
			}
			if device, ok := lexicon.DiscoveredDevice(run); ok && !slices.Contains(names, device.ID) {
				names = append(names, device.ID)
			}
		}
	}
	return names
}

// mayBeName reports whether a word alone may be the name of a device.
func mayBeName(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first) || strings.ContainsFunc(word, unicode.IsDigit)
}

// discoveredIn returns those of some devices that a text names in full, in any case and
// with any separators. Of names within each other the longest counts.
func discoveredIn(written string, devices []quarry.Device) []quarry.DeviceMention {
	if len(devices) == 0 {
		return nil
	}
	slug := "-" + text.Slug(written) + "-"
	var named []quarry.DeviceMention
	for _, d := range devices {
		if strings.Contains(slug, "-"+string(d.ID)+"-") {
			named = append(named, quarry.DeviceMention{Device: d, Written: d.Name})
		}
	}
	return slices.DeleteFunc(slices.Clone(named), func(m quarry.DeviceMention) bool {
		return slices.ContainsFunc(named, func(other quarry.DeviceMention) bool {
			return other.ID != m.ID && strings.Contains("-"+string(other.ID)+"-", "-"+string(m.ID)+"-")
		})
	})
}
