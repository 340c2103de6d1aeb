package main

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
)

type specCommand struct {
	Device    string `arg:"" help:"Device, by any of its names."`
	Attribute string `arg:"" optional:"" help:"Attribute, such as memory_bandwidth."`

	Precision string `help:"Number format that the claim is about." placeholder:"FORMAT"`
	Unit      string `help:"Unit to convert to." placeholder:"UNIT"`
	JSON      bool   `help:"Print the API's answer."`
}

// specList is a list of specs as the API answers it.
type specList struct {
	Items      []api.SpecView `json:"items"`
	Total      int            `json:"total"`
	NextCursor *string        `json:"next_cursor"`
}

// Run asks the server beside it, or the database itself.
func (c *specCommand) Run(s *session) error {
	return s.with(s.ask, func(from *asker) error { return c.lookUp(s, from) })
}

func (c *specCommand) lookUp(s *session, from *asker) error {
	query := url.Values{"device": {api.Alternatives(c.Device)}, "limit": {"100"}}
	for name, value := range map[string]string{"attribute": c.Attribute, "precision": c.Precision, "unit": c.Unit} {
		if value != "" {
			query.Set(name, value)
		}
	}
	var found specList
	body, err := from.get(s.ctx, "/v1/specs", query, &found)
	if err != nil {
		return err
	}
	if c.JSON {
		return printRaw(s.out, body)
	}
	if len(found.Items) == 0 {
		return quarry.Errorf(quarry.KindNotFound, "no claim of %s", strings.TrimSpace(c.Device+" "+c.Attribute))
	}
	return printSpecs(s.out, found, c.Unit)
}

// printSpecs aligns claims: what the source writes, what that is in a unit that
// was asked for, under which conditions, and where it stands.
func printSpecs(out io.Writer, found specList, unit string) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	slices.SortStableFunc(found.Items, func(a, b api.SpecView) int {
		return cmp.Or(strings.Compare(a.Device.Name, b.Device.Name), strings.Compare(a.Attribute.Name, b.Attribute.Name))
	})
	for _, spec := range found.Items {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", printable(spec.Device.Name), printable(spec.Attribute.Name),
			printable(converted(spec.Value, unit)), printable(stated(spec.Conditions)), place(spec.Source))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if found.NextCursor == nil {
		return nil
	}
	_, err := fmt.Fprintf(out, "%d of %d; name an attribute to see fewer\n", len(found.Items), found.Total)
	return err
}

// written is the value as its source has it, with the unit where that stands
// elsewhere, such as in a table's header.
func written(v api.ValueView) string {
	if v.Unit == nil || strings.ContainsFunc(v.Text, unicode.IsLetter) || strings.Contains(v.Text, *v.Unit) {
		return v.Text
	}
	return v.Text + " " + *v.Unit
}

// converted is the value in a unit that was asked for, with what its source has
// behind it; as written where none was.
func converted(v api.ValueView, unit string) string {
	if unit == "" || v.Unit == nil || *v.Unit != unit {
		return written(v)
	}
	bound := func(b *float64) string {
		if b == nil {
			return "…"
		}
		return strconv.FormatFloat(*b, 'g', -1, 64)
	}
	low, high := bound(v.Min), bound(v.Max)
	if low != high {
		low += "–" + high
	}
	return low + " " + unit + " (written " + v.Text + ")"
}

// stated lists the conditions that the source states.
func stated(conditions map[string]string) string {
	var pairs []string
	for axis, value := range conditions {
		if value != quarry.Unstated && value != quarry.NoneCondition {
			pairs = append(pairs, axis+" "+value)
		}
	}
	slices.Sort(pairs)
	return strings.Join(pairs, ", ")
}
