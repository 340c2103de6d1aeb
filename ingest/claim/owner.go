package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// carriers returns the devices that a text names and that can carry numbers,
// each once.
func (r *Reader) carriers(text string) []quarry.DeviceMention {
	var named []quarry.DeviceMention
	for _, device := range r.lexicon.DevicesIn(text) {
		if !isAside(device) {
			named = with(named, device)
		}
	}
	return r.withoutOthers(text, named)
}

// owner is a text that may say whose a number is.
type owner struct {
	text    string
	devices []quarry.DeviceMention
	context []quarry.Context // where it stands, unless the number's source says so anyway
}

func (r *Reader) owner(text string) owner {
	o := owner{text: text}
	for _, device := range r.lexicon.DevicesIn(text) {
		o.devices = with(o.devices, device)
	}
	o.devices = r.withoutOthers(text, o.devices)
	return o
}

// hasOf reports whether a text names a device that an attribute is said of.
func (o *owner) hasOf(a quarry.Attribute) bool {
	return slices.ContainsFunc(o.devices, func(d quarry.DeviceMention) bool { return slices.Contains(a.Classes, d.Class) })
}

// with adds a device that is not there yet.
func with(devices []quarry.DeviceMention, more ...quarry.DeviceMention) []quarry.DeviceMention {
	for _, one := range more {
		if !slices.ContainsFunc(devices, func(d quarry.DeviceMention) bool { return d.ID == one.ID }) {
			devices = append(devices, one)
		}
	}
	return devices
}

// titled is owner for a title, which may name a thing that the document has named.
func (r *Reader) titled(place Place, title string) owner {
	o := r.owner(title)
	if device, ok := place.Devices.called(title); ok && len(o.devices) == 0 {
		o.devices = append(o.devices, device)
	}
	return o
}

// around returns the labels and headings that may say whose the numbers of a
// place are, the nearest first, up to one that may name something else.
func (r *Reader) around(place Place) []owner {
	var all []owner
	apart := false
	for title := range place.upwards() {
		o := r.titled(place, title)
		if apart = apart || r.isApart(title); apart {
			o.devices = withoutCards(o.devices)
		}
		if r.isOfAnother(title, o.devices...) {
			break
		}
		if len(o.devices) > 0 {
			all = append(all, o)
		}
		if !slices.ContainsFunc(o.devices, func(d quarry.DeviceMention) bool { return !isAside(d) && !isPart(d) }) && !r.passesOn(title) {
			break
		}
	}
	return all
}

// ownership is whose a number is, and of what.
type ownership struct {
	device    quarry.DeviceMention
	attribute quarry.AttributeMention
	context   []quarry.Context
}

// holder looks for the device nearest to a number that can have it. The nearest
// text that names one decides: where it names several, or compares, it is
// unknown whose the number is. The second result is the number of the text.
func (r *Reader) holder(owners []owner, what meaning, n number) (ownership, int, bool) {
	for level, o := range owners {
		var found, aside []ownership
		for _, device := range o.devices {
			attribute, ok := r.attributeOf(what, device, n, o.text)
			held := ownership{device, quarry.AttributeMention{Attribute: attribute, Written: what.written}, o.context}
			switch {
			case !ok:
			case isAside(device):
				aside = append(aside, held)
			default:
				found = append(found, held)
			}
		}
		if len(found) == 0 {
			found = aside
		}
		if len(found) > 0 {
			return found[0], level, len(found) == 1 && !r.isComparison(o.text)
		}
	}
	return ownership{}, 0, false
}

// attributeOf picks the attribute that a number of a device is of: before those
// that anything may have come those that are said of its class, and before these, of
// a device that is not known, the one whose name is said.
func (r *Reader) attributeOf(what meaning, device quarry.DeviceMention, n number, written string) (quarry.Attribute, bool) {
	kind := r.kindOf(n.Unit)
	name := ""
	if device.Class == quarry.ClassUnknown && len(what.attributes) > 1 {
		name = text.Slug(r.bare(r.withoutNames(withoutAsOf(what.written))))
	}
	var called, first, then []quarry.Attribute
	for _, attribute := range what.attributes {
		switch {
		case !fits(n, kind, attribute) || (what.before && kind == "" && attribute.Kind != kindOfCounts):
		case isAside(device) && !r.isSubject(written, device, attribute):
		case name != "" && isCalled(attribute, name):
			called = append(called, attribute)
		case slices.Contains(attribute.Classes, device.Class):
			first = append(first, attribute)
		default:
			then = append(then, attribute)
		}
	}
	if attribute, ok := choose(called, device, kind); ok {
		return attribute, true
	}
	return choose(append(first, then...), device, kind)
}

// isCalled reports whether a label, folded, is the name or the id of an attribute and
// not one of its further names, which others have too.
func isCalled(a quarry.Attribute, slug string) bool {
	return text.Slug(a.Name) == slug || text.Slug(string(a.ID)) == slug
}

// isAside reports whether a device is a number format or a kind of memory:
// beside a number they mostly say how another device computes or stores.
func isAside(device quarry.DeviceMention) bool {
	return device.Class == quarry.ClassFormat || device.Class == quarry.ClassMemory
}

// isSubject reports whether a number format or a kind of memory carries a
// number itself: what such things have, where the text is about nothing else.
func (r *Reader) isSubject(text string, device quarry.DeviceMention, attribute quarry.Attribute) bool {
	countable := device.Class == quarry.ClassFormat && len(attribute.Classes) == 0 &&
		(attribute.Kind == "bits" || attribute.Kind == kindOfCounts)
	return (countable || slices.Contains(attribute.Classes, device.Class)) && r.isAbout(text, device)
}

// isAbout reports whether a text is a device's name and little else: "FP16
// (half precision)", "MXFP4 structure".
func (r *Reader) isAbout(text string, device quarry.DeviceMention) bool {
	rest, ok := strings.CutPrefix(strings.TrimSpace(unbracketed(text)), device.Written)
	if !ok {
		return false
	}
	return !slices.ContainsFunc(tokensOf(rest), func(word token) bool { return !r.cues["behind_subjects"].Has(word.text) })
}
