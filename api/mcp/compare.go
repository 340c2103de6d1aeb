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

// rowFields are what is shown of a row of a comparison.
const rowFields = "attribute.id,conditions,unit,ratio,comparable,reason,pairs.device_id,pairs.ratio,pairs.conditions,pairs.nearest," +
	"cells.device_id,cells.min,cells.max,cells.conflict,cells.claim_count,cells.claims.id,cells.claims.device.name,cells.claims.value.text," +
	"cells.claims.source.path,cells.claims.source.line_start,cells.claims.source.line_end,cells.claims.source.url"

func (s *Server) compareTool() tool {
	return tool{
		name: "compare_specs", title: "Compare devices",
		about: "Compare two to eight devices: values in one unit, ratios, conflicts, and whether the numbers compare at all. Name attributes for a short answer.",
		arguments: []argument{
			{name: "devices", sort: sortList, least: 2, most: 8, needed: true, about: "Names or ids: H100, MI300X."},
			{name: "attributes", sort: sortList, most: 20, about: "memory_bandwidth, tdp, fp16 throughput; all where left out."},
			{name: "unit", sort: sortText, most: 100, about: "Unit to convert to."},
		},
		output: outputOf("rows:array"),
		call:   s.compare,
	}
}

func (s *Server) compare(ctx context.Context, a given) (any, error) {
	query := url.Values{"view": {"full"}} // which claims to show is told by their base units
	a.into(query, "devices", "attributes", "unit")
	var found view.Comparison
	if _, err := s.get(ctx, "/v1/specs/compare", query, &found); err != nil {
		return nil, err
	}
	notes := notesOf(found.Notes)
	if len(found.Rows) == 0 && len(notes) == 0 {
		notes = []string{"the documents state nothing of these devices that fits"}
	}
	for _, row := range found.Rows {
		for i, cell := range row.Cells {
			row.Cells[i].Claims = claimsToShow(cell, max(1, mostClaimsShown/len(row.Cells)))
		}
	}
	out := answer{}.with("notes", notes)
	return s.listed(ctx, out, "rows", func(t *telling) ([]any, error) {
		var err error
		if out["devices"], err = tellAll(t, found.Devices, "id,name", longestEntry, Budget/4); err != nil {
			return nil, err
		}
		rows, err := tellAll(t, found.Rows, rowFields, Budget/4, Budget-size(out)-roomLeft)
		if len(rows) < len(found.Rows) {
			out["notes"] = append(notes, fmt.Sprintf("the first %d of %d rows: name attributes for others", len(rows), len(found.Rows)))
		}
		return rows, err
	})
}
