package contract

import (
	"fmt"
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
	for _, each := range operationsOf(root) {
		follow(root, each.node["requestBody"], listsAreTexts)
	}
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
	keepUsed(root)
	return encode(root)
}

// keepTools drops every operation that is no tool.
func keepTools(root tree) {
	paths := childTree(root, "paths")
	for _, each := range operationsOf(root) {
		dropPages(each)
		if !isTool(each) {
			delete(childTree(paths, each.path), each.method)
		}
	}
	maps.DeleteFunc(paths, func(path string, _ any) bool { return len(childTree(paths, path)) == 0 })
}

// dropPages takes out of an operation what a page asks it for: parameters that say so, the
// fragments that it answers beside its data, and where it leads who opens it.
func dropPages(of operation) {
	var kept []any
	for _, one := range treesIn(of.node, "parameters") {
		if one[forPages] == nil {
			kept = append(kept, one)
		}
	}
	if kept != nil {
		of.node["parameters"] = kept
	}
	responses := childTree(of.node, "responses")
	delete(responses, "303")
	if content := childTree(childTree(responses, "200"), "content"); len(content) > 1 {
		delete(content, "text/html")
	}
}

// isTool reports whether a model can use an operation. Completing what is
// typed is for people, and what is streamed is for programs.
func isTool(of operation) bool {
	if of.method == "post" {
		return slices.Contains(computingPosts(), of.path)
	}
	tags, _ := of.node["tags"].([]any)
	known := slices.ContainsFunc(tags, func(tag any) bool { return slices.Contains(toolTags(), fmt.Sprint(tag)) })
	answer := childTree(childTree(childTree(of.node, "responses"), "200"), "content")
	return of.method == "get" && known && (answer["application/json"] != nil || answer["text/plain"] != nil) &&
		len(answer) == 1 && of.path != "/v1/suggest" && !strings.HasPrefix(of.path, "/v1/jobs")
}

// simplifyParameters leaves an operation the parameters of its path and query, each
// of which is a single value.
func simplifyParameters(of tree) {
	if of["parameters"] == nil {
		return
	}
	kept := []any{}
	for _, one := range treesIn(of, "parameters") {
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
	of["parameters"] = kept
}

// follow visits what operations lead to, over references.
func follow(root tree, from any, visit func(tree)) {
	schemas := childTree(childTree(root, "components"), "schemas")
	done := map[string]bool{}
	var all func(node any)
	all = func(node any) {
		walk(node, func(part tree) {
			visit(part)
			if name, refers := strings.CutPrefix(textIn(part, "$ref"), schemaPrefix); refers && !done[name] {
				done[name] = true
				all(schemas[name])
			}
		})
	}
	all(from)
}

// listsAreTexts lets the lists in what is sent be texts with commas, which the routes
// take as well: hosts show the fields of a body as parameters.
func listsAreTexts(part tree) {
	properties := childTree(part, "properties")
	for name := range properties {
		field := childTree(properties, name)
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
	text := textIn(parameter, "description")
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
	words := make([]string, len(list))
	for i, word := range list {
		words[i] = fmt.Sprint(word)
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
	maps.DeleteFunc(schemes, func(name string, _ any) bool {
		scheme := childTree(schemes, name)
		return scheme["type"] != "http" || !strings.EqualFold(textIn(scheme, "scheme"), "bearer")
	})
	if len(schemes) == 0 {
		delete(components, "securitySchemes")
	}
	walk(root, func(node tree) {
		if required, ok := node["security"].([]any); ok {
			node["security"] = slices.DeleteFunc(required, func(option any) bool {
				needed, _ := option.(tree)
				return slices.ContainsFunc(slices.Collect(maps.Keys(needed)), func(name string) bool { return schemes[name] == nil })
			})
		}
	})
}

// keepUsed drops the schemas that no operation leads to, and the tags that none has.
func keepUsed(root tree) {
	used := map[string]bool{}
	follow(root, tree{"paths": root["paths"]}, func(part tree) { used[textIn(part, "$ref")] = true })
	maps.DeleteFunc(childTree(childTree(root, "components"), "schemas"), func(name string, _ any) bool {
		return !used[schemaPrefix+name]
	})
	for _, each := range operationsOf(root) {
		tags, _ := each.node["tags"].([]any)
		used[fmt.Sprint(tags...)] = true // there is one
	}
	if tags, ok := root["tags"].([]any); ok {
		root["tags"] = slices.DeleteFunc(tags, func(tag any) bool {
			named, _ := tag.(tree)
			return !used[textIn(named, "name")]
		})
	}
}
