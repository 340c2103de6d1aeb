package judged_test

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/judged"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func newJudge(t *testing.T) *judged.Judge {
	t.Helper()
	built, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	return judged.NewJudge(built.System)
}

func read(t *testing.T, specs, negatives, either string) judged.Gold {
	t.Helper()
	gold, err := judged.Read(strings.NewReader(
		`{"kettle.md": {"field": "kettles", "layout": "list", "specs": [` + specs + `], "negatives": [` + negatives + `], "either": [` + either + `]}}`))
	if err != nil {
		t.Fatal(err)
	}
	return gold
}

// served is a spec of the kettle on line 10, where nothing else is said.
type served struct {
	line, lineEnd          int
	device, written, id    string
	attribute, attributeID string
	unit                   string
	min, max               float64
	openMin                bool
	path                   string
	confidence             float64
}

func (s served) spec() quarry.Spec {
	spec := quarry.Spec{
		Device:     quarry.DeviceMention{Device: quarry.Device{ID: quarry.DeviceID(s.id), Name: cmp.Or(s.device, "Brookel K-200")}, Written: s.written},
		Attribute:  quarry.AttributeMention{Attribute: quarry.Attribute{ID: quarry.AttributeID(s.attributeID), Name: cmp.Or(s.attribute, "Weight")}},
		Value:      quarry.Quantity{Bounds: quarry.Bounds{Unit: s.unit}},
		Confidence: s.confidence,
	}
	high := cmp.Or(s.max, s.min)
	spec.Value.Max = &high
	if !s.openMin {
		spec.Value.Min = &s.min
	}
	spec.Source.Path = cmp.Or(s.path, "kettle.md")
	spec.Source.LineStart = cmp.Or(s.line, 10)
	spec.Source.LineEnd = cmp.Or(s.lineEnd, spec.Source.LineStart)
	return spec
}

func specsOf(all ...served) []quarry.Spec {
	var specs []quarry.Spec
	for _, one := range all {
		specs = append(specs, one.spec())
	}
	return specs
}

const weight = `{"line": 10, "device": "Brookel K-200", "key": ["K-200"], "attribute": "net weight", "synonyms": ["mass"], "min": 2, "max": 2, "unit": "kg"}`

