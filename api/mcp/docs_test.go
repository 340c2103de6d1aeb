package mcp_test

import (
	"os"
	"strings"
	"testing"
)

func TestTheDocumentationNamesEveryToolWithItsArguments(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../docs/mcp.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := rowsOf(string(content))
	tools := toolsOf(t, newKit(t, small).overHTTP(t))
	for name, tool := range tools {
		schema, _ := tool.InputSchema.(map[string]any)
		properties, _ := schema["properties"].(map[string]any)
		for argument := range properties {
			if !strings.Contains(rows[name], "`"+argument+"`") {
				t.Errorf("docs/mcp.md does not name %s of %s: %q", argument, name, rows[name])
			}
		}
		delete(rows, name)
	}
	if len(rows) > 0 {
		t.Errorf("docs/mcp.md has rows of tools that are none: %v", rows)
	}
	if !strings.Contains(string(content), "24,000 bytes") || !strings.Contains(string(content), "131,072 bytes") {
		t.Error("docs/mcp.md has other limits")
	}
}

// rowsOf returns the rows of a text's tables that begin with a name, by that name.
func rowsOf(text string) map[string]string {
	rows := map[string]string{}
	for line := range strings.Lines(text) {
		row, named := strings.CutPrefix(line, "| `")
		if name, rest, ok := strings.Cut(row, "` |"); ok && named {
			rows[name] = rest
		}
	}
	return rows
}
