package derive_test

import (
	stdcmp "cmp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/derive"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// testLexicon knows a few units.
func testLexicon(t rapid.TB) *lexicon.Lexicon {
	t.Helper()
	unit := func(symbol, kind, base string, factor float64) quantity.Unit {
		return quantity.Unit{Symbol: symbol, Kind: quarry.QuantityKind(kind), Base: base, Factor: factor}
	}
	lexicon, err := lexicon.New(lexicon.Data{Fingerprint: "test", Units: []quantity.Unit{
		unit("B", "data", "B", 1), unit("GB", "data", "B", 1e9), unit("GiB", "data", "B", 1<<30),
		unit("B/s", "data_rate", "B/s", 1), unit("GB/s", "data_rate", "B/s", 1e9), unit("TB/s", "data_rate", "B/s", 1e12),
		unit("Gbit/s", "data_rate", "bit/s", 1e9),
		unit("FLOP/s", "flops", "FLOP/s", 1), unit("TFLOPS", "flops", "FLOP/s", 1e12),
		unit("W", "power", "W", 1), unit("kW", "power", "W", 1e3), unit("g/mol", "molar_mass", "g/mol", 1),
		{Symbol: "deg", Kind: "angle", Base: "deg", Factor: 1, Aliases: []string{"degrees"}},
		{Symbol: "°C", Kind: "temperature", Base: "K", Factor: 1, Offset: 273.15, Aliases: []string{"degrees"}},
		unit("K", "temperature", "K", 1),
		{Symbol: "dB", Kind: "level", Base: "dB", Factor: 1, Logarithmic: true},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return lexicon
}

// claims reads claims of one key, as "1,979 TFLOPS" or "~67 W", "<=60 W",
// ">=60 W", "40..130 W".
func claims(t rapid.TB, lexicon *lexicon.Lexicon, written ...string) []quarry.Spec {
	t.Helper()
	group := make([]quarry.Spec, 0, len(written))
	for i, text := range written {
		group = append(group, claim(t, lexicon, text, i))
	}
	return group
}

func claim(t rapid.TB, lexicon *lexicon.Lexicon, text string, line int) quarry.Spec {
	t.Helper()
	number, unit, _ := strings.Cut(text, " ")
	s := quarry.Spec{
		ID:         quarry.SpecID("s_" + strconv.Itoa(line)),
		Device:     quarry.DeviceMention{Device: quarry.Device{ID: "ember-9", Name: "Ember 9"}},
		Attribute:  quarry.AttributeMention{Attribute: quarry.Attribute{ID: "rate", Name: "Rate"}},
		Conditions: quarry.NewConditions(), Value: quarry.Quantity{Text: text},
		Source: quarry.Source{Path: "a.md", Span: quarry.Span{LineStart: line}},
	}
	low, high, isRange := strings.Cut(number, "..")
	bare := strings.TrimLeft(low, "~<>=")
	if !isRange {
		high = bare
	}
	s.Value.Bounds = quarry.Bounds{Min: number64(t, bare), Max: number64(t, high), Unit: unit}
	s.Value.Step = step(bare)
	switch mark := number[:len(number)-len(strings.TrimLeft(number, "~<>="))]; {
	case mark == "~":
		s.Value.Qualifier = quarry.Approx
	case mark == "<=":
		s.Value.Qualifier, s.Value.Min = quarry.UpTo, nil
	case mark == ">=":
		s.Value.Qualifier, s.Value.Max = quarry.AtLeast, nil
	case isRange:
		s.Value.Qualifier = quarry.Range
	default:
		s.Value.Qualifier = quarry.Exact
	}
	s.Normalized = lexicon.Normalize(s.Value.Bounds)
	return s
}

func number64(t rapid.TB, text string) *float64 {
	t.Helper()
	value, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	if err != nil {
		t.Fatal(err)
	}
	return &value
}

// step is one unit of the last digit.
func step(text string) float64 {
	_, decimals, _ := strings.Cut(text, ".")
	unit := 1.0
	for range decimals {
		unit /= 10
	}
	return unit
}

func TestClaimsDisagreeWhereWhatTheyMayStandForDoesNotMeet(t *testing.T) {
	t.Parallel()
	lexicon := testLexicon(t)
	for name, tc := range map[string]struct {
		written []string
		want    []string // those that disagree with another one
	}{
		"one claim":                         {[]string{"700 W"}, nil},
		"bits that are the bytes":           {[]string{"900 GB/s", "7,200 Gbit/s"}, nil},
		"bits that round to the bytes":      {[]string{"12.8 GB/s", "102 Gbit/s"}, nil},
		"as many bits as bytes":             {[]string{"900 GB/s", "900 Gbit/s"}, []string{"900 GB/s", "900 Gbit/s"}},
		"the same in other units":           {[]string{"0.7 kW", "700 W"}, nil},
		"rounded to a coarser digit":        {[]string{"3.35 TB/s", "3,350 GB/s", "3.4 TB/s"}, nil},
		"a digit that is not rounded so":    {[]string{"3.35 TB/s", "3.9 TB/s"}, []string{"3.35 TB/s", "3.9 TB/s"}},
		"edges that touch":                  {[]string{"3.3 TB/s", "3.4 TB/s"}, nil},
		"an upper bound and what it allows": {[]string{"<=192 GB", "192 GB"}, nil},
		"an upper bound that is broken":     {[]string{"<=100 GB", "192 GB"}, []string{"<=100 GB", "192 GB"}},
		"two upper bounds":                  {[]string{"<=100 GB", "<=192 GB"}, nil},
		"a lower bound and what it allows":  {[]string{">=2,500 W", "9,000 W"}, nil},
		"a lower bound above an upper one":  {[]string{">=300 W", "<=200 W"}, []string{">=300 W", "<=200 W"}},
		"a number in a range":               {[]string{"40..130 W", "60 W"}, nil},
		"a number out of a range":           {[]string{"40..130 W", "150 W"}, []string{"40..130 W", "150 W"}},
		"about the same":                    {[]string{"~67 W", "72 W"}, nil},
		"about something else":              {[]string{"~67 W", "80 W"}, []string{"~67 W", "80 W"}},
		"decimal and binary":                {[]string{"80 GB", "80 GiB"}, []string{"80 GB", "80 GiB"}},
		"a third that agrees with both":     {[]string{"40 W", "90 W", "30..100 W"}, []string{"40 W", "90 W"}},
		"a third that agrees with one":      {[]string{"40 W", "90 W", "40 W"}, []string{"40 W", "90 W", "40 W"}},
		"an unlisted unit":                  {[]string{"5 bananas", "7 bananas"}, []string{"5 bananas", "7 bananas"}},
		"an unlisted unit, and same":        {[]string{"5 bananas", "5 bananas"}, nil},
		"a range the wrong way round":       {[]string{"130..40 W", "60 W"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found, ok := judged(derive.NewJudge(lexicon), claims(t, lexicon, tc.written...))
			var got []string
			for _, c := range found.Claims {
				got = append(got, c.Value.Text)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" || ok != (tc.want != nil) {
				t.Errorf("disagreeing (%t, -want +got):\n%s", ok, diff)
			}
		})
	}
}

func TestAnEngineThatOneClaimLeavesUnsaidExplainsSomeTimesAsMuchAndNoThousand(t *testing.T) {
	t.Parallel()
	lexicon := testLexicon(t)
	for name, tc := range map[string]struct {
		written []string // with the engine behind
		want    []string // those that disagree with another one
	}{
		"some times":          {[]string{"67 TFLOPS cuda_core", "989 TFLOPS"}, nil},
		"a thousand times":    {[]string{"67 TFLOPS cuda_core", "67,000 TFLOPS"}, []string{"67 TFLOPS", "67,000 TFLOPS"}},
		"stated of both":      {[]string{"67 TFLOPS cuda_core", "67,000 TFLOPS tensor_core"}, nil},
		"the same one":        {[]string{"67 TFLOPS cuda_core", "60 TFLOPS cuda_core", "989 TFLOPS"}, []string{"67 TFLOPS", "60 TFLOPS"}},
		"a third in between":  {[]string{"67 TFLOPS cuda_core", "989 TFLOPS tensor_core", "67,000 TFLOPS"}, []string{"67 TFLOPS", "67,000 TFLOPS"}},
		"far less, and a bit": {[]string{"67,000 TFLOPS cuda_core", "67 TFLOPS", "67.4 TFLOPS"}, []string{"67,000 TFLOPS", "67 TFLOPS", "67.4 TFLOPS"}},
	} {
		var group []quarry.Spec
		for i, written := range tc.written {
			words := strings.Fields(written)
			one := claim(t, lexicon, words[0]+" "+words[1], i)
			if len(words) > 2 {
				one.Conditions[quarry.AxisEngine] = words[2]
			}
			group = append(group, one)
		}
		verdict := derive.NewJudge(lexicon).Detect(slices.Values(group))
		var got []string
		for _, one := range group {
			if verdict.Disagrees != nil && verdict.Disagrees(one) {
				got = append(got, one.Value.Text)
			}
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q disagree, want %q", name, got, tc.want)
		}
	}
}

func TestARatioIsThatOfTheFarthestNumbers(t *testing.T) {
	t.Parallel()
	lexicon := testLexicon(t)
	for name, tc := range map[string]struct {
		written []string
		want    *float64
	}{
		"two numbers":          {[]string{"500 W", "1.0 kW"}, new(2.0)},
		"three numbers":        {[]string{"500 W", "700 W", "0.1 kW"}, new(7.0)},
		"ranges by their gap":  {[]string{"40..60 W", "120..200 W"}, new(2.0)},
		"a range turned round": {[]string{"130..40 W", "260 W"}, new(2.0)},
		"bounds by their gap":  {[]string{"<=100 W", ">=300 W"}, new(3.0)},
		"nothing is smaller":   {[]string{"0 W", "300 W"}, nil},
		"from no zero":         {[]string{"20 °C", "300 °C"}, nil},
		"decibels":             {[]string{"20 dB", "40 dB"}, nil},
	} {
		found, ok := judged(derive.NewJudge(lexicon), claims(t, lexicon, tc.written...))
		if diff := cmp.Diff(tc.want, found.Ratio); diff != "" || !ok {
			t.Errorf("%s: ratio of a conflict (%t) (-want +got):\n%s", name, ok, diff)
		}
	}
}

func TestAHintNamesASlipThatIsKnown(t *testing.T) {
	t.Parallel()
	lexicon := testLexicon(t)
	for name, tc := range map[string]struct {
		written []string
		edit    func(*quarry.Spec)
		want    string // what the hint speaks of; "" for no hint
	}{
		"twice the throughput":               {written: []string{"989 TFLOPS", "1,979 TFLOPS"}, want: "sparsity"},
		"twice the throughput, both dense":   {written: []string{"989 TFLOPS", "1,979 TFLOPS"}, edit: at(quarry.AxisSparsity, "dense")},
		"twice the rate":                     {written: []string{"450 GB/s", "900 GB/s"}, want: "both directions"},
		"twice the rate, in one direction":   {written: []string{"450 GB/s", "900 GB/s"}, edit: at(quarry.AxisDirection, "one")},
		"twice the power":                    {written: []string{"350 W", "700 W"}},
		"a thousand times":                   {written: []string{"3.35 GB/s", "3.35 TB/s"}, want: "prefix"},
		"1,024 times":                        {written: []string{"1 W", "1,024 W"}, want: "prefix"},
		"gigabytes and gibibytes":            {written: []string{"80 GB", "80 GiB"}, want: "binary"},
		"7 % more power":                     {written: []string{"1,000 W", "1,074 W"}},
		"bits, bytes, or a system of eight":  {written: []string{"80 GB", "640 GB"}, want: "bits taken for bytes, or a system"},
		"the power of eight":                 {written: []string{"700 W", "5,600 W"}, want: "a system of eight"},
		"eight times what is not added up":   {written: []string{"10 g/mol", "80 g/mol"}},
		"two slips at once":                  {written: []string{"989 TFLOPS", "1,979 TFLOPS", "1,979,000 TFLOPS"}, want: "sparsity; 1,000:1"},
		"a third that says the same again":   {written: []string{"989 TFLOPS", "989.4 TFLOPS", "1,979 TFLOPS"}, want: "sparsity"},
		"more than anybody can tell":         {written: []string{"1 GB/s", "2 GB/s", "3 GB/s", "7 GB/s", "11 GB/s", "13 GB/s"}},
		"a ratio of no known cause":          {written: []string{"300 W", "700 W"}},
		"as many times as there are parts":   {written: []string{"256 GB", "33,792 GB"}, want: "132:1: perhaps one of them is of a part"},
		"which is stated":                    {written: []string{"256 GB", "33,792 GB"}, edit: at(quarry.AxisPer, "sm")},
		"three and a half times":             {written: []string{"10 W", "35 W"}},
		"a number that has no ratio to zero": {written: []string{"0 W", "700 W"}},
	} {
		group := claims(t, lexicon, tc.written...)
		for i := range group {
			if tc.edit != nil {
				tc.edit(&group[i])
			}
		}
		found, ok := judged(derive.NewJudge(lexicon), group)
		if !ok || (found.Hint == "") != (tc.want == "") || !strings.Contains(found.Hint, tc.want) {
			t.Errorf("%s: hint = %q (%t), want one of %q", name, found.Hint, ok, tc.want)
		}
	}
}

// The unit that a claim was read in is not the lexicon's first of that name: its
// own bounds tell how it was converted.
func TestAUnitWithAnOffsetIsRoundedAsItIsConverted(t *testing.T) {
	t.Parallel()
	lexicon := testLexicon(t)
	kelvins := func(celsius float64) quarry.Spec {
		s := claims(t, lexicon, "1 W")[0]
		s.Value.Bounds, s.Value.Step = quarry.Single(celsius, "degrees"), 1
		s.Normalized = quarry.Single(celsius+273.15, "K")
		return s
	}
	for celsius, want := range map[float64]bool{20.6: false, 22: true} {
		if found, ok := judged(derive.NewJudge(lexicon), []quarry.Spec{kelvins(20), kelvins(celsius)}); ok != want {
			t.Errorf("20 and %g degrees are in conflict: %t, want %t (%+v)", celsius, ok, want, found)
		}
	}
}

func at(axis quarry.Axis, value string) func(*quarry.Spec) {
	return func(s *quarry.Spec) { s.Conditions[axis] = value }
}

// "70 B" of a model's parameters is no number of bytes: the claim was read in
// another way than the unit's symbol alone says.
func TestAClaimIsWeighedInTheUnitThatItWasReadIn(t *testing.T) {
	t.Parallel()
	lexicon := testLexicon(t)
	group := claims(t, lexicon, "70 B", "69.8 B", "75 B")
	for i := range group {
		group[i].Normalized = quarry.Single(*group[i].Value.Min*1e9, "1")
	}
	if found, ok := judged(derive.NewJudge(lexicon), group[:2]); ok {
		t.Errorf("70 and 69.8 disagree: %+v", found)
	}
	if found, ok := judged(derive.NewJudge(lexicon), group); !ok || len(found.Claims) != 3 {
		t.Errorf("70, 69.8 and 75: %+v (%t), want three that disagree", found, ok)
	}
}

// drawn is a group of random claims.
func drawn(t *rapid.T, lexicon *lexicon.Lexicon) []quarry.Spec {
	mark := rapid.SampledFrom([]string{"", "", "", "~", "<=", ">="})
	number := rapid.SampledFrom([]string{"0", "1", "3.3", "3.35", "3.4", "40", "60", "60.0", "700", "7000", "40..130", "0.1..0.5"})
	unit := rapid.SampledFrom([]string{"W", "kW"})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) quarry.Spec {
		text := number.Draw(t, "number")
		if !strings.Contains(text, "..") {
			text = mark.Draw(t, "mark") + text
		}
		return claim(t, lexicon, text+" "+unit.Draw(t, "unit"), rapid.IntRange(0, 1_000_000).Draw(t, "line"))
	}), 0, 8).Draw(t, "claims")
}

func TestAJudgementDoesNotDependOnTheOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lexicon := testLexicon(t)
		judge := derive.NewJudge(lexicon)
		group := drawn(t, lexicon)
		want, wanted := judged(judge, group)
		got, ok := judged(judge, rapid.Permutation(group).Draw(t, "order"))
		// Two claims may have one line and id here; their texts tell them apart.
		for _, found := range []quarry.Conflict{want, got} {
			slices.SortFunc(found.Claims, func(a, b quarry.Spec) int {
				return strings.Compare(a.Value.Text+string(a.ID), b.Value.Text+string(b.ID))
			})
		}
		if diff := cmp.Diff(want, got); diff != "" || ok != wanted {
			t.Errorf("in another order (%t, want %t; -want +got):\n%s", ok, wanted, diff)
		}
	})
}

