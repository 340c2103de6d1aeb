package lexicon

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// Cue names what a word signals where it stands: "question_words", "denied". The code
// knows the cues, the lexicon their words in each language.
type Cue string

// CueWords are the words and phrases of one language that signal one thing, in lower case.
type CueWords struct {
	Cue      Cue
	Language string // "en"; "" for words that do not tell their language
	Words    []string
}

// cues are the words that files have, by what they signal and by language.
type cues map[string]map[string][]scalar

func (c cues) add(cue, language string, words []scalar) {
	if c[cue] == nil {
		c[cue] = map[string][]scalar{}
	}
	if standing, known := c[cue][language]; known {
		words = union(standing, words)
	}
	c[cue][language] = words
}

// under lays the words of a later file over these.
func (c cues) under(later cues) cues {
	all := cues{}
	for _, one := range []cues{c, later} {
		for cue, languages := range one {
			for language, words := range languages {
				all.add(cue, language, words)
			}
		}
	}
	return all
}

// check wants words in lower case.
func (c cues) check() error {
	for _, cue := range slices.Sorted(maps.Keys(c)) {
		for _, language := range slices.Sorted(maps.Keys(c[cue])) {
			words := c[cue][language]
			if err := checkSearched("word of "+cue, words); err != nil {
				return err
			}
			if i := slices.IndexFunc(words, func(word scalar) bool { return word.value != strings.ToLower(word.value) }); i >= 0 {
				return words[i].at.errorf("word %q of %s is not in lower case", words[i].value, cue)
			}
		}
	}
	return nil
}

// checkKnown wants every cue to be one that the built-in lexicon has words of.
func (c cues) checkKnown(builtIn cues) error {
	for _, cue := range slices.Sorted(maps.Keys(c)) {
		for _, language := range slices.Sorted(maps.Keys(c[cue])) {
			words := c[cue][language]
			if builtIn[cue] == nil && len(words) > 0 {
				return words[0].at.errorf("nothing is known that words of %q would signal: %s", cue, builtIn.meant(cue))
			}
		}
	}
	return nil
}

// meant says which cue one may be that is not known, or where they all stand.
func (c cues) meant(cue string) string {
	for _, known := range slices.Sorted(maps.Keys(c)) {
		if _, near := text.Near(cue, known, text.SlipsAllowed(cue)); near {
			return strconv.Quote(known) + " may be meant"
		}
	}
	return "internal/lexicon/data/words lists the cues"
}

func (c cues) values() []CueWords {
	var all []CueWords
	for _, cue := range slices.Sorted(maps.Keys(c)) {
		for _, language := range slices.Sorted(maps.Keys(c[cue])) {
			all = append(all, CueWords{Cue: Cue(cue), Language: language, Words: values(c[cue][language])})
		}
	}
	return all
}

// Cues are the words of all languages by what they signal. A cue that the lexicon has no
// words of has none: no word signals it.
type Cues map[Cue]Words

// Cues returns the words by what they signal. The caller changes none of them.
func (l *Lexicon) Cues() Cues { return l.cues }

// CuesIn returns the words by what they signal in a text in one of [Languages]:
// without those of the others but English, which mean something else there. German "die"
// is an article, and English "die" a verb.
func (l *Lexicon) CuesIn(code string) Cues {
	languages := Languages()
	return newCues(slices.DeleteFunc(slices.Clone(l.data.Cues), func(words CueWords) bool {
		return words.Language != code && slices.Contains(languages[1:], words.Language)
	}))
}

// newCues puts the words of all languages together.
func newCues(all []CueWords) Cues {
	cues := make(Cues, len(all))
	for _, one := range all {
		words, known := cues[one.Cue]
		if !known {
			words = Words{known: make(map[string]bool, len(one.Words)), first: map[rune]bool{}, last: map[rune]bool{}}
		}
		for _, word := range one.Words {
			if words.known[word] {
				continue
			}
			words.known[word] = true
			words.list = append(words.list, word)
			words.longest = max(words.longest, len(word))
			first, _ := utf8.DecodeRuneInString(word)
			last, _ := utf8.DecodeLastRuneInString(word)
			words.first[first], words.last[last] = true, true
		}
		cues[one.Cue] = words
	}
	return cues
}

