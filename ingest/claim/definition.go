package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// Card reads the number of a card whose front names whose it is and what it is of,
// or asks for just that. A back that does not begin with it states nothing.
func (r *Reader) Card(item Item) []quarry.Spec {
	item.Key = r.asked(item.Key)
	if item.Key == "" || !r.beginsNumber(item) {
		return nil
	}
	key, name := r.ofDevice(item.Key)
	if name == "" {
		return r.Item(item).Specs
	}
	source := item.Place.source(item.Span)
	item.Key, item.Place.Headings = key, []string{name}
	specs := r.Item(item).Specs
	for i := range specs {
		specs[i].Source = source
	}
	return specs
}

// ofDevice parts what a card asks for and the device that it is of: "shared memory
// per SM" and "H100" of "shared memory per SM on the H100". The second is "" where
// more than its name is behind the word that joins them.
func (r *Reader) ofDevice(key string) (string, string) {
	for _, joint := range r.cues[ofDeviceWords].List() {
		at := strings.LastIndex(key, " "+joint+" ")
		if at < 0 {
			continue
		}
		name := key[at+len(joint)+2:]
		if first, rest, more := strings.Cut(name, " "); more && r.isArticle(first) {
			name = rest
		}
		if _, ok := r.lexicon.FindDevice(name); ok {
			return key[:at], name
		}
	}
	return key, ""
}

// asked returns what a question in a few words asks for: of "What is the TDP of the
// L4?" "TDP of the L4". What asks otherwise is no key.
func (r *Reader) asked(front string) string {
	question, isQuestion := strings.CutSuffix(strings.TrimSpace(front), "?")
	if !isQuestion {
		return question
	}
	opening := r.cues[valueQuestions].Prefix(text.LowerASCII(question))
	if opening == "" {
		return ""
	}
	return strings.TrimLeft(question[len(opening):], " ")
}

// beginsNumber reports whether an item is short and begins with its number.
func (r *Reader) beginsNumber(item Item) bool {
	if len(item.Value) > longestLabel {
		return false
	}
	said := r.statement(item.Place.Numbers, item.Value)
	return len(said.numbers) > 0 && said.numbers[0].start == 0
}

// Meaning reads the numbers of what a term means that is a key of the sheet. It
// reports whether it begins with one: anything else is no key's value.
func (s *Sheet) Meaning(item Item) ([]quarry.Spec, bool) {
	if !s.reader.beginsNumber(item) {
		return nil, false
	}
	return s.Specs(item), true
}

// mostTerms is how many terms a list has at most whose meanings are what one thing
// measures.
const mostTerms = 100

// AreKeys reports whether the terms of a definition list at a place are what is
// said of the thing above it, as the keys of a list are: "Memory", "TDP" below
// "H100". One of them is known to be measured, and none is a thing itself.
func (r *Reader) AreKeys(terms []string, place Place) bool {
	if len(terms) < fewestSiblings || len(terms) > mostTerms {
		return false
	}
	if device, _ := r.parentAt(place); device.ID == "" && len(r.around(place)) == 0 {
		return false
	}
	known := false
	for _, term := range terms {
		if !r.isName(term) || r.saysNoThing(term) || len(r.carriers(term)) > 0 {
			return false
		}
		known = known || len(r.attributesCalled(unbracketed(term))) > 0
	}
	return known
}
