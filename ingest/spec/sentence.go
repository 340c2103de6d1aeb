package spec

import (
	"slices"
	"strings"

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
			named = append(named, subject{DeviceMention: device, from: v.Raw, parent: -1})
		}
	}
	if len(named) == 1 {
		return named[0], true
	}
	if v.Layout != labelled.Sentence {
		return of, ok && len(named) == 0
	}
	if len(named) == 0 && ok && of.Discovered && labelled.IsModel(of.Name) && strings.Contains(raw, of.Name) {
		of.guessed = false
		return of, true
	}
	return subject{}, false
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
