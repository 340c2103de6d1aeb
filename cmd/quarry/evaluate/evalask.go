package evaluate

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/eval"
)

// storedAsker asks for what is stored, as any caller of the API does.
type storedAsker struct{ from *app.Client }

// Ask returns the hits with their places and those of what was folded into them.
func (a storedAsker) Ask(ctx context.Context, text string, mode quarry.Mode, most int) (eval.Answer, error) {
	query := url.Values{"q": {text}, "mode": {string(mode)}, "limit": {strconv.Itoa(most)}, "highlight": {"false"}}
	var found api.SearchView
	if _, err := a.from.Get(ctx, "/v1/search", query, &found); err != nil {
		return eval.Answer{}, err
	}
	answer := eval.Answer{Degraded: found.Degraded}
	for _, item := range found.Items {
		hit := eval.Hit{placeOf(item.Source)}
		for _, also := range item.Also {
			hit = append(hit, placeOf(also.Source))
		}
		answer.Hits = append(answer.Hits, hit)
	}
	return answer, nil
}

func placeOf(s api.SourceView) eval.Place {
	return eval.Place{Path: s.Path, LineStart: s.LineStart, LineEnd: s.LineEnd}
}

// askedAtOnce is how many documents one question names.
const askedAtOnce = 20

// noteUnknown says which judged documents are not stored: a file that was
// ingested from another folder has another path.
func noteUnknown(ctx context.Context, s *app.Session, from *app.Client, queries []eval.Query) ([]string, error) {
	known := map[string]bool{}
	for _, query := range queries {
		for _, r := range query.Relevant {
			known[r.Path] = false
		}
	}
	paths := slices.Sorted(maps.Keys(known))
	for some := range slices.Chunk(paths, askedAtOnce) {
		query := url.Values{"document": {api.Alternatives(some...)}}
		found, _, err := app.ReadList[api.DocumentView](ctx, from, app.Listing{Path: "/v1/documents", Query: query})
		if err != nil {
			return nil, err
		}
		for _, document := range found.Items {
			known[document.Path] = true
		}
	}
	return noteMissing(slices.DeleteFunc(paths, func(path string) bool { return known[path] })), nil
}

// collectionAsker asks for documents of a collection, each of which is one entry
// at its own line.
type collectionAsker struct {
	searcher *search.Searcher
	names    []string // of the documents, by line
}

// Ask returns the hits as the documents that they are.
func (a collectionAsker) Ask(ctx context.Context, text string, mode quarry.Mode, most int) (eval.Answer, error) {
	found, err := a.searcher.Search(ctx, quarry.Query{Text: text, Mode: mode, Limit: most})
	if err != nil {
		return eval.Answer{}, err
	}
	answer := eval.Answer{Degraded: found.Degraded}
	for _, hit := range found.Hits {
		shown := eval.Hit{eval.Whole(a.names[hit.Source.LineStart])}
		for _, also := range hit.Also {
			shown = append(shown, eval.Whole(a.names[also.Source.LineStart]))
		}
		answer.Hits = append(answer.Hits, shown)
	}
	return answer, nil
}
