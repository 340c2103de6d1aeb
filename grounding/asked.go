package grounding

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// asked is what a query asks for.
type asked struct {
	language   language
	stems      *text.Stemmer
	known      map[string]string // the stems of words that were met
	words      []askedWord
	devices    []askedDevice
	attributes []askedAttribute
	foreign    []askedAttribute         // that none of the devices can have
	conditions map[quarry.Axis][]string // by axis, what claims state that are asked for, or that they state nothing
	formats    []string                 // the names of number formats that are asked for
	written    map[string]string        // the words as the query writes them
	doing      string                   // what is asked for who does it: "makes"; "" for nothing
	ofAll      bool                     // whether it asks which of all devices is foremost in something
	ofOwn      bool                     // whether it is about something of the asker's own
}

// askedWord is a word that says something of what is asked about.
type askedWord struct {
	quarry.QueryWord

	stem   string
	parts  []string // stems, where it is written as several words: "5.0"
	phrase string   // that stands for one thing, with spaces around it: " out of memory "; "" for none
}

// askedDevice is a device that a query names, with all that is one of it.
type askedDevice struct {
	quarry.DeviceMention

	family []quarry.DeviceID
	number string // that stands behind the name as a part of it may: "gaudi 4"; "" for none
}

func (d askedDevice) name() string {
	if d.number != "" {
		return d.Written + " " + d.number
	}
	return d.Name
}

// askedAttribute is what a query asks of a device.
type askedAttribute struct {
	words []string // as the query has them, in small letters
	ids   []quarry.AttributeID
}

// unknownRarity is how rare a word counts of which no index told.
const unknownRarity = 0.5

// read finds out what a query asks for, of devices of the lexicon and of some that were
// discovered.
func (l language) read(query string, found quarry.Found, discovered []quarry.Device) *asked {
	a := &asked{language: l, stems: l.english.Stemmer(nil), known: map[string]string{}}
	words, repaired := found.Words, map[string]string{}
	if found.CorrectedQuery != "" {
		repaired = repairs(text.WordsPlain(query), text.WordsPlain(found.CorrectedQuery))
		query = found.CorrectedQuery
	}
	named := a.addDevices(query, discovered)
	if words == nil {
		for _, word := range text.WordsPlain(query) {
			words = append(words, quarry.QueryWord{Text: word, Rarity: unknownRarity, Known: true})
		}
	}
	a.addAttributes(query)
	a.addConditions(query)
	a.written, a.doing = writtenIn(query), l.doneBy(text.WordsPlain(query))
	a.addWords(joined(words, a.written), named, repaired)
	a.addPhrases(text.WordsPlain(query))
	a.addForeign()
	a.ofAll = len(a.devices) == 0 && l.asksOfAll(text.WordsPlain(query))
	a.ofOwn = l.asksOfOwn(text.WordsPlain(query))
	return a
}

// addDevices takes in the devices that a query names, each once, and returns the words of
// their names, with false those of number formats.
func (a *asked) addDevices(query string, discovered []quarry.Device) map[string]bool {
	named := map[string]bool{}
	for _, m := range slices.Concat(a.language.lexicon.DevicesIn(query), discoveredIn(query, discovered)) {
		for _, word := range text.WordsPlain(m.Written) {
			named[word] = named[word] || m.Class != quarry.ClassFormat
		}
		if m.Class != quarry.ClassFormat && !slices.ContainsFunc(a.devices, func(d askedDevice) bool { return d.ID == m.ID }) {
			family := append(a.language.lexicon.DeviceFamily(m.ID), m.ID, m.Family)
			a.devices = append(a.devices, askedDevice{m, family, a.language.numberBehind(query, m.Written)})
		}
	}
	return named
}

// repairs returns the words that were put in the place of others, with these.
func repairs(written, searched []string) map[string]string {
	repaired := map[string]string{}
	if len(written) != len(searched) {
		return repaired
	}
	for i, word := range searched {
		if word != written[i] {
			repaired[word] = written[i]
		}
	}
	return repaired
}

// addWords takes in the words that say something, each once, but those of names of
// devices: these are asked about for themselves. So is a number format, but for whether a
// device has it, where it is what is asked. A word that was repaired is one that no
// entry has: where the candidates have not what it was taken for, it was no slip.
func (a *asked) addWords(words []quarry.QueryWord, named map[string]bool, repaired map[string]string) {
	for _, word := range words {
		lower := strings.ToLower(word.Text)
		stem := a.stems.Stem(lower)
		known := slices.ContainsFunc(a.words, func(w askedWord) bool { return w.stem == stem })
		device, named := named[lower]
		format := named && !device && len(a.devices) > 0 && len(a.attributes) == 0
		if known || a.language.asking[lower] && lower != a.doing || named && !format || lower == "" || len(a.attributes) > 0 && a.language.having[lower] {
			continue
		}
		if written, ok := repaired[lower]; ok {
			word.Text, word.Known = written, false
		}
		a.words = append(a.words, askedWord{QueryWord: word, stem: stem, parts: a.stems.Stems(text.WordsPlain(lower))})
	}
}

// addPhrases lets a word behind "out of" be asked for with it: who is out of memory does
// not ask about memory.
func (a *asked) addPhrases(words []string) {
	const lead = "out of "
	for i, w := range a.words {
		for at := 2; at < len(words); at++ {
			if words[at-2]+" "+words[at-1]+" " == lead && a.stems.Stem(words[at]) == w.stem {
				a.words[i].Text, a.words[i].phrase = lead+words[at], " "+lead+words[at]+" "
			}
		}
	}
}

// asksFor reports whether an attribute is asked for under these conditions.
func (a *asked) asksFor(attribute quarry.AttributeID, conditions quarry.Conditions) bool {
	return a.under(conditions) && slices.ContainsFunc(a.attributes, func(one askedAttribute) bool { return slices.Contains(one.ids, attribute) })
}

