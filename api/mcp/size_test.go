package mcp_test

import (
	"encoding/json"
	"testing"
)

// mostListed is how many bytes the list of the tools may have: a host sends it to a model with
// every conversation.
const mostListed = 8_000

func TestTheListOfTheToolsIsShort(t *testing.T) {
	t.Parallel()
	answer := post(t, newKit(t, small).server.Handler(), "2025-06-18", `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	if n := answer.Body.Len(); n > mostListed {
		var listed struct {
			Result struct {
				Tools []map[string]json.RawMessage `json:"tools"`
			} `json:"result"`
		}
		if err := json.Unmarshal(answer.Body.Bytes(), &listed); err != nil {
			t.Fatal(err)
		}
		for _, tool := range listed.Result.Tools {
			t.Logf("%s: description %d, input %d, output %d, annotations %d", tool["name"], len(tool["description"]), len(tool["inputSchema"]), len(tool["outputSchema"]), len(tool["annotations"]))
		}
		t.Errorf("the list has %d bytes, want %d at most", n, mostListed)

	}
}
