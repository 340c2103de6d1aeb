package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// wordSort tells of which sorts a word is that shows a name to be no thing's.
type wordSort uint64

// The sorts of words in the lexicon.
const (
	timeWord wordSort = 1 << iota
	calendarWord
	deedWord
	personWord
	textWord
	personalWord
	keyTitle
	titleWord
	partWord
	dailyWord
	nameTitle
	settingWord
	doingWord
	looseTitle
	besideWord
	turningWord
	denyingWord
	phraseWord
	aimWord
	codeTitle
	jobTitle
	everyTitle
	codedWord
	firmWord
	apartTitle
	wholeWord
	needWord
	accountWord
	kindWord
	anythingWord
	choiceTitle
	leadingWord
	aboutWord
	builtInTitle
	sharedTitle

	occasionWord = timeWord | deedWord | personWord | textWord
)

// sortOf returns what the lexicon calls a sort of words; 0 for one that is not known.
func sortOf(name string) wordSort {
	at := slices.Index([]string{
		"times", "calendar", "deeds", "people", "texts", "personal", "keys", "titles", "parts", "daily", "names", "settings", "doings", "loose", "beside",
		"turning", "denying", "phrases", "aims", "codes", "jobs", "everything", "before_codes", "firms", "apart",
		"wholes", "needs", "accounts", "kinds", "anything", "choices", "leading", "about", "builtin", "shared",
	}, name)
	if at < 0 {
		return 0
	}
	return 1 << at
}

// sortedWords finds the sorts of every word.
func sortedWords(cues lexicon.Cues) map[string]wordSort {
	sorts := map[string]wordSort{}
	for cue, words := range cues {
		for _, word := range words.List() {
			sorts[word] |= sortOf(string(cue))
		}
	}
	return sorts
}

// is reports whether a word in lower case is of one of some sorts, in the singular
// or the plural.
func (r *Reader) is(sort wordSort, word string) bool {
	if r.nothings[word]&sort != 0 {
		return true
	}
	singular := strings.TrimSuffix(word, "s")
	return singular != word && r.nothings[singular]&sort != 0
}

// has reports whether a word of a text is of one of some sorts.
func (r *Reader) has(sort wordSort, written string) bool {
	for word := range strings.SplitSeq(text.SlugWith(written, ' '), " ") {
		if r.is(sort, word) {
			return true
		}
	}
	return false
}

// ofOthers reports whether the titles of a table tell that its names are no
// devices': they are people, or what happens and what is done.
func (r *Reader) ofOthers(corner string, heads []*label) bool {
	if r.isOccasion(corner) || r.is(codedWord, text.SlugWith(corner, ' ')) {
		return true
	}
	if !r.isPlainName(corner) && strings.TrimSpace(corner) != "" {
		return false
	}
	return slices.ContainsFunc(heads, func(l *label) bool { return r.isPersonal(l.text) })
}

// isPlainName reports whether a title stands over names of anything, people among them.
func (r *Reader) isPlainName(title string) bool { return r.is(nameTitle, text.SlugWith(title, ' ')) }

// isPersonal reports whether a title stands over what is said of people only.
func (r *Reader) isPersonal(title string) bool { return r.has(personalWord, title) }

// isOccasion reports whether a title stands over what is no thing: times, events,
// steps, people, settings, words. Its first word or its last one says so.
func (r *Reader) isOccasion(title string) bool {
	if len(title) > longestName {
		return false
	}
	words := strings.Fields(text.SlugWith(withoutBrackets(title), ' '))
	return len(words) > 0 && (r.is(occasionWord, words[len(words)-1]) || r.is(occasionWord, words[0]))
}

// isMoment reports whether a name is that of a time: "Monday", "March 2024", "Q1
// 2023".
func (r *Reader) isMoment(name string) bool {
	words, dated := 0, 0
	for word := range strings.SplitSeq(text.SlugWith(name, ' '), " ") {
		words++
		switch {
		case r.nothings[word]&calendarWord != 0:
			dated++
		case isNumeric(word) || len(word) == 2 && word[0] == 'q' && isDigit(word[1]):
		default:
			return false
		}
	}
	return dated > 0 || words > 1 && strings.ContainsAny(name[:1], "Qq")
}

// saysNoThing reports whether a key shows that a list is about a person, a time
// or what is done.
func (r *Reader) saysNoThing(key string) bool {
	return r.isPersonal(key) || r.isMoment(key) || r.nothings[text.SlugWith(key, ' ')]&keyTitle != 0
}

// isOfOthers reports whether a word of a key makes it that of a person, of a time or
// of what is done for somebody.
func (r *Reader) isOfOthers(key string) bool {
	return slices.ContainsFunc(strings.Split(text.SlugWith(key, ' '), " "), func(word string) bool {
		return word != "time" && r.is(timeWord, word) || r.is(personWord, word) || slices.Contains([]string{"by", "for", "from", "to", "my", "our"}, word)
	})
}
