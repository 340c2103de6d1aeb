package lookup

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// Context is quarry context.
type Context struct {
	Query []string `arg:"" words:"" help:"What is to be answered. Behind -- nothing is a flag."`

	MaxTokens int      `help:"Most tokens of all passages together (${default})." default:"1500" placeholder:"N"`
	Kind      []string `help:"Kinds of entry: question, fact, spec, passage." placeholder:"KIND"`
	Mode      string   `help:"By words, by meaning, or both: lexical, semantic, hybrid." placeholder:"MODE"`
	Tokenizer string   `help:"Whose tokens are counted: o200k_base, cl100k_base." placeholder:"NAME"`
	Prompt    bool     `help:"Print the prompt alone, to pipe into a model." xor:"form"`
	JSON      bool     `help:"Print the API's answer." xor:"form"`

	EntryFilter `embed:""`
}

// Run asks the server beside it, or the index itself.
func (c *Context) Run(ctx context.Context, s *app.Session) error {
	return question[view.Grounding]{
		need: app.NeedIndex, path: "/v1/context", json: c.JSON,
		body: view.ContextRequest{
			Query: strings.Join(c.Query, " "), MaxTokens: c.MaxTokens, Mode: c.Mode, Tokenizer: c.Tokenizer,
			Filters: &view.ContextFilters{
				Kind: c.Kind, Topic: c.Topic, Difficulty: c.Difficulty, Style: c.Style, Document: c.Document,
				Collection: c.Collection,
			},
		},
		show: func(found view.Grounding) error {
			if c.Prompt {
				_, err := fmt.Fprint(s.Out, found.Prompt)
				return err
			}
			return printContext(s.Out, found)
		},
	}.ask(ctx, s)
}

func printContext(to io.Writer, found view.Grounding) error {
	for _, p := range found.Passages {
		corrected := ""
		if p.Corrected {
			corrected = ", corrected"
		}
		_, _ = fmt.Fprintf(to, "[%d] %s  (%d tokens%s)  %s\n", p.N, present.Place(p.Source), p.Tokens, corrected, p.URL)
		for line := range strings.SplitSeq(p.Text, "\n") {
			_, _ = fmt.Fprintf(to, "    %s\n", present.Printable(line))
		}
	}
	notes := found.Notes
	for _, conflict := range found.Conflicts {
		notes = append(notes, fmt.Sprintf("sources disagree on %s of %s: %s",
			conflict.Attribute.Name, conflict.Device.Name, conflict.ID))
	}
	if err := present.Notes(to, append(notes, searched(found.CorrectedQuery, found.Degraded)...)); err != nil {
		return err
	}
	_, err := fmt.Fprintf(to, "%s, %d tokens (%s); answerable: %s (confidence %.2f). %s\n",
		present.Number(len(found.Passages), "passage", "passages"), found.Tokens, found.Tokenizer, found.Answerable, found.Confidence,
		present.Printable(found.Reason))
	return err
}
