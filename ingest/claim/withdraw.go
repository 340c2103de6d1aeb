package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// withdrawDevices takes the devices of clauses without a number from the clauses that
// they speak for, where a key or a title names the one device that the line is about:
// below "B200", "192 GB, twice the H100" is not the H100's. A clause that is nothing
// but a label stays one: "192 GB, H100", "700 W, for the H200".
func (l *line) withdrawDevices() {
	for i := range l.said.clauses {
		for _, from := range l.said.clauses[i].givers {
			giver := &l.said.clauses[from]
			switch {
			case !slices.ContainsFunc(giver.devices, isCarrier):
			case !l.reader.isOwnerLabel(giver.words, giver.devices):
				l.withdraw(giver, &l.said.clauses[i])
			case len(tokensOf(giver.words)) == len(tokensOf(giver.devices[0].Written)): // which may be a label or not
				l.share(&l.said.clauses[i])
			}
		}
	}
}

// withdraw takes the devices of a clause that are not related to the device above from
// it and from the clause that it speaks for.
func (l *line) withdraw(giver, one *clause) {
	device, ok := l.oneAround()
	if !ok {
		return
	}
	given := giver.devices
	isForeign := func(d quarry.DeviceMention) bool {
		return isCarrier(d) && !isRelated(d, device) && slices.ContainsFunc(given, func(other quarry.DeviceMention) bool { return other.ID == d.ID })
	}
	if had := len(one.devices); had > 0 {
		one.devices = slices.DeleteFunc(slices.Clone(one.devices), isForeign)
		if len(one.devices) < had { // and what it says is said of the other
			one.words = strings.Replace(one.words, ","+giver.words, "", 1)
		}
	}
	giver.devices = slices.DeleteFunc(slices.Clone(given), isForeign)
}

// share leaves open whether a clause is of the device that it names or of the one
// above: below "B200", "Memory: 141 GB, H200" may be either's.
func (l *line) share(one *clause) {
	if device, ok := l.oneAround(); ok && !slices.ContainsFunc(one.devices, func(d quarry.DeviceMention) bool { return isRelated(d, device) }) {
		one.devices = append(slices.Clone(one.devices), device)
	}
}

// isCarrier reports whether a device mostly carries numbers itself.
func isCarrier(device quarry.DeviceMention) bool { return !isAside(device) && !isPart(device) }

// oneAround returns the device that the nearest title or key names, where it names
// just one that can carry numbers.
func (l *line) oneAround() (quarry.DeviceMention, bool) {
	for _, o := range l.around {
		carriers := slices.DeleteFunc(slices.Clone(o.devices), func(d quarry.DeviceMention) bool { return !isCarrier(d) })
		if len(carriers) > 0 {
			return carriers[0], len(carriers) == 1 && !l.reader.isComparison(o.text)
		}
	}
	return quarry.DeviceMention{}, false
}

// isRelated reports whether two devices are one, or of one family.
func isRelated(a, b quarry.DeviceMention) bool {
	return a.ID == b.ID || a.Family == b.ID || b.Family == a.ID || a.Family != "" && a.Family == b.Family
}

// isOwnerLabel reports whether a clause without a number is a device's name and no
// more, or leads it in as the one whose the number is: "H100", "for the H200", "each
// H100".
func (r *Reader) isOwnerLabel(words string, devices []quarry.DeviceMention) bool {
	rest := words
	for _, device := range devices {
		if at := indexWord(rest, device.Written, 0); at >= 0 {
			rest = rest[:at] + " " + rest[at+len(device.Written):]
		}
	}
	for i, word := range tokensOf(rest) {
		switch {
		case i == 0 && r.signals(word.text, ofWords, forWhomWords, forEachWords):
		case i == 1 && r.isArticle(word.text), r.generic[word.text], r.isGenericWord(word.text):
		default:
			return false
		}
	}
	return true
}
