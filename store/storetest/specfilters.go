package storetest

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

func specFilterTests() tests {
	return tests{"every filter of specs": specFilters}
}

// catalogue saves specs whose values as written are single letters.
func catalogue(t *testing.T, store Store) {
	t.Helper()
	named := func(text string, edits ...func(*quarry.Spec)) func(*quarry.Spec) {
		return func(s *quarry.Spec) {
			s.Value.Text = text
			for _, edit := range edits {
				edit(s)
			}
		}
	}
	within := func(low, high *float64) func(*quarry.Spec) {
		return func(s *quarry.Spec) { s.Normalized = quarry.Bounds{Min: low, Max: high, Unit: s.Normalized.Unit} }
	}
	at := func(axis quarry.Axis, value string) func(*quarry.Spec) {
		return func(s *quarry.Spec) { s.Conditions[axis] = value }
	}
	save(t, store, NewDraft("a.md").
		Spec("press-1", "power", 100, "W", named("A")).
		Spec("press-1", "speed", 5, "m/s", named("B", at(quarry.AxisPrecision, "fp16"))).
		Spec("press-2", "power", 300, "W", named("C", within(new(200.0), new(400.0)), confidently(0.5))).
		Spec("press-2", "power", 500, "W", named("D", within(new(500.0), nil), at(quarry.AxisPrecision, "fp8"))).
		Spec("press-3", "power", 50, "W", named("E", within(nil, new(50.0)), at("ink's", "a\"b"), confidently(0.2))).
		Spec("press-3", "power", 0, "", named("F", within(nil, nil), func(s *quarry.Spec) { s.Device.Class = quarry.ClassFormat })).
		Knowledge())
}

func specCases() map[string]filterCase {
	return map[string]filterCase{
		"none":                   {quarry.Filter{}, "ABCDEF"},
		"device":                 {quarry.Filter{Devices: []quarry.DeviceID{"press-1", "press-3"}}, "ABEF"},
		"class":                  {quarry.Filter{Classes: []quarry.DeviceClass{quarry.ClassFormat}}, "F"},
		"not of a class":         {quarry.Filter{NotClasses: []quarry.DeviceClass{quarry.ClassFormat, "switch"}, Attributes: []quarry.AttributeID{"power"}}, "ACDE"},
		"attribute":              {quarry.Filter{Attributes: []quarry.AttributeID{"speed"}}, "B"},
		"condition":              {where(quarry.AxisPrecision, "fp16", "fp8"), "BD"},
		"condition not stated":   {where(quarry.AxisPrecision, quarry.NoneCondition), "ACEF"},
		"condition of odd name":  {where("ink's", "a\"b"), "E"},
		"condition of no spec":   {where("weather", "dry"), ""},
		"exactly":                {quarry.Filter{Value: quarry.Single(100, "W")}, "A"},
		"at least":               {quarry.Filter{Value: quarry.Bounds{Min: new(400.0), Unit: "W"}}, "CD"},
		"at most":                {quarry.Filter{Value: quarry.Bounds{Max: new(100.0), Unit: "W"}}, "AE"},
		"between":                {quarry.Filter{Value: quarry.Bounds{Min: new(250.0), Max: new(260.0), Unit: "W"}}, "C"},
		"beyond an open bound":   {quarry.Filter{Value: quarry.Bounds{Min: new(9999.0), Unit: "W"}}, "D"},
		"below an open bound":    {quarry.Filter{Value: quarry.Bounds{Max: new(-1.0), Unit: "W"}}, "E"},
		"in another unit":        {quarry.Filter{Value: quarry.Bounds{Min: new(0.0), Unit: "m/s"}}, "B"},
		"no unit, no number":     {quarry.Filter{Value: quarry.Bounds{Min: new(0.0)}}, ""},
		"a unit asks nothing":    {quarry.Filter{Value: quarry.Bounds{Unit: "W"}}, "ABCDEF"},
		"in no conflict":         {quarry.Filter{Conflict: quarry.No}, "ABCDEF"},
		"in conflict":            {quarry.Filter{Conflict: quarry.Yes}, ""},
		"sure":                   {quarry.Filter{MinConfidence: 1}, "ABDF"},
		"as sure as not":         {quarry.Filter{MinConfidence: 0.5}, "ABCDF"},
		"hardly sure":            {quarry.Filter{MinConfidence: 0.1}, "ABCDEF"},
		"several fields are and": {quarry.Filter{Devices: []quarry.DeviceID{"press-2"}, Conditions: where(quarry.AxisPrecision, "fp8").Conditions}, "D"},
	}
}

func where(axis quarry.Axis, values ...string) quarry.Filter {
	conditions := make(map[quarry.Axis][]string)
	conditions[axis] = values
	return quarry.Filter{Conditions: conditions}
}

func specFilters(t *testing.T, store Store) {
	t.Helper()
	catalogue(t, store)
	for name, c := range specCases() {
		page, err := store.Specs(t.Context(), c.filter, everything())
		var got strings.Builder
		for _, s := range must(t, page, err).Items {
			got.WriteString(s.Value.Text)
		}
		equal(t, name, got.String(), c.want)
		equal(t, name+": total", page.Total, len(c.want))
	}
}
