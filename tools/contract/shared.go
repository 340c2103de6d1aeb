package contract

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

const (
	// shared is the extension by which an annotation says that it describes no route: it
	// stands above what reads some parameters, and describes them for all routes, with what
	// is answered wherever the first of them is taken.
	shared = "x-shared"
	// takes is the extension by which an annotation names the shared parameters of a route,
	// in their order and with those of its own that stand among them.
	takes = "x-takes"
	// things stands for the last word of a route's path where a parameter is described.
	things = "{things}"
)

// vocabulary is what annotations share: parameters by their names, and tags.
type vocabulary struct {
	paths      tree
	parameters map[string]tree
	answers    map[string]tree // by the name of a parameter, by status
	tags       []string
}

// readShared takes what is shared out of the routes.
func readShared(swagger tree) vocabulary {
	v := vocabulary{childTree(swagger, "paths"), map[string]tree{}, map[string]tree{}, nil}
	for route := range v.paths {
		operation := childTree(childTree(v.paths, route), "get")
		if operation[shared] == nil {
			continue
		}
		delete(v.paths, route)
		listed, _ := operation["parameters"].([]any)
		for i, each := range listed {
			parameter, _ := each.(tree)
			name, _ := parameter["name"].(string)
			if v.parameters[name] = parameter; i == 0 {
				v.answers[name] = childTree(operation, "responses")
			}
		}
	}
	listed, _ := swagger["tags"].([]any)
	for _, each := range listed {
		tag, _ := each.(tree)
		name, _ := tag["name"].(string)
		v.tags = append(v.tags, name)
	}
	return v
}

// say gives an operation its tag, its parameters and what is answered where it takes them.
// Whatever its annotation says itself counts.
//
// A list below /v1 goes in pages. What is named in a path is described where it is read
// alone: /v1/facts/{id}/verify has it from /v1/facts/{id}. The tag is the first word of the
// path that is one, and else operations.
func (v vocabulary) say(route string, operation tree) error {
	words := strings.Split(route, "/")
	if operation["tags"] == nil {
		tag := "operations"
		if at := slices.IndexFunc(words, func(word string) bool { return slices.Contains(v.tags, word) }); at >= 0 {
			tag = words[at]
		}
		operation["tags"] = []any{tag}
	}
	if at := slices.IndexFunc(words, func(word string) bool { return strings.HasPrefix(word, "{") }); at >= 0 {
		name, above := strings.Trim(words[at], "{}"), strings.Join(words[:at+1], "/")
		alone := parameterOf(childTree(childTree(v.paths, above), "get"), name)
		if own, _ := operation["parameters"].([]any); alone != nil && parameterOf(operation, name) == nil {
			operation["parameters"] = append([]any{alone}, own...)
		}
	}
	asked, _ := operation[takes].([]any)
	delete(operation, takes)
	if err := v.add(route, operation, asked); err != nil {
		return err
	}
	answers := childTree(operation, "responses")
	for _, each := range asked {
		name, _ := each.(string)
		for status, answer := range v.answers[name] {
			own, said := answers[status].(tree)
			if !said {
				own = tree{}
				answers[status] = own
			}
			for key, value := range answer.(tree) { //nolint:forcetypeassert // swag writes no other
				if own[key] == nil {
					own[key] = value
				}
			}
		}
	}
	answer, _ := childTree(childTree(answers, "200"), "schema")["$ref"].(string)
	if strings.Contains(answer, ".List-") && strings.HasPrefix(route, "/v1/") {
		return v.add(route, operation, []any{"limit", "cursor"})
	}
	return nil
}

// add puts parameters where the first of them stands already, and else at the end.
func (v vocabulary) add(route string, operation tree, names []any) error {
	own, _ := operation["parameters"].([]any)
	at, kept, run := len(own), []any{}, []any{}
	for i, each := range own {
		parameter, _ := each.(tree)
		if !slices.Contains(names, parameter["name"]) {
			kept = append(kept, each)
		} else if at == len(own) {
			at = i
		}
	}
	for _, each := range names {
		name, _ := each.(string)
		parameter := parameterOf(operation, name)
		if parameter == nil {
			known, ok := v.parameters[name]
			if !ok {
				return fmt.Errorf("%s takes the parameter %q, which nothing describes", route, name)
			}
			parameter = tree{}
			for key, value := range known {
				if text, ok := value.(string); ok {
					value = strings.Replace(text, things, path.Base(route), 1)
				}
				parameter[key] = value
			}
		}
		run = append(run, parameter)
	}
	at = min(at, len(kept))
	if len(run) > 0 {
		operation["parameters"] = slices.Insert(kept, at, run...)
	}
	return nil
}

// parameterOf returns a parameter of an operation, or nil.
func parameterOf(operation tree, name string) tree {
	listed, _ := operation["parameters"].([]any)
	for _, each := range listed {
		if parameter, _ := each.(tree); parameter["name"] == name {
			return parameter
		}
	}
	return nil
}
