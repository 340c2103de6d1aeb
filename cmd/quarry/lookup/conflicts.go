package lookup

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/internal/text"
)

// Conflicts is quarry conflicts.
type Conflicts struct {
	Device    string `arg:"" optional:"" help:"Device, by any of its names; all where none is named."`
	Attribute string `arg:"" optional:"" help:"Attribute, by any of its names; or a number format: fp16."`

	Precision  string   `help:"Number format that the claims are about, such as fp16." placeholder:"FORMAT"`
	Document   []string `help:"Documents that one of the claims stands in, by id or path." placeholder:"DOCUMENT"`
	Collection []string `help:"Collections that one of the claims stands in." placeholder:"NAME"`
	Limit      int      `help:"Most conflicts; 0 for all." default:"20" short:"n"`

	Printed `embed:""`
}

// Help says what a conflict is.
func (*Conflicts) Help() string {
	return `Claims contradict each other where they speak of the same attribute of the same
device under the same stated conditions, and their values do not meet however
they were rounded. It does not decide which is right; a hint names what may be the
cause where the ratio is that of a known slip.`
}

// Run asks the server beside it, or the database itself.
func (c *Conflicts) Run(ctx context.Context, s *app.Session) error {
	err := s.Ask(ctx, app.NeedStore, func(from *app.Client) error {
		query := parameters(map[string]string{"precision": c.Precision}, map[string][]string{
			"device": oneOf(c.Device), "attribute": oneOf(c.Attribute), "document": c.Document,
			"collection": c.Collection,
		})
		return showList(ctx, s, from, app.Listing{Path: "/v1/conflicts", Query: c.of(query), Most: c.Limit},
			shown[view.Conflict]{
				json: c.JSON, list: func(found view.List[view.Conflict]) error { return c.print(s, found) },
				none: func(notes []string) error {
					if len(notes) == 0 {
						return nil
					}
					return quarry.Errorf(quarry.KindNotFound, "no conflict of %s: %s",
						cmp.Or(text.OneLine(c.Device+" "+c.Attribute+" "+c.Precision), "that"), notes[0])
				},
			})
	})
	return hintAtLexicon(ctx, s, err)
}

func (c *Conflicts) print(s *app.Session, found view.List[view.Conflict]) error {
	slices.SortStableFunc(found.Items, func(a, b view.Conflict) int {
		return strings.Compare(conflictTitle(a), conflictTitle(b))
	})
	for _, conflict := range found.Items {
		if err := printConflict(s, conflict); err != nil {
			return err
		}
	}
	otherwise := ""
	if found.NextCursor != nil {
		otherwise = "; " + moreByLimit
	}
	_, err := fmt.Fprintf(s.Out, "%d of %d conflicts%s\n", len(found.Items), found.Total, otherwise)
	return err
}

// printConflict writes what is claimed, each with its place.
func printConflict(s *app.Session, conflict view.Conflict) error {
	title := conflictTitle(conflict)
	if conflict.Ratio != nil {
		title += ": " + rounded(*conflict.Ratio) + " to 1"
	}
	_, _ = fmt.Fprintln(s.Out, present.OneLine(title))
	if conflict.Hint != nil {
		_, _ = fmt.Fprintln(s.Out, present.BelowMark+present.OneLine(*conflict.Hint))
	}
	table := present.Columns{Indent: present.BelowMark, Head: []string{"VALUE", "MEANT", "CONDITIONS", "COLLECTION", "SOURCE"}}
	collection := collectionsOf(conflict.Claims)
	for _, claim := range conflict.Claims {
		table.Add([]string{
			valueWriter{s.Lexicon}.written(claim.Value), qualified(claim.Value.Qualifier),
			stated(without(claim.Conditions, conflict.Conditions)), collection(claim),
			present.Place(claim.Source),
		}, claim.Notes...)
	}
	if err := table.Print(s.Out); err != nil {
		return err
	}
	if more := conflict.ClaimCount - len(conflict.Claims); more > 0 {
		_, _ = fmt.Fprintf(s.Out, "%sand %d more: quarry spec '%s' %s shows what is claimed\n", present.BelowMark,
			more,
			present.Printable(conflict.Device.Name), present.Printable(conflict.Attribute.ID))
	}
	return nil
}

// without returns those of some conditions that others do not have.
func without(conditions, others map[string]string) map[string]string {
	more := maps.Clone(conditions)
	maps.DeleteFunc(more, func(axis, value string) bool { return others[axis] == value })
	return more
}

// conflictTitle names what the claims are about.
func conflictTitle(conflict view.Conflict) string {
	title := conflict.Device.Name + ", " + conflict.Attribute.Name
	if conditions := stated(conflict.Conditions); conditions != "" {
		title += ", " + conditions
	}
	return title
}
