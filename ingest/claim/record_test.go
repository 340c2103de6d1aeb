package claim_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/ingest/claim"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	terms "github.com/quarrykb/quarry/internal/lexicon"
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

// Rooms and teams may be called as devices are, and what is done on a device is none.
func TestRecordsOfOtherThingsAreNoDevices(t *testing.T) {
	t.Parallel()
	words, err := terms.Load()
	if err != nil {
		t.Fatal(err)
	}
	reader := claim.NewReader(words)
	for name, fields := range map[string][]string{
		"rooms":       {"room", "H100", "capacity", "25", "area_m2", "45"},
		"teams":       {"team", "A100", "points", "30", "weight_kg", "80"},
		"tickets":     {"ticket", "1001", "device", "H100", "power_w", "650"},
		"experiments": {"experiment", "baseline", "gpu", "A100", "memory", "60 GB"},
		"valves":      {"valve", "M4", "pressure", "16 bar", "weight_kg", "3.2"},
		"requests":    {"accelerator", "A40", "memory", "24 GB", "replicas", "3"},
		"starts":      {"gpu", "V100", "entrypoint", "fit.sh", "power", "200 W"},
		"needs":       {"gpu", "A30", "memory_required_gb", "48", "disk_needed_gb", "500"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			record := claim.Record{Subject: -1}
			for i := 0; i < len(fields); i += 2 {
				record.Fields = append(record.Fields, claim.Field{Name: claim.Cell{Text: fields[i]}, Value: claim.Cell{Text: fields[i+1]}})
			}
			if found := reader.Records([]claim.Record{record}); len(found[0]) > 0 {
				t.Errorf("found %v", found[0])
			}
		})
	}
}

// A short code is a device's where something tells of which kind it is.
func TestRecordsOfShortCodesAreOfDevicesWhereTheyTellTheKind(t *testing.T) {
	t.Parallel()
	words, err := terms.Load()
	if err != nil {
		t.Fatal(err)
	}
	reader := claim.NewReader(words)
	for name, fields := range map[string][]string{
		"by their title":    {"gpu", "L4", "power", "72 W", "length_mm", "169"},
		"by their memory":   {"name", "T4", "memory_gb", "16", "power", "70 W"},
		"by their maker":    {"name", "A16", "vendor", "NVIDIA", "power", "250 W"},
		"by what they draw": {"model", "A30", "tdp_w", "165"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			record := claim.Record{Subject: -1}
			for i := 0; i < len(fields); i += 2 {
				record.Fields = append(record.Fields, claim.Field{Name: claim.Cell{Text: fields[i]}, Value: claim.Cell{Text: fields[i+1]}})
			}
			if found := reader.Records([]claim.Record{record}); len(found[0]) == 0 {
				t.Error("found nothing")
			}
		})
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

// What a thing has, and a key that names the thing itself, name no record.
func TestALinkAmongTheFieldsOfARecordIsNotWhatItIsAbout(t *testing.T) {
	t.Parallel()
	builtIn, err := terms.Load()
	if err != nil {
		t.Fatal(err)
	}
	reader := claim.NewReader(builtIn)
	for name, test := range map[string]struct {
		record string
		want   string
	}{
		"beside its name": {"key: H200, memory_gb: 141, interface: PCIe 5.0, tdp_w: 700", "nvidia-h200"},
		"by itself":       {"key: PCIe 5.0, bandwidth: 64 GB/s, lanes: 16", "pcie-5-0"},
		"under its name":  {"H200 memory_gb: 141, H200 interface: PCIe 5.0, H200 tdp_w: 700", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := ""
			for _, specs := range reader.Records(records([]string{test.record})) {
				for _, spec := range specs {
					got = string(spec.Device.ID)
				}
			}
			if got != test.want {
				t.Errorf("the record is about %q, want %q", got, test.want)
			}
		})
	}
}
