package lexicon

import (
	"cmp"
	"slices"
	"strings"
)

// cueWords are the words of a file that signal one thing, in the file's language.
type cueWords struct {
	cue, language string
	words         []scalar
}

// cues are the words of one file or of several, in the order in which they stand there.
type cues []cueWords

// cuesOf returns what a file says of cues, with words of earlier releases' sorts among them.
func cuesOf(language string, all ...map[string][]scalar) cues {
	var found cues
	for _, one := range all {
		for cue, words := range one {
			found = append(found, cueWords{cue: cue, language: language, words: words})
		}
	}
	return found.sorted()
}

func (c cues) sorted() cues {
	slices.SortStableFunc(c, func(a, b cueWords) int {
		return cmp.Or(strings.Compare(a.cue, b.cue), strings.Compare(a.language, b.language))
	})
	return c
}

// under lays the words of a later file over these.
func (c cues) under(later cues) cues {
	var all cues
	for _, one := range append(slices.Clone(c), later...).sorted() {
		last := len(all) - 1
		if last >= 0 && all[last].cue == one.cue && all[last].language == one.language {
			all[last].words = union(all[last].words, one.words)
			continue
		}
		all = append(all, cueWords{one.cue, one.language, slices.Clone(one.words)})
	}
	return all
}

// check wants words in lower case.
func (c cues) check() error {
	for _, one := range c {
		if err := checkSearched("word of "+one.cue, one.words); err != nil {
			return err
		}
		for _, word := range one.words {
			if word.value != strings.ToLower(word.value) {
				return word.at.errorf("word %q of %s is not in lower case", word.value, one.cue)
			}
		}
	}
	return nil
}

// checkKnown wants every cue of a later file to be one that the built-in lexicon has words of.
func (c cues) checkKnown(builtIn cues) error {
	for _, one := range c {
		known := slices.ContainsFunc(builtIn, func(other cueWords) bool { return other.cue == one.cue })
		if !known && len(one.words) > 0 {
			return one.words[0].at.errorf("nothing is known that words of %q would signal; docs/lexicon.md lists the cues", one.cue)
		}
	}
	return nil
}

func (c cues) values() []CueWords {
	all := make([]CueWords, 0, len(c))
	for _, one := range c {
		all = append(all, CueWords{Cue: Cue(one.cue), Language: one.language, Words: values(one.words)})
	}
	return all
}
