package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// taught returns a data directory with a question, and claims of two devices that
// other sources contradict.
func taught(t *testing.T) string {
	t.Helper()
	data, notes := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"notes.md": "# Warps\n\n## How many threads has a warp?\n\nA warp has 32 threads.\n\n## Memory\n\nA warp reads memory in lines of 128 bytes.\n",
		"one.md":   "# Data\n\n| GPU | Memory bandwidth |\n|---|---|\n| NVIDIA H100 | 3.35 TB/s |\n| NVIDIA A100 | 2.0 TB/s |\n",
		"two.md":   "# Data\n\n| GPU | Memory bandwidth |\n|---|---|\n| NVIDIA H100 | 3.9 TB/s |\n",
	} {
		if err := os.WriteFile(filepath.Join(notes, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ingestAll(t, data, notes)
	return data
}

// chatbot starts the program as a chatbot would, and returns its session.
func chatbot(t *testing.T, data string) *sdk.ClientSession {
	t.Helper()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &sdk.CommandTransport{Command: command(t, data, "mcp")}, nil)
	if err != nil {
		t.Fatalf("connect: %v", err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// toolAnswer calls a tool, which must not refuse, and reads its answer.
func toolAnswer[V any](t *testing.T, session *sdk.ClientSession, name string, arguments map[string]any) V {
	t.Helper()
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	written, err := json.Marshal(result.StructuredContent)
	if err != nil || result.IsError {
		t.Fatalf("%s %v: refused with %v", name, arguments, result.Content)
	}
	var view V
	if err := json.Unmarshal(written, &view); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return view
}

// A model reads what its host sends it: the tools with every conversation, and a look-up whole.
func TestWhatMCPTellsOfTheStarterCorpusIsShort(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	ingestAll(t, data, starterDocuments)
	session := chatbot(t, data)
	listed, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(must(json.Marshal(listed))(t)); n >= 8_000 {
		t.Errorf("the list of the tools has %d bytes, want fewer than 8,000", n)
	}
	var devices struct{ Items []struct{ ID string } }
	decode(t, runHere(t, "--data", data, "devices", "--json", "--limit", "0"), &devices)
	if len(devices.Items) < 20 {
		t.Fatalf("the starter corpus claims something of %d devices: the test asks too little", len(devices.Items))
	}
	for _, device := range devices.Items {
		result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "lookup_spec", Arguments: map[string]any{"device": device.ID}})
		if err != nil || result.IsError {
			t.Fatalf("%s: %v %v", device.ID, err, result)
		}
		written := must(json.Marshal(result))(t)
		if specs := bytes.Count(written, []byte(`"s_`)); len(written) >= 4_000 || specs == 0 {
			t.Errorf("%s: %d specs in %d bytes, want some in fewer than 4,000", device.ID, specs, len(written))
		}
	}
}

// fetchedText is what the fetch tool answers, as far as the tests look.
type fetchedText struct {
	Text     string            `json:"text"`
	Metadata map[string]string `json:"metadata"`
}

func TestAChatbotFindsReadsAndChecksOverStandardStreams(t *testing.T) {
	t.Parallel()
	session := chatbot(t, taught(t))
	found := toolAnswer[struct {
		Results []struct {
			ID, URL string
			Source  struct{ Path string }
		}
	}](t, session, "search", map[string]any{"query": "threads of a warp", "kind": "question"})
	if len(found.Results) == 0 || found.Results[0].Source.Path != "notes.md" {
		t.Fatalf("found %+v", found)
	}
	question := found.Results[0].ID
	if read := toolAnswer[fetchedText](t, session, "fetch", map[string]any{"id": found.Results[0].URL}); !strings.Contains(read.Text, "A warp has 32 threads.") || read.Metadata["lines"] == "" {
		t.Errorf("read %+v", read)
	}
	for answer, want := range map[string]string{"32 threads": "correct", "64 threads": "incorrect"} {
		got := toolAnswer[struct{ Verdict string }](t, session, "check_answer", map[string]any{"question_id": question, "answer": answer})
		if got.Verdict != want {
			t.Errorf("%q is %s, want %s", answer, got.Verdict, want)
		}
	}
}

func TestAChatbotIsToldWhereSourcesDisagree(t *testing.T) {
	t.Parallel()
	session := chatbot(t, taught(t))
	specs := toolAnswer[struct {
		Specs []struct {
			ConflictID string `json:"conflict_id"`
			ID         string
		}
	}](t, session, "lookup_spec", map[string]any{"device": "H100", "attribute": "memory_bandwidth", "unit": "GB/s"})
	if len(specs.Specs) != 2 || specs.Specs[0].ConflictID == "" {
		t.Fatalf("looked up %+v, want two that disagree", specs)
	}
	for id, want := range map[string]string{specs.Specs[0].ConflictID: "Sources disagree", specs.Specs[0].ID: "Another source disagrees"} {
		if read := toolAnswer[fetchedText](t, session, "fetch", map[string]any{"id": id}); !strings.Contains(read.Text, want) {
			t.Errorf("%s: %s, want %q in it", id, read.Text, want)
		}
	}
	compared := toolAnswer[struct {
		Rows []struct {
			Comparable bool
			Reason     string
		}
	}](t, session, "compare_specs", map[string]any{"devices": []string{"H100", "A100"}})
	if len(compared.Rows) == 0 || compared.Rows[0].Comparable || compared.Rows[0].Reason == "" {
		t.Errorf("compared %+v, want a row that says why it does not compare", compared)
	}
}

func TestAChatbotsProgramEndsWhenItIsToldTo(t *testing.T) {
	t.Parallel()
	cmd := command(t, taught(t), "mcp")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n"
	if _, err := io.WriteString(in, hello); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAtLeast(out, make([]byte, 4096), len("{")); err != nil {
		t.Fatalf("no answer: %v\n%s", err, &complaints)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || complaints.Len() > 0 {
		t.Errorf("ended with %v: %s; want it done, without a word", err, &complaints)
	}
	_ = in.Close()
}

func TestAChatbotsProgramOutlivesTheServerThatItAsks(t *testing.T) {
	t.Parallel()
	data := taught(t)
	server := command(t, data, "serve", "--addr", "127.0.0.1:0", "--no-starter")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t.Context(), t, "the server", func() bool { return serverReady(t, data) })
	session := chatbot(t, data)
	search := func() (string, string) {
		found := toolAnswer[struct {
			Results []struct {
				URL    string
				Source struct{ Path string }
			}
		}](t, session, "search", map[string]any{"query": "threads of a warp"})
		if len(found.Results) == 0 {
			return "nothing", ""
		}
		return found.Results[0].Source.Path, found.Results[0].URL
	}
	if got, at := search(); got != "notes.md" || !strings.HasPrefix(at, "http://127.0.0.1:") {
		t.Errorf("beside the server found %s at %s", got, at)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Fatalf("the server ended with %v", err)
	}
	if got, at := search(); got != "notes.md" || !strings.HasPrefix(at, "/v1/") {
		t.Errorf("without the server found %s at %s, where no server runs", got, at)
	}
}
