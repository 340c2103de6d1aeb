package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// answer is what a tool answers, by the names of its fields: views, and what the tool adds.
type answer map[string]any

// with adds what is not empty.
func (a answer) with(name string, value any) answer {
	if !reflect.ValueOf(value).IsZero() {
		a[name] = value
	}
	return a
}

// roomLeft is what an answer keeps for the names of its fields and for what it says of itself.
const roomLeft = 300

// listed puts a list into an answer, and whether it, or something in it, was cut.
func (s *Server) listed(ctx context.Context, out answer, name string, tell func(*telling) ([]any, error)) (any, error) {
	t := s.telling(ctx)
	list, err := tell(t)
	out[name] = list
	return out.with("truncated", t.isCut), err
}

// tool is one thing that a model may ask for.
type tool struct {
	name, title, about string
	arguments          []argument
	output             map[string]any
	call               func(context.Context, given) (any, error)
	writes             bool // it keeps something, and deletes nothing
}

func (s *Server) tools() []tool {
	return []tool{
		s.searchTool(), s.fetchTool(), s.contextTool(), s.specTool(), s.compareTool(), s.randomTool(), s.checkTool(),
		s.nextTool(), s.reviewTool(),
	}
}

// offer adds a tool to the server. No tool deletes anything, or knows anything but what is
// stored here.
func (s *Server) offer(t tool) {
	no := false
	hints := &sdk.ToolAnnotations{ReadOnlyHint: !t.writes, OpenWorldHint: &no}
	if t.writes { // else it is not asked
		hints.DestructiveHint = &no
	}
	s.server.AddTool(&sdk.Tool{
		Name: t.name, Title: t.title, Description: t.about,
		InputSchema: schemaOf(t.arguments), OutputSchema: t.output,
		Annotations: hints,
	}, func(ctx context.Context, request *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		ctx, cancel := whileAsked(ctx)
		defer cancel()
		return s.run(ctx, t, request.Params.Arguments, !s.asText && request.ProtocolVersion() >= structuredSince), nil
	})
}

// structuredSince is the first version of the protocol that knows structured content.
const structuredSince = "2025-06-18"

// elsewhere is the text of an answer that is structured: a model is sent nothing twice.
const elsewhere = "The answer is the structured content of this result."

// run calls a tool. An answer is given once: as structured content, or as text to a host that
// knows no such thing. What a model can do something about is a result that says so; no
// other error tells what went wrong inside.
func (s *Server) run(ctx context.Context, t tool, raw json.RawMessage, structured bool) *sdk.CallToolResult {
	written, err := answerOf(ctx, t, raw)
	switch {
	case err == nil && structured:
		return &sdk.CallToolResult{
			Content: []sdk.Content{&sdk.TextContent{Text: elsewhere}}, StructuredContent: json.RawMessage(written),
		}
	case err == nil:
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(written)}}}
	}
	text := "something went wrong inside Quarry; its log says what"
	switch wrong, ok := errors.AsType[*refusal](err); {
	case ok:
		text = wrong.text
	case ctx.Err() != nil:
		text = "the call was cancelled, or took too long"
	default:
		s.log.ErrorContext(ctx, "tool failed", slog.String("tool", t.name), slog.Any("error", err))
	}
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}

func answerOf(ctx context.Context, t tool, raw json.RawMessage) ([]byte, error) {
	arguments, err := readArguments(raw, t.arguments)
	if err != nil {
		return nil, err
	}
	out, err := t.call(ctx, arguments)
	if err != nil {
		return nil, err
	}
	written, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("write the answer: %w", err)
	}
	if len(written) > Budget {
		return nil, fmt.Errorf("the answer has %d bytes, more than %d", len(written), Budget)
	}
	return written, nil
}

// outputOf describes what a tool always answers, as far as its outermost fields, each "name:type": the
// names of what is in them tell what it is, and a host sends the schemas of all tools to a model each
// time. No type is a choice of two, which some hosts do not read.
func outputOf(fields ...string) map[string]any {
	properties := map[string]any{}
	for _, field := range fields {
		name, kind, _ := strings.Cut(field, ":")
		properties[name] = map[string]any{"type": kind}
	}
	return map[string]any{"type": "object", "properties": properties}
}
