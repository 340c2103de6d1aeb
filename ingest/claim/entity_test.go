package claim_test

import (
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/claim"
	terms "github.com/quarrykb/quarry/internal/lexicon"
)

// What is a thing is judged alike wherever it stands: here in records, which maps
// name by their keys.
func TestRecordsOfPeopleMealsAndDaysAreNoThings(t *testing.T) {
	t.Parallel()
	builtIn, err := terms.Default()
	if err != nil {
		t.Fatal(err)
	}
	reader := claim.NewReader(builtIn)
	for name, c := range map[string]struct {
		above  string
		names  []string
		fields [][2]string
		specs  int
	}{
		"people":         {"", []string{"lea", "tom"}, [][2]string{{"weight", "62 kg"}, {"height", "170 cm"}}, 0},
		"what is baked":  {"", []string{"sugar", "milk"}, [][2]string{{"weight", "500 g"}, {"volume", "1 l"}}, 0},
		"days":           {"", []string{"tuesday", "friday"}, [][2]string{{"distance", "12 km"}, {"power", "200 W"}}, 0},
		"what runs":      {"", []string{"queue", "mailer"}, [][2]string{{"memory", "512 MB"}, {"power", "5 W"}}, 0},
		"parts of trips": {"flights", []string{"QX11", "QX12"}, [][2]string{{"range", "900 km"}, {"speed", "800 km/h"}}, 0},
		"moons":          {"moons", []string{"Rhea", "Dione"}, [][2]string{{"mass", "2e21 kg"}, {"density", "1.2 g/cm³"}}, 4},
		"models":         {"", []string{"HT-60", "HT-70"}, [][2]string{{"weight", "9 kg"}, {"power", "60 W"}}, 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			records := keyedRecords(c.above, c.names, c.fields)
			found := 0
			for _, specs := range reader.Records(records) {
				found += len(specs)
			}
			if found != c.specs {
				t.Errorf("%d specs, want %d", found, c.specs)
			}
		})
	}
}

// keyedRecords returns records that a map names by its keys, below a key.
func keyedRecords(above string, names []string, fields [][2]string) []claim.Record {
	var place claim.Place
	if above != "" {
		place.Headings = []string{above}
	}
	var records []claim.Record
	for _, name := range names {
		record := claim.Record{Subject: 0, Place: place, Fields: []claim.Field{{Value: claim.Cell{Text: name, Span: quarry.Span{ByteEnd: 1}}}}}
		for i, field := range fields {
			at := 10 * (i + 1)
			record.Fields = append(record.Fields, claim.Field{
				Name:  claim.Cell{Text: field[0], Span: quarry.Span{ByteStart: at, ByteEnd: at + 1}},
				Value: claim.Cell{Text: field[1], Span: quarry.Span{ByteStart: at + 2, ByteEnd: at + 3}},
			})
		}
		records = append(records, record)
	}
	return records
}
