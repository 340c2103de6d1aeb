package lookup

import (
	"context"
	"slices"
	"strconv"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// Devices is quarry devices.
type Devices struct {
	Name string `arg:"" optional:"" help:"A name, a part of one, or a slip of either; all where none is given."`

	Vendor     []string `help:"Vendors, in any case." placeholder:"NAME"`
	Class      []string `help:"Classes of devices, such as gpu." placeholder:"CLASS"`
	Discovered bool     `help:"Only those that documents brought and no lexicon has."`
	All        bool     `help:"Those too of which nothing is claimed."`
	Limit      int      `help:"Most devices; 0 for all." default:"100" short:"n"`

	Printed `embed:""`
}

// Help says what the columns mean.
func (*Devices) Help() string {
	return `A line is a device of which documents claim something, with how many claims there
are of it and its SKUs. "discovered" are those that no lexicon has: a document
brought them.`
}

// Run asks the server beside it, or the database itself.
func (c *Devices) Run(ctx context.Context, s *app.Session) error {
	err := s.Ask(ctx, app.NeedStore, func(from *app.Client) error {
		query := parameters(map[string]string{"q": c.Name}, map[string][]string{
			"vendor": c.Vendor, "class": c.Class,
		})
		if c.Discovered {
			query.Set("discovered", "true")
		}
		if !c.All {
			query.Set("claimed", "true")
		}
		return showList(ctx, s, from, app.Listing{Path: "/v1/devices", Query: c.of(query), Most: c.Limit},
			shown[view.Device]{
				json: c.JSON, more: moreByLimit,
				none: c.nothing,
				list: func(found view.List[view.Device]) error {
					table := present.Columns{Head: []string{"DEVICE", "VENDOR", "CLASS", "CLAIMS", "ORIGIN", "ID"}}
					for _, device := range found.Items {
						vendor, origin := "", ""
						if device.Vendor != nil {
							vendor = *device.Vendor
						}
						if device.Discovered {
							origin = "discovered"
						}
						table.Add([]string{device.Name, vendor, device.Class, strconv.Itoa(device.SpecCount), origin, device.ID})
					}
					return table.Print(s.Out)
				},
			})
	})
	return hintAtLexicon(ctx, s, err)
}

// nothing says that no device is listed, and what may be meant.
func (c *Devices) nothing(notes []string) error {
	said := slices.Clone(notes)
	if len(said) == 0 {
		said = append(said, "no such device")
	}
	if !c.All {
		said = append(said, "--all lists those too of which nothing is claimed")
	}
	return quarry.Errorf(quarry.KindNotFound, "%s", sentences(said...))
}