func TestAClaimDisagreesWhereThereIsOneThatItDoesNotMeet(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lexicon := testLexicon(t)
		judge := derive.NewJudge(lexicon)
		group := drawn(t, lexicon)
		disagrees := judge.Detect(slices.Values(group)).Disagrees
		for _, claim := range group {
			alone := slices.ContainsFunc(group, func(other quarry.Spec) bool {
				_, apart := judged(judge, []quarry.Spec{claim, other})
				return apart
			})
			if got := disagrees != nil && disagrees(claim); got != alone {
				t.Errorf("%q among %d disagrees: %t, want %t as pair by pair", claim.Value.Text, len(group), got, alone)
			}
		}
	})
}

// No follower hears of a claim that agrees with all others and is taken away.
func TestAClaimThatAgreesChangesNothingAboutAConflict(t *testing.T) {
	t.Parallel()
	lexicon := testLexicon(t)
	group := claims(t, lexicon, "1 GB/s", "1,000 GB/s", "<=5 TB/s", "<=6 TB/s", "<=7 TB/s", "<=8 TB/s", "<=9 TB/s")
	want, _ := judged(derive.NewJudge(lexicon), group[:2])
	got, ok := judged(derive.NewJudge(lexicon), group)
	if diff := cmp.Diff(want, got); diff != "" || !ok || want.Hint == "" {
		t.Errorf("with claims that agree (%t, -want +got):\n%s", ok, diff)
	}
}

