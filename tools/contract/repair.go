package contract

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

const schemaPrefix = "#/components/schemas/"

// repair30 puts back what the way through Swagger 2.0 loses.
func repair30(root tree) error {
	if info := childTree(root, "info"); len(childTree(info, "contact")) == 0 {
		delete(info, "contact") // swag writes an empty one
	}
	if err := renameSchemas(root); err != nil {
		return err
	}
	schemas := childTree(childTree(root, "components"), "schemas")
	walk(root, func(node tree) {
		delete(node, "x-originalParamName")
		formsHaveAShapeOfTheirOwn(node)
		restoreParameterExample(node)
		restoreBodyExample(node)
		problemsAreProblems(node)
		pagesAreTexts(node)
		floatsAreDouble(node)
		nullableEnumsHoldNull(node)
		elementsAreNullable(node)
		nullableReferencesHaveAType(node, schemas)
	})
	return sayCommon(root)
}

// saySecurity states that no operation asks who is calling, unless the
// annotations say otherwise: a document that is silent leaves a client to guess.
func saySecurity(root tree) {
	if _, said := root["security"]; !said {
		root["security"] = []any{}
	}
}

// keepParameterExamples hides each parameter's example in an extension:
// Swagger 2.0 has no such field, and the translation drops unknown ones.
func keepParameterExamples(swagger tree) {
	walk(swagger, func(node tree) {
		if example, ok := node["example"]; ok && isParameter(node) {
			node["x-example"] = example
			delete(node, "example")
		}
	})
}

// restoreParameterExample also makes a list of what stands for one: swag reads
// the example of an array as one string.
func restoreParameterExample(node tree) {
	example, ok := node["x-example"]
	if !ok || !isParameter(node) {
		return
	}
	delete(node, "x-example")
	if text, ok := example.(string); ok && childTree(node, "schema")["type"] == "array" {
		var list []any
		for part := range strings.SplitSeq(text, ",") {
			list = append(list, part)
		}
		example = list
	}
	node["example"] = example
}

// restoreBodyExample puts the example of a body where OpenAPI 3 has it: at its media type.
func restoreBodyExample(node tree) {
	content, ok := node["content"].(tree)
	example := node["x-example"]
	if !ok || example == nil {
		return
	}
	delete(node, "x-example")
	for media := range content {
		childTree(content, media)["example"] = example
	}
}

func isParameter(node tree) bool {
	_, named := node["name"].(string)
	_, placed := node["in"].(string)
	return named && placed
}

// renameSchemas takes Go's package out of the names that clients generate their types
// from: "view.Fact" is called Fact, and "view.List-view_Fact" is ListOfFact.
func renameSchemas(root tree) error {
	schemas := childTree(childTree(root, "components"), "schemas")
	renamed, names := tree{}, map[string]string{}
	for _, old := range slices.Sorted(maps.Keys(schemas)) {
		name := publicName(old)
		if _, taken := renamed[name]; taken {
			return fmt.Errorf("two Go types are both called %s in the contract, one of them %s", name, old)
		}
		renamed[name] = schemas[old]
		names[schemaPrefix+old] = schemaPrefix + name
	}
	if len(renamed) > 0 {
		childTree(root, "components")["schemas"] = renamed
	}
	walk(root, func(node tree) {
		if ref, ok := node["$ref"].(string); ok && names[ref] != "" {
			node["$ref"] = names[ref]
		}
	})
	return nil
}

func publicName(name string) string {
	parts := strings.Split(name, "-")
	for i, part := range parts {
		parts[i] = part[strings.LastIndexAny(part, "._")+1:]
	}
	return strings.Join(parts, "Of")
}

// problemsAreProblems gives every error answer its media type. Swagger 2.0
// knows one list of media types for an operation, whatever it answers.
func problemsAreProblems(node tree) {
	const problem, plain = problemMedia, "application/json"
	content, ok := node["content"].(tree)
	if !ok {
		return
	}
	for _, media := range slices.Sorted(maps.Keys(content)) {
		schema := childTree(childTree(content, media), "schema")
		if schema["$ref"] == schemaPrefix+"Problem" {
			node["content"] = tree{problem: content[media]}
			return
		}
	}
	if _, both := content[plain]; both {
		delete(content, problem)
	}
}

// pagesAreTexts lets the page that stands beside a JSON answer be a page: Swagger
// 2.0 knows one schema for an answer, whatever its media type.
func pagesAreTexts(node tree) {
	page, ok := childTree(node, "content")["text/html"].(tree)
	if ok && childTree(page, "schema")["type"] != "string" {
		page["schema"] = tree{"type": "string"}
	}
}

// floatsAreDouble says how wide a number is; without a format, generated
// clients read a float64 into 32 bits.
func floatsAreDouble(node tree) {
	if _, stated := node["format"]; node["type"] == "number" && !stated {
		node["format"] = "double"
	}
}

// nullableEnumsHoldNull follows the clarification in OpenAPI 3.0.3: an enum
// lists every allowed value, null among them.
func nullableEnumsHoldNull(node tree) {
	if enum, ok := node["enum"].([]any); ok && node["nullable"] == true && !slices.Contains(enum, nil) {
		node["enum"] = append(enum, nil)
	}
}

// elementsAreNullable lets the elements of a list be null whose field says so:
// swag knows the extension of a field, and none of its elements.
func elementsAreNullable(node tree) {
	const mark = "x-nullable-items"
	if node[mark] == true {
		childTree(node, "items")["nullable"] = true
	}
	delete(node, mark)
}

// nullableReferencesHaveAType adds the type that "nullable" needs beside it to
// mean anything in OpenAPI 3.0.3.
func nullableReferencesHaveAType(node, schemas tree) {
	name := nullableReference(node)
	if kind, ok := childTree(schemas, name)["type"].(string); ok && name != "" {
		node["type"] = kind
	}
}

// spellOutNull writes a reference that may be null as a choice of two. The
// upgrade to 3.1 knows only the type list and would drop the null.
func spellOutNull(root tree) {
	walk(root, func(node tree) {
		name := nullableReference(node)
		if name == "" {
			return
		}
		delete(node, "nullable")
		delete(node, "type")
		delete(node, "allOf")
		node["anyOf"] = []any{tree{"$ref": schemaPrefix + name}, tree{"type": "null"}}
	})
}

// wordsStandBesideReferences writes a described reference as OpenAPI 3.1 can: in 3.0
// whatever stands beside a reference is ignored, and so it is wrapped there.
func wordsStandBesideReferences(node tree) {
	all, ok := node["allOf"].([]any)
	if _, described := node["description"]; !ok || !described || len(all) != 1 || len(node) != 2 {
		return
	}
	only, _ := all[0].(tree)
	if ref, ok := only["$ref"].(string); ok {
		delete(node, "allOf")
		node["$ref"] = ref
	}
}

// nullableReference returns the name of the one schema that the node wraps to
// make it nullable, or "".
func nullableReference(node tree) string {
	all, ok := node["allOf"].([]any)
	if !ok || len(all) != 1 || node["nullable"] != true {
		return ""
	}
	only, _ := all[0].(tree)
	ref, _ := only["$ref"].(string)
	return strings.TrimPrefix(ref, schemaPrefix)
}
