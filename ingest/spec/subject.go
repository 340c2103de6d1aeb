package spec

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/spec/labelled"
	"github.com/quarrykb/quarry/internal/text"
)

// subject is what a value is of.
type subject struct {
	quarry.DeviceMention

	from    doc.Text // where it is named; empty where the document's file is
	heading bool     // which is a title above the value
	guessed bool     // it is what the whole document is about, for want of a name
	parent  int      // which label of the path names it; -1 for none
}

// subjectOf returns what a value is of: what its record, row, column or key is called,
// else a thing that a label above it names, else the nearest title that is a name.
func (d *document) subjectOf(e *entry) (subject, bool) {
	for i, name := range e.Names {
		if named, ok := d.nameOf(e.names[i]); ok {
			if name.Beside != "" {
				named = quarry.DeviceMention{Device: d.make(named, named.Written+" "+name.Beside).Device, Written: named.Written}
			}
			return subject{DeviceMention: named, from: name.Text, parent: -1}, true
		}
	}
	for i := range slices.Backward(e.labels) {
		if s, ok := d.ofLabel(e, i); ok {
			return s, true
		}
	}
	if s, ok := d.ofSection(e.Section); ok {
		return s, true
	}
	return d.whole()
}

// nameOf is called, remembered: rows of a table have few columns, and columns many rows.
func (d *document) nameOf(name string) (quarry.DeviceMention, bool) {
	if known, ok := d.names[name]; ok {
		return known, known.ID != ""
	}
	named, ok := d.called(name)
	if !ok {
		named = quarry.DeviceMention{}
	}
	if len(d.names) < mostLabels {
		d.names[name] = named
	}
	return named, ok
}

// ofLabel returns the thing that a label of a value's path names. A label that is not the
// last one may be the name of something that nobody knows, if it looks like one.
func (d *document) ofLabel(e *entry, at int) (subject, bool) {
	v, l, piece := e.Value, e.labels[at], e.Path[at]
	if l.names && !isPart(l.device.Device) {
		return subject{DeviceMention: l.device, from: piece, parent: at}, true
	}
	last := at == len(v.Path)-1
	if l.names && last && len(l.attributes) == 0 && 2*len(l.device.Written) > len(piece.Text) && d.ofNoWhole(v) {
		return subject{DeviceMention: l.device, from: piece, parent: at}, true
	}
	if l.names && last && v.Layout == labelled.Keyed && d.ofNoModel(v) && slices.ContainsFunc(l.attributes, func(a quarry.Attribute) bool { return slices.Contains(a.Classes, l.device.Class) }) {
		return subject{DeviceMention: l.device, from: piece, parent: -1}, true // "InfiniBand HDR bandwidth"
	}
	own := last && v.Layout < labelled.Phrase && !d.describesThing(e, l)
	if own || l.measuring > 0.5 || !labelled.IsModel(piece.Text) || v.Layout == labelled.Record {
		return subject{}, false
	}
	if named, ok := d.nameOf(thingIn(piece.Text)); ok {
		return subject{DeviceMention: named, from: piece, parent: at}, true
	}
	return subject{}, false
}

// describesThing reports whether a label is no more than a name, with a word beside its code,
// over a value with several words that names of attributes have: "Stand KS-88: height 68 cm,
// weight 8.7 kg".
func (d *document) describesThing(e *entry, l *label) bool {
	const most = 4 // words of a name
	if e.Layout != labelled.Keyed || len(l.attributes) > 0 || l.words > most || len(d.lexicon.DevicesIn(l.text)) > 0 {
		return false
	}
	words := strings.Fields(l.text)
	if !slices.ContainsFunc(words, func(word string) bool { return !labelled.HasDigit(word) }) { // "IP67", "PT100"
		return false
	}
	saying := func(word string) bool { return d.lexicon.LanguageOfWord(word) != "" }
	measuring := func(word string) bool { return !d.measuring[word] }
	return !slices.ContainsFunc(wordsOf(l.text), saying) && len(slices.DeleteFunc(wordsOf(e.raw), measuring)) > 1
}

// ofNoWhole reports whether no title above a value names a device with figures of its own,
// which a link or a memory would be a part of.
func (d *document) ofNoWhole(v *labelled.Value) bool {
	s, ok := d.ofSection(v.Section)
	return len(v.Names) == 0 && (!ok || s.Discovered || isPart(s.Device))
}

