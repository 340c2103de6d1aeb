package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// tool is one thing that a model may ask for.
type tool struct {
	name, title, about string
	arguments          []argument
	output             *jsonschema.Schema
	call               func(context.Context, given) (any, error)
}

func (s *Server) tools() []tool {
	return []tool{
		s.searchTool(), s.fetchTool(), s.contextTool(), s.specTool(), s.compareTool(), s.randomTool(), s.checkTool(),
	}
}

// offer adds a tool to the server. All tools read and change nothing, and know
// nothing but what is stored here.
func (s *Server) offer(t tool) error {
	if t.output == nil {
		return errors.New("its answer has no schema")
	}
	no := false
	s.server.AddTool(&sdk.Tool{
		Name: t.name, Title: t.title, Description: t.about,
		InputSchema: schemaOf(t.arguments), OutputSchema: t.output,
		Annotations: &sdk.ToolAnnotations{
			Title: t.title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no,
		},
	}, func(ctx context.Context, request *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		ctx, cancel := whileAsked(ctx)
		defer cancel()
		return s.run(ctx, t, request.Params.Arguments), nil
	})
	return nil
}

// run calls a tool. An answer is given twice, as hosts expect it: as structured content, and
// the same JSON as text. What a model can do something about is a result that says so; no
// other error tells what went wrong inside.
func (s *Server) run(ctx context.Context, t tool, raw json.RawMessage) *sdk.CallToolResult {
	written, err := answerOf(ctx, t, raw)
	if err == nil {
		return &sdk.CallToolResult{
			Content:           []sdk.Content{&sdk.TextContent{Text: string(written)}},
			StructuredContent: json.RawMessage(written),
		}
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

// outputOf describes what a tool answers. Nothing that is sent is null, so no type
// is a choice of two, which some hosts do not read.
func outputOf[T any]() *jsonschema.Schema {
	schema, err := jsonschema.For[T](nil)
	if err != nil {
		return nil // offer refuses a tool without one
	}
	sayNoNull(schema)
	return schema
}

func sayNoNull(schema *jsonschema.Schema) {
	if schema == nil {
		return
	}
	kept := slices.DeleteFunc(slices.Clone(schema.Types), func(name string) bool { return name == "null" })
	if len(kept) == 1 {
		schema.Type, schema.Types = kept[0], nil
	}
	sayNoNull(schema.Items)
	for _, property := range schema.Properties {
		sayNoNull(property)
	}
}