// under reports whether conditions are those that are asked for, or say nothing of them.
func (a *asked) under(conditions quarry.Conditions) bool {
	for axis, values := range a.conditions {
		if !slices.Contains(values, conditions.Value(axis)) {
			return false
		}
	}
	return true
}

// request names what is read for a grounding: of devices that may have been discovered
// whatever a text may ask of any device.
func (a *asked) request(text string, hits []quarry.Hit) quarry.ContextEntriesRequest {
	r := quarry.ContextEntriesRequest{Names: a.language.namesIn(text)}
	for _, hit := range hits {
		r.Refs = append(r.Refs, hit.EntryRef)
		for _, also := range hit.Also {
			if also.Kind == quarry.EntrySpec {
				r.Refs = append(r.Refs, also.EntryRef)
			}
		}
	}
	for _, device := range a.devices {
		r.Devices = append(r.Devices, device.ID)
		r.Devices = append(r.Devices, a.language.lexicon.DeviceFamily(device.ID)...)
	}
	for _, attribute := range slices.Concat(a.attributes, a.language.ofAny(text, r.Names)) {
		r.Attributes = append(r.Attributes, attribute.ids...)
	}
	r.Conditions = a.conditions
	return r
}

// mostRead is how much of a text is looked at for words and names, in bytes.
const mostRead = 16 << 10

// readWords reads which words a candidate has, once.
func (a *asked) readWords(c *candidate) {
	if c.stems != nil {
		return
	}
	words := text.WordsPlain(c.said())
	c.stems = make(map[string]bool, len(words))
	for _, word := range words {
		stem, known := a.known[word]
		if !known {
			stem = a.stems.Stem(word)
			a.known[word] = stem
		}
		c.stems[stem] = true
	}
}

// readDevices reads which devices a candidate names, once.
func (a *asked) readDevices(c *candidate) {
	if c.named {
		return
	}
	c.named = true
	for _, m := range a.mentions(c.said()) {
		c.devices = append(c.devices, m.ID, m.Family)
	}
}

// said returns what a candidate says, with the titles above it.
func (c *candidate) said() string {
	return strings.Join(append([]string{c.title, c.text[:min(len(c.text), mostRead)]}, c.source.Heading...), "\n")
}

// has reports whether a candidate has a word, or what means the same.
func (a *asked) has(c *candidate, w askedWord) bool {
	a.readWords(c)
	if w.phrase != "" {
		return strings.Contains(" "+strings.Join(text.WordsPlain(c.said()), " ")+" ", w.phrase)
	}
	if c.stems[w.stem] || c.Kind == quarry.EntrySpec && a.isAskedBy(w, c.attribute) || len(w.parts) > 1 && !slices.ContainsFunc(w.parts, func(part string) bool { return !c.stems[part] }) {
		return true
	}
	if a.namesMaker(c, w) {
		return true
	}
	for _, phrase := range a.language.synonyms[w.stem] {
		if !slices.ContainsFunc(phrase, func(stem string) bool { return !c.stems[stem] }) {
			return true
		}
	}
	return false
}

// speaksOf reports whether a candidate names a device, or one of its family.
func (a *asked) speaksOf(c *candidate, d askedDevice) bool {
	a.readDevices(c)
	return slices.ContainsFunc(c.devices, func(id quarry.DeviceID) bool { return id != "" && slices.Contains(d.family, id) })
}

// speaksOfAny reports whether a candidate names one of the devices, or of their families.
func (a *asked) speaksOfAny(c *candidate) bool {
	return slices.ContainsFunc(a.devices, func(d askedDevice) bool { return a.speaksOf(c, d) })
}

// numberBehind returns the number that stands behind a name and is no quantity: "4" of
// "Gaudi 4 bandwidth", and none of "H100 80 GB" or "8 GPUs".
func (l language) numberBehind(text, name string) string {
	_, behind, found := strings.Cut(text, name)
	words := strings.Fields(strings.TrimRight(behind, "?!. "))
	const longest = 4
	if !found || len(words) == 0 || !strings.HasPrefix(behind, " ") || len(words[0]) > longest || strings.Trim(words[0], "0123456789") != "" {
		return ""
	}
	if len(words) > 1 {
		_, isUnit := l.lexicon.FindUnit(words[1])
		if isUnit || strings.HasSuffix(words[1], "s") {
			return ""
		}
	}
	return words[0]
}

// says reports whether a candidate writes a device with the number behind its name.
func (c *candidate) says(d askedDevice) bool {
	return d.number == "" || strings.Contains(strings.ToLower(c.title+"\n"+c.text), strings.ToLower(d.Written+" "+d.number))
}

// asksOfOwn reports whether a query asks for a yes or no about something of the
// asker's own: "is my GPU broken".
func (l language) asksOfOwn(words []string) bool {
	const fewest = 3 // a verb, an owner and what is owned
	if len(words) < fewest {
		return false
	}
	return l.cues[cueOfOwn].Has(words[0]) && l.cues[cueOwner].Has(words[1])
}

// asksOfAll reports whether a query asks for the foremost of a class of devices: "the
// cheapest GPU", "which accelerator has the most memory".
func (l language) asksOfAll(words []string) bool {
	superlative := func(word string) bool {
		return l.cues[cueSuperlatives].Has(word) || len(word) > len("xxest") && strings.HasSuffix(word, "est")
	}
	for i, word := range words {
		if i == 0 || !l.classes[word] {
			continue
		}
		before := words[i-1]
		if superlative(before) || l.cues[cueWhich].Has(before) && slices.ContainsFunc(words[i:], superlative) {
			return true
		}
	}
	return false
}
