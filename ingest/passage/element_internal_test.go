package passage

import "testing"

func TestElementsThatAreNotOfHTMLFallAway(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		`Wool keeps warm <ref-note link="https://wool.example" index="2">2</ref-note>.`: `Wool keeps warm.`,
		`<Tabs><Tab title="Moths">They eat wool.</Tab></Tabs>`:                          `They eat wool.`,
		`Stored as <b>two</b> layers, H<sub>2</sub>O between.`:                          `Stored as <b>two</b> layers, H<sub>2</sub>O between.`,
		`A vector<float> of a < b and c > d.`:                                           `A vector<float> of a < b and c > d.`,
		"Write `<Loom size=\"3\"/>` to weave <Loom size=\"3\"/>on.":                     "Write `<Loom size=\"3\"/>` to weave on.",
		"```\n<Loom></Loom>\n```":                                                       "```\n<Loom></Loom>\n```",
		`Ask <https://wool.example/a> or <moth@wool.example>.`:                          `Ask <https://wool.example/a> or <moth@wool.example>.`,
	} {
		if got := (&Cutter{}).withoutElements(written); got != want {
			t.Errorf("%q becomes %q, want %q", written, got, want)
		}
	}
}
