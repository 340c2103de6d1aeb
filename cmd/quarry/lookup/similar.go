package lookup

import (
	"context"
	"net/url"
	"strconv"

	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
)

// Similar is quarry similar.
type Similar struct {
	ID string `arg:"" help:"The question's id."`

	Limit int `help:"Most questions." default:"10" short:"n"`

	Printed `embed:""`
}

// Run asks the server beside it, or the indexes themselves.
func (c *Similar) Run(ctx context.Context, s *app.Session) error {
	return question[view.Similar]{
		need: app.NeedIndex, path: "/v1/questions/" + url.PathEscape(c.ID) + "/similar",
		query: c.of(url.Values{"limit": {strconv.Itoa(c.Limit)}}), json: c.JSON,
		show: func(found view.Similar) error { return printHits(s.Out, found.Items) },
	}.ask(ctx, s)
}
