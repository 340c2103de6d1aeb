package record

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/phrase"
)

// plain returns what a scalar says, entities resolved.
func plain(v Value) string { return strings.TrimSpace(phrase.Resolved(v.Text)) }
