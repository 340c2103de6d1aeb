package lookup

import (
	"context"
	"net/url"
	"strconv"

	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// Similar is quarry similar.
type Similar struct {
	ID string `arg:"" help:"The question's id."`

	Limit int  `help:"Most questions." default:"10" short:"n"`
	JSON  bool `help:"Print the API's answer."`
}

// Run asks the server beside it, or the indexes themselves.
func (c *Similar) Run(ctx context.Context, s *app.Session) error {
	return s.Ask(ctx, app.NeedIndex, func(from *app.Client) error {
		query := url.Values{"limit": {strconv.Itoa(c.Limit)}}
		var found view.Similar
		body, err := from.Get(ctx, "/v1/questions/"+url.PathEscape(c.ID)+"/similar", query, &found)
		if err != nil {
			return err
		}
		if c.JSON {
			return present.Raw(s.Out, body)
		}
		return printHits(s.Out, found.Items)
	})
}
