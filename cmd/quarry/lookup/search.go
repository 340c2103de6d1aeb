package lookup

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
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

// Parameters are those of the API that narrow it so.
func (f EntryFilter) Parameters() url.Values {
	query := url.Values{}
	for name, values := range map[string][]string{
		"topic": f.Topic, "difficulty": f.Difficulty, "style": f.Style, "document": f.Document, "collection": f.Collection,
	} {
		if len(values) > 0 {
			query.Set(name, api.Alternatives(values...))
		}
	}
	return query
}

// Search is quarry search.
type Search struct {
	Query []string `arg:"" words:"" help:"What to look for. What a word behind a minus says is left out; behind -- nothing is a flag."`

	Kind    []string `help:"Kinds of entry: question, fact, spec, passage." placeholder:"KIND"`
	Mode    string   `help:"By words, by meaning, or both: lexical, semantic, hybrid." placeholder:"MODE"`
	Limit   int      `help:"Most hits." default:"10" short:"n"`
	Explain bool     `help:"Say how each hit came by its score."`
	JSON    bool     `help:"Print the API's answer."`

	EntryFilter `embed:""`
}

// Run asks the server beside it, or the index itself.
func (c *Search) Run(ctx context.Context, s *app.Session) error {
	return s.Ask(ctx, app.NeedIndex, func(from *app.Client) error {
		query := c.Parameters()
		query.Set("q", strings.Join(c.Query, " "))
		query.Set("limit", strconv.Itoa(c.Limit))
		if len(c.Kind) > 0 {
			query.Set("kind", api.Alternatives(c.Kind...))
		}
		if c.Mode != "" {
			query.Set("mode", c.Mode)
		}
		if c.Explain {
			query.Set("explain", "true")
		}
		var found api.SearchView
		body, err := from.Get(ctx, "/v1/search", query, &found)
		if err != nil {
			return err
		}
		if c.JSON {
			return present.Raw(s.Out, body)
		}
		return c.print(s, found)
	})
}

func (c *Search) print(s *app.Session, found api.SearchView) error {
	if err := printHits(s.Out, found.Items); err != nil {
		return err
	}
	if found.CorrectedQuery != nil {
		found.Notes = append(found.Notes, fmt.Sprintf("searched for %q", *found.CorrectedQuery))
	}
	for _, engine := range found.Degraded {
		found.Notes = append(found.Notes, fmt.Sprintf("the %s engine did not answer", engine))
	}
	if err := present.Notes(s.Out, found.Notes); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.Out, shownOf(found)+seemsAnswered(found))
	return err
}

// shownOf says how many hits there are of how many. A total may be a lower bound,
// and be less than there are hits.
func shownOf(found api.SearchView) string {
	shown := len(found.Items)
	if found.Total < shown {
		return fmt.Sprintf("%d, of which words find %d", shown, found.Total)
	}
	return fmt.Sprintf("%d of %d", shown, found.Total)
}

// seemsAnswered says whether the hits seem to answer the query, and how sure that
// is; "" if that cannot be told.
func seemsAnswered(found api.SearchView) string {
	if found.Answerable == nil || found.Confidence == nil {
		return ""
	}
	says := map[string]string{
		string(quarry.AnswerableYes):    "something here seems to answer this",
		string(quarry.AnswerablePartly): "something here may answer this, or a part of it",
		string(quarry.AnswerableNo):     "nothing here seems to answer this",
	}[*found.Answerable]
	return fmt.Sprintf("; %s (confidence %.2f)", says, *found.Confidence)
}

// printHits prints hits with their scores and places.
func printHits(to io.Writer, hits []api.HitView) error {
	for i, hit := range hits {
		_, _ = fmt.Fprintf(to, "%d. %s  [%s]  %.2f\n", i+1, present.Printable(hit.Title), hit.Kind, hit.Score)
		if snippet := present.PlainSnippet(hit.Snippet); snippet != "" {
			_, _ = fmt.Fprintf(to, "   %s\n", snippet)
		}
		if _, err := fmt.Fprintf(to, "   %s  %s\n", present.Place(hit.Source), hit.URL); err != nil {
			return err
		}
		if hit.Explain != nil {
			_, _ = fmt.Fprintf(to, "   %.3f = %s\n", hit.Score, sumOf(hit.Explain.Engines))
		}
	}
	return nil
}

// sumOf writes how a score adds up.
func sumOf(engines []api.EngineScoreView) string {
	parts := make([]string, len(engines))
	for i, e := range engines {
		parts[i] = fmt.Sprintf("%.3f × %.3f (%s, rank %d, score %.3g)", e.Weight, e.Normalized, e.Engine, e.Rank, e.Score)
	}
	return strings.Join(parts, " + ")
}
