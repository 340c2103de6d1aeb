package main

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/openapi"
)

func TestEveryCommandThatAProblemNamesAsItsFixIsOne(t *testing.T) {
	t.Parallel()
	var document any
	if err := json.Unmarshal(openapi.JSON31(), &document); err != nil {
		t.Fatal(err)
	}
	commands := commandsIn(document)
	var problems []view.ProblemType
	if err := json.Unmarshal(openapi.Problems(), &problems); err != nil {
		t.Fatal(err)
	}
	for _, problem := range problems {
		for _, fix := range problem.Example.Fixes {
			commands = append(commands, commandIn(fix)...)
		}
	}
	commands = append(commands, "quarry key create") // of a key that is wrong: api/guard.go
	if len(commands) < 3 {
		t.Fatalf("%d commands were found, want more: %q", len(commands), commands)
	}
	for _, command := range commands {
		var line commandLine
		parser, err := newParser(&line, app.Streams{Out: io.Discard, Err: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := parse(parser, strings.Fields(command)[1:]); err != nil {
			t.Errorf("%s: %v, as it is printed", command, err)
		}
	}
}

// commandsIn returns the commands that stand under "fixes" in a document.
func commandsIn(value any) []string {
	var found []string
	switch value := value.(type) {
	case map[string]any:
		fixes, _ := value["fixes"].([]any)
		for _, fix := range fixes {
			text, _ := fix.(string)
			found = append(found, commandIn(text)...)
		}
		for _, inner := range value {
			found = append(found, commandsIn(inner)...)
		}
	case []any:
		for _, inner := range value {
			found = append(found, commandsIn(inner)...)
		}
	}
	return found
}

func commandIn(fix string) []string {
	if strings.HasPrefix(fix, "quarry ") {
		return []string{fix}
	}
	return nil
}
