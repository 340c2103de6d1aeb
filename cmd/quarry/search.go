package main

import (
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/api"
)

// entryFilter is what narrows a search or a draw.
type entryFilter struct {
	Topic      []string `help:"Topics." placeholder:"TOPIC"`
	Difficulty []string `help:"Difficulties: easy, medium, hard." placeholder:"LEVEL"`
	Style      []string `help:"Styles: open, true_false, scenario, choice, cloze." placeholder:"STYLE"`
	Document   []string `help:"Documents, by id or path." placeholder:"DOCUMENT"`
	Collection []string `help:"Collections." placeholder:"NAME"`
}

func (f entryFilter) query() url.Values {
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

type searchCommand struct {
	Query []string `arg:"" help:"What to look for."`

	Kind  []string `help:"Kinds of entry: question, fact, spec, passage." placeholder:"KIND"`
	Limit int      `help:"Most hits." default:"10" short:"n"`
	JSON  bool     `help:"Print the API's answer."`

	entryFilter `embed:""`
}

// Run asks the server beside it, or the index itself.
func (c *searchCommand) Run(s *session) error {
	return s.with(s.askIndex, func(from *asker) error { return c.search(s, from) })
}

func (c *searchCommand) search(s *session, from *asker) error {
	query := c.query()
	query.Set("q", strings.Join(c.Query, " "))
	query.Set("limit", strconv.Itoa(c.Limit))
	if len(c.Kind) > 0 {
		query.Set("kind", api.Alternatives(c.Kind...))
	}
	var found api.SearchView
	body, err := from.get(s.ctx, "/v1/search", query, &found)
	if err != nil {
		return err
	}
	if c.JSON {
		return printRaw(s.out, body)
	}
	return c.print(s, found)
}

func (c *searchCommand) print(s *session, found api.SearchView) error {
	if err := printHits(s.out, found.Items); err != nil {
		return err
	}
	if err := printNotes(s.out, found.Notes); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.out, shownOf(found))
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

// printHits prints hits with their places.
func printHits(to io.Writer, hits []api.HitView) error {
	for i, hit := range hits {
		_, _ = fmt.Fprintf(to, "%d. %s  [%s]\n", i+1, printable(hit.Title), hit.Kind)
		if snippet := plainSnippet(hit.Snippet); snippet != "" {
			_, _ = fmt.Fprintf(to, "   %s\n", snippet)
		}
		if _, err := fmt.Fprintf(to, "   %s  %s\n", place(hit.Source), hit.URL); err != nil {
			return err
		}
	}
	return nil
}
