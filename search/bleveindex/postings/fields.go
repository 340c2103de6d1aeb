package postings

import (
	"strconv"
	"strings"
)

// The fields of an indexed entry.
const (
	FieldTitle            = "title"
	FieldText             = "text"
	FieldHeading          = "heading" // of passages: the headings above their own
	FieldKind             = "kind"
	FieldTopic            = "topic"
	FieldDifficulty       = "difficulty"
	FieldDifficultySource = "difficulty_source"
	FieldStyle            = "style"
	FieldAnswered         = "answered" // questions only
	FieldDocument         = "document" // the document's id
	FieldPath             = "path"
	FieldCollection       = "collection"
	FieldElsewhere        = "elsewhere"   // the ids of further documents that it stands in
	FieldLines            = "lines"       // "first-last"
	FieldLengths          = "lengths"     // tokens in each scored field: "7-120-0"
	FieldWord             = "word"        // words as they are written, in lower case: what a repair may offer
	FieldTyped            = "typed"       // the words of titles as they are written: what completes them
	FieldDevice           = "device"      // the ids of the devices that it is about
	FieldClass            = "class"       // their classes
	FieldStopPlacesTitle  = "small_title" // where stop words stand in the title
	FieldStopPlacesText   = "small_text"  // and in the text
	FieldStopTermsTitle   = "told_title"  // which of them stand in the title, and which two side by side
	FieldStopTermsText    = "told_text"   // and in the text
	FieldLanguage         = "language"    // that it is in, unless that is English
	FieldEntry            = "_id"         // bleve's own: the entry's id
)

// Keywords are the fields whose values are terms as they are.
func Keywords() []string {
	return []string{
		FieldKind, FieldTopic, FieldDifficulty, FieldDifficultySource, FieldStyle, FieldAnswered,
		FieldDocument, FieldPath, FieldCollection, FieldElsewhere, FieldLines, FieldLengths,
		FieldWord, FieldTyped, FieldDevice, FieldClass,
		FieldStopPlacesTitle, FieldStopPlacesText, FieldStopTermsTitle, FieldStopTermsText, FieldLanguage,
	}
}

// The fields whose terms count, by their place in arrays.
const (
	ScoredFields = 3
	Title        = 0
	Text         = 1
	Heading      = 2
)

// PhraseFields are the first of these, in which a phrase may stand.
const PhraseFields = 2

// Scored names the fields whose terms count.
func Scored() [ScoredFields]string { return [ScoredFields]string{FieldTitle, FieldText, FieldHeading} }

// StopPlaces names what says where stop words stand in the fields of phrases.
func StopPlaces() [PhraseFields]string {
	return [PhraseFields]string{FieldStopPlacesTitle, FieldStopPlacesText}
}

// StopTerms names what says which stop words stand in them.
func StopTerms() [PhraseFields]string {
	return [PhraseFields]string{FieldStopTermsTitle, FieldStopTermsText}
}

// JoinNumbers writes numbers into one value.
func JoinNumbers(numbers ...int64) string {
	written := make([]string, len(numbers))
	for i, n := range numbers {
		written[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(written, "-")
}

// SplitNumbers reads what JoinNumbers wrote; 0 where it did not.
func SplitNumbers(value string, into []int64) {
	for i := range into {
		var next string
		next, value, _ = strings.Cut(value, "-")
		into[i], _ = strconv.ParseInt(next, 10, 64)
	}
}
