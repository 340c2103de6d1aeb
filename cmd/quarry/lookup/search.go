package lookup

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// EntryFilter is what narrows a search or a draw.
type EntryFilter struct {
	Topic      []string `help:"Topics." placeholder:"TOPIC"`
	Difficulty []string `help:"Difficulties: easy, medium, hard." placeholder:"LEVEL"`
	Style      []string `help:"Styles: open, true_false, scenario, choice, cloze." placeholder:"STYLE"`
	Document   []string `help:"Documents, by id or path." placeholder:"DOCUMENT"`
	Collection []string `help:"Collections." placeholder:"NAME"`
}

// Parameters are those of the API that narrow it so, and to kinds of entry where some are named.
func (f EntryFilter) Parameters(kinds ...string) url.Values {
	return parameters(nil, map[string][]string{
		"kind":  kinds,
		"topic": f.Topic, "difficulty": f.Difficulty, "style": f.Style, "document": f.Document,
		"collection": f.Collection,
	})
}

// Search is quarry search.
type Search struct {
	Query []string `arg:"" words:"" help:"What to look for. What a word behind a minus says is left out; behind -- nothing is a flag."`

	Kind    []string `help:"Kinds of entry: question, fact, spec, passage." placeholder:"KIND"`
	Mode    string   `help:"By words, by meaning, or both: lexical, semantic, hybrid." placeholder:"MODE"`
	Limit   int      `help:"Most hits." default:"10" short:"n"`
	Explain bool     `help:"Say how each hit came by its score."`

	Printed     `embed:""`
	EntryFilter `embed:""`
}

// Run asks the server beside it, or the index itself.
func (c *Search) Run(ctx context.Context, s *app.Session) error {
	query := c.Parameters(c.Kind...)
	query.Set("q", strings.Join(c.Query, " "))
	query.Set("limit", strconv.Itoa(c.Limit))
	if c.Mode != "" {
		query.Set("mode", c.Mode)
	}
	if c.Explain {
		query.Set("explain", "true")
	}
	return question[view.Search]{
		need: app.NeedIndex, path: "/v1/search", query: c.of(query), json: c.JSON,
		show: func(found view.Search) error { return printSearch(s.Out, found) },
	}.ask(ctx, s)
}

func printSearch(to io.Writer, found view.Search) error {
	if err := printHits(to, found.Items); err != nil {
		return err
	}
	if err := present.Notes(to, append(found.Notes, searched(found.CorrectedQuery, found.Degraded)...)); err != nil {
		return err
	}
	hits := fmt.Sprintf("%d of %d", len(found.Items), found.Total)
	if found.Total < len(found.Items) { // a total may be a lower bound
		hits = fmt.Sprintf("%d, of which words find %d", len(found.Items), found.Total)
	}
	if found.Answerable != nil && found.Confidence != nil { // or it cannot be told
		says := map[string]string{
			string(quarry.AnswerableYes):    "something here seems to answer this",
			string(quarry.AnswerablePartly): "something here may answer this, or a part of it",
			string(quarry.AnswerableNo):     "nothing here seems to answer this",
		}[*found.Answerable]
		hits += fmt.Sprintf("; %s (confidence %.2f)", says, *found.Confidence)
	}
	_, err := fmt.Fprintln(to, hits)
	return err
}

// searched notes what was searched for instead, and what did not answer.
func searched(corrected *string, degraded []string) []string {
	var notes []string
	if corrected != nil {
		notes = append(notes, fmt.Sprintf("searched for %q", *corrected))
	}
	for _, engine := range degraded {
		notes = append(notes, fmt.Sprintf("the %s engine did not answer", engine))
	}
	return notes
}

// printHits prints hits with their scores and places.
func printHits(to io.Writer, hits []view.Hit) error {
	for i, hit := range hits {
		_, _ = fmt.Fprintf(to, "%d. %s  [%s]  %.2f\n", i+1, present.Printable(hit.Title), hit.Kind, hit.Score)
		if snippet := present.PlainSnippet(hit.Snippet); snippet != "" {
			_, _ = fmt.Fprintf(to, "   %s\n", snippet)
		}
		if _, err := fmt.Fprintf(to, "   %s  %s\n", present.Place(hit.Source), hit.URL); err != nil {
			return err
		}
		if hit.Explain != nil {
			var parts []string
			for _, e := range hit.Explain.Engines {
				parts = append(parts, fmt.Sprintf("%.3f × %.3f (%s, rank %d, score %.3g)", e.Weight, e.Normalized,
					e.Engine, e.Rank, e.Score))
			}
			_, _ = fmt.Fprintf(to, "   %.3f = %s\n", hit.Score, strings.Join(parts, " + "))
		}
	}
	return nil
}
