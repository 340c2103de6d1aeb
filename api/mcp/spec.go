package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/api/view"
)

// usualSpecs is how many values a look-up shows unless it is told, and mostSpecs the most
// that it may be told.
const (
	usualSpecs = "20"
	mostSpecs  = 50
)

type specAnswer struct {
	Specs     []specFound `json:"specs"               jsonschema:"values that sources state, by document and line"`
	Total     int         `json:"total"               jsonschema:"how many there are, shown or not"`
	Notes     []string    `json:"notes,omitempty"     jsonschema:"what to know about this look-up, such as names that were meant"`
	Truncated bool        `json:"truncated,omitempty" jsonschema:"values were left out: a note says how to see others"`
}

type specFound struct {
	ID         string            `json:"id"                    jsonschema:"for fetch"`
	Device     string            `json:"device"                jsonschema:"the device's name"`
	DeviceID   string            `json:"device_id"             jsonschema:"the device's id"`
	Attribute  string            `json:"attribute"             jsonschema:"the attribute's id"`
	Text       string            `json:"text"                  jsonschema:"the value as the source writes it"`
	Min        *float64          `json:"min,omitempty"         jsonschema:"least value in unit; left out where it is open"`
	Max        *float64          `json:"max,omitempty"         jsonschema:"greatest value in unit; left out where it is open"`
	Unit       string            `json:"unit,omitempty"        jsonschema:"unit of min and max, converted where asked for"`
	Qualifier  string            `json:"qualifier"             jsonschema:"exact, approx, up_to, at_least, less_than or range"`
	Conditions map[string]string `json:"conditions,omitempty"  jsonschema:"what the value depends on, as far as the source states it"`
	Confidence float64           `json:"confidence"            jsonschema:"how likely it is that the source states it so, from 0 to 1"`
	ConflictID string            `json:"conflict_id,omitempty" jsonschema:"another source disagrees: fetch it and say so"`
	cited
}

func (s *Server) specTool() tool {
	return tool{
		name: "lookup_spec", title: "Look up hardware specs",
		about: "Look up what the documents state of a device (memory, bandwidth, FLOP/s, power, price …) as numbers with units, conditions and sources. Use it for any hardware number, and to find devices by a value with attribute, min, max and unit.",
		arguments: []argument{
			{name: "device", sort: sortText, about: "Name, alias or id: H100, mi300x; several with commas. A family includes its SKUs."},
			{name: "attribute", sort: sortText, about: "An id, or a name as the documents have it: memory_bandwidth, memory_capacity, compute_throughput, tdp, Maximum speed; several with commas."},
			{name: "precision", sort: sortText, about: "Number format of a throughput: fp16, bf16, fp8, int8."},
			{name: "unit", sort: sortText, most: 100, about: "Unit to convert to, such as TB/s, GB or TFLOPS."},
			{name: "min", sort: sortNumber, about: "Least value, in unit."},
			{name: "max", sort: sortNumber, about: "Greatest value, in unit."},
			{name: "conflict", sort: sortTruth, about: "true: only values that another source contradicts."},
			{name: "min_confidence", sort: sortNumber, about: "Least confidence that the source states it so, from 0 to 1."},
			{name: "limit", sort: sortWhole, least: 1, most: mostSpecs, fallback: usualSpecs, about: "How many values."},
		},
		output: outputOf[specAnswer](),
		call:   s.lookUp,
	}
}

func (s *Server) lookUp(ctx context.Context, a given) (any, error) {
	if a["device"] == "" && a["attribute"] == "" {
		return nil, refuse("name a device, an attribute or both")
	}
	query := url.Values{"limit": {usualSpecs}}
	a.into(query, "device", "attribute", "precision", "unit", "min", "max", "conflict", "min_confidence", "limit")
	var page view.List[view.Spec]
	if _, err := s.get(ctx, "/v1/specs", query, &page); err != nil {
		return nil, a.withWayOut(err)
	}
	specs := view.Map(page.Items, func(one view.Spec) specFound {
		return specFound{
			ID: one.ID, Device: cut(one.Device.Name, longestTitle, "…"),
			DeviceID:  cut(one.Device.ID, longestTitle, "…"),
			Attribute: cut(one.Attribute.ID, longestTitle, "…"), Text: cut(one.Value.Text, longestNote, "…"),
			Min: one.Value.Min, Max: one.Value.Max, Unit: cut(said(one.Value.Unit), longestNote, "…"),
			Qualifier: one.Value.Qualifier, Conditions: stated(one.Conditions), Confidence: one.Confidence,
			ConflictID: said(one.ConflictID), cited: s.cite(ctx, one.Source, routeOf(one.ID)),
		}
	})
	out := specAnswer{Specs: []specFound{}, Total: page.Total, Notes: notesOf(page.Notes), Truncated: true}
	if page.Total == 0 && len(out.Notes) == 0 {
		out.Notes = []string{"the documents state no such value; search may find it said in words" + a.wayOut()}
	}
	const room = 200 // for the note
	out.Specs = fitting(specs, Budget-room-size(out))
	out.Truncated = len(out.Specs) < page.Total
	if out.Truncated {
		out.Notes = append(out.Notes, fmt.Sprintf("the first %d of %d values; %s", len(out.Specs), page.Total, a.instead(out.Specs)))
	}
	return out, nil
}

// wayOut says how to see what is known of a device that has nothing of what was asked for.
func (a given) wayOut() string {
	if a["device"] == "" || a["attribute"] == "" {
		return ""
	}
	return "; without attribute this tool lists what is known of the device"
}

// withWayOut adds that to a refusal of the attribute.
func (a given) withWayOut(err error) error {
	refused, ok := errors.AsType[*refusal](err)
	if !ok || !strings.HasPrefix(refused.text, "attribute:") {
		return err
	}
	return refuse("%s%s", refused.text, a.wayOut())
}

// instead says how to see other values than those that are shown: by arguments that
// narrow the look-up and that it does not have yet, or by more of them.
func (a given) instead(shown []specFound) string {
	var missing, ways []string
	for _, argument := range []string{"device", "attribute"} {
		if a[argument] == "" {
			missing = append(missing, argument)
		}
	}
	ofFormats := slices.ContainsFunc(shown, func(s specFound) bool { return s.Conditions["precision"] != "" })
	if a["precision"] == "" && ofFormats {
		missing = append(missing, "precision")
	}
	if a["min"] == "" && a["max"] == "" {
		missing = append(missing, "min or max")
	}
	if len(missing) > 0 {
		ways = append(ways, "for fewer add "+strings.Join(missing, ", "))
	}
	if limit, err := strconv.Atoi(cmp.Or(a["limit"], usualSpecs)); err != nil || limit < mostSpecs {
		ways = append(ways, fmt.Sprintf("for more a limit of up to %d", mostSpecs))
	}
	return cmp.Or(strings.Join(ways, "; "), "for others move min or max")
}

// stated returns the conditions that a source states, a few where there are many.
func stated(conditions map[string]string) map[string]string {
	const most = 12
	kept := map[string]string{}
	for _, axis := range slices.Sorted(maps.Keys(conditions)) {
		value := conditions[axis]
		if value == "unstated" || (axis == "precision" && value == "none") || len(kept) == most {
			continue
		}
		kept[cut(axis, 100, "…")] = cut(value, 100, "…")
	}
	return kept
}