func TestASpecIsFoundOrMissedForAReason(t *testing.T) {
	t.Parallel()
	judge := newJudge(t)
	for name, c := range map[string]struct {
		served served
		want   judged.Reason
	}{
		"as it is written":                     {served{min: 2, unit: "kg"}, judged.Found},
		"two lines above":                      {served{min: 2, unit: "kg", line: 8}, judged.Found},
		"two lines below":                      {served{min: 2, unit: "kg", line: 12}, judged.Found},
		"three lines below":                    {served{min: 2, unit: "kg", line: 13}, judged.NothingNearby},
		"in a place of many lines":             {served{min: 2, unit: "kg", line: 1, lineEnd: 8}, judged.Found},
		"in another document":                  {served{min: 2, unit: "kg", path: "pan.md"}, judged.NothingNearby},
		"in a folder":                          {served{min: 2, unit: "kg", path: "sheets/kettle.md"}, judged.Found},
		"in another unit":                      {served{min: 2000, unit: "g"}, judged.Found},
		"in one that rounds":                   {served{min: 4.41, unit: "lb"}, judged.Found},
		"in one that rounds too much":          {served{min: 4, unit: "lb"}, judged.OtherValue},
		"of another value":                     {served{min: 3, unit: "kg"}, judged.OtherValue},
		"as the end of a range":                {served{min: 2, max: 3, unit: "kg"}, judged.OtherValue},
		"as most":                              {served{openMin: true, max: 2, unit: "kg"}, judged.Found},
		"without its unit":                     {served{min: 2}, judged.WrongUnit},
		"in a unit of another kind":            {served{min: 2, unit: "W"}, judged.WrongUnit},
		"in a wrong unit, of another thing":    {served{min: 2, unit: "W", device: "Pan"}, judged.OtherValue},
		"in a unit that no lexicon knows":      {served{min: 2, unit: "zorkmids"}, judged.WrongUnit},
		"of another device":                    {served{min: 2, unit: "kg", device: "Brookel K-300"}, judged.OtherDevice},
		"of a device named in the document":    {served{min: 2, unit: "kg", device: "Kettle", written: "the K200"}, judged.Found},
		"of a device by its id":                {served{min: 2, unit: "kg", device: "Kettle", id: "brookel-k-200"}, judged.Found},
		"as another attribute":                 {served{min: 2, unit: "kg", attribute: "Power"}, judged.AnotherProperty},
		"by a synonym":                         {served{min: 2, unit: "kg", attribute: "Mass (empty)"}, judged.Found},
		"by the plural of one word of the two": {served{min: 2, unit: "kg", attribute: "Weights"}, judged.Found},
		"by an id in code":                     {served{min: 2, unit: "kg", attribute: "Gewicht", attributeID: "netWeight"}, judged.Found},
	} {
		result := judge.Measure(read(t, weight, "", ""), specsOf(c.served))
		if got := result[0].Missed[0]; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestAUnitIsThatWhichIsWritten(t *testing.T) {
	t.Parallel()
	judge := newJudge(t)
	for name, c := range map[string]struct {
		gold  string // the bounds and the unit
		value served
		want  judged.Reason
	}{
		"none is written, and none served":   {`"min": 3, "max": 3, "unit": ""`, served{min: 3}, judged.Found},
		"none is written, and one served":    {`"min": 3, "max": 3, "unit": ""`, served{min: 3, unit: "core"}, judged.Found},
		"a range in its unit":                {`"min": 5, "max": 8, "unit": "bar"`, served{min: 500, max: 800, unit: "kPa"}, judged.Found},
		"half of a range":                    {`"min": 5, "max": 8, "unit": "bar"`, served{min: 5, unit: "bar"}, judged.OtherValue},
		"an open side":                       {`"min": null, "max": 8, "unit": "bar"`, served{min: 8, unit: "bar"}, judged.Found},
		"bounds that are accepted":           {`"min": 5, "max": 8, "accept": [[null, 8]], "unit": "bar"`, served{min: 8, unit: "bar"}, judged.Found},
		"degrees":                            {`"min": 25, "max": 25, "unit": "°C"`, served{min: 77, unit: "°F"}, judged.Found},
		"degrees nearby":                     {`"min": 25, "max": 25, "unit": "°C"`, served{min: 25.5, unit: "°C"}, judged.OtherValue},
		"no degrees":                         {`"min": 0, "max": 0, "unit": "°C"`, served{min: 273.15, unit: "K"}, judged.Found},
		"an inch as a mark":                  {`"min": 10, "max": 10, "unit": "\""`, served{min: 254, unit: "mm"}, judged.Found},
		"millions of it":                     {`"min": 1.5, "max": 1.5, "unit": "million h"`, served{min: 1500000, unit: "h"}, judged.Found},
		"with how it is meant":               {`"min": 12, "max": 12, "unit": "V DC"`, served{min: 12, unit: "V"}, judged.Found},
		"with a product behind it":           {`"min": 12, "max": 12, "unit": "ft lb"`, served{min: 12, unit: "ft"}, judged.WrongUnit},
		"that no lexicon knows, in its case": {`"min": 12, "max": 12, "unit": "g·cm²"`, served{min: 12, unit: "G cm2"}, judged.Found},
		"another one of that sort":           {`"min": 12, "max": 12, "unit": "g·cm²"`, served{min: 12, unit: "kg"}, judged.WrongUnit},
		"that the attribute says":            {`"min": 14, "max": 14, "unit": "settings", "synonyms": ["place settings"]`, served{min: 14, attribute: "Place settings"}, judged.Found},
		"that counts, and is not said":       {`"min": 14, "max": 14, "unit": "holes"`, served{min: 14}, judged.WrongUnit},
		"that measures, and the name says":   {`"min": 14, "max": 14, "unit": "kg", "synonyms": ["weight kg"]`, served{min: 14, attribute: "Weight kg"}, judged.WrongUnit},
	} {
		spec := `{"line": 10, "device": "K-200", "key": ["K-200"], "attribute": "weight", ` + c.gold + `}`
		result := judge.Measure(read(t, spec, "", ""), specsOf(c.value))
		if got := result[0].Missed[0]; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestADeviceIsToldByAKey(t *testing.T) {
	t.Parallel()
	judge := newJudge(t)
	for name, c := range map[string]struct {
		key, device string
		want        bool
	}{
		"part of a longer name":             {`["T480"]`, "T480-LP", true},
		"two words in one":                  {`["terno awd"]`, "TernoAWD", true},
		"one of several":                    {`["nina", "ono"]`, "Veldra Ono 42", true},
		"a number is a word":                {`["300"]`, "Depot 300", true},
		"a number is no part of one":        {`["300"]`, "Depot 3000", false},
		"a number with a point":             {`["4.0"]`, "NVLink 4.0", true},
		"and none of a longer one":          {`["4.0"]`, "NVLink 14.0", false},
		"numbers with a hyphen":             {`["12-40"]`, "Mirova 12-40 mm F2.8", true},
		"and none of longer ones":           {`["12-40"]`, "Mirova 12-400 mm", false},
		"nor of others between":             {`["12-40"]`, "Mirova 12 to 40 mm", false},
		"words with a point":                {`["NVLink 4.0"]`, "NVLink 4.0", true},
		"a short key is a word":             {`["K4"]`, "Brookel K4", true},
		"a short key is no part of one":     {`["K4"]`, "Brookel K42", false},
		"no key: the word with a digit":     {`[]`, "the k-200", true},
		"no key: not what has none":         {`[]`, "Brookel", false},
		"nothing in common":                 {`["Plover"]`, "Bothy", false},
		"no letters make no key of a thing": {`["–"]`, "Bothy –", false},
	} {
		spec := `{"line": 10, "device": "Brookel K-200", "key": ` + c.key + `, "attribute": "weight", "min": 2, "max": 2, "unit": "kg"}`
		result := judge.Measure(read(t, spec, "", ""), specsOf(served{min: 2, unit: "kg", device: c.device}))
		if got := result[0].Missed[0] == judged.Found; got != c.want {
			t.Errorf("%s: %q is found: %t, want %t", name, c.device, got, c.want)
		}
	}
}

func TestAServedSpecIsRightWrongOrUnjudged(t *testing.T) {
	t.Parallel()
	gold := read(t, weight,
		`{"line": 10, "text": "revision 7", "values": [7], "why": "version"}, {"line": 20, "text": "pin 4", "values": [4, 5], "why": "pin"}`,
		`{"line": 10, "text": "€ 49", "values": [49], "why": "price"}, {"line": 30, "values": [3], "why": "setting"}`)
	all := specsOf(
		served{min: 2, unit: "kg"},
		served{min: 2, unit: "kg", attribute: "Power"},
		served{min: 7, attribute: "Revision"},
		served{min: 5, line: 20, attribute: "Pin"},
		served{min: 4, line: 21, attribute: "Pin"},
		served{min: 6, line: 20, attribute: "Pin"},
		served{min: 49, unit: "EUR", attribute: "Price"},
		served{min: 3, line: 30, attribute: "Setting"},
		served{min: 9, line: 40},
		served{min: 9, line: 39, lineEnd: 41},
		served{min: 9, line: 1, lineEnd: 41},
		served{min: 2, unit: "kg", path: "pan.md"},
	)
	want := []judged.Verdict{ // of those of the sheet
		judged.Right, judged.Wrong, judged.Wrong, judged.Wrong, judged.Unjudged, judged.Wrong,
		judged.Unjudged, judged.Unjudged, judged.Unjudged, judged.Unjudged, judged.Wrong,
	}
	result := newJudge(t).Measure(gold, all)[0]
	var got []judged.Verdict
	for _, one := range result.Served {
		got = append(got, one.Verdict)
	}
	if !slices.Equal(got, want) {
		t.Errorf("verdicts:\n%v, want\n%v", got, want)
	}
	if !slices.Equal(result.Taken, []bool{true, true}) {
		t.Errorf("negatives taken: %v, want both", result.Taken)
	}
	if why := result.Served[2].Negative; why == nil || why.Why != "version" {
		t.Errorf("the revision is taken of %+v", why)
	}
	f := result.Figures()
	if f.Served != 11 || f.Right != 1 || f.Wrong != 5 || f.Found != 1 || f.Taken != 2 || *f.Recall != 1 || *f.Precision != 1.0/6 {
		t.Errorf("figures: %+v", f)
	}
}

func TestWhatIsAJudgedSpecIsNoNegative(t *testing.T) {
	t.Parallel()
	gold := read(t, weight, `{"line": 10, "text": "2 cups", "values": [2], "why": "example"}`, "")
	if result := newJudge(t).Measure(gold, specsOf(served{min: 2, unit: "kg"})); result[0].Taken[0] {
		t.Error("the weight is taken for the cups")
	}
}

func TestTheReliabilityIsOfWhatWasJudged(t *testing.T) {
	t.Parallel()
	all := newJudge(t).Measure(read(t, weight, "", ""), specsOf(
		served{min: 2, unit: "kg", confidence: 1}, served{min: 3, unit: "kg", confidence: 0.95},
		served{min: 3, unit: "kg", confidence: 0.25}, served{min: 3, unit: "kg", confidence: 0.5, line: 99}))
	want := []judged.Bin{{0.2, 0.3, 1, 0.25, 0}, {0.9, 1, 2, 0.975, 0.5}}
	if got := all.Reliability(); !slices.Equal(got, want) {
		t.Errorf("bins = %v, want %v", got, want)
	}
}

func TestSheetsAreCountedTogether(t *testing.T) {
	t.Parallel()
	gold, err := judged.Read(strings.NewReader(`{"b.md": {"specs": [` + weight + `]}, "a.md": {"specs": [` + weight + `]}, "empty.md": {}}`))
	if err != nil {
		t.Fatal(err)
	}
	all := newJudge(t).Measure(gold, specsOf(served{min: 2, unit: "kg", path: "b.md"}))
	if len(all) != 3 || all[0].File != "a.md" || all[1].File != "b.md" {
		t.Fatalf("sheets: %+v", all)
	}
	f := all.Figures()
	if f.Specs != 2 || f.Found != 1 || f.Missed[judged.NothingNearby] != 1 || *f.Recall != 0.5 || *f.Precision != 1 {
		t.Errorf("figures: %+v", f)
	}
	if none := (judged.Results{}).Figures(); none.Recall != nil || none.Precision != nil {
		t.Errorf("figures of nothing: %+v", none)
	}
}

func TestAFieldThatIsNotKnownIsRefusedByItsPlace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"a.md": {}, "b.md": {"filed": "kettles"}}`:                         `b.md: unknown field "filed"`,
		`{"a.md": {"specs": [` + weight + `, {"line": 2, "colour": 1}]}}`:    `a.md: spec 2: unknown field "colour"`,
		`{"a.md": {"negatives": [{"line": 1, "value": [2]}]}}`:               `a.md: negative 1: unknown field "value"`,
		`{"a.md": {"either": [{"line": 1}, {"line": 2, "reason": "both"}]}}`: `a.md: either 2: unknown field "reason"`,
	} {
		_, err := judged.Read(strings.NewReader(text))
		if said, ok := errors.AsType[*quarry.Error](err); !ok || said.Kind != quarry.KindInvalid || said.Message != want {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
	all := `{"a.md": {"field": "f", "layout": "l", "specs": [{"line": 1, "device": "K", "key": ["K"], "attribute": "a", "synonyms": [],
		"min": 1, "max": null, "unit": "W", "written": [1], "conditions": "c", "accept": [[1, null]]}],
		"negatives": [{"line": 1, "text": "2", "values": [2], "why": "w"}], "either": [{"line": 1, "text": "2", "values": [2], "why": "w"}]}}`
	if gold, err := judged.Read(strings.NewReader(all)); err != nil || len(gold["a.md"].Specs[0].Accept) != 1 {
		t.Errorf("every field: %+v, %v", gold, err)
	}
}

func TestAFileThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"no JSON":             "line,device",
		"no sheet":            "{}",
		"a list":              "[]",
		"no line":             `{"a.md": {"specs": [{"device": "K", "attribute": "weight", "min": 2}]}}`,
		"no device":           `{"a.md": {"specs": [{"line": 1, "device": " ", "attribute": "weight", "min": 2}]}}`,
		"no attribute":        `{"a.md": {"specs": [{"line": 1, "device": "K", "min": 2}]}}`,
		"no number":           `{"a.md": {"specs": [{"line": 1, "device": "K", "attribute": "weight", "min": null}]}}`,
		"a word for a number": `{"a.md": {"specs": [{"line": 1, "device": "K", "attribute": "weight", "min": "two"}]}}`,
		"a negative's line":   `{"a.md": {"negatives": [{"text": "v2", "values": [2]}]}}`,
	} {
		if _, err := judged.Read(strings.NewReader(text)); !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("%s: error %v, want one that names it", name, err)
		}
	}
}
