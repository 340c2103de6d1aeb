package api

import (
	"github.com/quarrykb/quarry/api/export"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/write"
)

// Writing is what takes documents in, and tells what came of them.
type Writing = write.Config

// Exported says what an export held.
type Exported = export.Exported

// Follower is something that follows the change feed and says how far it has come.
type Follower = rest.Follower

// Alternatives writes words as the value of a list parameter: a comma between
// them, a backslash before each comma or backslash within.
func Alternatives(words ...string) string { return rest.Alternatives(words...) }
