package record

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// conversation reads a list of turns, each with who speaks and what is said:
// what a person asks and an assistant says next are question and answer. It
// returns nothing where the list is none.
func conversation(items []Value) []Record {
	var found []Record
	var asked *turn
	for _, item := range items {
		one, ok := turnOf(item)
		if !ok {
			return nil
		}
		switch {
		case one.asks:
			asked = &one
		case one.answers && asked != nil:
			span := asked.span
			span.ByteEnd, span.LineEnd = one.span.ByteEnd, one.span.LineEnd
			found = append(found, Record{Span: span, Fields: []Field{
				{Name: "question", Value: asked.said}, {Name: "answer", Value: one.said},
			}})
			asked = nil
		}
	}
	return found
}

type turn struct {
	asks    bool
	answers bool
	said    Value
	span    quarry.Span
}

func turnOf(v Value) (turn, bool) {
	one := turn{span: v.Span}
	who := ""
	for _, field := range v.Fields {
		switch strings.ToLower(field.Name) {
		case "role", "from", "speaker", "sender":
			who = strings.ToLower(field.Value.Text)
		case "content", "value", "text", "message", "utterance":
			one.said = field.Value
		}
	}
	switch who {
	case "user", "human", "prompter", "student", "customer", "question":
		one.asks = true
	case "assistant", "gpt", "bot", "ai", "model", "teacher", "agent", "answer", "chatgpt":
		one.answers = true
	case "system", "tool", "function", "developer":
	default:
		return one, false
	}
	return one, one.said.Kind == Text || !one.asks
}
