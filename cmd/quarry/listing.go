package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
)

// perPage is the most that the API answers at once.
const perPage = 100

// listing asks for a list of the API.
type listing struct {
	path  string
	query url.Values
	most  int // items; 0 for all
}

// readList reads a list page by page, as far as it is asked for, and returns it
// as if it were one page, with the JSON of that.
func readList[V any](s *session, from *asker, of listing) (api.List[V], []byte, error) {
	var all api.List[V]
	if of.most < 0 {
		return all, nil, quarry.Errorf(quarry.KindInvalid, "--limit is a number of items, or 0 for all")
	}
	for {
		limit := perPage
		if of.most > 0 {
			limit = min(perPage, of.most-len(all.Items))
		}
		of.query.Set("limit", strconv.Itoa(limit))
		var page api.List[V]
		body, err := from.get(s.ctx, of.path, of.query, &page)
		if err != nil {
			return all, nil, err
		}
		isFirst := len(all.Items) == 0
		page.Items = append(all.Items, page.Items...)
		all = page
		if all.NextCursor != nil && len(all.Items) != of.most {
			of.query.Set("cursor", *all.NextCursor)
			continue
		}
		if !isFirst {
			body, err = json.Marshal(all)
		}
		if err != nil {
			return all, nil, fmt.Errorf("write what %s lists: %w", of.path, err)
		}
		return all, body, nil
	}
}
