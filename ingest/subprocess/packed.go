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
	Knowledge    quarry.Knowledge // without content that is the file
	TextIsFile   bool
	KeepOriginal bool

	Headings   [][]string
	HeadingOf  []int // of every entry, in their order; -1 for none
	Devices    []quarry.Device
	Attributes []quarry.Attribute
	Of         [][2]int // of every spec: its device and its attribute
	Zeros      []int    // which of the ends are 0: gob leaves a zero out, as if they were open
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
	var devices table[quarry.Device]
	var attributes table[quarry.Attribute]
	for i := range k.Specs {
		device, attribute := &k.Specs[i].Device.Device, &k.Specs[i].Attribute.Attribute
		of := [2]int{devices.add(string(device.ID), *device), attributes.add(string(attribute.ID), *attribute)}
		p.Of = append(p.Of, of)
		*device, *attribute = quarry.Device{}, quarry.Attribute{}
	}
	p.Headings, p.Devices, p.Attributes = headings.values, devices.values, attributes.values
	if k.Content.Original = nil; p.TextIsFile {
		k.Content.Text = nil
	}
	p.Knowledge = k
	for i, end := range p.ends() {
		if *end != nil && **end == 0 {
			p.Zeros = append(p.Zeros, i)
		}
	}
	return p
}

// unpack puts a document together again that was read from a file.
func (p *packed) unpack(file []byte) quarry.Knowledge {
	ends := p.ends()
	for _, i := range p.Zeros {
		*ends[i] = new(float64)
	}
	k := p.Knowledge
	if p.TextIsFile {
		k.Content.Text = file
	}
	if p.KeepOriginal {
		k.Content.Original = file
	}
	for i, of := range p.Of {
		k.Specs[i].Device.Device, k.Specs[i].Attribute.Attribute = p.Devices[of[0]], p.Attributes[of[1]]
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

// ends returns the ends of all bounds, in their order.
func (p *packed) ends() []**float64 {
	var all []**float64
	add := func(b *quarry.Bounds) { all = append(all, &b.Min, &b.Max) }
	for i := range p.Knowledge.Specs {
		add(&p.Knowledge.Specs[i].Value.Bounds)
		add(&p.Knowledge.Specs[i].Normalized)
	}
	for _, attribute := range p.Attributes {
		for i := range attribute.Known {
			add(&attribute.Known[i].Bounds)
		}
	}
	return all
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
