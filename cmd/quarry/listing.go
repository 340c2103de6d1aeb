package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// perPage is the most that the API answers at once.
const perPage = 100

// listing asks for a list of the API.
type listing struct {
	path  string
	query url.Values
	most  int // items; 0 for all
}

// shown is how a list is shown: as the API's answer, or to people.
type shown[V any] struct {
	json bool
	none func(notes []string) error // says that nothing is listed; nil where that is said like anything else
	list func(found api.List[V]) error
	more string // how the others are seen where not all are listed; "" where that is said already
}

// showList reads a list and shows it, with what the API notes about it.
func showList[V any](ctx context.Context, s *session, from *asker, of listing, show shown[V]) error {
	found, body, err := readList[V](ctx, s, from, of)
	switch {
	case err != nil:
		return err
	case show.json:
		return present.Raw(s.out, body)
	case len(found.Items) == 0 && show.none != nil:
		if err := show.none(found.Notes); err != nil {
			return err
		}
	}
	if err := show.list(found); err != nil {
		return err
	}
	if found.NextCursor != nil && show.more != "" {
		_, _ = fmt.Fprintf(s.out, "%d of %d; %s\n", len(found.Items), found.Total, show.more)
	}
	return present.Notes(s.out, found.Notes)
}

// moreByLimit is how the others of a list are seen.
const moreByLimit = "--limit 0 shows all"

// readList reads a list page by page, as far as it is asked for, and returns it
// as if it were one page, with the JSON of that.
func readList[V any](ctx context.Context, s *session, from *asker, of listing) (api.List[V], []byte, error) {
	var all api.List[V]
	if of.most < 0 {
		return all, nil, quarry.Errorf(quarry.KindInvalid, "--limit is a number of items, or 0 for all")
	}
	body, err := readPage(ctx, s, from, of, &all)
	if err != nil || !of.goesOn(len(all.Items), all.NextCursor) {
		return all, body, err
	}
	for of.goesOn(len(all.Items), all.NextCursor) {
		of.query.Set("cursor", *all.NextCursor)
		if _, err := readPage(ctx, s, from, of, &all); err != nil {
			return all, nil, err
		}
	}
	body, err = json.Marshal(all)
	if err != nil {
		return all, nil, fmt.Errorf("write what %s lists: %w", of.path, err)
	}
	return all, body, nil
}

// goesOn reports whether more is asked for than has been read, and is there.
func (l listing) goesOn(read int, cursor *string) bool {
	return cursor != nil && (l.most == 0 || read < l.most)
}

// readPage appends the next page to what has been read, and returns its JSON.
func readPage[V any](ctx context.Context, s *session, from *asker, of listing, all *api.List[V]) ([]byte, error) {
	limit := perPage
	if of.most > 0 {
		limit = min(perPage, of.most-len(all.Items))
	}
	of.query.Set("limit", strconv.Itoa(limit))
	var page api.List[V]
	body, err := from.get(ctx, of.path, of.query, &page)
	if err != nil {
		return nil, err
	}
	page.Items = append(all.Items, page.Items...)
	*all = page
	return body, nil
}
