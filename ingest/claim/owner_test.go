package claim_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest/claim"
	shipped "github.com/quarrykb/quarry/internal/lexicon"
)

func TestTheNameOfAnAttributeDecidesWhateverHasTheNumber(t *testing.T) {
	t.Parallel()
	words, err := shipped.Default()
	if err != nil {
		t.Fatal(err)
	}
	sheet := claim.NewReader(words).Sheet()
	place := claim.Place{Headings: []string{"Falcon T3"}}
	for i, item := range [][2]string{
		{"Memory", "48 GB"},
		{"TDP", "350 W"},
		{"Memory bandwidth", "2 TB/s"},
		{"memory_bandwidth", "2.1 TB/s"},
		{"Typical memory bandwidth", "1.9 TB/s"},
		{"Link bandwidth", "400 GB/s"},
		{"Bandwidth", "300 GB/s"},
	} {
		sheet.Item(claim.Item{Key: item[0], Value: item[1], Span: somewhere(i), Place: place})
	}
	want := []string{
		"falcon-t3 memory_capacity: 48 GB", "falcon-t3 tdp: 350 W", "falcon-t3 memory_bandwidth: 2 TB/s", "falcon-t3 memory_bandwidth: 2.1 TB/s",
		"falcon-t3 memory_bandwidth: 1.9 TB/s", "falcon-t3 bandwidth: 400 GB/s", "falcon-t3 bandwidth: 300 GB/s",
	}
	if diff := cmp.Diff(want, said(sheet.Rest().Specs)); diff != "" {
		t.Errorf("specs (-want +got):\n%s", diff)
	}
}
