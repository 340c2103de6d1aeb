package contract

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// longestToolText is how many characters a description may have where hosts show it
// to a model: the strictest of them refuses 301.
const longestToolText = 300

// toolTags are what operations are about that a model can use.
func toolTags() []string {
	return []string{
		"search", "questions", "facts", "specs", "conflicts", "passages", "devices", "topics", "glossary",
		"documents",
	}
}

// computingPosts are the operations that take a body and change nothing.
func computingPosts() []string { return []string{"/v1/questions/{id}/check", "/v1/context"} }

// ForTools makes of an OpenAPI 3.1 document the one for hosts that turn operations into
// tools of a model. They take OpenAPI 3.1, but little of it: a parameter is a single
// value, an enum is one of texts, a caller is known by a bearer token, and who lists
// more than thirty operations is refused by some.
func ForTools(v31 []byte) ([]byte, error) {
	root, err := decode(v31)
	if err != nil {
		return nil, err
	}
	keepTools(root)
	simplifyBodies(root)
	walk(root, func(node tree) {
		simplifyParameters(node)
		delete(node, "headers")
		delete(node, "examples")
		if text, ok := node["description"].(string); ok {
			node["description"] = shortened(text)
		}
		dropIntegerEnum(node)
	})
	bearerOnly(root)
	keepUsedSchemas(root)
	keepUsedTags(root)
	return encode(root)
}

// keepTools drops every operation that is no tool.
func keepTools(root tree) {
	paths := childTree(root, "paths")
	for path, item := range paths {
		operations, _ := item.(tree)
		for method := range operations {
			if !isTool(method, path, childTree(operations, method)) {
				delete(operations, method)
			}
		}
		if len(operations) == 0 {
			delete(paths, path)
		}
	}
}

// isTool reports whether a model can use an operation. Completing what is
// typed is for people, and what is streamed is for programs.
func isTool(method, path string, operation tree) bool {
	tags, _ := operation["tags"].([]any)
	known := slices.ContainsFunc(tags, func(tag any) bool {
		name, _ := tag.(string)
		return slices.Contains(toolTags(), name)
	})
	if method == "post" {
		return slices.Contains(computingPosts(), path)
	}
	answer := childTree(childTree(childTree(operation, "responses"), "200"), "content")
	_, json := answer["application/json"]
	_, text := answer["text/plain"]
	return method == "get" && known && (json || text) && len(answer) == 1 &&
		path != "/v1/suggest" && !strings.HasPrefix(path, "/v1/jobs")
}

// simplifyParameters leaves an operation the parameters of its path and query, each
// of which is a single value.
func simplifyParameters(operation tree) {
	parameters, ok := operation["parameters"].([]any)
	if !ok {
		return
	}
	kept := []any{}
	for _, parameter := range parameters {
		one, _ := parameter.(tree)
		if one["in"] == "header" {
			continue
		}
		if schema := childTree(one, "schema"); schema["type"] == "array" {
			one["schema"] = elementOf(schema)
			one["description"] = several(one, childTree(schema, "items"))
			delete(one, "style")
			delete(one, "explode")
			joinExample(one)
		}
		kept = append(kept, one)
	}
	operation["parameters"] = kept
}

// simplifyBodies lets the lists in what is sent be texts with commas, which the routes
// take as well: hosts show the fields of a body as parameters.
func simplifyBodies(root tree) {
	schemas := childTree(childTree(root, "components"), "schemas")
	done := map[string]bool{}
	var simplify func(node any)
	simplify = func(node any) {
		walk(node, func(part tree) {
			listsAreTexts(childTree(part, "properties"))
			ref, _ := part["$ref"].(string)
			if name := strings.TrimPrefix(ref, schemaPrefix); name != ref && !done[name] {
				done[name] = true
				simplify(schemas[name])
			}
		})
	}
	walk(tree{"paths": root["paths"]}, func(node tree) { simplify(node["requestBody"]) })
}

func listsAreTexts(properties tree) {
	for name, property := range properties {
		field, _ := property.(tree)
		if field["type"] != "array" {
			continue
		}
		text := elementOf(field)
		if about := strings.TrimPrefix(several(field, childTree(field, "items")), "; "); about != "" {
			text["description"] = about
		}
		properties[name] = text
	}
}