// ofNoModel is ofNoWhole where no title looks like the name of a thing that nobody knows
// either: the link that "Falcon 9" has is one of its own.
func (d *document) ofNoModel(v *labelled.Value) bool {
	s, ok := d.ofSection(v.Section)
	return d.ofNoWhole(v) && (!ok || !s.Discovered || !isModel(s.DeviceMention))
}

// mayBeName reports whether a title that looks like no model may still be what a document is
// about, rather than a subject that it treats, or things of a kind: "Choosing a machine",
// "GPU architecture", "Reach stackers".
func (d *document) mayBeName(title string) bool {
	words := strings.Fields(text.SlugWith(title, ' '))
	if d.isAspect(title) || strings.HasSuffix(words[0], "ing") || d.english.IsPlural(words[len(words)-1]) {
		return false
	}
	return !slices.ContainsFunc(words, func(word string) bool {
		return d.lexicon.LanguageOfWord(word) != "" || d.cues["prepositions"].Has(word) || d.generic[word]
	})
}

// isModel reports whether a thing is known, or its name looks like that of a model.
func isModel(named quarry.DeviceMention) bool {
	return !named.Discovered || labelled.IsModel(named.Name)
}

// ofSection returns the nearest title above that names a thing: one of the lexicon, one
// that looks like a model, or one of several with the same labels below them.
func (d *document) ofSection(s *labelled.Section) (subject, bool) {
	found, ok := d.titled[s]
	if !ok {
		found.of, found.ok = d.findTitle(s)
		d.titled[s] = found
	}
	return found.of, found.ok
}

// ofTitled is what the titles over a section name.
type ofTitled struct {
	of subject
	ok bool
}

func (d *document) findTitle(s *labelled.Section) (subject, bool) {
	for ; s != nil; s = s.Parent {
		title := s.Title.Text
		if named := d.carriers(title); len(named) == 1 && (!isPart(named[0].Device) || s.Parent == nil || len(named[0].Written)*2 > len(title)) {
			return subject{DeviceMention: named[0], from: s.Title, heading: true, parent: -1}, true
		} else if len(named) > 1 {
			continue
		}
		if d.session.NamesPart(title) {
			continue
		}
		thing := d.thingOf(title)
		bare := d.withoutAspects(thing)
		if known, ok := d.lexicon.FindDevice(bare); ok && !d.isForeign(quarry.DeviceMention{Device: known, Written: bare}) {
			return subject{DeviceMention: quarry.DeviceMention{Device: known, Written: bare}, from: s.Title, heading: true, parent: -1}, true
		}
		if named, ok := d.nameOf(thing); ok && (s.Alike || labelled.IsModel(thing)) && !d.isAspect(thing) {
			return subject{DeviceMention: named, from: s.Title, heading: true, parent: -1}, true
		}
	}
	return subject{}, false
}

// mostShared is how many things a statement about all of them is read for.
const mostShared = 12

// mostScopes is how many titles of a document are looked below for the things that a
// statement is of.
const mostScopes = 16

// every returns the things that a document describes around a value, where a title or a
// label above it says that it is of all of them: "Common to both models".
func (d *document) every(v *labelled.Value, of *subject) []subject {
	scope, says := v.Section, slices.ContainsFunc(v.Path, func(piece doc.Text) bool { return d.speaksOfAll(piece.Text) })
	for s := v.Section; s != nil && !says; s = s.Parent {
		scope, says = s, d.speaksOfAll(s.Title.Text) && of.from.Span != s.Title.Span
	}
	if !says {
		return nil
	}
	if scope != nil {
		scope = scope.Parent
	}
	things, known := d.things[scope]
	if !known && len(d.things) < mostScopes {
		things = d.thingsBelow(scope)
		d.things[scope] = things
	}
	if len(things) < 2 || len(things) > mostShared {
		return nil
	}
	return things
}

// speaksOfAll reports whether a title says that what is below it is of all models.
func (d *document) speaksOfAll(title string) bool {
	if len(title) > longestLabel {
		return false
	}
	words := strings.Fields(text.SlugWith(title, ' '))
	for i, word := range words {
		if behind := words[i+1:]; d.cues["of_all"].Has(word) && slices.ContainsFunc(behind[:min(len(behind), 2)], d.cues["models"].Has) {
			return true
		}
	}
	return false
}

