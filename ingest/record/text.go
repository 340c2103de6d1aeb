package record

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// plain returns what a scalar says, entities resolved.
func plain(v Value) string { return strings.TrimSpace(quarry.Resolved(v.Text)) }
