package pattern

import (
	"github.com/quarrykb/quarry/ingest/phrase"
)

// words reads what the words of a line say.
type words struct{ *phrase.Reader }
