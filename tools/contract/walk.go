package contract

import (
	"maps"
	"slices"
)

// walk visits every object of a document that has keywords of its own, parents
// first and in a fixed order. It stays out of what only looks like the
// document: examples, defaults and enums hold data. A map of names
// ("properties", "responses" and so on) is not visited but its values are, so
// a property that is called "default" or "enum" is nothing special.
func walk(node any, visit func(tree)) {
	switch node := node.(type) {
	case tree:
		visit(node)
		for _, key := range slices.Sorted(maps.Keys(node)) {
			walkUnder(key, node[key], visit)
		}
	case []any:
		for _, child := range node {
			walk(child, visit)
		}
	}
}

func walkUnder(key string, value any, visit func(tree)) {
	names, isObject := value.(tree)
	switch key {
	case "example", "examples", "enum", "default", "x-example":
		return
	case "properties", "patternProperties", "paths", "responses", "headers", "content",
		"schemas", "definitions", "requestBodies", "securitySchemes", "callbacks":
		if !isObject {
			return
		}
		for _, name := range slices.Sorted(maps.Keys(names)) {
			walk(names[name], visit)
		}
	default:
		walk(value, visit)
	}
}

// childTree returns the object under a key, or an empty one.
func childTree(node tree, key string) tree {
	child, _ := node[key].(tree)
	return child
}

// textIn returns the text under a key, or "".
func textIn(node tree, key string) string {
	text, _ := node[key].(string)
	return text
}

// treesIn returns the objects of the list under a key.
func treesIn(node tree, key string) []tree {
	listed, _ := node[key].([]any)
	var all []tree
	for _, each := range listed {
		if one, ok := each.(tree); ok {
			all = append(all, one)
		}
	}
	return all
}

// operation is one method on one path.
type operation struct {
	path, method string
	node         tree
}

// operationsOf returns the operations of a document, in the order of their paths and methods.
func operationsOf(root tree) []operation {
	var all []operation
	paths := childTree(root, "paths")
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item := childTree(paths, path)
		for _, method := range slices.Sorted(maps.Keys(item)) {
			all = append(all, operation{path, method, childTree(item, method)})
		}
	}
	return all
}
