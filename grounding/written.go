package grounding

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// writtenIn returns the words of a text as they are written, by themselves in small letters.
func writtenIn(query string) map[string]string {
	written := map[string]string{}
	for word := range text.CutPlain(query) {
		written[strings.ToLower(word.Text)] = word.Text
	}
	return written
}

// joined returns the words of a query with those as one that an index took for parts of one
// that is written with capitals inside: "TensorFlow" asks for no flow. It is as rare as the
// rarest of its parts.
func joined(words []quarry.QueryWord, written map[string]string) []quarry.QueryWord {
	var all []quarry.QueryWord
	at := map[string]int{} // where a word stands that others were joined to
	for _, word := range words {
		whole, ok := wholeOf(strings.ToLower(word.Text), written)
		if !ok {
			all = append(all, word)
			continue
		}
		place, there := at[whole]
		if !there {
			at[whole] = len(all)
			word.Text = whole
			all = append(all, word)
			continue
		}
		all[place].Rarity, all[place].Known = max(all[place].Rarity, word.Rarity), all[place].Known && word.Known
	}
	return all
}

// wholeOf returns the word, as it is written, that a word of an index is a part of.
func wholeOf(part string, written map[string]string) (string, bool) {
	if _, alone := written[part]; alone {
		return "", false
	}
	for _, small := range slices.Sorted(maps.Keys(written)) {
		inside := strings.TrimLeftFunc(written[small], unicode.IsUpper)
		if strings.Contains(small, part) && strings.ContainsFunc(inside, unicode.IsUpper) {
			return written[small], true
		}
	}
	return "", false
}

// nameOf returns what an attribute is called: as the lexicon has it where it is one of its
// own, and else as the query does.
func (a *asked) nameOf(attribute askedAttribute) string {
	if len(attribute.ids) == 1 {
		if known, ok := a.language.lexicon.Attribute(attribute.ids[0]); ok {
			return inSentence(known.Name)
		}
	}
	return strings.Join(mapped(attribute.words, func(word string) string { return cmp.Or(a.written[word], word) }), " ")
}

// inSentence returns a label as it stands within a sentence: "memory bandwidth" with a small
// letter, "TDP" and "L2 cache" as they are.
func inSentence(label string) string {
	first, size := utf8.DecodeRuneInString(label)
	second, _ := utf8.DecodeRuneInString(label[size:])
	if unicode.IsLower(second) {
		return string(unicode.ToLower(first)) + label[size:]
	}
	return label
}
