package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quarrykb/quarry/api/mcp"
)

// routes is a REST API of canned answers, which keeps what it was asked.
type routes struct {
	mu     sync.Mutex
	asked  []*http.Request
	answer func(r *http.Request) (int, string)
}

// RoundTrip answers.
func (a *routes) RoundTrip(r *http.Request) (*http.Response, error) {
	a.mu.Lock()
	a.asked = append(a.asked, r)
	a.mu.Unlock()
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	status, said := a.answer(r)
	return &http.Response{
		StatusCode: status, Header: http.Header{"Quarry-Revision": {"7"}}, Body: io.NopCloser(strings.NewReader(said)), Request: r,
	}, nil
}

// last returns the request that was made last.
func (a *routes) last(tb testing.TB) *http.Request {
	tb.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.asked) == 0 {
		tb.Fatal("no route was asked")
	}
	return a.asked[len(a.asked)-1]
}

// small answers as a little knowledge base would.
func small(r *http.Request) (int, string) { return http.StatusOK, knowing(r, `"A warp."`, 1) }

// knowing returns what a route answers where every text is so, and every list has so
// many items.
func knowing(r *http.Request, text string, items int) string {
	source := fmt.Sprintf(`{"document_id":"d_aaaaaaaaaaaaaaaaaaaa","path":%s,"title":%s,"line_start":3,"line_end":4}`, text, text)
	said := func(fields string) string {
		return `[{"action":"correct","was":{` + fields + `},"note":` + text + `,"by":` + text + `,"at":"2026-01-31T12:00:00Z"}]`
	}
	spec := strings.NewReplacer("TEXT", text, "SOURCE", source, "SAID", said(`"value":`+text+`,"conditions":{"clock":`+text+`}`)).Replace(`{"id":"s_aaaaaaaaaaaaaaaaaaaa","device":{"id":TEXT,"name":TEXT},
"attribute":{"id":TEXT,"name":TEXT},"conditions":{"precision":"fp16","sparsity":"unstated","clock":TEXT},"value":{"text":TEXT,"min":1.5,"max":null,"unit":TEXT,"qualifier":"exact"},
"confidence":0.625,"notes":[TEXT],"topics":[TEXT],"difficulty":"easy","conflict_id":"c_aaaaaaaaaaaaaaaaaaaa","corrected":SAID,"source":SOURCE}`)
	specs := repeated(spec, min(items, 4))
	conflict := strings.NewReplacer("TEXT", text, "SPECS", specs).Replace(`{"id":"c_aaaaaaaaaaaaaaaaaaaa","device":{"name":TEXT},"attribute":{"name":TEXT},"claims":[SPECS],"claim_count":2,"ratio":2,"hint":TEXT,"related":[SPECS]}`)
	question := strings.NewReplacer("TEXTS", repeated(text, items), "TEXT", text, "SOURCE", source, "SAID", said(`"answer":`+text)).Replace(
		`{"id":"q_aaaaaaaaaaaaaaaaaaaa","question":TEXT,"answer":TEXT,"answered":true,"style":"open","choices":[TEXTS],"difficulty":"hard","topics":[TEXTS],"corrected":SAID,"source":SOURCE,
"variants":[{"question":TEXT,"answer":TEXT,"source":SOURCE}],"best_answers":[{"id":"f_aaaaaaaaaaaaaaaaaaaa","title":TEXT,"snippet":TEXT}]}`)
	point := `{"text":` + text + `,"required":true,"contradicted":false}`
	cell := `{"device_id":` + text + `,"claims":[` + specs + `],"min":1,"max":2,"conflict":true}`
	check := `{"verdict":"partly","reason":"incomplete","explanation":TEXT,"coverage":0.5,"covered":[` + repeated(point, items) + `],"missing":[` + repeated(point, items) + `],"numbers":[` + repeated(`{"expected":TEXT,"given":null,"agrees":false}`, items) + `],"source":` + source + `}`
	card := `{"question_id":"q_aaaaaaaaaaaaaaaaaaaa","state":"review","due":"2026-12-08T04:00:00Z","reps":4,"lapses":1,"last_review":"2026-12-01T18:30:00Z"}`
	answers := map[string]string{
		"/v1/study/next": `{"items":[{"question":` + question + `,"card":` + card + `,"changed":{"at":"2026-12-01T18:30:00Z","was":TEXT,"now":TEXT}}],
"left":{"learning":1,"review":2,"changed":3,"new":4},"next_due":"2026-12-08T04:00:00Z","notes":[TEXTS]}`,
		"/v1/study/reviews": `{"review":{"id":"r_1","rating":3,"verdict":"partly"},"card":` + card + `,"check":` + check + `,"repeated":false}`,
		"/v1/search": `{"corrected_query":TEXT,"degraded":["vector"],"answerable":"yes","total":99,"notes":[TEXTS],"items":[` +
			repeated(`{"id":"f_aaaaaaaaaaaaaaaaaaaa","kind":"fact","title":TEXT,"snippet":TEXT,"url":"/v1/facts/f_aaaaaaaaaaaaaaaaaaaa","difficulty":"easy","source":`+source+`}`, items) + `]}`,
		"/v1/questions/random":                         `{"items":[` + question + `],"remaining":4,"seed":5,"notes":[TEXTS]}`,
		"/v1/questions/q_aaaaaaaaaaaaaaaaaaaa":         question,
		"/v1/questions/q_aaaaaaaaaaaaaaaaaaaa/check":   check,
		"/v1/facts/f_aaaaaaaaaaaaaaaaaaaa":             `{"subject":TEXT,"statement":TEXT,"citations":[{"url":TEXT,"label":"1"}],"difficulty":null,"topics":[TEXTS],"corrected":` + said(`"statement":`+text) + `,"source":` + source + `}`,
		"/v1/passages/p_aaaaaaaaaaaaaaaaaaaa":          `{"heading":[TEXT],"text":TEXT,"difficulty":null,"topics":[TEXT],"corrected":` + said(`"text":`+text) + `,"source":` + source + `}`,
		"/v1/specs":                                    `{"items":[` + specs + `],"total":99,"notes":[TEXTS]}`,
		"/v1/specs/s_aaaaaaaaaaaaaaaaaaaa":             spec,
		"/v1/specs/compare":                            `{"devices":[{"id":TEXT,"name":TEXT}],"notes":[TEXTS],"rows":[` + repeated(`{"attribute":{"id":TEXT},"conditions":{"precision":TEXT},"unit":TEXT,"cells":[`+cell+`],"ratio":null,"comparable":false,"reason":TEXT}`, items) + `]}`,
		"/v1/conflicts/c_aaaaaaaaaaaaaaaaaaaa":         conflict,
		"/v1/documents/d_aaaaaaaaaaaaaaaaaaaa":         `{"path":TEXT,"title":TEXT,"bytes":812,"language":"en","licence":null,"source_url":TEXT}`,
		"/v1/context":                                  `{"answerable":"yes","reason":TEXT,"notes":[TEXTS],"passages":[` + repeated(`{"n":1,"id":"q_aaaaaaaaaaaaaaaaaaaa","text":TEXT,"tokens":3,"corrected":true,"source":`+source+`}`, items) + `],"conflicts":[` + repeated(conflict, min(items, 2)) + `]}`,
		"/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content": "",
	}[r.URL.Path]
	if r.URL.Path == "/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content" {
		var line string
		_ = json.Unmarshal([]byte(text), &line)
		return strings.Repeat(line+"\n", items)
	}
	return strings.NewReplacer("TEXTS", repeated(text, items), "TEXT", text).Replace(answers)
}

