package claim

import (
	"sync"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// Reader reads claims with the help of a lexicon.
type Reader struct {
	lexicon  *lexicon.Lexicon
	cues     lexicon.Cues
	english  *text.Language
	numerals quantity.Numerals
	phrases  *phrase.Reader
	generic  map[string]bool               // words that name no device by themselves
	versions map[quarry.DeviceID][]version // by family
	wordings map[string][]wording          // of conditions, by their first word
	ofThings map[string]bool               // words for what numbers are said to be of each of
	editions map[string]bool               // words that tell makes of devices apart
	known    map[quarry.AttributeID][]quarry.KnownRange
	vendors  func() map[string]map[string]bool // words of the names of their devices

	limitWords map[string]string              // that words state: "min", "typ" or "max"
	measures   map[string]quarry.QuantityKind // that nouns name, of the kinds that ingredients and distances have as well
	adjectives map[string]string              // what they say behind a number that it measures: "tall"

	doubtsCodes bool // the words are known which tell of which kind a short code is
}

// NewReader returns a reader. What is dear to make of a lexicon is made with the first text
// that needs it: a program has a reader for each layout, and meets few of them.
func NewReader(lexicon *lexicon.Lexicon) *Reader {
	skus, ways := versions(lexicon), wordings(lexicon.ConditionTerms())
	cues := lexicon.Cues()
	return &Reader{
		lexicon: lexicon, cues: cues, english: lexicon.Language("en"), numerals: lexicon.Numerals(),
		phrases: phrase.New(lexicon), generic: genericWords(lexicon),
		versions: skus, wordings: ways, editions: editions(lexicon, skus, ways),
		known: knownRanges(lexicon), ofThings: countedWords(lexicon.ConditionTerms()),
		limitWords: bySaying(cues, map[string]string{"limit_min": "min", "limit_typ": "typ", "limit_max": "max"}),
		measures: bySaying(cues, map[string]quarry.QuantityKind{
			"nouns_of_length": "length", "nouns_of_mass": "mass", "nouns_of_volume": "volume", "nouns_of_area": "area",
		}),
		adjectives: bySaying(cues, map[string]string{
			"adjectives_of_height": "height", "adjectives_of_length": "length", "adjectives_of_width": "width", "adjectives_of_mass": "mass",
		}),
		vendors: sync.OnceValue(func() map[string]map[string]bool { return vendorWords(lexicon) }), doubtsCodes: len(lexicon.Cues()["kinds"].List()) > 0,
	}
}

// bySaying returns the words of some cues with what each cue says.
func bySaying[T any](cues lexicon.Cues, says map[string]T) map[string]T {
	words := map[string]T{}
	for cue, said := range says {
		for _, word := range cues[lexicon.Cue(cue)].List() {
			words[word] = said
		}
	}
	return words
}

// Found is what was read.
type Found struct {
	Facts    []quarry.Fact
	Specs    []quarry.Spec
	Warnings []string
	Unread   []string // further warnings: numbers of which it is not clear what they are
}
