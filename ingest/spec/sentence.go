package spec

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/spec/labelled"
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
func (d *document) saidOf(v *labelled.Value, raw string, of subject, ok bool) (subject, bool) {
	var named []subject
	for _, device := range d.carriers(raw) {
		if !isPart(device.Device) {
			named = append(named, subject{device, doc.Text{}, false, ofSaid, 1, -1})
		}
	}
	if len(named) == 1 {
		return named[0], true
	}
	if v.Layout != labelled.Sentence {
		return of, ok && len(named) == 0
	}
	if len(named) == 0 && ok && of.Discovered && labelled.IsModel(of.Name) && strings.Contains(raw, of.Name) {
		of.strength = ofSaid
		return of, true
	}
	return subject{}, false
}
