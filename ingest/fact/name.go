package fact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// Limits of a line that is a title.
const (
	longestTitle = 120 // bytes
	mostTitled   = 8   // words about a device that the lexicon knows
	mostNamed    = 5   // words of a title that nobody knows
)

// NamesDevice reports whether a short line names one device that the lexicon knows, and is
// no sentence: what stands below it is said of that device.
func (r *Reader) NamesDevice(line string) bool {
	line = withoutColon(line)
	if len(line) > longestTitle {
		return false
	}
	if _, ok := r.lexicon.FindDevice(line); ok {
		return true
	}
	return text.WordCount(line) <= mostTitled && !strings.ContainsAny(line, ".!?;=") && r.namesOne(line)
}

// namesOne reports whether a title names a single device, however often. Number formats and
// memories are parts of others.
func (r *Reader) namesOne(title string) bool {
	named := map[quarry.DeviceID]bool{}
	for _, device := range r.lexicon.DevicesIn(title) {
		if device.Class != quarry.ClassFormat && device.Class != quarry.ClassMemory {
			named[device.ID] = true
		}
	}
	return len(named) == 1
}

// MayBeTitle reports whether a short line may be a title that nobody knows: a few words, of
// which the first and the last have a capital or a digit. It says nothing by itself: the
// caller looks at what stands below it.
func MayBeTitle(line string) bool {
	words := strings.Fields(line)
	if len(words) == 0 || len(words) > mostNamed || len(line) > longestTitle {
		return false
	}
	isMarked := func(word string) bool {
		return strings.ContainsFunc(word, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) })
	}
	return isMarked(words[0]) && isMarked(words[len(words)-1])
}

func firstRune(text string) rune {
	first, _ := utf8.DecodeRuneInString(text)
	return first
}
