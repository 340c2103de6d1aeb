package fact

import (
	_ "embed"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/noun"
	"github.com/quarrykb/quarry/internal/text"
)

// Reader finds facts and names with the help of a lexicon.
type Reader struct {
	lexicon *lexicon.Lexicon
	cues    lexicon.Cues
	phrases *phrase.Reader
	nouns   *noun.Reader
	model   *fit.Model
	chooser *fit.Model
}

//go:embed model.json
var modelData []byte

//go:embed subject.json
var chooserData []byte

// NewReader returns a reader.
func NewReader(lexicon *lexicon.Lexicon) *Reader {
	return &Reader{
		lexicon: lexicon, cues: lexicon.Cues(), phrases: phrase.New(lexicon), nouns: noun.New(lexicon),
		model: fit.Embedded(modelData), chooser: fit.Embedded(chooserData),
	}
}

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
	if text.WordCount(line) > mostTitled || strings.ContainsAny(line, ".!?;=") {
		return false
	}
	named := map[quarry.DeviceID]bool{}
	for _, device := range r.lexicon.DevicesIn(line) {
		if device.Class != quarry.ClassFormat && device.Class != quarry.ClassMemory { // which are parts of others
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
