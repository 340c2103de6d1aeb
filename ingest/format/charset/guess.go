package charset

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/gogs/chardet"
)

// What a guess takes. The figures were chosen on short texts in 25 languages, read in their
// own encodings and in those that are mistaken for them; TestMostTextsAreTold has them.
const (
	leastSure  = 15 // of 100, that the detector says
	closeBy    = 5  // another guess that is no less sure than this below the first is a rival
	sampleSize = 32 << 10
	commonest  = "windows-1252" // whose name is told where several mean the same
)

// Guess returns the encoding that a text is most likely in, which is not valid UTF-8; ""
// where it cannot be told.
func Guess(content []byte) string {
	lines := sample(content)
	if len(lines) == 0 {
		return ""
	}
	all := readings(lines)
	if len(all) == 0 || all[0].sure < leastSure {
		return fewLetters(lines)
	}
	best := all[0]
	for _, rival := range all[1:] {
		if rival.sure+closeBy >= best.sure && !bytes.Equal(rival.text, best.text) {
			return ""
		}
	}
	if text, err := Decode(lines, commonest); err == nil && bytes.Equal(text, best.text) {
		return commonest
	}
	return best.name
}

// fewLetters returns what a text is in that has too few letters beyond ASCII for the
// detector: the commonest encoding, where nothing in it is strange, all letters stand in
// words with letters of ASCII, and none is what a byte of a torn character looks like.
func fewLetters(sample []byte) string {
	text, err := Decode(sample, commonest)
	if err != nil {
		return ""
	}
	isForeign := func(word string) bool {
		return !strings.ContainsFunc(word, func(r rune) bool { return r <= unicode.MaxASCII })
	}
	before := ' '
	isTorn := func(r rune) bool {
		capital := r > unicode.MaxASCII && unicode.IsUpper(r) && unicode.IsLower(before)
		before = r
		return capital || r == 'ÿ'
	}
	words := strings.FieldsFunc(string(text), func(r rune) bool { return !unicode.IsLetter(r) })
	if strange, _ := strangeness(text); strange > 0 || slices.ContainsFunc(words, isForeign) || strings.ContainsFunc(string(text), isTorn) {
		return ""
	}
	return commonest
}

// sample returns the lines of a text that tell its encoding: those that are not ASCII.
func sample(content []byte) []byte {
	var lines []byte
	for line := range bytes.Lines(content) {
		if !isASCII(line) {
			lines = append(lines, line[:min(len(line), sampleSize-len(lines))]...)
		}
		if len(lines) == sampleSize {
			break
		}
	}
	return lines
}

func isASCII(text []byte) bool {
	return !slices.ContainsFunc(text, func(c byte) bool { return c >= 0x80 })
}

// reading is what a text says if it is in an encoding.
type reading struct {
	name string
	sure int
	text []byte
}

// readings returns what a text may say, the surest first: what the detector finds, and
// what looks like a text.
func readings(sample []byte) []reading {
	found, err := chardet.NewTextDetector().DetectAll(sample)
	if err != nil {
		return nil // nothing was found
	}
	var all []reading
	for _, one := range found {
		if read, ok := plainest(sample, family(one.Charset)); ok {
			read.sure = one.Confidence
			all = append(all, read)
		}
	}
	slices.SortFunc(all, func(a, b reading) int {
		return cmp.Or(cmp.Compare(b.sure, a.sure), cmp.Compare(a.name, b.name))
	})
	return all
}

// plainest returns the reading of a family in which the fewest letters are strange, the
// first of equals; none where too many are in each of them.
func plainest(sample []byte, names []string) (reading, bool) {
	var best reading
	fewest := -1
	for _, name := range names {
		text, err := Decode(sample, name)
		if err != nil {
			continue
		}
		strange, all := strangeness(text)
		if strange*leastOrdinary <= all && (fewest < 0 || strange < fewest) {
			best, fewest = reading{name: name, text: text}, strange
		}
	}
	return best, fewest >= 0
}

// family returns the encodings that the detector does not tell from each other, by its name
// of one; none for those that are not guessed.
func family(name string) []string {
	switch name {
	case "ISO-8859-1", "windows-1252":
		return []string{"windows-1252", "iso-8859-15"}
	case "ISO-8859-2", "windows-1250":
		return []string{"iso-8859-2", "windows-1250"}
	case "ISO-8859-7", "windows-1253":
		return []string{"iso-8859-7", "windows-1253"}
	case "ISO-8859-8", "ISO-8859-8-I", "windows-1255":
		return []string{"windows-1255"}
	case "KOI8-R":
		return []string{"koi8-r", "koi8-u"}
	case "ISO-8859-5", "ISO-8859-6", "ISO-8859-9", "windows-1254", "windows-1251", "windows-1256", "Shift_JIS", "EUC-JP", "EUC-KR", "Big5", "GB18030":
		return []string{nameOf(name)}
	}
	return nil
}
