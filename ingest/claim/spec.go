package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// claimed is a number whose device and attribute are known.
type claimed struct {
	device    quarry.DeviceMention
	attribute quarry.AttributeMention
	quantity  quarry.Quantity
	words     string // everything around the number that may state a condition
	precision string // the number format that it is of, where the words name several; "" for the one that they name
	place     Place
	span      quarry.Span
	context   []quarry.Context
	notes     string // to which the number itself points
	behind    string // what stands right behind the number: where the mark of a footnote is
}

// spec types a claim.
func (r *Reader) spec(c claimed) quarry.Spec {
	c = c.withFootnotes()
	var spec quarry.Spec
	form := r.formOf(&c, r.conditions(c))
	form.fill(&spec, &c)
	from := sources{place: c.place}
	from.write(&spec.Source, c.span, c.context)
	return spec
}

// specs types a claim once for each number format that it is stated for:
// "FP16/BF16: 1,979 TFLOPS" is two claims.
func (r *Reader) specs(c claimed) []quarry.Spec {
	formats := r.alternatives(c)
	if len(formats) == 0 {
		return []quarry.Spec{r.spec(c)}
	}
	all := make([]quarry.Spec, 0, len(formats))
	for _, format := range formats {
		c.precision = string(format)
		all = append(all, r.spec(c))
	}
	return all
}

// alternatives returns the number formats that a throughput is stated for
// alike, where there are several and nothing but a stroke or a comma between
// them.
func (r *Reader) alternatives(c claimed) []quarry.DeviceID {
	kind := r.kindOf(c.quantity.Unit)
	if c.precision != "" || c.device.Class == quarry.ClassFormat || (kind != kindOfFLOPS && kind != kindOfOPS) {
		return nil
	}
	formats := r.formatsIn(c.words)
	var ids []quarry.DeviceID
	at := 0
	for i, format := range formats {
		next := indexWord(c.words, format.Written, at)
		if next < 0 || (i > 0 && strings.Trim(c.words[at:next], " /,&") != "") {
			return nil
		}
		at = next + len(format.Written)
		ids = append(ids, format.ID)
	}
	if len(ids) < 2 {
		return nil
	}
	return ids
}

// formatsIn returns the number formats that a text names, each once.
func (r *Reader) formatsIn(text string) []quarry.DeviceMention {
	var found []quarry.DeviceMention
	for _, device := range r.lexicon.DevicesIn(text) {
		if device.Class == quarry.ClassFormat {
			found = with(found, device)
		}
	}
	return found
}

// choose picks the attribute that a label means: the one whose values are of
// the number's kind, and that devices of the class have.
func choose(among []quarry.Attribute, device quarry.DeviceMention, kind quarry.QuantityKind) (quarry.Attribute, bool) {
	for _, class := range classes(device) {
		for _, attribute := range among {
			if isOf(attribute, class) && attribute.Measures(kind) {
				return attribute, true
			}
		}
	}
	for _, class := range classes(device) {
		at := slices.IndexFunc(among, func(a quarry.Attribute) bool { return isOf(a, class) })
		if kind == "" && at >= 0 {
			return among[at], true
		}
	}
	return quarry.Attribute{}, false
}

// classes returns the classes that a device may be of; "" for any. Of a device
// that is not known, what is said of such devices comes first.
func classes(device quarry.DeviceMention) []quarry.DeviceClass {
	if device.Class == quarry.ClassUnknown {
		return []quarry.DeviceClass{quarry.ClassUnknown, ""}
	}
	return []quarry.DeviceClass{device.Class}
}

func isOf(attribute quarry.Attribute, class quarry.DeviceClass) bool {
	anything := len(attribute.Classes) == 0 && class != quarry.ClassUnknown
	if class == "" { // what only formats or links have is no other thing's
		return len(attribute.Classes) != 1 || attribute.Classes[0] != quarry.ClassFormat && attribute.Classes[0] != quarry.ClassInterconnect
	}
	return anything || slices.Contains(attribute.Classes, class)
}

func (r *Reader) kindOf(unit string) quarry.QuantityKind {
	known, ok := r.lexicon.FindUnit(unit)
	if !ok {
		return ""
	}
	return known.Kind
}

// precision returns the one number format that the words name.
func (r *Reader) precision(words string) string {
	var found []quarry.DeviceID
	for _, device := range r.lexicon.DevicesIn(words) {
		if device.Class == quarry.ClassFormat && !slices.Contains(found, device.ID) {
			found = append(found, device.ID)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return string(found[0])
}
