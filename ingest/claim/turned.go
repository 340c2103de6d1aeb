package claim

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// withoutTurned drops the devices of a short text that its words turn away from: all
// of "H100 alternative: Gaudi X9" and "What the B200 lacks", and the T4 of "not the
// T4".
func (r *Reader) withoutTurned(text string, devices []quarry.DeviceMention) []quarry.DeviceMention {
	if len(devices) == 0 || len(text) > longestName {
		return devices
	}
	around := text
	for i := range devices {
		around = strings.Replace(around, devices[i].Written, " ", 1)
	}
	if r.has(around, turningWord) {
		return nil
	}
	for i := range devices {
		if r.isDenied(text, devices[i].Written) {
			return slices.DeleteFunc(slices.Clone(devices), func(d quarry.DeviceMention) bool { return r.isDenied(text, d.Written) })
		}
	}
	return devices
}

// isDenied reports whether the word before a name denies it, or only compares with it:
// "No H100", "not the T4", "like H200". In "GPU no. 1" it does not.
func (r *Reader) isDenied(text, name string) bool {
	before, _, found := strings.Cut(text, name)
	if !found || before == "" {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(before), func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune("-_(:,;–—", c) })
	for len(words) > 0 && (r.isArticle(words[len(words)-1]) || words[len(words)-1] == "any") {
		words = words[:len(words)-1]
	}
	return len(words) > 0 && r.cues[denyingWord].Has(words[len(words)-1])
}

// isSaid reports whether a text in a place for names says something of a device
// instead of naming one: "V100 is too slow".
func (r *Reader) isSaid(written string) bool {
	return slices.ContainsFunc(strings.Fields(written), func(word string) bool {
		return text.IsLower(word[0]) && r.cues[phraseWord].Has(strings.TrimRight(word, ",;:.!?"))
	})
}

// isBesideThings reports whether a name that is not known may be a thing's by itself,
// beside things that are known: no target for them, no difference between them, no
// remark on them.
func (r *Reader) isBesideThings(name string) bool {
	words := strings.Fields(name)
	if len(words) == 0 || r.has(name, turningWord, aimWord) || r.isSaid(name) || r.beginsDenied(words[0]) || r.isMadeOf(name) {
		return false
	}
	if r.areCapital(words) && (len(words) > 1 || hasDigit(name)) {
		return true
	}
	return !r.isOccasion(name) && !slices.ContainsFunc(words[1:], r.isAimed)
}

// isMadeOf reports whether a name is that of a device, or of several, and otherwise has
// nothing but words and signs: "B200 half", "H100 → H200", "H100 or newer".
func (r *Reader) isMadeOf(name string) bool {
	if !strings.ContainsAny(name, "/-") && !slices.ContainsFunc(strings.Fields(name), beginsLow) {
		return false
	}
	devices := r.carriers(name)
	for _, device := range devices {
		if strings.ToLower(device.Written) == device.Written { // as codes are: "m1.small"
			return false
		}
		name = strings.Replace(name, device.Written, " ", 1)
	}
	return len(devices) > 0 && !strings.ContainsFunc(name, func(c rune) bool { return unicode.IsUpper(c) || unicode.IsDigit(c) })
}

// beginsLow reports whether a word begins with no capital and no digit.
func beginsLow(word string) bool { return !unicode.IsUpper(firstRune(word)) && !text.IsDigit(word[0]) }

// beginsDenied reports whether the first word of a name denies the rest of it:
// "not-a-v100".
func (r *Reader) beginsDenied(word string) bool {
	first, _, _ := strings.Cut(strings.ToLower(word), "-")
	return r.cues[denyingWord].Has(first)
}

// isCoded reports whether a name is that of one of many of which there are no
// specs, or of a firm: "Patient A1", "Acme Ltd 2024".
func (r *Reader) isCoded(name string) bool {
	first, _, _ := strings.Cut(strings.ToLower(name), " ")
	return r.is(first, codedWord) || r.has(name, firmWord)
}

// isApart reports whether a title below the name of a card is that of something which
// is no part of it.
func (r *Reader) isApart(title string) bool {
	return len(title) <= longestName && r.is(text.SlugWith(unbracketed(withoutColon(title)), ' '), apartTitle)
}

// withoutCards drops the devices that are built into other things as a whole: what
// stands beside one there has numbers of its own.
func withoutCards(devices []quarry.DeviceMention) []quarry.DeviceMention {
	return slices.DeleteFunc(slices.Clone(devices), isCard)
}

func isCard(device quarry.DeviceMention) bool {
	return device.Class == quarry.ClassGPU || device.Class == quarry.ClassAccelerator
}

// isAimed reports whether a word says what a remark is on or something is for.
func (r *Reader) isAimed(word string) bool { return r.cues["aiming"].Has(word) }
