package claim

import "github.com/quarrykb/quarry"

// Reader reads claims with the help of a lexicon.
type Reader struct {
	lexicon  *quarry.Lexicon
	unsaid   unsaidWords
	generic  map[string]bool               // words that name no device by themselves
	folded   map[string][]quarry.Unit      // by spelling in lower case
	versions map[quarry.DeviceID][]version // by family
	wordings map[string][]wording          // of conditions, by their first word
	ofThings map[string]bool               // words for what numbers are said to be of each of
	editions map[string]bool               // words that tell makes of devices apart
	known    map[quarry.AttributeID][]quarry.KnownRange
	nothings map[string]wordSort        // by word, or by whole title
	vendors  map[string]map[string]bool // words of the names of their devices

	doubtsCodes bool // the words are known which tell of which kind a short code is
}

// NewReader returns a reader.
func NewReader(lexicon *quarry.Lexicon) *Reader {
	skus, ways := versions(lexicon), wordings(lexicon.ConditionTerms())
	return &Reader{
		lexicon: lexicon, generic: genericWords(lexicon), unsaid: newUnsaidWords(lexicon),
		folded: foldedUnits(lexicon), versions: skus, wordings: ways, editions: editions(lexicon, skus, ways),
		known: knownRanges(lexicon), ofThings: countedWords(lexicon.ConditionTerms()), nothings: sortedWords(lexicon.NoThings()),
		vendors: vendorWords(lexicon), doubtsCodes: len(lexicon.NoThings()["kinds"]) > 0,
	}
}

// Found is what was read.
type Found struct {
	Facts    []quarry.Fact
	Specs    []quarry.Spec
	Warnings []string
	Unread   []string // further warnings: numbers of which nobody can tell what they are
}
