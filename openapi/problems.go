package openapi

import _ "embed"

//go:embed problems.json
var problems string

// Problems returns the list of all codes that an error answer can carry, with what each
// means. Each call returns a copy of its own.
func Problems() []byte { return []byte(problems) }

// Failure is an error status that an operation can answer, with the codes that say
// why.
type Failure struct {
	Status int
	Codes  []string // sorted
}
