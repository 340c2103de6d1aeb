package pattern

import (
	"github.com/quarrykb/quarry/ingest/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// words reads what the words of a line say.
type words struct {
	*phrase.Reader
	cues lexicon.Cues
}

func newWords(lexicon *lexicon.Lexicon) words {
	return words{Reader: phrase.New(lexicon), cues: lexicon.Cues()}
}
