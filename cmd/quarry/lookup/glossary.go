package lookup

import (
	"context"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// Glossary is quarry glossary.
type Glossary struct {
	Text []string `arg:"" optional:"" help:"A short form, what it stands for, or a part of either; all where none is given."`

	Limit int `help:"Most short forms; 0 for all." default:"100" short:"n"`

	Printed `embed:""`
}

// Help says what the columns mean.
func (*Glossary) Help() string {
	return `A line is a short form and one of the things that your documents say it stands for,
with how many places say so and the first of them. Nothing is chosen between two
meanings: both are listed, the more frequent one first.`
}

// Run asks the server beside it, or the database itself.
func (c *Glossary) Run(ctx context.Context, s *app.Session) error {
	return s.Ask(ctx, app.NeedStore, func(from *app.Client) error {
		query := parameters(map[string]string{"q": strings.Join(c.Text, " ")}, nil)
		return showList(ctx, s, from, app.Listing{Path: "/v1/glossary", Query: c.of(query), Most: c.Limit},
			shown[view.GlossaryTerm]{
				json: c.JSON, more: moreByLimit,
				none: func([]string) error {
					return quarry.Errorf(quarry.KindNotFound, "no document says what such a short form stands for")
				},
				list: func(found view.List[view.GlossaryTerm]) error {
					table := present.Columns{Head: []string{"TERM", "STANDS FOR", "PLACES", "SOURCE"}}
					for _, term := range found.Items {
						for _, e := range term.Expansions {
							source := ""
							if len(e.Sources) > 0 {
								source = present.Place(e.Sources[0])
							}
							table.Add([]string{term.Term, e.Text, strconv.Itoa(e.Count), source})
						}
					}
					return table.Print(s.Out)
				},
			})
	})
}
