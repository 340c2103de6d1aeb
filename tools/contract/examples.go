package contract

// lendExamples gives every parameter an example: its default, the first word of its
// vocabulary, or what the parameter of the same name shows in another operation, for
// a name means the same everywhere.
func lendExamples(root tree) {
	shown := map[[2]any]any{} // by name and type
	var without []tree
	for _, each := range operationsOf(root) {
		for _, parameter := range treesIn(each.node, "parameters") {
			schema := childTree(parameter, "schema")
			if example, ok := parameter["example"]; ok {
				shown[[2]any{parameter["name"], schema["type"]}] = example
			} else if example := exampleBy(schema); example != nil {
				parameter["example"] = example
			} else {
				without = append(without, parameter)
			}
		}
	}
	for _, parameter := range without {
		if example, ok := shown[[2]any{parameter["name"], childTree(parameter, "schema")["type"]}]; ok {
			parameter["example"] = example
		}
	}
}

// exampleBy returns what a schema itself shows, or nil.
func exampleBy(schema tree) any {
	if schema["default"] != nil {
		return schema["default"]
	}
	if enum, ok := schema["enum"].([]any); ok && len(enum) > 0 {
		return enum[0]
	}
	if schema["type"] == "boolean" {
		return true
	}
	if schema["type"] != "array" {
		return nil
	}
	if item := exampleBy(childTree(schema, "items")); item != nil {
		return []any{item}
	}
	return nil
}
