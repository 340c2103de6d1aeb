package claim

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// nameIn returns the device that a cell or a label names, alone or with words
// that only describe it: "H100 SXM (Hopper)". A number format or a memory must
// be all that it names. Where words behind the name make it another one's,
// "RTX 4090 D", it names no device that is known.
func (r *Reader) nameIn(text string) (quarry.DeviceMention, bool) {
	if device, ok := r.lexicon.FindDevice(text); ok {
		return quarry.DeviceMention{Device: device, Written: text}, device.Class != quarry.ClassFormat && !isDoubted(text)
	}
	named := r.carriers(withoutBrackets(text))
	if len(named) == 0 {
		named = r.carriers(text)
	}
	if len(named) != 1 || r.isAnother(text, named[0].Written) || r.isSaid(text) {
		return quarry.DeviceMention{}, false
	}
	return r.sku(named[0], text), true
}

// isUnitOf reports whether what is called like a device in a label is its unit: the
// "m2" of "area_m2".
func (r *Reader) isUnitOf(l *label, name string) bool {
	if name == l.text || !l.sure() {
		return false
	}
	_, ok := r.lexicon.FindUnit(name)
	return ok && !strings.Contains(l.bare, name)
}

// isPart reports whether a device is mostly part of another one, and the value
// of an attribute: "Interface: PCIe 5.0".
func isPart(device quarry.DeviceMention) bool {
	return device.Class == quarry.ClassInterconnect || device.Class == quarry.ClassMemory || device.Class == quarry.ClassFormat
}

// isAnother reports whether what stands around a device's name makes it the
// name of another one, or of several: "Ti", "D", "Max-Q", "+", "8x".
func (r *Reader) isAnother(text, name string) bool {
	before, behind, found := strings.Cut(text, name)
	if !found {
		return false
	}
	before = strings.TrimSpace(strings.ToLower(before))
	if isDoubted(text) || r.isCompound(name, behind) {
		return true
	}
	if times := strings.TrimRight(before, "x×* "); times != before && strings.Trim(times, "0123456789") == "" {
		return true
	}
	if r.isTimes(behind) || strings.HasPrefix(behind, "+") || goesOnBehindDot(behind) || slices.ContainsFunc(strings.Fields(before), r.relates) {
		return true
	}
	word := strings.TrimLeft(behind, " -\u2011\u00a0")
	if strings.ContainsAny(word[:min(1, len(word))], "([,;:/|\n") {
		return false
	}
	if end := strings.IndexFunc(word, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }); end >= 0 {
		word = word[:end]
	}
	return r.isSuffix(strings.ToLower(word))
}

// isDoubted reports whether a sign beside a name says that it is doubted:
// "~H100", "H100?". A slug has none of them.
func isDoubted(name string) bool {
	return strings.HasPrefix(name, "~") || strings.HasPrefix(name, "≈") || strings.HasSuffix(name, "?")
}

// goesOnBehindDot reports whether a name goes on behind a dot: "m1.small".
func goesOnBehindDot(behind string) bool {
	return len(behind) > 1 && behind[0] == '.' && isWordByte(behind[1])
}

// isCompound reports whether a word in lower case that a hyphen joins to a name makes it
// a word for others: "H100-class", "B200-based". Makes are joined so too.
func (r *Reader) isCompound(name, behind string) bool {
	if !strings.HasPrefix(behind, "-") || strings.ToLower(name) == name {
		return false
	}
	words := tokensOf(firstWordsOf(behind[1:], 1))
	if len(words) == 0 || words[0].start != 0 || strings.ContainsFunc(words[0].text, unicode.IsDigit) {
		return false
	}
	joined := strings.TrimPrefix(behind[1:], words[0].text) != behind[1:] // in lower case
	return joined && !r.isEditionWord(words[0].text) && !r.generic[words[0].text] && !r.isThingWord(words[0].text, "")
}

// isTimes reports whether what stands behind a name says how many there are:
// "(x8)", "× 8", "(2 cards)", "(pair)".
func (r *Reader) isTimes(behind string) bool {
	behind = strings.Trim(behind, " ()[]")
	many, things, _ := strings.Cut(strings.ToLower(behind), " ")
	if many != "1" && isNumeric(many) && r.cues[severalWords].Has(things) || r.cues[groupWords].Has(many) {
		return true
	}
	count := strings.TrimLeft(behind, "x× ")
	if count == behind {
		count = strings.TrimRight(behind, "x× ")
	}
	return count != behind && count != "1" && count != "" && isNumeric(count)
}

// relates reports whether a word before a name makes it a part of what is said:
// "gain over the X2".
func (r *Reader) relates(word string) bool { return r.cues["relating"].Has(word) }

// shortestWord is the least number of letters of a word that describes: what
// is shorter and stands behind a name is part of it.
const shortestWord = 4

// isSuffix reports whether a word behind a device's name is part of the name.
func (r *Reader) isSuffix(word string) bool {
	switch {
	case r.cues["behind_names"].Has(word):
		return false
	case r.cues["name_suffixes"].Has(word):
		return true
	}
	digits := strings.ContainsAny(word, "0123456789")
	letters := strings.TrimLeft(word, "0123456789")
	if digits && (letters == "gb" || letters == "tb" || letters == "w" || letters == "") {
		return false
	}
	return word != "" && (digits || utf8.RuneCountInString(word) < shortestWord)
}

// version is one SKU of a family, and the words that tell it from the family.
type version struct {
	device quarry.Device
	words  []string
}

