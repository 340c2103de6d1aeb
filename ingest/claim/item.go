package claim

import (
	"slices"
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
	if len(item.Key) > longestLabel {
		return nil
	}
	attributes := r.lexicon.FindAttributes(item.Key)
	if len(attributes) == 0 {
		return nil
	}
	claims := r.quantityParts(item.Value)
	var specs []quarry.Spec
	for _, part := range claims {
		words := part
		if len(claims) == 1 {
			words = item.Value
		}
		if spec, ok := r.partSpec(part, words, item, attributes); ok {
			specs = append(specs, spec)
		}
	}
	return specs
}

// quantityParts returns the parts of a value that begin with a number. Where
// there is only one, all of the value speaks of it: "1,979 TFLOPS, with
// sparsity".
func (r *Reader) quantityParts(value string) []string {
	return slices.DeleteFunc(parts(value), func(part string) bool {
		_, ok := r.quantity(part)
		return !ok
	})
}

// quantity reads the quantity that a text begins with, code marks or not.
func (r *Reader) quantity(text string) (quarry.Quantity, bool) {
	return r.lexicon.ReadQuantity(strings.ReplaceAll(text, "`", ""))
}

func (r *Reader) partSpec(part, words string, item Item, attributes []quarry.Attribute) (quarry.Spec, bool) {
	quantity, ok := r.quantity(part)
	if !ok || isRelative(quantity, part) {
		return quarry.Spec{}, false
	}
	part, words = beforeComparison(part), beforeComparison(words)
	device, ok := r.deviceOf(part, item)
	if !ok {
		return quarry.Spec{}, false
	}
	attribute, ok := choose(attributes, device, r.kindOf(quantity.Unit))
	if !ok {
		return quarry.Spec{}, false
	}
	return r.spec(claimed{
		device: device, attribute: quarry.AttributeMention{Attribute: attribute, Written: item.Key},
		quantity: quantity, words: words, place: item.Place, span: item.Span,
	}), true
}

// parts splits a value at commas and semicolons that white space follows,
// outside of brackets.
func parts(value string) []string {
	var found []string
	start, depth := 0, 0
	for i := range len(value) - 1 {
		switch value[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',', ';':
			if depth <= 0 && value[i+1] == ' ' {
				found = append(found, strings.TrimSpace(value[start:i]))
				start = i + 1
			}
		}
	}
	return append(found, strings.TrimSpace(value[start:]))
}

// deviceOf looks for the device nearest to a number: in its own words, in the
// key, in the labels from the inside out, and in the headings from the last.
// The nearest text that names any device decides: where it names several, or
// compares, nobody can tell whose the number is.
func (r *Reader) deviceOf(part string, item Item) (quarry.DeviceMention, bool) {
	texts := []string{part, item.Key}
	for _, label := range slices.Backward(item.Place.Labels) {
		texts = append(texts, label.Text)
	}
	for _, heading := range slices.Backward(item.Place.Headings) {
		texts = append(texts, heading)
	}
	for _, text := range texts {
		if named := r.carriers(text); len(named) > 0 {
			return named[0], len(named) == 1 && !isComparison(text)
		}
	}
	return quarry.DeviceMention{}, false
}

// onlyDevice returns the device that a text names where it names one that can
// carry numbers and no other.
func (r *Reader) onlyDevice(text string) (quarry.DeviceMention, bool) {
	named := r.carriers(text)
	if len(named) != 1 {
		return quarry.DeviceMention{}, false
	}
	return named[0], true
}

// carriers returns the devices that a text names and that can carry numbers,
// each once.
func (r *Reader) carriers(text string) []quarry.DeviceMention {
	var named []quarry.DeviceMention
	for _, device := range r.lexicon.DevicesIn(text) {
		known := slices.ContainsFunc(named, func(d quarry.DeviceMention) bool { return d.ID == device.ID })
		if !known && device.Class != quarry.ClassFormat && device.Class != quarry.ClassMemory {
			named = append(named, device)
		}
	}
	return named
}
