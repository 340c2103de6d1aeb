package openapi

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

//go:embed openapi.json
var document31 string

//go:embed openapi-3.0.json
var document30 string

//go:embed openapi-tools.json
var documentTools string

// JSON31 returns the OpenAPI 3.1 document. Each call returns a copy of its own.
func JSON31() []byte { return []byte(document31) }

// JSON30 returns the same contract as OpenAPI 3.0. Each call returns a copy of
// its own.
func JSON30() []byte { return []byte(document30) }

// JSONTools returns the view of the 3.1 document for hosts that turn operations into
// tools of a model: what reads and computes, in the words that they all understand.
// Each call returns a copy of its own.
func JSONTools() []byte { return []byte(documentTools) }

// Operation is one method on one path, as far as a router needs to know it.
type Operation struct {
	Method     string // upper case
	Path       string // with parameters in braces: "/v1/facts/{id}"
	ID         string
	Parameters []Parameter
	Failures   []Failure // by status
	Notice
}

// Notice says that something will go. Its dates are days, written as in RFC 3339; the
// zero value says that nothing will.
type Notice struct {
	Since  string `json:"x-deprecated-since"` // since when it is deprecated
	Sunset string `json:"x-sunset"`           // from when on it may be gone; "" where that is not decided
}

// Parameter is what an operation takes outside its body.
type Parameter struct {
	Name     string `json:"name"`
	In       string `json:"in"` // "query", "path" or "header"
	Required bool   `json:"required"`
	List     bool   `json:"-"` // it takes several values, separated by commas
	Notice
}

// Query returns the names of the operation's query parameters, sorted.
func (o Operation) Query() []string {
	return o.names(func(p Parameter) bool { return p.In == "query" })
}

// Lists returns the names of those query parameters that take several values,
// sorted.
func (o Operation) Lists() []string {
	return o.names(func(p Parameter) bool { return p.In == "query" && p.List })
}

// Needed returns the names of those query parameters that every request has, sorted.
func (o Operation) Needed() []string {
	return o.names(func(p Parameter) bool { return p.In == "query" && p.Required })
}

func (o Operation) names(want func(Parameter) bool) []string {
	var names []string
	for _, parameter := range o.Parameters {
		if want(parameter) {
			names = append(names, parameter.Name)
		}
	}
	slices.Sort(names)
	return names
}

// Operations returns every operation of the contract, sorted by path and
// method. It reads the whole document: call it once, at the start.
func Operations() ([]Operation, error) {
	var document struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal([]byte(document30), &document); err != nil {
		return nil, fmt.Errorf("read the embedded OpenAPI document: %w", err)
	}
	var all []Operation
	for path, item := range document.Paths {
		for method, raw := range item {
			operation, err := readOperation(raw)
			if err != nil {
				return nil, fmt.Errorf("read %s %s: %w", method, path, err)
			}
			operation.Method, operation.Path = strings.ToUpper(method), path
			all = append(all, operation)
		}
	}
	slices.SortFunc(all, func(a, b Operation) int {
		return strings.Compare(a.Path+" "+a.Method, b.Path+" "+b.Method)
	})
	return all, nil
}

func readOperation(raw json.RawMessage) (Operation, error) {
	var read struct {
		ID         string `json:"operationId"`
		Parameters []struct {
			Parameter

			Schema struct {
				Type string `json:"type"`
			} `json:"schema"`
		} `json:"parameters"`
		Responses map[string]response `json:"responses"`
		Notice
	}
	if err := json.Unmarshal(raw, &read); err != nil {
		return Operation{}, err
	}
	operation := Operation{ID: read.ID, Notice: read.Notice}
	for _, parameter := range read.Parameters {
		parameter.List = parameter.Schema.Type == "array"
		operation.Parameters = append(operation.Parameters, parameter.Parameter)
	}
	for _, status := range slices.Sorted(maps.Keys(read.Responses)) {
		examples := read.Responses[status].Content["application/problem+json"].Examples
		if number, err := strconv.Atoi(status); err == nil && len(examples) > 0 {
			operation.Failures = append(operation.Failures, Failure{number, slices.Sorted(maps.Keys(examples))})
		}
	}
	return operation, nil
}

// response is what an operation answers with one status: of an error the codes, by
// which its examples are named.
type response struct {
	Content map[string]struct {
		Examples map[string]json.RawMessage `json:"examples"`
	} `json:"content"`
}
