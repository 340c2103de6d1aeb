package lookup

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// Suggest is quarry suggest.
type Suggest struct {
	Text []string `arg:"" words:"" help:"What was typed so far."`

	Limit int  `help:"Most completions." default:"10" short:"n"`
	JSON  bool `help:"Print the API's answer."`
}

// Run asks the server beside it, or the index itself.
func (c *Suggest) Run(ctx context.Context, s *app.Session) error {
	return question[view.Suggestions]{
		need: app.NeedIndex, path: "/v1/suggest", json: c.JSON,
		query: url.Values{"q": {strings.Join(c.Text, " ")}, "limit": {strconv.Itoa(c.Limit)}},
		show: func(suggested view.Suggestions) error {
			if suggested.CorrectedQuery != nil {
				_, _ = fmt.Fprintf(s.Err, "did you mean: %s\n", present.Printable(*suggested.CorrectedQuery))
			}
			for _, one := range suggested.Items {
				if _, err := fmt.Fprintf(s.Out, "%s  [%s]  %s\n", present.Printable(one.Text), one.Kind, one.URL); err != nil {
					return err
				}
			}
			return nil
		},
	}.ask(ctx, s)
}
