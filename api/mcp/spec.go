package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// usualSpecs is how many values a look-up shows unless it is told, and mostSpecs the most
// that it may be told.
const (
	usualSpecs = 20
	mostSpecs  = 50
	mostListed = "100" // are looked at for the preferred ones
)

// numbered is a document that specs name by its number: its path and address are the longest
// things that they share.
type numbered struct {
	N    int    `json:"n"`
	Path string `json:"path"`
	URL  string `json:"url"`
}

// specFields are what a look-up shows.
const specFields = "id,device.name,attribute.id,value.text,value.min,value.max,value.unit,conditions,best,confidence,conflict_id,corrected.was"

func (s *Server) specTool() tool {
	return tool{
		name: "lookup_spec", title: "Look up specs",
		about: "Look up what documents state of a device (memory, power, price …), with conditions and sources, or devices by value: attribute, min, max, unit.",
		arguments: []argument{
			{name: "device", sort: sortText, about: "H100, mi300x; with commas."},
			{name: "attribute", sort: sortText, about: "memory_bandwidth, vram, tdp; with commas."},
			{name: "precision", sort: sortText, about: "fp16, bf16, fp8, int8."},
			{name: "class", sort: sortText, most: 100, about: "Of devices: gpu, memory."},
			{name: "sort", sort: sortText, oneOf: []string{"value", "-value", "-date"}, about: "-value: greatest first."},
			{name: "unit", sort: sortText, most: 100, about: "To convert to: TB/s, TFLOPS."},
			{name: "min", sort: sortNumber, about: "Least value, in unit."},
			{name: "max", sort: sortNumber, about: "Greatest value, in unit."},
			{name: "conflict", sort: sortTruth, about: "true: contradicted only."},
			{name: "min_confidence", sort: sortNumber, about: "Of what was read, 0 to 1."},
			{name: "limit", sort: sortWhole, least: 1, most: mostSpecs, fallback: strconv.Itoa(usualSpecs), about: "How many values."},
		},
		output: outputOf("specs:array", "sources:array"),
		call:   s.lookUp,
	}
}

func (s *Server) lookUp(ctx context.Context, a given) (any, error) {
	if a["device"] == "" && a["attribute"] == "" {
		return nil, refuse("name a device, an attribute or both")
	}
	query := url.Values{"limit": {mostListed}, "fields": {specFields + placeFields}}
	a.into(query, "device", "attribute", "class", "sort", "precision", "unit", "min", "max", "conflict", "min_confidence")
	var page view.List[view.Spec]
	if _, err := s.get(ctx, "/v1/specs", query, &page); err != nil {
		return nil, a.withWayOut(err)
	}
	if a["sort"] == "" {
		view.BestFirst(page.Items)
	}
	wanted := usualSpecs
	if limit, err := strconv.Atoi(a["limit"]); err == nil {
		wanted = limit
	}
	notes := fitting(notesOf(page.Notes), specBudget/3)
	if page.Total == 0 && len(notes) == 0 {
		notes = []string{"the documents state no such value; search may find it said in words" + a.wayOut()}
	}
	specs, sources, t := []any{}, []numbered{}, s.telling(ctx)
	room := specBudget - roomLeft - size(notes)
	for _, one := range page.Items[:min(wanted, len(page.Items))] {
		told, err := t.tell(one, specFields, specBudget/4)
		if err != nil {
			return nil, err
		}
		spec, _ := told.(map[string]any)
		at, from := t.numbered(sources, one.Source)
		spec["source"], spec["lines"] = from.N, linesIn(one.Source)
		if at == len(sources) {
			room -= size(from) + len(",")
		}
		if room -= size(spec) + len(","); room < 0 {
			break
		}
		if specs = append(specs, spec); at == len(sources) {
			sources = append(sources, from)
		}
	}
	out := answer{"specs": specs, "sources": sources, "total": page.Total}
	if len(specs) < page.Total {
		notes = append(notes, fmt.Sprintf("the first %d of %d values; %s", len(specs), page.Total, a.instead(page.Items[:len(specs)])))
		out["truncated"] = true
	}
	return out.with("notes", notes), nil
}

// numbered returns the document that something stands in and its place among others, behind them
// where it is new.
func (t *telling) numbered(among []numbered, at view.Source) (int, numbered) {
	address, _, _ := strings.Cut(at.URL, "#")
	from := numbered{len(among) + 1, cut(at.Path, longestPath, "…"), absolute(t.base, address)}
	if known := slices.IndexFunc(among, func(n numbered) bool { return n.URL == from.URL }); known >= 0 {
		return known, among[known]
	}
	return len(among), from
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
func (a given) instead(shown []view.Spec) string {
	var missing, ways []string
	for _, argument := range []string{"device", "attribute"} {
		if a[argument] == "" {
			missing = append(missing, argument)
		}
	}
	ofFormats := slices.ContainsFunc(shown, func(s view.Spec) bool { return !isUnstated(s.Conditions[string(quarry.AxisPrecision)]) })
	if a["precision"] == "" && ofFormats {
		missing = append(missing, "precision")
	}
	if a["min"] == "" && a["max"] == "" {
		missing = append(missing, "min or max")
	}
	if len(missing) > 0 {
		ways = append(ways, "for fewer add "+strings.Join(missing, ", "))
	}
	if limit, err := strconv.Atoi(cmp.Or(a["limit"], strconv.Itoa(usualSpecs))); err != nil || limit < mostSpecs {
		ways = append(ways, fmt.Sprintf("for more a limit of up to %d", mostSpecs))
	}
	return cmp.Or(strings.Join(ways, "; "), "for others move min or max")
}
