package lookup

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// Unanswered is quarry unanswered.
type Unanswered struct {
	Gaps bool `help:"Only those that nothing seems to answer."`

	Limit int `help:"Most questions; 0 for all." default:"20" short:"n"`

	Printed     `embed:""`
	EntryFilter `embed:""`
}

// Help says what the lines mean.
func (*Unanswered) Help() string {
	return `Questions that no document answers where it asks them. Below each stands what seems
to answer it elsewhere, the best first and each with how likely that is, or that it
is a gap: nothing does.`
}

// Run asks the server beside it, or the database itself, behind looking for answers
// in what was not looked at yet.
func (c *Unanswered) Run(ctx context.Context, s *app.Session) error {
	return s.Ask(ctx, app.NeedAnswers, func(from *app.Client) error {
		query := c.Parameters()
		states := []string{string(quarry.AnswerLikely), string(quarry.AnswerGap)}
		if c.Gaps {
			states = states[1:]
		}
		query.Set("answer_state", rest.Alternatives(states...))
		found, body, err := app.ReadList[view.Question](ctx, from, app.Listing{
			Path: "/v1/questions", Query: c.of(query), Most: c.Limit,
		})
		if err != nil {
			return err
		}
		if c.JSON {
			return present.Raw(s.Out, body)
		}
		if err := present.Notes(s.Err, found.Notes); err != nil {
			return err
		}
		for _, q := range found.Items {
			_, _ = fmt.Fprintf(s.Out, "%s\n  %s  /v1/questions/%s\n", present.Printable(q.Question),
				present.Place(q.Source), q.ID)
			if len(q.BestAnswers) == 0 {
				_, _ = fmt.Fprintln(s.Out, "  gap")
			}
			present.BestAnswers(s.Out, q)
			_, _ = fmt.Fprintln(s.Out)
		}
		_, err = fmt.Fprintf(s.Out, "%d of %d\n", len(found.Items), found.Total)
		return err
	})
}
