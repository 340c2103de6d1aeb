package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// The words that show a name to be no thing's, and the titles over such names.
const (
	timeWord     lexicon.Cue = "times"
	calendarWord lexicon.Cue = "calendar"
	deedWord     lexicon.Cue = "deeds"
	personWord   lexicon.Cue = "people"
	textWord     lexicon.Cue = "texts"
	personalWord lexicon.Cue = "personal"
	keyTitle     lexicon.Cue = "keys"
	titleWord    lexicon.Cue = "titles"
	partWord     lexicon.Cue = "parts"
	dailyWord    lexicon.Cue = "daily"
	nameTitle    lexicon.Cue = "names"
	settingWord  lexicon.Cue = "settings"
	doingWord    lexicon.Cue = "doings"
	looseTitle   lexicon.Cue = "loose"
	besideWord   lexicon.Cue = "beside"
	turningWord  lexicon.Cue = "turning"
	denyingWord  lexicon.Cue = "denying"
	phraseWord   lexicon.Cue = "phrases"
	aimWord      lexicon.Cue = "aims"
	codeTitle    lexicon.Cue = "codes"
	jobTitle     lexicon.Cue = "jobs"
	everyTitle   lexicon.Cue = "everything"
	codedWord    lexicon.Cue = "before_codes"
	firmWord     lexicon.Cue = "firms"
	apartTitle   lexicon.Cue = "apart"
	wholeWord    lexicon.Cue = "wholes"
	needWord     lexicon.Cue = "needs"
	accountWord  lexicon.Cue = "accounts"
	kindWord     lexicon.Cue = "kinds"
	anythingWord lexicon.Cue = "anything"
	choiceTitle  lexicon.Cue = "choices"
	leadingWord  lexicon.Cue = "leading"
	aboutWord    lexicon.Cue = "about"
	builtInTitle lexicon.Cue = "builtin"
	sharedTitle  lexicon.Cue = "shared"
)

// occasions returns what the words of times, of what happens and of people signal, and
// more beside that.
func occasions(more ...lexicon.Cue) []lexicon.Cue {
	return append([]lexicon.Cue{timeWord, deedWord, personWord, textWord}, more...)
}

// is reports whether a word in lower case signals one of some things, in the singular or
// the plural.
func (r *Reader) is(word string, cues ...lexicon.Cue) bool {
	singular := strings.TrimSuffix(word, "s")
	return r.signals(word, cues...) || singular != word && r.signals(singular, cues...)
}

// signals reports whether a word in lower case signals one of some things as it is.
func (r *Reader) signals(word string, cues ...lexicon.Cue) bool {
	return slices.ContainsFunc(cues, func(cue lexicon.Cue) bool { return r.cues[cue].Has(word) })
}

// has reports whether a word of a text signals one of some things.
func (r *Reader) has(written string, cues ...lexicon.Cue) bool {
	for word := range strings.SplitSeq(text.SlugWith(written, ' '), " ") {
		if r.is(word, cues...) {
			return true
		}
	}
	return false
}

// ofOthers reports whether the titles of a table tell that its names are no
// devices': they are people, or what happens and what is done.
func (r *Reader) ofOthers(corner string, heads []*label) bool {
	if r.isOccasion(corner) || r.is(text.SlugWith(corner, ' '), codedWord) {
		return true
	}
	if !r.isPlainName(corner) && strings.TrimSpace(corner) != "" {
		return false
	}
	return slices.ContainsFunc(heads, func(l *label) bool { return r.isPersonal(l.text) })
}

// isPlainName reports whether a title stands over names of anything, people among them.
func (r *Reader) isPlainName(title string) bool { return r.is(text.SlugWith(title, ' '), nameTitle) }

// isPersonal reports whether a title stands over what is said of people only.
func (r *Reader) isPersonal(title string) bool { return r.has(title, personalWord) }

// isOccasion reports whether a title stands over what is no thing: times, events,
// steps, people, settings, words. Its first word or its last one says so.
func (r *Reader) isOccasion(title string) bool {
	if len(title) > longestName {
		return false
	}
	words := strings.Fields(text.SlugWith(withoutBrackets(title), ' '))
	return len(words) > 0 && (r.is(words[len(words)-1], occasions()...) || r.is(words[0], occasions()...))
}

// isMoment reports whether a name is that of a time: "Monday", "March 2024", "Q1
// 2023".
func (r *Reader) isMoment(name string) bool {
	words, dated := 0, 0
	for word := range strings.SplitSeq(text.SlugWith(name, ' '), " ") {
		words++
		switch {
		case r.cues[calendarWord].Has(word):
			dated++
		case isNumeric(word) || len(word) == 2 && word[0] == 'q' && text.IsDigit(word[1]):
		default:
			return false
		}
	}
	return dated > 0 || words > 1 && strings.ContainsAny(name[:1], "Qq")
}

// saysNoThing reports whether a key shows that a list is about a person, a time
// or what is done.
func (r *Reader) saysNoThing(key string) bool {
	return r.isPersonal(key) || r.isMoment(key) || r.cues[keyTitle].Has(text.SlugWith(key, ' '))
}

// isOfOthers reports whether a word of a key makes it that of a person, of a time or
// of what is done for a person.
func (r *Reader) isOfOthers(key string) bool {
	return slices.ContainsFunc(strings.Split(text.SlugWith(key, ' '), " "), func(word string) bool {
		return word != "time" && r.is(word, timeWord) || r.is(word, personWord) || r.cues[ofOthersWords].Has(word)
	})
}
