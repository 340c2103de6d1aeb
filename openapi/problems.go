package openapi

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

//go:embed problems.json
var problems string

// ProblemType explains one code of a problem document. The list of them is the
// closed vocabulary of codes: whatever an error answer carries stands in it.
type ProblemType struct {
	Code    string         `json:"code"`    // stable; the last part of the type's address
	Status  int            `json:"status"`  // that it is answered with
	Title   string         `json:"title"`   // the same for every occurrence (RFC 9457, 3.1.3)
	Meaning string         `json:"meaning"` // what has happened
	Remedy  string         `json:"remedy"`  // what the caller can do
	Example ProblemExample `json:"example"`
}

// ProblemExample is what one occurrence says of itself.
type ProblemExample struct {
	Detail   string         `json:"detail"`
	Instance string         `json:"instance"`
	Errors   []ProblemField `json:"errors,omitempty"`
	Fixes    []string       `json:"fixes,omitempty"`
}

// ProblemField is one fault of an example.
type ProblemField struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// ProblemTypes returns every code with what it means, sorted by code. It reads the
// whole file: call it once, at the start.
func ProblemTypes() ([]ProblemType, error) {
	var all []ProblemType
	if err := json.Unmarshal([]byte(problems), &all); err != nil {
		return nil, fmt.Errorf("read the embedded problem types: %w", err)
	}
	slices.SortFunc(all, func(a, b ProblemType) int { return strings.Compare(a.Code, b.Code) })
	return all, nil
}

// Failure is an error status that an operation can answer, with the codes that say
// why.
type Failure struct {
	Status int
	Codes  []string // sorted
}
