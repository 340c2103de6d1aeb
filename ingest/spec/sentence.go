package spec

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/spec/labelled"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// states reports whether a sentence asserts something of a thing as it is: a verb says
// so, and no word doubts, denies, compares or tells of a case.
func (d *document) states(sentence string) bool {
	asserts := false
	for _, word := range text.Words(strings.ToLower(sentence)) {
		if d.cues["doubted"].Has(word) || d.cues["refuted"].Has(word) || d.cues["denied"].Has(word) || d.cues["past"].Has(word) {
			return false
		}
		asserts = asserts || d.cues["asserting"].Has(word) || d.cues["having"].Has(word)
	}
	return asserts && !strings.HasSuffix(strings.TrimSpace(sentence), "?")
}

// saidOf returns the thing that a line's own words say that its numbers are of; a sentence
// must say so itself, and name no other.
func (d *document) saidOf(e *entry, of subject, ok bool) (subject, bool) {
	var named []subject
	for _, device := range d.carriers(e.raw) {
		if !isPart(device.Device) {
			named = append(named, subject{DeviceMention: device, from: e.Raw, parent: -1})
		}
	}
	if len(named) == 1 {
		return named[0], true
	}
	if e.Layout != labelled.Sentence {
		return of, ok && len(named) == 0
	}
	if len(named) == 0 && ok && of.Discovered && labelled.IsModel(of.Name) && strings.Contains(e.raw, of.Name) {
		of.guessed = false
		return of, true
	}
	return subject{}, false
}

// said is the thing that a value's own words named, for those behind it in the same list.
type said struct {
	group int
	of    subject
}

// ownerOf returns the thing that a number is of: the one that its own words name, "304 CUs
// (MI300X)", or that those of a value before it in the list did, where no record, row or
// title names one that is known. "80 % of the H100" is no figure of the H100.
func (d *document) ownerOf(e *entry, n *number, of subject) subject {
	if e.Layout == labelled.Sentence || len(e.Names) > 0 && e.Layout == labelled.Record {
		return of
	}
	if named := d.carriers(n.behind); len(named) == 1 && n.unit.Kind != quantity.Ratio && !isSeveral(n.Text+n.behind) && !isPart(named[0].Device) && named[0].ID != of.ID && named[0].Family != of.ID {
		own := subject{DeviceMention: named[0], from: e.Raw, parent: -1}
		if n.of == 1 && len(e.Names) == 0 {
			d.said = said{e.Group, own}
		}
		return own
	}
	if d.said.group == e.Group && d.said.of.ID != "" && len(e.Names) == 0 && of.parent < 0 && of.Discovered {
		return d.said.of
	}
	return of
}

// isHedged reports whether the words around a number of a sentence say that it may be, that
// it is a part of what is meant, one of two, or of another thing: "could have 200 GB", "half
// of 80 GB", "40 GB or 80 GB", "sits in a server with 2 TB".
func (d *document) isHedged(n *number) bool {
	words := text.Words(strings.ToLower(n.before))
	ofAnother := false
	for _, word := range words {
		switch {
		case d.cues["modal"].Has(word):
			return true
		case d.cues["acting"].Has(word):
			ofAnother = true
		case d.cues["asserting"].Has(word):
			ofAnother = false
		}
	}
	for _, word := range slices.Backward(words) {
		if d.cues["portions"].Has(word) {
			return true
		}
		if !d.cues["between"].Has(word) && !d.cues["prepositions"].Has(word) {
			break
		}
	}
	last := text.Words(strings.ToLower(n.behind))
	either := len(words) > 0 && d.cues["or_words"].Has(words[len(words)-1]) || n.at+1 < n.of && len(last) > 0 && d.cues["or_words"].Has(last[len(last)-1])
	return ofAnother || either
}
