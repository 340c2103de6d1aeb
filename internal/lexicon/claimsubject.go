package lexicon

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

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
