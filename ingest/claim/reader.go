package claim

import (
	"sync"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// Reader reads claims with the help of a lexicon.
type Reader struct {
	lexicon  *lexicon.Lexicon
	phrases  *phrase.Reader
	unsaid   unsaidWords
	generic  map[string]bool                   // words that name no device by themselves
	folded   func() map[string][]quantity.Unit // by spelling in lower case
	versions map[quarry.DeviceID][]version     // by family
	wordings map[string][]wording              // of conditions, by their first word
	ofThings map[string]bool                   // words for what numbers are said to be of each of
	editions map[string]bool                   // words that tell makes of devices apart
	known    map[quarry.AttributeID][]quarry.KnownRange
	nothings map[string]wordSort               // by word, or by whole title
	vendors  func() map[string]map[string]bool // words of the names of their devices

	doubtsCodes bool // the words are known which tell of which kind a short code is
}

// NewReader returns a reader. What is dear to make of a lexicon is made with the first text
// that needs it: a program has a reader for each layout, and meets few of them.
func NewReader(lexicon *lexicon.Lexicon) *Reader {
	skus, ways := versions(lexicon), wordings(lexicon.ConditionTerms())
	return &Reader{
		lexicon: lexicon, phrases: phrase.New(lexicon), generic: genericWords(lexicon), unsaid: newUnsaidWords(lexicon),
		folded: sync.OnceValue(func() map[string][]quantity.Unit { return foldedUnits(lexicon) }), versions: skus, wordings: ways, editions: editions(lexicon, skus, ways),
		known: knownRanges(lexicon), ofThings: countedWords(lexicon.ConditionTerms()), nothings: sortedWords(lexicon.Cues()),
		vendors: sync.OnceValue(func() map[string]map[string]bool { return vendorWords(lexicon) }), doubtsCodes: len(lexicon.Cues()["kinds"].List()) > 0,
	}
}

// Found is what was read.
type Found struct {
	Facts    []quarry.Fact
	Specs    []quarry.Spec
	Warnings []string
	Unread   []string // further warnings: numbers of which nobody can tell what they are
}