// versions returns the SKUs of every family.
func versions(lexicon *lexicon.Lexicon) map[quarry.DeviceID][]version {
	found := map[quarry.DeviceID][]version{}
	for _, device := range lexicon.Devices() {
		family, ok := lexicon.Device(device.Family)
		if !ok {
			continue
		}
		common := nameWords(family)
		for _, name := range append([]string{device.Name}, device.Aliases...) {
			words := slices.DeleteFunc(wordsOfName(name), func(word string) bool { return slices.Contains(common, word) })
			if len(words) > 0 {
				found[family.ID] = append(found[family.ID], version{device, words})
			}
		}
	}
	return found
}

func nameWords(device quarry.Device) []string {
	words := wordsOfName(device.Vendor)
	for _, name := range append([]string{device.Name}, device.Aliases...) {
		words = append(words, wordsOfName(name)...)
	}
	return words
}

// wordsOfName splits a name, with a number and the unit behind it as one word:
// "A100 (80 GB)" is a100 and 80gb.
func wordsOfName(name string) []string {
	var words []string
	for word := range strings.FieldsSeq(text.SlugWith(name, ' ')) {
		last := len(words) - 1
		if last >= 0 && (word == "gb" || word == "tb") && strings.Trim(words[last], "0123456789") == "" {
			words[last] += word
			continue
		}
		words = append(words, word)
	}
	return words
}

// sku returns the SKU of a named family that further words tell, where they
// tell one and no other; else the family.
func (r *Reader) sku(family quarry.DeviceMention, text string) quarry.DeviceMention {
	all := r.versions[family.ID]
	if len(all) == 0 {
		return quarry.DeviceMention{Device: family.Device, Written: family.Written}
	}
	words := wordsOfName(text)
	best, most, tied := quarry.Device{}, 0, false
	for _, one := range all {
		told := !slices.ContainsFunc(one.words, func(word string) bool { return !slices.Contains(words, word) })
		switch {
		case !told || len(one.words) < most:
		case len(one.words) > most:
			best, most, tied = one.device, len(one.words), false
		case one.device.ID != best.ID:
			tied = true
		}
	}
	if most == 0 || tied {
		return family
	}
	return quarry.DeviceMention{Device: best, Written: strings.TrimSpace(text)}
}

// Limits of a name that is not known yet.
const (
	longestName   = 80 // bytes
	mostNameWords = 9
)

// mayName reports whether a text can be the name of a device that is not known:
// no attribute, no value, no word for a whole class of things.
func (r *Reader) mayName(l *label) bool { return !isSeries(l.text) && r.isNameLike(l) }

// isNameLike is mayName for a name that may be one of a whole series.
func (r *Reader) isNameLike(l *label) bool {
	name := strings.TrimSpace(l.text)
	if name == "" || len(name) > longestName || text.WordCount(name) > mostNameWords || l.kind != plainTitle {
		return false
	}
	if len(l.attributes) > 0 || len(l.formats) > 0 || strings.ContainsAny(name, "?!;\n=<>") || strings.HasSuffix(name, ".") {
		return false
	}
	if !strings.ContainsFunc(name, unicode.IsLetter) || r.isNothing(name) || r.isSeveral(name) {
		return false
	}
	if r.isGeneric(withoutBrackets(name)) {
		return false
	}
	quantity, ok := r.quantity(name)
	return !ok || len(quantity.Text) != len(name)
}

// isSeveral reports whether a name says how many there are: "8x H100".
func (r *Reader) isSeveral(name string) bool {
	times := strings.TrimLeft(name, "0123456789")
	rest := strings.TrimLeft(times, " x×*")
	for _, mark := range []string{"(", "[", "×"} {
		if at := strings.Index(name, mark); at > 0 && r.isTimes(name[at:]) {
			return true
		}
	}
	return times != name && strings.ContainsAny(times[:len(times)-len(rest)], "x×*") && strings.ContainsAny(times[:len(times)-len(rest)], " ")
}

// isSeries reports whether a name leaves digits open: "RTX 20xx".
func isSeries(name string) bool {
	if strings.IndexByte(name, 'x') < 0 && strings.IndexByte(name, 'X') < 0 {
		return false
	}
	at := strings.Index(strings.ToLower(name), "xx")
	return at > 0 && name[at-1] >= '0' && name[at-1] <= '9'
}

// isGeneric reports whether all words of a name say what something is, or whose,
// and not which.
func (r *Reader) isGeneric(name string) bool {
	for word := range strings.SplitSeq(text.Slug(name), "-") {
		if word != "" && !r.generic[word] && !r.isGenericWord(word) {
			return false
		}
	}
	return true
}

func (r *Reader) isGenericWord(word string) bool { return r.cues["generic_names"].Has(word) }

// genericWords returns the words by which the lexicon groups devices: classes,
// vendors and the titles over names.
func genericWords(lexicon *lexicon.Lexicon) map[string]bool {
	words := map[string]bool{}
	add := func(written string) {
		for word := range strings.FieldsSeq(text.SlugWith(written, ' ')) {
			words[word] = true
		}
	}
	for _, device := range lexicon.Devices() {
		add(string(device.Class))
		add(device.Vendor)
	}
	for _, title := range lexicon.NameLabels() {
		add(title)
	}
	return words
}

// isNothing reports whether a cell says that there is nothing to say.
func (r *Reader) isNothing(written string) bool {
	const longest = 16 // of what says so
	if written != "" && text.IsDigit(written[0]) {
		return false
	}
	written = strings.Trim(written, " \t-–—_.?*\u00a0")
	return written == "" || len(written) <= longest && r.cues["empty_cells"].Has(strings.ToLower(written))
}
