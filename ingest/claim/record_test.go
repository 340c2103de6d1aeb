package claim_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/ingest/claim"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

// Records of one name are told apart by a field in which they differ, wherever
// it stands in each.
func TestRecordsOfOneNameAreToldApartByAnyOfTheirFields(t *testing.T) {
	t.Parallel()
	reader := claim.NewReader(ingesttest.Lexicon(t))
	field := func(name, value string) claim.Field {
		return claim.Field{Name: claim.Cell{Text: name}, Value: claim.Cell{Text: value}}
	}
	found := reader.Records([]claim.Record{
		{Fields: []claim.Field{field("name", "X1"), field("memory", "16 GB"), field("edition", "red")}, Subject: 0},
		{Fields: []claim.Field{field("edition", "blue"), field("name", "X1"), field("memory", "24 GB")}, Subject: 1},
	})
	var got []string
	for _, specs := range found {
		for _, spec := range specs {
			got = append(got, spec.Value.Text+" "+spec.Conditions["variant"])
		}
	}
	if want := "16 GB red, 24 GB blue"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// BenchmarkWideRecords holds records of one name with many fields: what a field
// takes must not grow with their number.
func BenchmarkWideRecords(b *testing.B) {
	reader := claim.NewReader(ingesttest.Lexicon(b))
	for _, width := range []int{5000, 10000, 20000} {
		records := make([]claim.Record, 2)
		for i := range records {
			fields := []claim.Field{{Name: claim.Cell{Text: "name"}, Value: claim.Cell{Text: "X1"}}}
			for j := range width {
				fields = append(fields, claim.Field{
					Name: claim.Cell{Text: "f" + strconv.Itoa(j)}, Value: claim.Cell{Text: "v" + strconv.Itoa(i)},
				})
			}
			records[i] = claim.Record{Fields: fields}
		}
		b.Run(strconv.Itoa(width), func(b *testing.B) {
			for b.Loop() {
				reader.Records(records)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*width), "ns/field")
		})
	}
}