func TestClaimsThatMayStandForTheSameAreToldApart(t *testing.T) {
	t.Parallel()
	lexicon := testLexicon(t)
	group := claims(t, lexicon, "~400 W", "360..440 W", "3,200 W")
	group[1].Value.Step = 0
	want, _ := judged(derive.NewJudge(lexicon), group)
	slices.Reverse(group)
	got, _ := judged(derive.NewJudge(lexicon), group)
	if want.Hint != got.Hint || !cmp.Equal(want.Ratio, got.Ratio) {
		t.Errorf("hint %q; in another order %q; ratio (-want +got):\n%s", want.Hint, got.Hint, cmp.Diff(want.Ratio, got.Ratio))
	}
}

func TestAFurtherClaimKeepsTheConflict(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lexicon := testLexicon(t)
		judge := derive.NewJudge(lexicon)
		group := drawn(t, lexicon)
		before, was := judged(judge, group)
		after, is := judged(judge, append(group, drawn(t, lexicon)...))
		if was && (!is || before.ID != after.ID || before.ID == "") {
			t.Errorf("conflict %q became %q (%t)", before.ID, after.ID, is)
		}
	})
}

// judged is the conflict among all claims of a key with those that disagree, by path, line
// and id, and the device and the attribute as the first of them names it.
func judged(judge *derive.Judge, group []quarry.Spec) (quarry.Conflict, bool) {
	verdict := judge.Detect(slices.Values(group))
	conflict := verdict.Conflict
	for _, claim := range group {
		if verdict.Disagrees != nil && verdict.Disagrees(claim) {
			conflict.Claims = append(conflict.Claims, claim)
		}
	}
	slices.SortFunc(conflict.Claims, func(a, b quarry.Spec) int {
		return stdcmp.Or(strings.Compare(a.Source.Path, b.Source.Path), a.Source.LineStart-b.Source.LineStart,
			strings.Compare(string(a.ID), string(b.ID)))
	})
	if len(conflict.Claims) > 0 {
		first := conflict.Claims[0]
		conflict.Device, conflict.Attribute = first.Device.Device, first.Attribute.Attribute
	}
	return conflict, len(conflict.Claims) > 0
}
