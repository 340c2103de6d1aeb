package subprocess

import (
	"bytes"
	"reflect"
	"strings"

	"github.com/quarrykb/quarry"
)

// packed is a document on its way: what its entries share stands in it once, as it does in
// memory, and the bytes that both sides have do not stand in it at all.
type packed struct {
	Knowledge    quarry.Knowledge // without specs, and without content that is the file
	Specs        []packedSpec
	TextIsFile   bool
	KeepOriginal bool

	Devices    []quarry.Device
	Attributes []packedAttribute
	Headings   [][]string
	HeadingOf  []int // of every entry, in their order; -1 for none
}

// packedSpec is a spec without its device, attribute and bounds.
type packedSpec struct {
	Spec              quarry.Spec
	Device, Attribute int
	Value, Normalized ends
}

// packedAttribute is an attribute, of which the known ranges are the lexicon's.
type packedAttribute struct {
	Attribute quarry.Attribute
	Known     []packedRange
}

type packedRange struct {
	Range quarry.KnownRange
	Ends  ends
}

// ends are the ends of bounds. The encoding leaves a zero out, and would take an end at 0
// for one that is open.
type ends struct {
	HasMin, HasMax bool
	Min, Max       float64
}

func cutEnds(b *quarry.Bounds) ends {
	var e ends
	if b.Min != nil {
		e.HasMin, e.Min = true, *b.Min
	}
	if b.Max != nil {
		e.HasMax, e.Max = true, *b.Max
	}
	b.Min, b.Max = nil, nil
	return e
}

func (e ends) put(b *quarry.Bounds) {
	if e.HasMin {
		b.Min = &e.Min
	}
	if e.HasMax {
		b.Max = &e.Max
	}
}

// table holds values once each.
type table[T any] struct {
	values []T
	at     map[string][]int // by what equal values have in common
}

// add returns the place of a value.
func (t *table[T]) add(key string, value T) int {
	for _, i := range t.at[key] {
		if reflect.DeepEqual(t.values[i], value) { // at once where they share their memory
			return i
		}
	}
	if t.at == nil {
		t.at = map[string][]int{}
	}
	t.values = append(t.values, value)
	t.at[key] = append(t.at[key], len(t.values)-1)
	return len(t.values) - 1
}

// pack takes a document apart, which is not to be used any more.
func pack(k quarry.Knowledge, file []byte) *packed {
	p := &packed{TextIsFile: bytes.Equal(k.Content.Text, file), KeepOriginal: k.Content.Original != nil}
	var headings table[[]string]
	for _, source := range sourcesOf(k) {
		heading := -1
		if source.Heading != nil {
			heading = headings.add(strings.Join(source.Heading, "\n"), source.Heading)
		}
		p.HeadingOf = append(p.HeadingOf, heading)
		*source = quarry.Source{Span: source.Span, Context: source.Context}
	}
	p.Headings = headings.values
	p.packSpecs(k.Specs)
	if k.Specs, k.Content.Original = nil, nil; p.TextIsFile {
		k.Content.Text = nil
	}
	p.Knowledge = k
	return p
}

func (p *packed) packSpecs(specs []quarry.Spec) {
	var devices table[quarry.Device]
	var attributes table[quarry.Attribute]
	for _, spec := range specs {
		packed := packedSpec{
			Device:    devices.add(string(spec.Device.ID), spec.Device.Device),
			Attribute: attributes.add(string(spec.Attribute.ID), spec.Attribute.Attribute),
			Value:     cutEnds(&spec.Value.Bounds), Normalized: cutEnds(&spec.Normalized),
		}
		spec.Device.Device, spec.Attribute.Attribute = quarry.Device{}, quarry.Attribute{}
		packed.Spec = spec
		p.Specs = append(p.Specs, packed)
	}
	p.Devices = devices.values
	for _, attribute := range attributes.values {
		p.Attributes = append(p.Attributes, packAttribute(attribute))
	}
}

func packAttribute(a quarry.Attribute) packedAttribute {
	packed := packedAttribute{Attribute: a}
	packed.Attribute.Known = nil
	for _, known := range a.Known {
		ends := cutEnds(&known.Bounds)
		packed.Known = append(packed.Known, packedRange{known, ends})
	}
	return packed
}

func (a packedAttribute) unpack() quarry.Attribute {
	for _, known := range a.Known {
		known.Ends.put(&known.Range.Bounds)
		a.Attribute.Known = append(a.Attribute.Known, known.Range)
	}
	return a.Attribute
}

// unpack puts a document together again that was read from a file.
func (p *packed) unpack(file []byte) quarry.Knowledge {
	k := p.Knowledge
	if p.TextIsFile {
		k.Content.Text = file
	}
	if p.KeepOriginal {
		k.Content.Original = file
	}
	var attributes []quarry.Attribute
	for _, attribute := range p.Attributes {
		attributes = append(attributes, attribute.unpack())
	}
	for _, s := range p.Specs {
		s.Spec.Device.Device, s.Spec.Attribute.Attribute = p.Devices[s.Device], attributes[s.Attribute]
		s.Value.put(&s.Spec.Value.Bounds)
		s.Normalized.put(&s.Spec.Normalized)
		k.Specs = append(k.Specs, s.Spec)
	}
	d := k.Document
	for entry, source := range sourcesOf(k) {
		source.DocumentID, source.Collection, source.Path = d.ID, d.Collection, d.Path
		source.Title, source.SHA256 = d.Title, d.SHA256
		if heading := p.HeadingOf[entry]; heading >= 0 {
			source.Heading = p.Headings[heading]
		}
	}
	return k
}

// sourcesOf returns where every entry comes from.
func sourcesOf(k quarry.Knowledge) []*quarry.Source {
	all := make([]*quarry.Source, 0, k.Size())
	for i := range k.Questions {
		all = append(all, &k.Questions[i].Source)
	}
	for i := range k.Facts {
		all = append(all, &k.Facts[i].Source)
	}
	for i := range k.Specs {
		all = append(all, &k.Specs[i].Source)
	}
	for i := range k.Passages {
		all = append(all, &k.Passages[i].Source)
	}
	return all
}
