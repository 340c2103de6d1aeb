package lookup

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/internal/text"
)

// Spec is quarry spec.
type Spec struct {
	Device    string `arg:"" help:"Device, by any of its names: h100, 'NVIDIA H100'. A family means its SKUs too."`
	Attribute string `arg:"" optional:"" help:"Attribute, by any of its names: memory_bandwidth, tdp, bandwidth; or a number format: fp16. All where none is named."`

	Precision     string   `help:"Number format that the claim is about, such as fp16." placeholder:"FORMAT"`
	Collection    []string `help:"Collections that the claims stand in." placeholder:"NAME"`
	MinConfidence *float64 `help:"Least confidence that the source states it so, from 0 to 1; shown beside each claim." placeholder:"0.9"`
	Unit          string   `help:"Unit to convert to, such as TB/s." placeholder:"UNIT"`
	Limit         int      `help:"Most claims; 0 for all." default:"100" short:"n"`
	JSON          bool     `help:"Print the API's answer."`
}

// Help says what the columns mean.
func (*Spec) Help() string {
	return `A line is one claim of one source: the value as it is written, under the
conditions that the source states, and where it stands. What a source does not
state is left out, never assumed. "in conflict" marks a claim that another one
contradicts: quarry conflicts shows both.`
}

// Run asks the server beside it, or the database itself.
func (c *Spec) Run(ctx context.Context, s *app.Session) error {
	err := s.Ask(ctx, app.NeedStore, func(from *app.Client) error {
		if strings.TrimSpace(c.Device) == "" {
			return quarry.Errorf(quarry.KindInvalid, "name a device: quarry spec h100")
		}
		query := parameters(
			map[string]string{"precision": c.Precision, "unit": c.Unit, "min_confidence": numeral(c.MinConfidence)},
			map[string][]string{"device": {c.Device}, "attribute": oneOf(c.Attribute), "collection": c.Collection})
		err := showList(ctx, s, from, app.Listing{Path: "/v1/specs", Query: query, Most: c.Limit},
			shown[view.Spec]{
				json: c.JSON, none: c.nothing, list: func(found view.List[view.Spec]) error {
					return c.print(s, found.Items)
				},
				more: "name an attribute to see fewer, or --limit 0 to see all",
			})
		return withWayOut(err, c.asked(), c.Device)
	})
	return hintAtLexicon(ctx, s, err)
}

// asked is what a claim is looked for of, in words.
func (c *Spec) asked() string {
	return text.OneLine(c.Device + " " + c.Attribute + " " + c.Precision)
}

// nothing says that no claim was found, and why that may be.
func (c *Spec) nothing(notes []string) error {
	of := c.asked()
	switch {
	case len(notes) == 0 && c.MinConfidence != nil:
		return quarry.Errorf(quarry.KindNotFound, "no claim of %s: without --min-confidence there may be some", of)
	case len(notes) == 0 && c.Attribute == "" && c.Precision == "":
		return quarry.Errorf(quarry.KindNotFound, "%q is known, but no document claims anything of it",
			present.Printable(c.Device))
	}
	if c.Attribute == "" && len(notes) > 0 {
		return noClaim(of, "", notes)
	}
	return noClaim(of, c.Device, notes)
}

// collectionsOf names the collection that a claim stands in, where not all stand in
// the same one.
func collectionsOf(specs []view.Spec) func(view.Spec) string {
	other := func(s view.Spec) bool { return s.Source.Collection != specs[0].Source.Collection }
	if !slices.ContainsFunc(specs, other) {
		return func(view.Spec) string { return "" }
	}
	return func(s view.Spec) string { return s.Source.Collection }
}

// print aligns claims: what the source writes, what that is in a unit that was
// asked for, under which conditions, and where it stands.
func (c *Spec) print(s *app.Session, specs []view.Spec) error {
	names := map[string]string{} // one of each attribute: documents have several for what no lexicon names
	for _, spec := range specs {
		if name, known := names[spec.Attribute.ID]; !known || spec.Attribute.Name < name {
			names[spec.Attribute.ID] = spec.Attribute.Name
		}
	}
	for i := range specs {
		specs[i].Attribute.Name = names[specs[i].Attribute.ID]
	}
	slices.SortStableFunc(specs, func(a, b view.Spec) int {
		return cmp.Or(
			strings.Compare(strings.ToLower(a.Device.Name), strings.ToLower(b.Device.Name)),
			strings.Compare(strings.ToLower(a.Attribute.Name), strings.ToLower(b.Attribute.Name)),
			strings.Compare(a.Attribute.ID, b.Attribute.ID))
	})
	table := present.Columns{
		Head: []string{
			"DEVICE", "ATTRIBUTE", "VALUE", "MEANT", "CONDITIONS", "CONFIDENCE", "CONFLICT", "COLLECTION", "SOURCE",
		},
	}
	collection := collectionsOf(specs)
	values, unit, conflicts := valueWriter{s.Lexicon}, c.Unit, 0
	if known, ok := s.Lexicon.FindUnit(s.Lexicon.AskedUnit(unit)); ok {
		unit = known.Symbol // as the API writes it
	}
	for _, spec := range specs {
		mark, confidence := "", ""
		if c.MinConfidence != nil {
			confidence = numeral(&spec.Confidence)
		}
		if spec.ConflictID != nil {
			mark = "in conflict"
			conflicts++
		}
		table.Add([]string{
			spec.Device.Name, spec.Attribute.Name, values.converted(spec.Value, unit), qualified(spec.Value.Qualifier),
			stated(spec.Conditions), confidence, mark, collection(spec), present.Place(spec.Source),
		}, spec.Notes...)
	}
	if err := table.Print(s.Out); err != nil {
		return err
	}
	if conflicts > 0 {
		_, _ = fmt.Fprintf(s.Out, "%d in conflict: quarry conflicts '%s' shows what they contradict\n", conflicts,
			present.Printable(c.Device))
	}
	return nil
}