// thingsBelow returns the models that rows, columns, records and titles below a title are
// named after, in their order, without those of which the document says much less: what is
// sold with them.
func (d *document) thingsBelow(scope *labelled.Section) []subject {
	things, said, most := []subject{}, map[quarry.DeviceID]int{}, 0
	for i := range d.found.Values {
		v := &d.found.Values[i]
		if scope != nil && !slices.Contains(v.Section.Path(), scope) {
			continue
		}
		s, ok := d.subjectOf(d.entry(v))
		if !ok || s.guessed || v.Layout >= labelled.Phrase || !isModel(s.DeviceMention) {
			continue
		}
		if said[s.ID] == 0 {
			s.parent, s.heading = -1, false
			things = append(things, s)
		}
		said[s.ID]++
		most = max(most, said[s.ID])
	}
	return slices.DeleteFunc(things, func(s subject) bool { return 2*said[s.ID] < most })
}

// withoutAspects drops the words off the end of a title that only say which side of a thing
// is meant: "MXFP4 structure".
func (d *document) withoutAspects(title string) string {
	words := strings.Fields(title)
	for len(words) > 1 && d.cues["behind_subjects"].Has(strings.ToLower(words[len(words)-1])) {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

// isAspect reports whether a title says which side of a thing is meant, or of what its
// text is, rather than which thing.
func (d *document) isAspect(title string) bool {
	words := strings.Fields(text.SlugWith(title, ' '))
	said := 0
	if len(words) > 0 && d.cues["trap_labels"].Has(words[0]) { // "Chapter 7"
		return true
	}
	for i, word := range words {
		singular := strings.TrimSuffix(word, "s")
		if d.measuring[word] || d.cues["sheet_titles"].HasAny(word, singular) || d.cues["ratings_titles"].HasAny(word, singular) ||
			d.cues["section_titles"].HasAny(word, singular) || d.cues["trap_titles"].HasAny(word, singular) || d.cues["modifiers"].Has(word) ||
			i == 0 && text.AllDigits(word) {
			said++
		}
	}
	return len(words) == 0 || 2*said > len(words)
}

// thingOf returns the part of a title that names a thing: of "Review: Linnet 5 – small
// box" the model.
func (d *document) thingOf(title string) string {
	bare := strings.TrimSpace(strings.TrimLeft(title, "0123456789.§#) "))
	if bare == "" || len(title)-len(bare) > 0 && labelled.IsModel(title) && !strings.ContainsAny(title[:len(title)-len(bare)], ".)") {
		bare = title
	}
	return thingIn(bare)
}

// thingIn returns the first of a title's parts that looks like a model, or its first one.
func thingIn(title string) string {
	parts := []string{labelled.Unbracketed(title)}
	for _, separator := range []string{" – ", " — ", " | ", ": ", " - ", ", "} {
		var next []string
		for _, part := range parts {
			next = append(next, strings.Split(part, separator)...)
		}
		parts = next
	}
	for _, part := range parts {
		if labelled.IsModel(part) {
			return strings.TrimSpace(part)
		}
	}
	return strings.TrimSpace(parts[0])
}

// whole returns what the whole document is about: what its front matter names, else its
// outermost title, else its file.
func (d *document) whole() (subject, bool) {
	if d.about == nil {
		s := d.findWhole()
		d.about = &s
	}
	return *d.about, d.about.ID != ""
}

func (d *document) findWhole() subject {
	for _, name := range d.found.Front {
		if named, ok := d.nameOf(d.thingOf(name.Text.Text)); ok && isModel(named) && !d.isAspect(named.Name) {
			return subject{DeviceMention: named, from: name.Text, parent: -1}
		}
	}
	if len(d.found.Titles) > 0 {
		title := d.found.Titles[0].Title
		if named, ok := d.nameOf(d.thingOf(title.Text)); ok && (isModel(named) || d.mayBeName(named.Name)) {
			return subject{DeviceMention: named, from: title, heading: true, guessed: true, parent: -1}
		}
	}
	stem, _, _ := strings.Cut(d.file[strings.LastIndexByte(d.file, '/')+1:], ".")
	if named, ok := d.nameOf(strings.TrimSpace(text.Spaced(stem))); ok && isModel(named) {
		named.Written = ""
		return subject{DeviceMention: named, guessed: true, parent: -1}
	}
	return subject{}
}
