package lookup

import (
	"context"
	"fmt"
	"strconv"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// Random is quarry random.
type Random struct {
	Count         int      `help:"How many questions." default:"1" short:"n"`
	Seed          *uint64  `help:"Draw in this seed's order." placeholder:"NUMBER"`
	HideAnswers   bool     `help:"Print the questions alone."`
	MinConfidence *float64 `help:"Least confidence of the difficulty, from 0 to 1; a stated one has 1." placeholder:"0.6"`
	Generated     string   `help:"Questions made of what documents state: exclude, include, only." default:"exclude" enum:"exclude,include,only"`

	Printed     `embed:""`
	EntryFilter `embed:""`
}

// Run draws from the server beside it, or from the database itself.
func (c *Random) Run(ctx context.Context, s *app.Session) error {
	query := c.Parameters()
	query.Set("count", strconv.Itoa(c.Count))
	query.Set("hide_answers", strconv.FormatBool(c.HideAnswers))
	if c.Generated != "exclude" {
		query.Set("generated", c.Generated)
	}
	if c.Seed != nil {
		query.Set("seed", strconv.FormatUint(*c.Seed, 10))
	}
	if c.MinConfidence != nil {
		query.Set("min_confidence", numeral(c.MinConfidence))
	}
	show := func(drawn view.Draw) error {
		_ = present.Notes(s.Err, drawn.Notes)
		for _, q := range drawn.Items {
			difficulty := "ungraded"
			if q.Difficulty != nil {
				difficulty = *q.Difficulty
				if q.DifficultySource == string(quarry.DifficultyEstimated) {
					difficulty += ", estimated"
				}
				if sure := q.DifficultyConfidence; sure != nil && *sure < 1 {
					difficulty += fmt.Sprintf(", %.2f", *sure)
				}
			}
			_, _ = fmt.Fprintf(s.Out, "%s  [%s]\n", present.Printable(q.Question), difficulty)
			present.Choices(s.Out, q.Choices)
			if q.Answer != nil {
				present.Indent(s.Out, *q.Answer, "  ")
			}
			present.BestAnswers(s.Out, q)
			_, _ = fmt.Fprintf(s.Out, "  %s  /v1/questions/%s\n\n", present.Place(q.Source), q.ID)
		}
		_, err := fmt.Fprintf(s.Out, "%d drawn, %d remain, seed %d\n", len(drawn.Items), drawn.Remaining, drawn.Seed)
		return err
	}
	return question[view.Draw]{
		need: app.NeedStore, path: "/v1/questions/random", query: c.of(query), json: c.JSON, show: show,
	}.ask(ctx, s)
}