// elementOf turns a list into one of its elements, or a text that may hold several.
func elementOf(list tree) tree {
	element := tree{"type": "string"}
	if enum, ok := childTree(list, "items")["enum"]; ok {
		element["enum"] = enum
	}
	return element
}

// several says that a text may hold several values, where it may.
func several(parameter, items tree) string {
	text, _ := parameter["description"].(string)
	if _, closed := items["enum"]; closed {
		return text
	}
	return text + "; several with commas"
}

func joinExample(parameter tree) {
	list, ok := parameter["example"].([]any)
	if !ok {
		return
	}
	var words []string
	for _, item := range list {
		if word, isText := item.(string); isText {
			words = append(words, word)
		}
	}
	parameter["example"] = strings.Join(words, ",")
}

// dropIntegerEnum removes the list of allowed values of a number, which hosts take
// for texts.
func dropIntegerEnum(node tree) {
	enum, ok := node["enum"].([]any)
	if ok && slices.ContainsFunc(enum, func(value any) bool { _, text := value.(string); return !text && value != nil }) {
		delete(node, "enum")
	}
}

// shortened returns as many whole sentences of a description as fit, without the
// marks of code around words.
func shortened(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	runes := []rune(text)
	if len(runes) < longestToolText {
		return text
	}
	end := 0
	for i, r := range runes[:longestToolText-1] {
		if (r == '.' || r == ';' || r == ':') && i+1 < len(runes) && unicode.IsSpace(runes[i+1]) {
			end = i
		}
	}
	if end == 0 {
		return strings.TrimSpace(string(runes[:longestToolText-2])) + "…"
	}
	return string(runes[:end]) + "."
}

// bearerOnly leaves no way of saying who calls but a bearer token.
func bearerOnly(root tree) {
	components := childTree(root, "components")
	schemes := childTree(components, "securitySchemes")
	for _, name := range slices.Sorted(maps.Keys(schemes)) {
		scheme, _ := schemes[name].(tree)
		kind, _ := scheme["scheme"].(string)
		if scheme["type"] != "http" || !strings.EqualFold(kind, "bearer") {
			delete(schemes, name)
		}
	}
	if len(schemes) == 0 {
		delete(components, "securitySchemes")
	}
	walk(root, func(node tree) {
		required, ok := node["security"].([]any)
		if !ok {
			return
		}
		node["security"] = slices.DeleteFunc(required, func(option any) bool { return namesOther(option, schemes) })
	})
}

// namesOther reports whether a way of saying who calls needs a scheme that is none of
// these.
func namesOther(option any, schemes tree) bool {
	named, _ := option.(tree)
	for name := range named {
		if _, kept := schemes[name]; !kept {
			return true
		}
	}
	return false
}

// keepUsedSchemas drops the schemas that no operation leads to.
func keepUsedSchemas(root tree) {
	schemas := childTree(childTree(root, "components"), "schemas")
	used := map[string]bool{}
	var follow func(node any)
	follow = func(node any) {
		walk(node, func(part tree) {
			ref, _ := part["$ref"].(string)
			name := strings.TrimPrefix(ref, schemaPrefix)
			if name != ref && !used[name] {
				used[name] = true
				follow(schemas[name])
			}
		})
	}
	follow(tree{"paths": root["paths"]})
	for name := range schemas {
		if !used[name] {
			delete(schemas, name)
		}
	}
}

// keepUsedTags drops the tags that no operation has.
func keepUsedTags(root tree) {
	used := map[any]bool{}
	walk(tree{"paths": root["paths"]}, func(node tree) {
		if _, operation := node["operationId"]; operation {
			tags, _ := node["tags"].([]any)
			for _, tag := range tags {
				used[tag] = true
			}
		}
	})
	if tags, ok := root["tags"].([]any); ok {
		root["tags"] = slices.DeleteFunc(tags, func(tag any) bool {
			named, _ := tag.(tree)
			return !used[named["name"]]
		})
	}
}
