package lookup

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/internal/text"
)

// Claims is what narrows claims, of one device or of several.
type Claims struct {
	Precision     []string `help:"Number formats that the values are for, such as fp16." placeholder:"FORMAT"`
	Sparsity      []string `help:"Whether the values count on sparsity: dense, sparse, unstated." placeholder:"WORD"`
	Collection    []string `help:"Collections that the claims stand in." placeholder:"NAME"`
	MinConfidence *float64 `help:"Least confidence that the source states it so, from 0 to 1; spec shows it beside each claim." placeholder:"0.9"`
	Unit          string   `help:"Unit to convert to, such as TB/s." placeholder:"UNIT"`
}

// parameters are those of the API that narrow claims so, with further ones.
func (c Claims) parameters(alternatives map[string][]string) url.Values {
	query := parameters(map[string]string{"unit": c.Unit, "min_confidence": numeral(c.MinConfidence)}, map[string][]string{
		"precision": c.Precision, "sparsity": c.Sparsity, "collection": c.Collection,
	})
	maps.Copy(query, parameters(nil, alternatives))
	return query
}

// conditions are what the values are for, in words.
func (c Claims) conditions() string { return strings.Join(slices.Concat(c.Precision, c.Sparsity), " ") }

// Spec is quarry spec.
type Spec struct {
	Words []string `arg:"" name:"device-and-attributes" words:"" optional:"" help:"A device by any of its names, a family with its SKUs, and attributes by any of theirs: h100, rtx 4090 tdp, h100 tdp 'memory bandwidth'; number formats too: fp16. All attributes where none is named, and any device where none is."`

	Class []string `help:"Only of devices of these classes, such as gpu or memory." placeholder:"CLASS"`
	Sort  string   `help:"Order: value, device or date (of the document), with a minus before it the other way round." placeholder:"-value"`
	Limit int      `help:"Most claims; 0 for all." default:"100" short:"n"`

	Claims  `embed:""`
	Printed `embed:""`

	subject subject
}

// Help says what the columns mean.
func (*Spec) Help() string {
	return `A line is one claim of one source: the value as it is written, under the
conditions that the source states, and where it stands. What a source does not
state is left out, never assumed. "best" is the claim to tell first: one of the
whole rather than of a part, that most documents agree with. "in conflict" marks a
claim that another one contradicts: quarry conflicts shows both.`
}

// Run asks the server beside it, or the database itself.
func (c *Spec) Run(ctx context.Context, s *app.Session) error {
	err := s.Ask(ctx, app.NeedStore, func(from *app.Client) error {
		words := slices.DeleteFunc(c.Words, func(word string) bool { return strings.TrimSpace(word) == "" })
		if len(words) == 0 && len(c.Class) == 0 {
			return quarry.Errorf(quarry.KindInvalid, "name a device or an attribute: quarry spec h100, quarry spec tdp")
		}
		var err error
		if c.subject, err = newNames(s.Lexicon, from).subject(ctx, words, len(c.Class) > 0); err != nil {
			return err
		}
		query := c.parameters(map[string][]string{
			"device": oneOf(c.subject.device), "attribute": c.subject.attributes, "class": c.Class, "sort": oneOf(c.Sort),
		})
		more := moreByLimit
		if len(c.subject.attributes) == 0 {
			more = "name an attribute to see fewer, or --limit 0 to see all"
		}
		err = showList(ctx, s, from, app.Listing{Path: "/v1/specs", Query: c.of(query), Most: c.Limit},
			shown[view.Spec]{
				json: c.JSON, none: c.nothing, list: func(found view.List[view.Spec]) error {
					return c.print(s, found.Items)
				},
				more: more,
			})
		return withWayOut(err, c.asked(), c.subject.device)
	})
	return hintAtLexicon(ctx, s, err)
}

// asked is what a claim is looked for of, in words.
func (c *Spec) asked() string {
	return text.OneLine(strings.Join(append([]string{c.subject.device, strings.Join(c.subject.attributes, ", "), c.conditions()}, c.Class...), " "))
}

// nothing says that no claim was found, and why that may be.
func (c *Spec) nothing(notes []string) error {
	of, whole := c.asked(), len(c.subject.attributes) == 0
	switch {
	case len(notes) == 0 && c.MinConfidence != nil:
		return quarry.Errorf(quarry.KindNotFound, "no claim of %s: without --min-confidence there may be some", of)
	case len(notes) == 0 && whole && c.conditions() == "" && len(c.Class) == 0:
		return quarry.Errorf(quarry.KindNotFound, "%q is known, but no document claims anything of it",
			present.Printable(c.subject.device))
	}
	if whole && len(notes) > 0 {
		return noClaim(of, "", notes)
	}
	return noClaim(of, c.subject.device, notes)
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
	claims := map[[2]string]int{}
	for _, spec := range specs {
		claims[[2]string{spec.Device.ID, spec.Attribute.ID}]++
	}
	if c.Sort == "" {
		view.BestFirst(specs)
		slices.SortStableFunc(specs, func(a, b view.Spec) int {
			return cmp.Or(
				strings.Compare(strings.ToLower(a.Device.Name), strings.ToLower(b.Device.Name)),
				strings.Compare(strings.ToLower(a.Attribute.Name), strings.ToLower(b.Attribute.Name)),
				strings.Compare(a.Attribute.ID, b.Attribute.ID))
		})
	}
	table := present.Columns{
		Head: []string{
			"DEVICE", "ATTRIBUTE", "VALUE", "MEANT", "CONDITIONS", "CONFIDENCE", "BEST", "CONFLICT", "COLLECTION", "SOURCE",
		},
	}
	collection := collectionsOf(specs)
	values, unit, conflicts, corrected := valueWriter{s.Lexicon}, c.Unit, 0, 0
	if known, ok := s.Lexicon.FindUnit(s.Lexicon.AskedUnit(unit)); ok {
		unit = known.Symbol // as the API writes it
	}
	for _, spec := range specs {
		mark, confidence, best := "", "", ""
		if spec.Best && claims[[2]string{spec.Device.ID, spec.Attribute.ID}] > 1 {
			best = "best"
		}
		if c.MinConfidence != nil {
			confidence = numeral(&spec.Confidence)
		}
		if spec.ConflictID != nil {
			mark = "in conflict"
			conflicts++
		}
		if slices.ContainsFunc(spec.Corrected, func(said view.Correction) bool { return said.Action == string(quarry.ActionCorrect) }) {
			corrected++
		}
		table.Add([]string{
			spec.Device.Name, spec.Attribute.Name, values.converted(spec.Value, unit), qualified(spec.Value.Qualifier),
			stated(spec.Conditions), confidence, best, mark, collection(spec), present.Place(spec.Source),
		}, spec.Notes...)
	}
	if err := table.Print(s.Out); err != nil {
		return err
	}
	if conflicts > 0 {
		_, _ = fmt.Fprintf(s.Out, "%d in conflict: quarry conflicts '%s' shows what they contradict\n", conflicts,
			present.Printable(cmp.Or(c.subject.device, "DEVICE")))
	}
	if corrected > 0 {
		_, _ = fmt.Fprintf(s.Out, "%d corrected: quarry corrections shows what their sources say\n", corrected)
	}
	return nil
}
