package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// ofKind returns the attribute that a number of a kind is of, where devices of a
// class have one that is measured so, and no more need be said: of a GPU's "80 GB"
// the memory, of "700 W" the power.
func (r *Reader) ofKind(class quarry.DeviceClass, kind quarry.QuantityKind) (quarry.Attribute, bool) {
	if !tellsAlone(kind) || class == quarry.ClassUnknown {
		return quarry.Attribute{}, false
	}
	var own, others []quarry.Attribute
	for _, attribute := range r.lexicon.Attributes() {
		switch {
		case attribute.Kind == "" && len(attribute.Kinds) == 0 || !attribute.Measures(kind):
		case slices.Contains(attribute.Classes, class):
			own = append(own, attribute)
		case len(attribute.Classes) == 0:
			others = append(others, attribute)
		}
	}
	if len(own) == 0 {
		return only(others, func(a quarry.Attribute) bool { return string(a.ID) == string(kind) })
	}
	return only(own, func(a quarry.Attribute) bool { return len(a.Classes) == 1 })
}

// only returns the one attribute that there is, or the one of several that
// something tells.
func only(among []quarry.Attribute, tells func(quarry.Attribute) bool) (quarry.Attribute, bool) {
	if len(among) > 1 {
		among = slices.DeleteFunc(among, func(a quarry.Attribute) bool { return !tells(a) })
	}
	if len(among) != 1 {
		return quarry.Attribute{}, false
	}
	return among[0], true
}

// tellsAlone reports whether a number of a kind may say by its unit alone what it
// is of. Of times, lengths and frequencies every device has many.
func tellsAlone(kind quarry.QuantityKind) bool {
	switch kind {
	case "data", "data_rate", "bit_rate", "transfer_rate", "power", "mass", "voltage", "torque", kindOfFLOPS, kindOfOPS:
		return true
	}
	return false
}

// partOf returns the link or the memory that a key names and nothing else, where
// what stands above it names the device whose part that is.
func (l *line) partOf(key owner, around []owner) quarry.DeviceMention {
	if len(key.devices) != 1 || !isLinkOrMemory(key.devices[0]) || !l.reader.isAbout(key.text, key.devices[0]) {
		return quarry.DeviceMention{}
	}
	l.part = key.devices[0]
	has := func(d quarry.DeviceMention) bool { return !isPart(d) && d.Class != quarry.ClassSwitch }
	if len(l.ofPart(0)) == 0 || !slices.ContainsFunc(around, func(o owner) bool { return slices.ContainsFunc(o.devices, has) }) {
		return quarry.DeviceMention{}
	}
	return l.part
}

func isLinkOrMemory(device quarry.DeviceMention) bool {
	return device.Class == quarry.ClassInterconnect || device.Class == quarry.ClassMemory
}

// ofPart returns what the number behind a part's name may be of the device that
// has the part, the likeliest first: of "PCIe 5.0: 128 GB/s" the bandwidth of
// PCIe, of "HBM3: 96 GB" the memory.
func (l *line) ofPart(i int) []meaning {
	if l.part.ID == "" || i > 0 || l.said.numbers[i].start > 0 {
		return nil
	}
	kind := l.reader.kindOf(l.said.numbers[i].Unit)
	what, ok := l.reader.ofKind(l.part.Class, kind)
	if !ok || kind != "data" && kind != "data_rate" && kind != "bit_rate" || l.reader.isOfPiece(l.said.text[l.said.numbers[i].end:]) {
		return nil
	}
	written := l.part.Written
	family, _, _ := strings.Cut(strings.ReplaceAll(written, "-", " "), " ")
	all := []meaning{{attributes: l.reader.lexicon.FindAttributes(written + " " + what.Name), written: written}}
	for _, name := range []string{family + " " + what.Name, string(l.part.Class) + " " + what.Name, what.Name} {
		all = append(all, meaning{attributes: l.reader.lexicon.FindAttributes(name), written: written, variant: written})
	}
	return all
}

// isOfPiece reports whether the words behind a number make it that of a piece of
// the part: "6.4 Gb/s per pin".
func (r *Reader) isOfPiece(behind string) bool {
	words := tokensOf(nearWords(behind))
	return len(words) > 1 && r.cues[forEachWords].Has(words[0].text) && words[1].text != "direction" && words[1].text != "gpu"
}

