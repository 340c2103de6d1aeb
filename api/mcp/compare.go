package mcp

import (
	"context"
	"fmt"
	"net/url"

	"github.com/quarrykb/quarry/api/view"
)

// mostClaimsShown is how many claims of one attribute are shown of all devices together,
// one of each at least, and two where sources disagree; bounds rest on all of them.
const mostClaimsShown = 6

type compareAnswer struct {
	Devices   []compareDevice `json:"devices"             jsonschema:"what is compared, in the order of all cells"`
	Rows      []compareRow    `json:"rows"                jsonschema:"an attribute each; those that all devices have come first"`
	Notes     []string        `json:"notes,omitempty"     jsonschema:"what to know about this comparison"`
	Truncated bool            `json:"truncated,omitempty" jsonschema:"rows were left out: name attributes"`
}

type compareDevice struct {
	ID   string `json:"id"   jsonschema:"the device's id"`
	Name string `json:"name" jsonschema:"the device's name"`
}

type compareRow struct {
	Attribute  string            `json:"attribute"            jsonschema:"the attribute's id"`
	Conditions map[string]string `json:"conditions,omitempty" jsonschema:"what all values depend on"`
	Unit       string            `json:"unit,omitempty"       jsonschema:"unit of all values in this row"`
	Cells      []compareCell     `json:"cells"                jsonschema:"a device each"`
	Ratio      *float64          `json:"ratio,omitempty"      jsonschema:"of two devices: the first one's greatest value divided by the second's"`
	Comparable bool              `json:"comparable"           jsonschema:"false: say the reason with the numbers"`
	Reason     string            `json:"reason,omitempty"     jsonschema:"why the values may not compare"`
}

type compareCell struct {
	DeviceID string         `json:"device_id"      jsonschema:"the device's id"`
	Min      *float64       `json:"min,omitempty"  jsonschema:"least value that is claimed"`
	Max      *float64       `json:"max,omitempty"  jsonschema:"greatest value that is claimed"`
	Conflict bool           `json:"conflict"       jsonschema:"sources disagree on this value"`
	Claims   []compareClaim `json:"claims"         jsonschema:"the first of what is claimed, and of a conflict the least and the greatest; none: the documents do not say"`
	More     int            `json:"more,omitempty" jsonschema:"how many further claims there are"`
}

type compareClaim struct {
	ID   string `json:"id"   jsonschema:"for fetch"`
	Of   string `json:"of"   jsonschema:"the device that the source speaks of, which may be one SKU of a family"`
	Text string `json:"text" jsonschema:"the value as the source writes it"`
	cited
}

func (s *Server) compareTool() tool {
	return tool{
		name: "compare_specs", title: "Compare devices",
		about: "Compare two to eight devices side by side: values in one unit, ratios, conflicts and whether the numbers compare at all (precision, sparsity). Use it for any \"which is faster, larger, cheaper\"; name attributes for a short answer.",
		arguments: []argument{
			{name: "devices", sort: sortList, least: 2, most: 8, needed: true, about: "Names, aliases or ids of two to eight devices, such as [\"H100\", \"MI300X\"]."},
			{name: "attributes", sort: sortList, most: 20, about: "Such as memory_bandwidth, memory_capacity, tdp, \"fp16 throughput\"; all where left out."},
			{name: "unit", sort: sortText, most: 100, about: "Unit to show values in, where a row can be."},
		},
		output: outputOf[compareAnswer](),
		call:   s.compare,
	}
}

func (s *Server) compare(ctx context.Context, a given) (any, error) {
	query := url.Values{}
	a.into(query, "devices", "attributes", "unit")
	var found view.Comparison
	if _, err := s.get(ctx, "/v1/specs/compare", query, &found); err != nil {
		return nil, err
	}
	out := compareAnswer{Rows: []compareRow{}, Notes: notesOf(found.Notes), Truncated: true}
	out.Devices = view.Map(found.Devices, func(device view.DeviceRef) compareDevice {
		return compareDevice{ID: cut(device.ID, longestTitle, "…"), Name: cut(device.Name, longestTitle, "…")}
	})
	if len(found.Rows) == 0 && len(out.Notes) == 0 {
		out.Notes = []string{"the documents state nothing of these devices that fits"}
	}
	rows := view.Map(found.Rows, func(row view.ComparisonRow) compareRow { return s.rowOf(ctx, row) })
	const room = 100 // for the note
	out.Rows = fitting(rows, Budget-room-size(out))
	out.Truncated = len(out.Rows) < len(rows)
	if out.Truncated {
		out.Notes = append(out.Notes, fmt.Sprintf("the first %d of %d rows: name attributes for others", len(out.Rows), len(rows)))
	}
	return out, nil
}

func (s *Server) rowOf(ctx context.Context, from view.ComparisonRow) compareRow {
	row := compareRow{
		Attribute: cut(from.Attribute.ID, longestTitle, "…"), Conditions: stated(from.Conditions),
		Unit:  cut(said(from.Unit), longestNote, "…"),
		Ratio: from.Ratio, Comparable: from.Comparable, Reason: cut(said(from.Reason), longestNote, "…"),
	}
	each := max(1, mostClaimsShown/max(1, len(from.Cells)))
	row.Cells = view.Map(from.Cells, func(cell view.ComparisonCell) compareCell {
		claims := view.Map(claimsToShow(cell, each), func(claim view.Spec) compareClaim {
			shown := compareClaim{
				ID: claim.ID, Of: cut(claim.Device.Name, 200, "…"), Text: cut(claim.Value.Text, 200, "…"),
				cited: s.cite(ctx, claim.Source, routeOf(claim.ID)),
			}
			shown.Path = cut(claim.Source.Path, 200, "…")
			return shown
		})
		return compareCell{
			DeviceID: cut(cell.DeviceID, longestTitle, "…"), Min: cell.Min, Max: cell.Max, Conflict: cell.Conflict,
			Claims: claims, More: len(cell.Claims) - len(claims),
		}
	})
	return row
}
