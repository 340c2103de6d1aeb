package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// Item is a line that states something, with a key ("Warp size") or without.
type Item struct {
	Key       string
	Value     string
	Span      quarry.Span
	Place     Place
	Citations []quarry.Citation
}

// Item reads a fact, and a spec for every number whose attribute and device
// are known.
func (r *Reader) Item(item Item) Found {
	var found Found
	fact := quarry.Fact{
		Subject: item.Place.Subject(item.Key), Statement: item.Value,
		Citations: item.Citations, Source: item.Place.source(item.Span),
	}
	if fact.Subject == "" {
		fact.Subject = firstWords(item.Value)
	}
	if strings.TrimSpace(item.Value) != "" {
		found.Facts = append(found.Facts, fact)
	}
	found.Specs = r.itemSpecs(item)
	return found
}

// wordsOfSubject is how many words of a statement name it where nothing else
// does.
const wordsOfSubject = 6

func firstWords(text string) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(len(words), wordsOfSubject)], " ")
}

// itemSpecs reads the numbers of a keyed item, one part at a time: "40 MB
// (H100), 6 MB (A100)" are two claims.
func (r *Reader) itemSpecs(item Item) []quarry.Spec {
	attributes := r.lexicon.FindAttributes(item.Key)
	if len(attributes) == 0 {
		return nil
	}
	var specs []quarry.Spec
	for _, part := range parts(item.Value) {
		quantity, ok := r.lexicon.ReadQuantity(part)
		if !ok {
			continue
		}
		device, ok := r.deviceOf(part, item)
		if !ok {
			continue
		}
		attribute, ok := choose(attributes, device, r.kindOf(quantity.Unit))
		if !ok {
			continue
		}
		specs = append(specs, r.spec(claimed{
			device: device, attribute: quarry.AttributeMention{Attribute: attribute, Written: item.Key},
			quantity: quantity, words: part, place: item.Place, span: item.Span,
		}))
	}
	return specs
}

// parts splits a value at commas and semicolons that no digit follows at once.
func parts(value string) []string {
	var found []string
	start := 0
	for i := range len(value) - 1 {
		if (value[i] == ',' || value[i] == ';') && value[i+1] == ' ' {
			found = append(found, strings.TrimSpace(value[start:i]))
			start = i + 1
		}
	}
	return append(found, strings.TrimSpace(value[start:]))
}

// deviceOf looks for the device nearest to a number: in its own words, in the
// key, in the labels from the inside out, and in the headings from the last.
func (r *Reader) deviceOf(part string, item Item) (quarry.DeviceMention, bool) {
	texts := []string{part, item.Key}
	for i := len(item.Place.Labels) - 1; i >= 0; i-- {
		texts = append(texts, item.Place.Labels[i].Text)
	}
	for i := len(item.Place.Headings) - 1; i >= 0; i-- {
		texts = append(texts, item.Place.Headings[i])
	}
	for _, text := range texts {
		if device, ok := r.onlyDevice(text); ok {
			return device, true
		}
	}
	return quarry.DeviceMention{}, false
}

// onlyDevice returns the device that a text names where it names one that can
// carry numbers and no other: a heading with two devices says nothing of whose
// the number is.
func (r *Reader) onlyDevice(text string) (quarry.DeviceMention, bool) {
	var only quarry.DeviceMention
	for _, device := range r.lexicon.DevicesIn(text) {
		if device.Class == quarry.ClassFormat || device.Class == quarry.ClassMemory {
			continue
		}
		if only.ID != "" && only.ID != device.ID {
			return quarry.DeviceMention{}, false
		}
		only = device
	}
	return only, only.ID != ""
}
