package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// ofUnknown lets a statement name a thing that is not known, in one of the forms
// that leave no doubt: "Startup time of the JVM: ~40 ms", "Redis: a value can be
// at most 512 MB" and "Eiffel Tower: 330 m tall".
func (l *line) ofUnknown() {
	if len(l.said.numbers) != 1 || l.Key == "" || l.ofKey() {
		return
	}
	n := l.said.numbers[0]
	behind := strings.Trim(l.said.text[n.end:], " .")
	if behind != "" || n.Unit == "" || !mayBeOfUnknown(l.kind()) {
		return
	}
	attribute, name, ok := cutOf(l.Key)
	if !ok && n.start > 0 {
		name = l.Key
		attribute, ok = l.reader.subjectOf(l.said.text[:n.start])
	} else if n.start > 0 {
		return
	}
	device, known := l.reader.thingCalled(name)
	if !ok || !known || !l.mayBeOf(device, attribute) {
		return
	}
	l.around = []owner{{text: device.Written, devices: []quarry.DeviceMention{device}}}
	l.key = l.reader.named(attribute, Place{})
	if !l.key.hasKind(l.kind()) {
		l.key = meaning{attributes: []quarry.Attribute{lexicon.DiscoveredAttribute(attribute)}, written: attribute}
	}
}

// mayBeOf reports whether an attribute may be one of a thing that is not known.
func (l *line) mayBeOf(device quarry.DeviceMention, attribute string) bool {
	if l.said.numbers[0].start == 0 && !l.isOfNamed(attribute, device.Written) {
		return false
	}
	return l.reader.isName(attribute) && !l.reader.isPersonal(attribute) && (l.kind() != kindOfTimes || isCode(device.Written))
}

// isOfNamed reports whether an attribute "of" a name leaves no doubt that the name is
// a thing's: "Cup of Tea" and "Length of Stay" are none.
func (l *line) isOfNamed(attribute, name string) bool {
	switch {
	case l.reader.saysNoThing(attribute) || l.reader.has(attribute, settingWord, doingWord):
		return false
	case l.kind() != kindOfTimes && !l.reader.isNamedBy(attribute, l.kind()) && !isLarge(l.said.numbers[0].Quantity):
		return false
	}
	return isModelName(name) || strings.ToUpper(name) == name || strings.Contains(strings.TrimRight(name, "0123456789 "), " ")
}

// ofKey lets a key be the name of a thing that is not known, where the value says
// how tall or how heavy it is, and reports whether it does.
func (l *line) ofKey() bool {
	what := l.measure(0)
	device, ok := l.reader.thingCalled(l.Key)
	if what.written == "" || !ok || !hasDigit(device.Written) && !isLarge(l.said.numbers[0].Quantity) || !hasDigit(device.Written) && !strings.Contains(device.Written, " ") {
		return false
	}
	l.around = []owner{{text: device.Written, devices: []quarry.DeviceMention{device}}}
	l.key = what
	return true
}

// isLarge reports whether a number is larger than people and what they have at
// home: some metres, but no way to go, or a tonne.
func isLarge(q quarry.Quantity) bool {
	if q.Min == nil {
		return false
	}
	switch q.Unit {
	case "m":
		return *q.Min >= 3
	case "t":
		return *q.Min >= 1
	case "kg":
		return *q.Min >= 1000
	}
	return false
}

// mayBeOfUnknown reports whether a number of a kind may be said of an unknown
// thing, in a single statement: no price, no temperature and no share.
func mayBeOfUnknown(kind quarry.QuantityKind) bool {
	return kind != "temperature" && (isOfThings(kind) || kind == "data" || kind == kindOfTimes || strings.HasSuffix(string(kind), "_rate") &&
		!strings.HasPrefix(string(kind), "currency"))
}

// isCode reports whether a name is an abbreviation or has digits: things last
// that are called so, and what else lasts is mostly called by words.
func isCode(name string) bool { return hasDigit(name) || strings.ToUpper(name) == name }

// cutOf parts "Startup time of the JVM" into the attribute and the name.
func cutOf(key string) (string, string, bool) {
	at := strings.LastIndex(key, " of ")
	if at < 0 {
		return "", "", false
	}
	name := strings.TrimPrefix(key[at+len(" of "):], "the ")
	return strings.TrimSpace(strings.TrimPrefix(key[:at], "The ")), name, true
}

// subjectOf returns what the words before a number say that it bounds: "a value"
// of "a value can be at most".
func (r *Reader) subjectOf(before string) (string, bool) {
	words := strings.Fields(before)
	if len(words) < 3 || !r.isArticle(strings.ToLower(words[0])) {
		return "", false
	}
	for i, word := range words[1:] {
		if r.cues["bounding_verbs"].Has(word) {
			rest := strings.Join(words[i+2:], " ")
			return strings.Join(words[1:i+1], " "), i > 0 && (rest == "" || r.cues["bounding_infinitives"].Has(rest))
		}
	}
	return "", false
}
