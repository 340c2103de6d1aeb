package lexicon

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// AskedAttributes are attributes that some words ask for, the first of which they are From,
// and To the one behind the last.
type AskedAttributes struct {
	Attributes []quarry.Attribute
	From, To   int
}

// askedPhrase is what stands in questions that ask for an attribute.
type askedPhrase struct {
	words     []string
	attribute quarry.Attribute
}

// askedPhrases returns the phrases of some attributes by their first words.
func askedPhrases(attributes []quarry.Attribute) map[string][]askedPhrase {
	phrases := map[string][]askedPhrase{}
	for _, attribute := range attributes {
		for _, phrase := range attribute.Asked {
			words := text.WordsPlain(phrase)
			phrases[words[0]] = append(phrases[words[0]], askedPhrase{words, attribute})
		}
	}
	return phrases
}

// endIn returns behind how many words the phrase ends with which they begin, 0 where they
// do not. Up to three other words stand between two of it.
func (p askedPhrase) endIn(words []string) int {
	const gap = 3
	at := 0
	for _, word := range p.words {
		next := slices.Index(words[at:min(len(words), at+gap+1)], word)
		if next < 0 {
			return 0
		}
		at += next + 1
	}
	return at
}

// AttributesIn returns the attributes that words in small letters ask for: by phrases of
// questions for them or the longest of their names, and without any by a unit ("how many
// watts").
func (l *Lexicon) AttributesIn(words []string) []AskedAttributes {
	var all []AskedAttributes
	for at := 0; at < len(words); {
		found, length := l.attributesAt(words[at:])
		if length > 0 {
			all = append(all, AskedAttributes{found, at, at + length})
		}
		at += max(1, length)
	}
	if len(all) > 0 {
		return all
	}
	for at := 2; at < len(words); at++ {
		if found := l.attributesMeasuredIn(words[at]); len(found) > 0 && l.cues["wants_amount_of"].Has(words[at-2]+" "+words[at-1]) {
			all = append(all, AskedAttributes{found, at, at + 1})
		}
	}
	return all
}

// attributesAt returns what the words ask for with which a text begins, most of them where
// several do, and how many they are.
func (l *Lexicon) attributesAt(words []string) ([]quarry.Attribute, int) {
	found, length := l.attributesNamed(words)
	for _, phrase := range l.asked[words[0]] {
		end := phrase.endIn(words)
		if end < max(1, length) {
			continue
		}
		of := []quarry.Attribute{phrase.attribute}
		if longer, goesOn := l.attributesNamed(words[end-1:]); goesOn > 1 {
			of, end = longer, end-1+goesOn
		}
		if end > length {
			found, length = nil, end
		}
		found = append(found, of...)
	}
	return found, length
}

// attributesNamed returns the attributes of the longest name with which words begin, and how
// many of them that is.
func (l *Lexicon) attributesNamed(words []string) ([]quarry.Attribute, int) {
	const longest = 5
	for length := min(longest, len(words)); length > 0; length-- {
		if found := l.FindAttributes(strings.Join(words[:length], " ")); len(found) > 0 {
			return found, length
		}
	}
	return nil, 0
}

// attributesMeasuredIn returns the attributes that are measured in a unit, which counts nothing.
func (l *Lexicon) attributesMeasuredIn(unit string) []quarry.Attribute {
	var found []quarry.Attribute
	for _, u := range l.FindFold(unit) {
		for _, one := range l.data.Attributes {
			if u.Kind != "count" && (one.Kind == u.Kind || slices.Contains(one.Kinds, u.Kind)) {
				found = append(found, one)
			}
		}
	}
	return found
}

// ClaimSubject is what a caller means that asks for claims in words: "fp16",
// "FP8 throughput", "fp16 sparse".
type ClaimSubject struct {
	Attribute  string            // what is left for the attribute's name, in the given words; "" where they name none
	Conditions quarry.Conditions // that the words state; nil where they state none
}

// ClaimSubject reads a number format and whether sparsity is counted on off words
// that a caller asks for claims with. Words that name an attribute as a whole do
// that, and so do those in which nothing else is left that does.
func (l *Lexicon) ClaimSubject(words string) ClaimSubject {
	whole := ClaimSubject{Attribute: words}
	formats := slices.DeleteFunc(l.DevicesIn(words), func(d quarry.DeviceMention) bool { return d.Class != quarry.ClassFormat })
	if len(l.FindAttributes(words)) > 0 && len(formats) == 0 || len(formats) > 1 {
		return whole
	}
	stated := quarry.Conditions{} //nolint:exhaustive // what the words state
	rest := words
	for _, format := range formats {
		stated[quarry.AxisPrecision] = string(format.ID)
		rest = strings.Replace(rest, format.Written, " ", 1)
	}
	var left []string
	for word := range strings.FieldsSeq(rest) {
		if value := strings.ToLower(word); l.IsValueOf(quarry.AxisSparsity, value) {
			stated[quarry.AxisSparsity] = value
			continue
		}
		left = append(left, word)
	}
	if len(stated) == 0 {
		return whole
	}
	subject := ClaimSubject{Attribute: strings.Join(left, " "), Conditions: stated}
	if subject.Attribute != "" && len(l.FindAttributes(subject.Attribute)) == 0 && len(formats) == 0 {
		return whole // "dense packing" may be something that a document names
	}
	return subject
}
