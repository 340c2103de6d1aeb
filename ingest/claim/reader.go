package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// Reader reads claims with the help of a lexicon.
type Reader struct {
	lexicon  *quarry.Lexicon
	stating  map[string]bool               // words that state a condition
	generic  map[string]bool               // words that name no device by themselves
	folded   map[string][]quarry.Unit      // by spelling in lower case
	versions map[quarry.DeviceID][]version // by family
	wordings map[string][]wording          // of conditions, by their first word
}

// NewReader returns a reader.
func NewReader(lexicon *quarry.Lexicon) *Reader {
	return &Reader{
		lexicon: lexicon, stating: statingWords(lexicon), generic: genericWords(lexicon),
		folded: foldedUnits(lexicon), versions: versions(lexicon), wordings: wordings(lexicon.ConditionTerms()),
	}
}

// statingWords returns the words by which conditions are stated.
func statingWords(lexicon *quarry.Lexicon) map[string]bool {
	words := map[string]bool{}
	for _, term := range lexicon.ConditionTerms() {
		for _, phrase := range term.Phrases {
			for word := range strings.FieldsSeq(quarry.SlugWith(phrase, ' ')) {
				words[word] = words[word] || term.Kind == ""
			}
		}
	}
	return words
}

// Found is what was read.
type Found struct {
	Facts    []quarry.Fact
	Specs    []quarry.Spec
	Warnings []string
}
