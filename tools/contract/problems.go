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

// problems is what the file that explains the codes of problems says of each.
type problems map[string]tree

// readProblems reads that file; without one nothing is explained.
func readProblems(path string) (problems, error) {
	if path == "" {
		return nil, nil
	}
	raw, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	var entries []tree
	if err := json.Unmarshal(raw, &entries); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	known := problems{}
	for _, entry := range entries {
		code := textIn(entry, "code")
		if _, twice := known[code]; twice {
			return nil, fmt.Errorf("%s explains %q twice", path, code)
		}
		known[code] = entry
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
	for _, each := range operationsOf(root) {
		responses := childTree(each.node, "responses")
		for _, status := range slices.Sorted(maps.Keys(responses)) {
			response := childTree(responses, status)
			media, isProblem := childTree(response, "content")[problemMedia].(tree)
			if !isProblem {
				continue
			}
			codes, err := p.codesOf(each.node, status)
			if err != nil {
				return fmt.Errorf("%s %s: %w", strings.ToUpper(each.method), each.path, err)
			}
			examples := tree{}
			for _, code := range codes {
				examples[code] = tree{"$ref": examplesPrefix + code}
				used[code] = p.example(code)
			}
			media["examples"] = examples
			response["description"] = "`" + strings.Join(codes, "`, `") + "`"
		}
	}
	if len(used) > 0 {
		childTree(root, "components")["examples"] = used
	}
	return nil
}

// codesOf returns the codes of one error status of an operation, sorted: those that its
// annotation names, or the status's own, or else all that are answered with it.
func (p problems) codesOf(of tree, status string) ([]string, error) {
	number, err := strconv.Atoi(status)
	if err != nil {
		return nil, fmt.Errorf("a problem needs a status, and %q is none", status)
	}
	answeredWith := func(code string) bool { return fmt.Sprint(p[code]["status"]) == status }
	codes := ownCodes(of, number)
	stated := textIn(childTree(childTree(of, "responses"), status), "description")
	switch {
	case stated != "" && stated != http.StatusText(number):
		codes = strings.FieldsFunc(stated, func(r rune) bool { return r == ',' || r == ' ' })
	case codes != nil: // what refuses every caller is listed where there is such a thing
		codes = slices.DeleteFunc(codes, func(code string) bool { return p[code] == nil })
	default:
		codes = slices.DeleteFunc(slices.Collect(maps.Keys(p)), func(code string) bool { return !answeredWith(code) })
	}
	for _, code := range codes {
		if !answeredWith(code) {
			return nil, fmt.Errorf("the answer %d names the code %q, which problems.json does not explain with that status", number, code)
		}
	}
	if len(codes) == 0 {
		return nil, fmt.Errorf("problems.json explains no code of the answer %d", number)
	}
	slices.Sort(codes)
	return slices.Compact(codes), nil
}

// ownCodes are the codes of a status that every operation has which takes the same;
// nil where whatever is answered with the status can be meant.
func ownCodes(of tree, status int) []string {
	switch status {
	case http.StatusBadRequest:
		return badRequests(of)
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
func badRequests(of tree) []string {
	codes := []string{"key_ambiguous", "key_in_query", "malformed_query", "query_too_long", "unknown_parameter"}
	for _, parameter := range treesIn(of, "parameters") {
		if parameter["in"] == "query" {
			codes = append(codes, "empty_parameter", "invalid_parameter", "repeated_parameter")
		}
		if parameter["name"] == "cursor" {
			codes = append(codes, "cursor_invalid")
		}
	}
	if of["requestBody"] != nil {
		codes = append(codes, "invalid_parameter", "malformed_body", "repeated_parameter")
	}
	return codes
}

// example is a whole problem document.
func (p problems) example(code string) tree {
	title := p[code]["title"]
	value := tree{
		"type": "/problems/" + code, "title": title, "status": p[code]["status"], "code": code,
		"request_id": "5f0c6a1e9b7d42c8", "errors": []any{}, "fixes": []any{},
	}
	maps.Copy(value, childTree(p[code], "example"))
	return tree{"summary": title, "value": value}
}
