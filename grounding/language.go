package grounding

import (
	"slices"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// The cues of queries.
const (
	cueStopWords    lexicon.Cue = "stop_words"
	cueQueryWords   lexicon.Cue = "query_words"
	cueWho          lexicon.Cue = "asks_who"
	cueAsksVerdict  lexicon.Cue = "asks_verdict"
	cueMaking       lexicon.Cue = "making"
	cueOfOwn        lexicon.Cue = "asks_of_own"
	cueOwner        lexicon.Cue = "of_the_asker"
	cueWhich        lexicon.Cue = "asks_which"
	cueSuperlatives lexicon.Cue = "superlatives"
)

// language knows how people ask, and what stands for what. It is never changed.
type language struct {
	lexicon  *lexicon.Lexicon
	cues     lexicon.Cues
	english  *text.Language
	asking   map[string]bool          // words that say nothing of what is asked about
	classes  map[string]bool          // words for kinds of devices
	having   map[string]bool          // verbs that say no more of a device than that it has something
	askedFor map[string][]askedPhrase // by their first word
	making   map[string]bool          // stems of verbs for what the maker of a thing does
	synonyms map[string][][]string    // by the first stem of a phrase: the stems of what means the same
}

func newLanguage(built *lexicon.Lexicon) language {
	l := language{lexicon: built, cues: built.Cues(), english: built.Language("en"), making: map[string]bool{}, asking: map[string]bool{}, having: map[string]bool{}, classes: map[string]bool{}, askedFor: map[string][]askedPhrase{}, synonyms: map[string][][]string{}}
	words := built.Asking()
	for _, word := range slices.Concat(words.Instructions, words.Courtesies, words.Placeholders, words.Fillers, l.cues[cueStopWords].List(), l.cues[cueQueryWords].List()) {
		l.asking[word] = true
	}
	l.addAsking()
	stems := l.english.Stemmer(nil)
	for _, verb := range l.cues[cueMaking].List() {
		l.making[stems.Stem(verb)] = true
	}
	for _, group := range built.Synonyms() {
		l.addSynonyms(mapped(group, func(phrase string) []string { return stems.Stems(text.WordsPlain(phrase)) }))
	}
	return l
}

// addAsking takes in what the lexicon knows of how things and attributes are asked for.
func (l language) addAsking() {
	for _, verb := range l.lexicon.Cues()["asserting"].List() {
		l.having[verb] = true
	}
	for _, class := range l.lexicon.DeviceClasses() {
		l.classes[string(class)], l.classes[string(class)+"s"] = true, true
	}
	for _, aspect := range l.lexicon.Aspects() {
		if len(aspect.Behind) == 0 {
			for _, word := range aspect.Asked {
				l.asking[word] = true
			}
		}
	}
	for _, attribute := range l.lexicon.Attributes() {
		for _, phrase := range attribute.Asked {
			words := text.WordsPlain(phrase)
			l.askedFor[words[0]] = append(l.askedFor[words[0]], askedPhrase{words, attribute})
		}
	}
}

// addSynonyms lets every phrase that is one word be said by the others.
func (l language) addSynonyms(phrases [][]string) {
	for i, phrase := range phrases {
		if len(phrase) != 1 {
			continue
		}
		for j, other := range phrases {
			if i != j && len(other) > 0 {
				l.synonyms[phrase[0]] = append(l.synonyms[phrase[0]], other)
			}
		}
	}
}

// doneBy returns what a query asks for the doer of, "" for none: "makes" of "who makes the
// kiln" is asked for, as small a word as it is elsewhere.
func (l language) doneBy(words []string) string {
	if len(words) < 2 || !l.cues[cueWho].Has(words[0]) || l.cues[cueAsksVerdict].Has(words[1]) {
		return ""
	}
	return words[1]
}

// namesMaker reports whether a word asks who makes a device, and a candidate names the one
// that the lexicon knows.
func (a *asked) namesMaker(c *candidate, w askedWord) bool {
	if a.doing == "" || w.stem != a.stems.Stem(a.doing) || !a.language.making[w.stem] {
		return false
	}
	return slices.ContainsFunc(a.devices, func(d askedDevice) bool {
		vendor := a.stems.Stems(text.WordsPlain(d.Vendor))
		return len(vendor) > 0 && a.speaksOf(c, d) && !slices.ContainsFunc(vendor, func(stem string) bool { return !c.stems[stem] })
	})
}