// Words is a set of words and phrases. It is an immutable value; the zero value holds none.
type Words struct {
	known   map[string]bool
	list    []string // in the lexicon's order
	longest int      // bytes

	first, last map[rune]bool // that words begin and end with, which most texts do not
}

// Has reports whether a word or phrase in lower case is one of the set.
func (w Words) Has(word string) bool { return w.known[word] }

// HasAny reports whether one of some words in lower case is one of the set.
func (w Words) HasAny(words ...string) bool { return slices.ContainsFunc(words, w.Has) }

// List returns the words in the lexicon's order. The caller changes none of them.
func (w Words) List() []string { return w.list }

// Prefix returns the longest word or phrase of the set with which a text in lower case
// begins, as whole words; "" if it begins with none.
func (w Words) Prefix(s string) string {
	if first, _ := utf8.DecodeRuneInString(s); !w.first[first] {
		return ""
	}
	for end := min(len(s), w.longest); end > 0; end-- {
		if w.known[s[:end]] && isWordEnd(s, end) {
			return s[:end]
		}
	}
	return ""
}

// Suffix returns the longest word or phrase of the set with which a text in lower case
// ends, as whole words; "" if it ends with none.
func (w Words) Suffix(s string) string {
	if last, _ := utf8.DecodeLastRuneInString(s); !w.last[last] {
		return ""
	}
	for start := max(0, len(s)-w.longest); start < len(s); start++ {
		if w.known[s[start:]] && isWordEnd(s, start) {
			return s[start:]
		}
	}
	return ""
}

// Cut returns what stands behind the longest word or phrase of the set with which a text in
// lower case begins, without the space between.
func (w Words) Cut(s string) (string, bool) {
	prefix := w.Prefix(s)
	if prefix == "" {
		return s, false
	}
	return strings.TrimLeft(s[len(prefix):], " "), true
}

// StartWord reports whether a word of a text in lower case, with what follows, begins as a
// word or phrase of the set does.
func (w Words) StartWord(s string) bool {
	before := ' '
	for at, char := range s {
		if w.first[char] && (!text.IsWord(before) || text.IsUnspaced(before)) {
			for end := at + 1; end <= min(len(s), at+w.longest); end++ {
				if w.known[s[at:end]] {
					return true
				}
			}
		}
		before = char
	}
	return false
}

// isWordEnd reports whether a text may be parted there so that no word is cut. In scripts
// without spaces that is behind every character.
func isWordEnd(s string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	behind, _ := utf8.DecodeRuneInString(s[at:])
	return !text.IsWord(before) || !text.IsWord(behind) || text.IsUnspaced(before) || text.IsUnspaced(behind)
}

// Paraphrase is what people say in everyday words, and what a field calls that.
type Paraphrase struct {
	Said  []string // expressions: a text has one that has all of its words
	Meant []string // words and phrases of the field
}

// Paraphrases returns what is said for what is meant. It does not go the other way about.
func (l *Lexicon) Paraphrases() []Paraphrase { return l.data.Paraphrases }

// paraphrase is Paraphrase as a file has it.
type paraphrase struct {
	Said  []scalar `yaml:"said"`
	Meant []scalar `yaml:"meant"`
}

func (p paraphrase) value() Paraphrase {
	return Paraphrase{Said: values(p.Said), Meant: values(p.Meant)}
}

// checkParaphrases wants something said and something meant.
func checkParaphrases(all []paraphrase) error {
	for _, p := range all {
		switch {
		case len(p.Said) > 0 && len(p.Meant) == 0:
			return p.Said[0].at.errorf("paraphrase %q lacks what is meant", p.Said[0].value)
		case len(p.Meant) > 0 && len(p.Said) == 0:
			return p.Meant[0].at.errorf("paraphrase %q lacks what is said", p.Meant[0].value)
		}
	}
	return nil
}
