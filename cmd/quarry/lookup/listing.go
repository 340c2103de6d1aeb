package lookup

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// parameters are those of a route: one for each word, and one for all the alternatives that a
// name has. What is empty is not asked for.
func parameters(words map[string]string, alternatives map[string][]string) url.Values {
	query := url.Values{}
	for name, word := range words {
		if word != "" {
			query.Set(name, word)
		}
	}
	for name, values := range alternatives {
		if len(values) > 0 {
			query.Set(name, rest.Alternatives(values...))
		}
	}
	return query
}

// oneOf are the alternatives of a name that has one, or none.
func oneOf(word string) []string {
	if word == "" {
		return nil
	}
	return []string{word}
}

// numeral writes a number with no more digits than it has; "" for none.
func numeral(number *float64) string {
	if number == nil {
		return ""
	}
	return strconv.FormatFloat(*number, 'g', -1, 64)
}

// Printed is how much of the API's answer a command prints instead of what people read.
type Printed struct {
	JSON bool   `help:"Print the API's answer."`
	View string `help:"How much of each entry --json prints: brief or full." enum:"brief,full" default:"brief"`
}

// of asks for as much as is printed: what people read is made of the full view.
func (p Printed) of(query url.Values) url.Values {
	query.Set("view", "full")
	if p.JSON {
		query.Set("view", p.View)
	}
	return query
}

// question is what a command asks the API, and how it shows the answer.
type question[V any] struct {
	need  app.Need
	path  string
	query url.Values
	body  any  // that is posted; nil where nothing is
	json  bool // shows the API's answer as it is
	show  func(found V) error
}

// ask asks the server beside the command, or what is stored itself.
func (q question[V]) ask(ctx context.Context, s *app.Session) error {
	return s.Ask(ctx, q.need, func(from *app.Client) error { return q.askFrom(ctx, s, from) })
}

func (q question[V]) askFrom(ctx context.Context, s *app.Session, from *app.Client) error {
	var found V
	var answer []byte
	var err error
	if q.body != nil {
		answer, err = from.Post(ctx, q.path, q.body, &found)
	} else {
		answer, err = from.Get(ctx, q.path, q.query, &found)
	}
	switch {
	case err != nil:
		return err
	case q.json:
		return present.Raw(s.Out, answer)
	}
	return q.show(found)
}

// shown is how a list is shown: as the API's answer, or to people.
type shown[V any] struct {
	json bool
	none func(notes []string) error // says that nothing is listed; nil where that is said like anything else
	list func(found view.List[V]) error
	more string // how the others are seen where not all are listed; "" where that is said already
}

// showList reads a list and shows it, with what the API notes about it.
func showList[V any](
	ctx context.Context, s *app.Session, from *app.Client, of app.Listing, show shown[V],
) error {
	found, body, err := app.ReadList[V](ctx, from, of)
	switch {
	case err != nil:
		return err
	case show.json:
		return present.Raw(s.Out, body)
	case len(found.Items) == 0 && show.none != nil:
		if err := show.none(found.Notes); err != nil {
			return err
		}
	}
	if err := show.list(found); err != nil {
		return err
	}
	if found.NextCursor != nil && show.more != "" {
		_, _ = fmt.Fprintf(s.Out, "%d of %d; %s\n", len(found.Items), found.Total, show.more)
	}
	return present.Notes(s.Out, found.Notes)
}

// moreByLimit is how the others of a list are seen.
const moreByLimit = "--limit 0 shows all"
