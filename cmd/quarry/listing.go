package main

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// shown is how a list is shown: as the API's answer, or to people.
type shown[V any] struct {
	json bool
	none func(notes []string) error // says that nothing is listed; nil where that is said like anything else
	list func(found api.List[V]) error
	more string // how the others are seen where not all are listed; "" where that is said already
}

// showList reads a list and shows it, with what the API notes about it.
func showList[V any](ctx context.Context, s *session, from *asker, of listing, show shown[V]) error {
	found, body, err := readList[V](ctx, from, of)
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
