package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	problemMedia   = "application/problem+json"
	examplesPrefix = "#/components/examples/"
)

// problemType is one entry of the file that explains the codes of problems.
type problemType struct {
	Code    string `json:"code"`
	Status  int    `json:"status"`
	Title   string `json:"title"`
	Meaning string `json:"meaning"`
	Remedy  string `json:"remedy"`
	Example struct {
		Detail   string `json:"detail"`
		Instance string `json:"instance"`
		Errors   []any  `json:"errors"`
		Fixes    []any  `json:"fixes"`
	} `json:"example"`
}

// problems knows every code of a problem.
type problems map[string]problemType

// readProblems reads the file that explains the codes; without one nothing is
// explained.
func readProblems(path string) (problems, error) {
	if path == "" {
		return nil, nil
	}
	raw, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	var entries []problemType
	if err := json.Unmarshal(raw, &entries); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	known := problems{}
	for _, entry := range entries {
		if _, twice := known[entry.Code]; twice {
			return nil, fmt.Errorf("%s explains %q twice", path, entry.Code)
		}
		known[entry.Code] = entry
	}
	return known, nil
}

// explain gives every error answer an example of each code that it can carry, and
// says so in words. An annotation names the codes where its description would stand:
//
//	@Failure	409	{object}	Problem	"conflict, idempotency_key_reused"
//
// Without such a list they are the status's own, by what the operation takes.
func (p problems) explain(root tree) error {
	if p == nil {
		return nil
	}
	used := tree{}
	for _, path := range slices.Sorted(maps.Keys(childTree(root, "paths"))) {
		item := childTree(childTree(root, "paths"), path)
		for _, method := range slices.Sorted(maps.Keys(item)) {
			if err := p.explainOperation(childTree(item, method), used); err != nil {
				return fmt.Errorf("%s %s: %w", strings.ToUpper(method), path, err)
			}
		}
	}
	if len(used) > 0 {
		childTree(root, "components")["examples"] = used
	}
	return nil
}

// explainOperation explains the errors of one operation, and adds the examples that
// it refers to.
func (p problems) explainOperation(operation, used tree) error {
	responses := childTree(operation, "responses")
	for _, status := range slices.Sorted(maps.Keys(responses)) {
		response := childTree(responses, status)
		media, isProblem := childTree(response, "content")[problemMedia].(tree)
		if !isProblem {
			continue
		}
		codes, err := p.codesOf(operation, status)
		if err != nil {
			return err
		}
		examples := tree{}
		for _, code := range codes {
			examples[code] = tree{"$ref": examplesPrefix + code}
			used[code] = p[code].example()
		}
		media["examples"] = examples
		response["description"] = "`" + strings.Join(codes, "`, `") + "`"
	}
	return nil
}

// codesOf returns the codes of one error status of an operation, sorted: those that
// its annotation names, or else the status's own.
func (p problems) codesOf(operation tree, status string) ([]string, error) {
	number, err := strconv.Atoi(status)
	if err != nil {
		return nil, fmt.Errorf("a problem needs a status, and %q is none", status)
	}
	stated, _ := childTree(childTree(operation, "responses"), status)["description"].(string)
	codes := p.among(ownCodes(operation, number))
	if stated != "" && stated != http.StatusText(number) {
		codes = strings.FieldsFunc(stated, func(r rune) bool { return r == ',' || r == ' ' })
	}
	if codes == nil {
		codes = p.answeredWith(number)
	}
	slices.Sort(codes)
	for _, code := range codes {
		if known, explained := p[code]; !explained || known.Status != number {
			return nil, fmt.Errorf("the answer %d names the code %q, which problems.json does not explain with that status", number, code)
		}
	}
	if len(codes) == 0 {
		return nil, fmt.Errorf("problems.json explains no code of the answer %d", number)
	}
	return slices.Compact(codes), nil
}

// among leaves those codes that are explained: what refuses every caller is listed
// where there is such a thing.
func (p problems) among(codes []string) []string {
	return slices.DeleteFunc(codes, func(code string) bool {
		_, explained := p[code]
		return !explained
	})
}

// ownCodes are the codes of a status that every operation has which takes the same;
// nil where whatever is answered with the status can be meant.
func ownCodes(operation tree, status int) []string {
	switch status {
	case http.StatusBadRequest:
		return badRequests(operation)
	case http.StatusNotFound:
		return []string{"not_found"}
	case http.StatusGone:
		return []string{"cursor_expired"}
	case http.StatusUnsupportedMediaType:
		return []string{"content_encoding", "unsupported_media_type"}
	case http.StatusServiceUnavailable:
		return []string{"overloaded", "timeout", "unavailable"}
	}
	return nil
}

// badRequests are the codes of a request that is refused for what stands in it.
func badRequests(operation tree) []string {
	codes := []string{"malformed_query", "query_too_long", "unknown_parameter"}
	if operation["x-probe"] == nil {
		codes = append(codes, "key_ambiguous", "key_in_query")
	}
	parameters, _ := operation["parameters"].([]any)
	for _, each := range parameters {
		parameter, _ := each.(tree)
		if parameter["in"] == "query" {
			codes = append(codes, "empty_parameter", "invalid_parameter", "repeated_parameter")
		}
		if parameter["name"] == "cursor" {
			codes = append(codes, "cursor_invalid")
		}
	}
	if _, has := operation["requestBody"]; has {
		codes = append(codes, "invalid_parameter", "malformed_body", "repeated_parameter")
	}
	return codes
}

// answeredWith returns every code of a status.
func (p problems) answeredWith(status int) []string {
	var codes []string
	for code, known := range p {
		if known.Status == status {
			codes = append(codes, code)
		}
	}
	return codes
}

// example is a whole problem document.
func (t problemType) example() tree {
	return tree{
		"summary": t.Title,
		"value": tree{
			"type": "/problems/" + t.Code, "title": t.Title, "status": t.Status,
			"detail": t.Example.Detail, "instance": t.Example.Instance, "code": t.Code,
			"request_id": "5f0c6a1e9b7d42c8",
			"errors":     orEmpty(t.Example.Errors), "fixes": orEmpty(t.Example.Fixes),
		},
	}
}

// orEmpty is a list that JSON writes as one.
func orEmpty(list []any) []any {
	if list == nil {
		return []any{}
	}
	return list
}