func repeated(item string, times int) string {
	return strings.TrimSuffix(strings.Repeat(item+",", times), ",")
}

// safeLog keeps log lines.
type safeLog struct {
	mu  sync.Mutex
	all bytes.Buffer
}

// Write keeps a line.
func (l *safeLog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(line)
}

func (l *safeLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

type kit struct {
	server *mcp.Server
	routes *routes
	log    *safeLog
}

func newKit(tb testing.TB, answer func(*http.Request) (int, string), changes ...func(*mcp.Config)) *kit {
	tb.Helper()
	k := &kit{routes: &routes{answer: answer}, log: &safeLog{}}
	config := mcp.Config{Transport: k.routes, Build: "test", Log: slog.New(slog.NewTextHandler(k.log, nil))}
	for _, change := range changes {
		change(&config)
	}
	k.server = mcp.New(config)
	return k
}

// overHTTP returns a session of a host that speaks HTTP.
func (k *kit) overHTTP(tb testing.TB) *sdk.ClientSession {
	tb.Helper()
	web := httptest.NewServer(k.server.Handler())
	tb.Cleanup(web.Close)
	return connect(tb, &sdk.StreamableClientTransport{Endpoint: web.URL, MaxRetries: -1, DisableStandaloneSSE: true})
}

// overLines returns a session of a host that has started the program.
func (k *kit) overLines(tb testing.TB) *sdk.ClientSession {
	tb.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	done := make(chan error, 1)
	ctx := context.WithoutCancel(tb.Context()) // it ends with its input
	go func() { done <- k.server.Serve(ctx, toServer, fromServer) }()
	session := connect(tb, &sdk.IOTransport{Reader: toClient, Writer: fromClient})
	tb.Cleanup(func() {
		_ = fromClient.Close()
		if err := <-done; err != nil {
			tb.Errorf("serve: %v", err)
		}
		_ = fromServer.Close()
	})
	return session
}

func connect(tb testing.TB, transport sdk.Transport) *sdk.ClientSession {
	tb.Helper()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(tb.Context(), transport, nil)
	if err != nil {
		tb.Fatalf("connect: %v", err)
	}
	tb.Cleanup(func() { _ = session.Close() })
	return session
}

// call calls a tool that answers.
func call(tb testing.TB, session *sdk.ClientSession, name string, arguments any) map[string]any {
	tb.Helper()
	result := try(tb, session, name, arguments)
	if result.IsError {
		tb.Fatalf("%s %v: %s", name, arguments, textOf(tb, result))
	}
	out, ok := result.StructuredContent.(map[string]any)
	if !ok {
		tb.Fatalf("%s %v: structured content is %T", name, arguments, result.StructuredContent)
	}
	return out
}

// refusedWith calls a tool that refuses, and returns what it says.
func refusedWith(tb testing.TB, session *sdk.ClientSession, name string, arguments any) string {
	tb.Helper()
	result := try(tb, session, name, arguments)
	if !result.IsError {
		tb.Fatalf("%s %v: answered %v, want a refusal", name, arguments, result.StructuredContent)
	}
	return textOf(tb, result)
}

func try(tb testing.TB, session *sdk.ClientSession, name string, arguments any) *sdk.CallToolResult {
	tb.Helper()
	result, err := session.CallTool(tb.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		tb.Fatalf("%s %v: %v", name, arguments, err)
	}
	return result
}

func textOf(tb testing.TB, result *sdk.CallToolResult) string {
	tb.Helper()
	if len(result.Content) != 1 {
		tb.Fatalf("%d contents, want 1", len(result.Content))
	}
	content, ok := result.Content[0].(*sdk.TextContent)
	if !ok || content.Text == "" {
		tb.Fatalf("content is %T %v, want a text", result.Content[0], result.Content[0])
	}
	return content.Text
}

// toolsOf returns the tools that a session lists, by name.
func toolsOf(tb testing.TB, session *sdk.ClientSession) map[string]*sdk.Tool {
	tb.Helper()
	listed, err := session.ListTools(tb.Context(), nil)
	if err != nil {
		tb.Fatalf("list the tools: %v", err)
	}
	tools := map[string]*sdk.Tool{}
	for _, tool := range listed.Tools {
		tools[tool.Name] = tool
	}
	return tools
}

// conforms holds a result against the schema that its tool promises: it says nothing twice.
func conforms(tb testing.TB, tool *sdk.Tool, result *sdk.CallToolResult) {
	tb.Helper()
	raw, err := json.Marshal(tool.OutputSchema)
	if err != nil {
		tb.Fatalf("read the schema of %s: %v", tool.Name, err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(raw, &schema); err != nil {
		tb.Fatalf("read the schema of %s: %v", tool.Name, err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		tb.Fatalf("resolve the schema of %s: %v", tool.Name, err)
	}
	if err := resolved.Validate(result.StructuredContent); err != nil {
		tb.Errorf("%s breaks its schema: %v\n%v", tool.Name, err, result.StructuredContent)
	}
	if text := textOf(tb, result); len(text) > 100 {
		tb.Errorf("%s says in text as well %q", tool.Name, text)
	}
}

// jsonOf returns what a result has as structured content.
func jsonOf(tb testing.TB, result *sdk.CallToolResult) string {
	tb.Helper()
	written, err := json.Marshal(result.StructuredContent)
	if err != nil {
		tb.Fatal(err)
	}
	return string(written)
}
