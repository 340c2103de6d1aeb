package claim_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest/claim"
	fields "github.com/quarrykb/quarry/internal/lexicon"
)

// records reads records that are written "key: value, key: value", the first of
// which names them.
func records(written []string) []claim.Record {
	var all []claim.Record
	at := 0
	for _, one := range written {
		record := claim.Record{}
		for field := range strings.SplitSeq(one, ", ") {
			name, value, _ := strings.Cut(field, ": ")
			record.Fields = append(record.Fields, claim.Field{
				Name: claim.Cell{Text: name, Span: somewhere(at)}, Value: claim.Cell{Text: value, Span: somewhere(at + 1)},
			})
			at += 2
		}
		all = append(all, record)
	}
	return all
}

// What some records show speaks for those beside them.
func TestRecordsOfThingsAreToldByAllOfThem(t *testing.T) {
	t.Parallel()
	builtIn, err := fields.Load()
	if err != nil {
		t.Fatal(err)
	}
	reader := claim.NewReader(builtIn)
	for name, tc := range map[string]struct {
		records []string
		want    string // how many values each record has
	}{
		"one value beside one of two":    {[]string{"name: Tarn, mass_kg: 1.4", "name: Fell, mass_kg: 0.9, power_w: 12"}, "1 2"},
		"one value each":                 {[]string{"name: Tarn, mass_kg: 1.4", "name: Fell, mass_kg: 0.9"}, "0 0"},
		"an unlisted name":               {[]string{"bike: Kestrel, weight_kg: 13.4, price_eur: 1899", "bike: Ardent, weight_kg: 11"}, "2 1"},
		"one alone":                      {[]string{"name: Tarn, mass_kg: 1.4"}, "0"},
		"one alone without a title":      {[]string{"sleigh: Kestrel, weight_kg: 13.4, price_eur: 1899"}, "0"},
		"people":                         {[]string{"name: Ann, age: 31, height_cm: 172", "name: Tom, age: 28, height_cm: 181"}, "0 0"},
		"players":                        {[]string{"player: Ann, height_cm: 172, weight_kg: 60", "player: Tom, height_cm: 181, weight_kg: 77"}, "0 0"},
		"what takes time":                {[]string{"name: Lunch, duration_min: 40", "name: Dinner, duration_min: 90"}, "0 0"},
		"what costs":                     {[]string{"name: Rent, cost_eur: 900", "name: Food, cost_eur: 350"}, "0 0"},
		"limits under keys without name": {[]string{": path, minLength: 1", ": title, minLength: 3, maxLength: 90"}, "0 0"},
		"settings":                       {[]string{"setting: read, limit_s: 30, wait_s: 4", "setting: write, limit_s: 40, wait_s: 5"}, "0 0"},
		"steps":                          {[]string{"step: Knead, heat_c: 24, mass_kg: 2", "step: Bake, heat_c: 230, mass_kg: 2"}, "0 0"},
		"things that are counted under their name": {
			[]string{": Hive A1, mass_kg: 31, engines: 6", ": Hive B1, mass_kg: 28, engines: 0"}, "2 2",
		},
		"mostly words": {[]string{
			"piece: Vase, colour: blue, maker: Anna, room: hall, weight_kg: 3", "piece: Bowl, colour: red, maker: Tom, room: hall, weight_kg: 2",
		}, "0 0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, specs := range reader.Records(records(tc.records)) {
				got = append(got, strconv.Itoa(len(specs)))
			}
			if diff := cmp.Diff(tc.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
		})
	}
}
