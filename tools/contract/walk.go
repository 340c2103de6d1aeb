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
