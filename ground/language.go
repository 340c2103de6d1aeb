package ground

import (
	"slices"
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"

	"github.com/quarrykb/quarry/internal/lexicon"
)

// language knows how people ask, and what stands for what. It is never changed.
type language struct {
	lexicon  *lexicon.Lexicon
	asking   map[string]bool          // words that say nothing of what is asked about
	classes  map[string]bool          // words for kinds of devices
	having   map[string]bool          // verbs that say no more of a device than that it has something
	askedFor map[string][]askedPhrase // by their first word
	synonyms map[string][][]string    // by the first stem of a phrase: the stems of what means the same
}

func newLanguage(lexicon *lexicon.Lexicon) language {
	l := language{lexicon: lexicon, asking: map[string]bool{}, having: map[string]bool{}, classes: map[string]bool{}, askedFor: map[string][]askedPhrase{}, synonyms: map[string][][]string{}}
	words := lexicon.Asking()
	for _, word := range slices.Concat(words.Instructions, words.Courtesies, words.Placeholders, words.Fillers, smallWords()) {
		l.asking[word] = true
	}
	l.addAsking()
	stems := newStemmer()
	for _, group := range lexicon.Synonyms() {
		l.addSynonyms(mapped(group, func(phrase string) []string { return stems.all(wordsIn(phrase)) }))
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
			words := wordsIn(phrase)
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

// smallWords say nothing of a subject, however rare they are among statements.
func smallWords() []string {
	return strings.Fields(`how why when where which who whom whose does do did done doing can could should would will may might must shall i me
		my mine we us our you your it its this that these those there here he she they them their am be been being was were
		has have had having get gets got with without from into onto by on at as if then than so but not no about between
		against versus per any some one use used using happen happens mean means work works tell give list name say says much
		many more most less good better best need needs want way ways thing things really actually just also still even make
		makes difference different help know problem problems issue issues reason reasons question answer point matter matters
		find found take takes took look looks like compare compared comparison bring brings let lets going go goes come comes
		support supports supported please example examples called kind kinds type types during while before after under over`)
}

// stemmer folds the forms of a word. It is not for use by several goroutines.
type stemmer struct{ env *snowballstem.Env }

func newStemmer() stemmer { return stemmer{snowballstem.NewEnv("")} }

// stem returns the stem of a word in small letters.
func (s stemmer) stem(word string) string {
	const longest = 40
	if len(word) > longest {
		return word
	}
	s.env.SetCurrent(word)
	english.Stem(s.env)
	return strings.Replace(s.env.Current(), "isat", "izat", 1)
}

func (s stemmer) all(words []string) []string {
	stems := make([]string, len(words))
	for i, word := range words {
		stems[i] = s.stem(word)
	}
	return stems
}
