package answer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// vocabulary is the small words of a language by what they signal. It is never changed.
type vocabulary struct {
	cues         lexicon.Cues
	numerals     quantity.Numerals
	stop, silent lexicon.Words
	roles        map[string]string // in what direction a word puts those behind it
	denials      map[string]denial
	signs        *strings.Replacer // of words that relate what stands around them
}

func newVocabulary(built *lexicon.Lexicon) vocabulary {
	v := vocabulary{
		cues: built.Cues(), numerals: built.Numerals("en"), roles: map[string]string{}, denials: map[string]denial{},
		stop: built.Cues()[cueStopWords], silent: built.Cues()[cueSilentWords],
	}
	for _, cue := range []lexicon.Cue{cueOrigins, cueTargets, cuePurposes, cueComparedWith, cueSubordinate} {
		for _, word := range v.cues[cue].List() {
			v.roles[word] = string(cue)
		}
	}
	for _, word := range v.cues[cueBeforeAndAfter].List() {
		v.roles[word] = word
	}
	for by, cue := range []lexicon.Cue{denies: cueJudgedDenials, inverts: cueInverting, hedges: cueUndecided} {
		for _, word := range v.cues[cue].List() {
			v.denials[word] = denial(by)
		}
	}
	v.signs = v.signsForWords()
	return v
}

// is reports whether a word or a phrase signals something.
func (v *vocabulary) is(cue lexicon.Cue, word string) bool { return v.cues[cue].Has(word) }

// holds reports whether a text of words between spaces has a phrase that signals something.
func (v *vocabulary) holds(words string, cue lexicon.Cue) bool {
	return slices.ContainsFunc(v.cues[cue].List(), func(phrase string) bool { return strings.Contains(words, " "+phrase+" ") })
}

// begins reports whether it begins with one.
func (v *vocabulary) begins(words string, cue lexicon.Cue) bool {
	return slices.ContainsFunc(v.cues[cue].List(), func(phrase string) bool { return strings.HasPrefix(words, " "+phrase+" ") })
}

// isStop reports whether a word says nothing by itself.
func (v *vocabulary) isStop(word string) bool { return v.stop.Has(word) || v.silent.Has(word) }

// isSilent reports whether a word is no term: it only joins others or denies them.
func (v *vocabulary) isSilent(w spoken) bool {
	if w.formula {
		return false
	}
	if v.isStop(w.lower) && (!w.upper || utf8.RuneCountInString(w.lower) != 1) {
		return true
	}
	by := v.denialOf(w.lower)
	return by == denies || by == inverts || v.roles[w.lower] != "" && !v.is(cueRelations, w.lower)
}

// The roles of what something is compared with, and of what stands in none.
const (
	comparedRole = string(cueComparedWith)
	noRole       = string(cueSubordinate)
)

// denial says what a word does to those behind it.
type denial int

const (
	affirms denial = iota
	denies
	inverts // "cannot run without": it needs
	hedges  // "avoids", "prevents": neither yes nor no
)

func (v *vocabulary) denialOf(word string) denial {
	if by, known := v.denials[word]; known {
		return by
	}
	if strings.HasSuffix(word, "n't") {
		return denies
	}
	return affirms
}

// isDenial reports whether a word denies or weakens what follows.
func (v *vocabulary) isDenial(w spoken) bool { return w.number < 0 && v.denialOf(w.lower) != affirms }

// isExample reports whether a word, alone or with the next one, begins an example.
func (v *vocabulary) isExample(words []spoken, at int) bool {
	return at+1 < len(words) && v.cues[cueExemplifying].HasAny(words[at].lower, words[at].lower+" "+words[at+1].lower)
}