// listValues lets the title above a device's line say what its number is, or its
// unit alone where no title does: below "Memory", and below none, "H100: 80 GB".
func (l *line) listValues(key owner) {
	if len(key.devices) != 1 || len(l.key.attributes) > 0 || isPart(key.devices[0]) || !l.reader.isAbout(withoutYear(key.text), key.devices[0]) {
		return
	}
	title := l.Place.last()
	what := l.reader.named(title, Place{})
	switch {
	case what.hasKind(l.kind()) && (l.kind() != kindOfCounts || !l.reader.listsValues(l.said)):
		l.key = what
	case l.reader.isPlainTitle(title) || l.reader.listsValues(l.said):
		l.alone, l.beside = key.devices[0], l.reader.kindsOfBare(l.said)
	}
}

// listBelow takes a line without a key for one of a sheet's, where the title above
// it is a device's name: below "H100", "80 GB, 700 W".
func (l *line) listBelow(title owner) {
	if len(title.devices) == 1 && !isPart(title.devices[0]) && l.reader.isAbout(title.text, title.devices[0]) && l.reader.listsValues(l.said) {
		l.alone, l.beside = title.devices[0], l.reader.kindsOfBare(l.said)
	}
}

// isPlainTitle reports whether a title says no more than what is listed below it.
func (r *Reader) isPlainTitle(title string) bool {
	if title == "" || r.isProperty(title) || r.lexicon.IsNameLabel(title) {
		return true
	}
	for word := range strings.SplitSeq(text.SlugWith(title, ' '), " ") {
		one := strings.TrimSuffix(word, "s")
		if !r.isGeneric(word) && !r.isGeneric(one) && !r.isGeneric(strings.TrimSuffix(one, "e")) && one != "overview" && one != "spec" {
			return false
		}
	}
	return true
}

// listsValues reports whether a statement has numbers of several kinds, as sheets
// have them: units that tell alone what they are of, and counts of what is known.
func (r *Reader) listsValues(s *statement) bool { return len(r.kindsOfBare(s)) > 1 }

// kindsOfBare returns of which kinds they are.
func (r *Reader) kindsOfBare(s *statement) map[quarry.QuantityKind]bool {
	kinds := map[quarry.QuantityKind]bool{}
	for _, n := range s.numbers {
		kind := r.kindOf(n.Unit)
		_, named := r.nounBehind(s.text, n)
		if tellsAlone(kind) || named && r.counts(n) {
			kinds[kind] = true
		}
	}
	return kinds
}

// unlabelled returns what a number may be that stands behind a device's name and
// beside nothing else: "H100: 80 GB, 700 W".
func (l *line) unlabelled(i int) []meaning {
	if l.alone.ID == "" {
		return nil
	}
	n := l.said.numbers[i]
	if l.isOfEach(i) {
		return []meaning{{attributes: l.reader.lexicon.FindAttributes("Data rate"), written: strings.TrimSpace(n.Text[digitsEnd(n.Text):])}}
	}
	if !l.standsAlone(i) {
		return nil
	}
	attribute, ok := l.reader.ofKind(l.alone.Class, l.reader.kindOf(n.Unit))
	if !ok {
		return l.bandwidthBeside(n)
	}
	return []meaning{{attributes: []quarry.Attribute{attribute}, written: strings.TrimSpace(n.Text[digitsEnd(n.Text):])}}
}

// standsAlone reports whether nothing is said of a number between the commas
// around it, but how it is meant and in which memory it is.
func (l *line) standsAlone(i int) bool {
	n := l.said.numbers[i]
	before := strings.TrimSpace(l.said.text[l.said.startOf(i):n.start])
	behind := nearWords(l.said.bare[n.end:])
	return strings.Trim(before, ",;( ") == "" && l.reader.onlyStates(behind)
}

// isOfEach reports whether a number is said of each of several that are counted
// before it: "64 ports at 400 Gb/s".
func (l *line) isOfEach(i int) bool {
	if i == 0 {
		return false
	}
	words := tokensOf(l.said.text[l.said.numbers[i-1].start:l.said.numbers[i].start])
	if len(words) != 3 || words[2].text != "at" || !isNumeric(words[0].text) {
		return false
	}
	return words[1].text == "ports" || words[1].text == "lanes" || words[1].text == "links"
}
