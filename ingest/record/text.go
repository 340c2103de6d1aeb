package record

import (
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// plain returns what a scalar says, entities resolved.
func plain(v Value) string { return strings.TrimSpace(text.Resolved(v.Text)) }
