package evidence_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/evidence"
)

// whole returns the source that is all of a text.
func whole(text string) quarry.Source {
	return quarry.Source{Span: quarry.Span{
		ByteEnd: len(text), LineStart: 1, LineEnd: 1 + strings.Count(strings.TrimSuffix(text, "\n"), "\n"),
	}}
}

func TestWordsAndNumbersAreProvedWhole(t *testing.T) {
	t.Parallel()
	const oven = "The K900 has 3.35 TB/s and cannot do 80 GB"
	for name, tc := range map[string]struct {
		text    string
		claim   string
		missing []string
	}{
		"a number as it stands":                {oven, "3.35 TB/s", nil},
		"the digits in another order":          {oven, "35.3 TB/s", []string{"35.3"}},
		"digits of two numbers":                {oven, "80.35 TB", []string{"80.35"}},
		"half of a decimal":                    {oven, "35 TB/s", []string{"35"}},
		"the digits of a name":                 {oven, "900 GB", []string{"900"}},
		"what a number is multiplied with":     {"It has 24x10GbE ports.", "10GbE 24", nil},
		"the digits of a factor":               {"It has 24x10GbE ports.", "0GbE", []string{"0gbe"}},
		"a name before a number":               {"K900,80", "K900", nil},
		"a name of another letter":             {oven, "X900", []string{"x900"}},
		"a short word inside a longer one":     {oven, "not", []string{"not"}},
		"a long word inside a longer one":      {"The loaf is unstable.", "stable", []string{"stable"}},
		"two words as one":                     {"It is not able to rise.", "notable", []string{"notable"}},
		"the end of one word and the next":     {"Bread is old and stale.", "sold", []string{"sold"}},
		"half of a word by its markup":         {"un**stable** or un<b>able</b>", "unstable unable", nil},
		"the digits without their separator":   {"4,000 W", "4000 W", []string{"4000"}},
		"a number before its unit":             {"It draws 700W.", "700 W", nil},
		"a sentence that ends in a number":     {"It weighs 700.", "700", nil},
		"markup inside a name":                 {"**FP**16 and FP<sub>8</sub>", "FP16 FP8", nil},
		"a link inside a name":                 {"an [HBM](https://example.org)3 stack", "HBM3", nil},
		"a word broken by marks among others":  {"0*1*_2 and _**FP**16", "01 2 FP16", nil},
		"a word is not broken by a space":      {"FP 16", "FP16", []string{"fp16"}},
		"an entity without its semicolon":      {"R&Aacute0&Auml;", "Aacute0Ä", nil},
		"a tag that begins in vain":            {"H<sub2</sub>O", "sub2O", nil},
		"a tag behind what is none":            {"H<su_>2</sub>O", "2O", nil},
		"a soft hyphen":                        {"band\u00adwidth", "bandwidth", nil},
		"an entity inside a word":              {"na&iuml;ve", "naïve", nil},
		"a less-than sign is no tag":           {"if a < b and c > d", "b and c", nil},
		"a tag that never ends":                {"open <b and on", "open b and on", nil},
		"a script without spaces":              {"共享内存有四十八个存储体", "内存 存储体", nil},
		"a script without spaces, not there":   {"共享内存", "显存", []string{"显存"}},
		"Latin letters inside such a script":   {"每个SM有64个核心", "SM 64", nil},
		"letters of two quotes are not a word": {"band width", "bandits", []string{"bandits"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := evidence.NewVerifier([]byte(tc.text), sha(tc.text)).Verify(whole(tc.text), tc.claim)
			if !slices.Equal(got.MissingWords, tc.missing) || got.Verified != (len(tc.missing) == 0) {
				t.Errorf("verified %t, missing %q; want missing %q", got.Verified, got.MissingWords, tc.missing)
			}
		})
	}
}

func TestAHeadingIsEvidenceOnlyWhereTheTextHasItBeforeTheEntry(t *testing.T) {
	t.Parallel()
	const entry = "It takes an hour."
	for name, tc := range map[string]struct {
		before, after string
		heading       string
		verified      bool
	}{
		"as it stands":                   {before: "## Proofing\n\n", heading: "Proofing", verified: true},
		"without its number and marks":   {before: "## 3. **Proof**ing `dough`\n\n", heading: "Proofing dough", verified: true},
		"without a link's address":       {before: "# On [rye](https://example.org) bread\n\n", heading: "On rye bread", verified: true},
		"with an entity resolved":        {before: "# Caf&eacute; &amp; bar\n\n", heading: "Café & bar", verified: true},
		"with an address":                {before: "# See <https://example.org/?x=1>\n\n", heading: "See https://example.org/?x=1", verified: true},
		"with an entity as code":         {before: "# Of `&lt;`\n\n", heading: "Of `&lt;`", verified: true},
		"with what looks like an entity": {before: "# Of &amp;lt;\n\n", heading: "Of &lt;", verified: true},
		"words that a link parts":        {before: "# [slow]()proofing\n\n", heading: "slow proofing", verified: true},
		"words broken and parted":        {before: "# **Pro**of [slow](x)ly\n\n", heading: "Proof slow ly", verified: true},
		"with what looks like a link":    {before: "# ](rye)\n\n", heading: "](rye)", verified: true},
		"over two underlined lines":      {before: "Proofing\nslowly\n======\n\n", heading: "Proofing slowly", verified: true},
		"over two lines, no underline":   {before: "Proofing\nslowly\n\n", heading: "Proofing slowly"},
		"nowhere":                        {before: "# Bread\n\n", heading: "Proofing"},
		"inside of a longer word":        {before: "# Waterproofing\n\n", heading: "Proofing"},
		"in another order":               {before: "# dough, proofing\n\n", heading: "Proofing dough"},
		"only behind the entry":          {after: "\n\n# Proofing\n", heading: "Proofing"},
		"words of two unrelated lines":   {before: "# Proofing\n\n# dough\n\n", heading: "Proofing dough"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := tc.before + entry + tc.after
			line := 1 + strings.Count(tc.before, "\n")
			source := quarry.Source{
				Span: quarry.Span{
					ByteStart: len(tc.before), ByteEnd: len(tc.before) + len(entry), LineStart: line, LineEnd: line,
				},
				Heading: []string{tc.heading},
			}
			got := evidence.NewVerifier([]byte(text), sha(text)).Verify(source, tc.heading, entry)
			if got.Verified != tc.verified {
				t.Errorf("verified %t, missing %q; want %t", got.Verified, got.MissingWords, tc.verified)
			}
		})
	}
}

// Ten thousand headings over a long text: were the text read for each of them,
// this would take minutes.
func TestManyHeadingsAreFoundThroughOneIndex(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for range 10_000 {
		text.WriteString("# The part ")
		text.WriteString(strings.Repeat("x", text.Len()%97))
		text.WriteString(sha(text.String()[:text.Len()%5000])[:12])
		text.WriteString("\n\nIt is what it is, and says so.\n\n")
	}
	content := text.String()
	verifier := evidence.NewVerifier([]byte(content), sha(content))
	at := 0
	for n, line := range strings.SplitAfter(content, "\n") {
		if heading, ok := strings.CutPrefix(line, "# "); ok {
			heading = strings.TrimSpace(heading)
			body := quarry.Span{
				ByteStart: at + len(line) + 1, ByteEnd: at + len(line) + 6, LineStart: n + 3, LineEnd: n + 3,
			}
			got := verifier.Verify(quarry.Source{Span: body, Heading: []string{heading}}, heading, "It is")
			if !got.Verified {
				t.Fatalf("line %d: missing %q", n+1, got.MissingWords)
			}
		}
		at += len(line)
	}
}
