package mcp_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// claimed is a claim as the routes show it: its number as written, that in the base unit,
// and the conflict that it is in.
func claimed(number int, text string, normal float64, conflict string) string {
	if conflict != "" {
		conflict = fmt.Sprintf(`,"conflict_id":%q`, conflict)
	}
	return fmt.Sprintf(`{"id":"s_%d","device":{"name":"H100"},"value":{"text":%q,"min":1,"max":1},"normalized":{"min":%g,"max":%g}%s,"source":{"path":"a.md"}}`,
		number, text, normal, normal, conflict)
}

// compared answers a comparison of so many devices, each with the same claims.
func compared(devices int, disputed bool, claims ...string) func(*http.Request) (int, string) {
	cell := fmt.Sprintf(`{"device_id":"nvidia-h100","claims":[%s],"claim_count":%d,"min":2,"max":3.35,"conflict":%t}`,
		strings.Join(claims, ","), len(claims), disputed)
	return func(*http.Request) (int, string) {
		return http.StatusOK, `{"devices":[],"rows":[{"attribute":{"id":"memory_bandwidth"},"conditions":{},"cells":[` + repeated(cell, devices) + `]}]}`
	}
}

func TestBothSidesOfAConflictAreShown(t *testing.T) {
	t.Parallel()
	agreed := []string{
		claimed(1, "2 TB/s", 2e12, ""), claimed(2, "3.35 TB/s", 3.35e12, "c_one"), claimed(3, "3,350 GB/s", 3.35e12, "c_one"),
		claimed(4, "3.4 TB/s", 3.4e12, ""), claimed(5, "3,000 GB/s", 3e12, "c_one"), claimed(6, "3.35 TB/s", 3.35e12, "c_one"),
	}
	unknown := []string{
		`{"id":"s_1","value":{"text":"5 V/µs","min":5,"max":5},"conflict_id":"c_two"}`,
		`{"id":"s_2","value":{"text":"5 V/µs","min":5,"max":5},"conflict_id":"c_two"}`,
		`{"id":"s_3","value":{"text":"up to 7 V/µs","min":null,"max":7},"conflict_id":"c_two"}`,
	}
	for name, tc := range map[string]struct {
		devices  int
		disputed bool
		claims   []string
		want     string
	}{
		"beside the least of all":         {2, true, agreed, "[2 TB/s 3.35 TB/s 3,000 GB/s] of 6"},
		"and nothing else where many are": {8, true, agreed, "[3.35 TB/s 3,000 GB/s] of 6"},
		"where the unit is not known":     {8, true, unknown, "[5 V/µs up to 7 V/µs] of 3"},
		"and all where there is room":     {2, true, unknown, "[5 V/µs 5 V/µs up to 7 V/µs] of 3"},
		"not where none is":               {2, false, agreed, "[2 TB/s 3.35 TB/s 3,350 GB/s] of 6"},
		"nor of nothing":                  {2, true, nil, "[] of 0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := call(t, newKit(t, compared(tc.devices, tc.disputed, tc.claims...)).overLines(t), "compare_specs", map[string]any{"devices": "h100,b200"})
			cell := out["rows"].([]any)[0].(map[string]any)["cells"].([]any)[0].(map[string]any)
			texts := []string{}
			for _, claim := range cell["claims"].([]any) {
				texts = append(texts, claim.(map[string]any)["value"].(map[string]any)["text"].(string))
			}
			if got := fmt.Sprintf("%v of %v", texts, cell["claim_count"]); got != tc.want {
				t.Errorf("claims = %s, want %s", got, tc.want)
			}
		})
	}
}

func TestALookUpSaysHowToSeeOtherValues(t *testing.T) {
	t.Parallel()
	k := newKit(t, small)
	for note, arguments := range map[string]map[string]any{
		"the first 1 of 99 values; for fewer add attribute, precision, min or max; for more a limit of up to 50": {"device": "h100"},
		"the first 1 of 99 values; for fewer add device, precision; for more a limit of up to 50":                {"attribute": "tdp", "min": 700, "unit": "W", "limit": 2},
		"the first 1 of 99 values; for others move min or max":                                                   {"device": "h100", "attribute": "compute_throughput", "precision": "fp16", "min": 1, "limit": 50},
	} {
		out := call(t, k.overLines(t), "lookup_spec", arguments)
		if got := fmt.Sprint(out["notes"]); !strings.Contains(got, note) {
			t.Errorf("%v: notes = %s, want %q", arguments, got, note)
		}
	}
}

func TestASpecIsShownWithItsConfidence(t *testing.T) {
	t.Parallel()
	session := newKit(t, small).overLines(t)
	looked := call(t, session, "lookup_spec", map[string]any{"device": "h100"})
	if got := fmt.Sprint(looked["specs"]); !strings.Contains(got, "confidence:0.625") {
		t.Errorf("specs = %s, want a confidence of 0.625", got)
	}
	fetched := call(t, session, "fetch", map[string]any{"id": "s_aaaaaaaaaaaaaaaaaaaa"})
	if got := fmt.Sprint(fetched["text"]); !strings.Contains(got, "Confidence that the source states it so: 0.625\n") {
		t.Errorf("text = %q, want its confidence in it", got)
	}
}

// A model cites lines: where a person has put something else in their place it is told, with
// what they say.
func TestWhatWasCorrectedIsToldWithWhatItsSourceSays(t *testing.T) {
	t.Parallel()
	session := newKit(t, small).overLines(t)
	for letter, want := range map[string]string{
		"q": "The source says answer: A warp..", "f": "The source says A warp..", "p": "The source says A warp..",
		"s": "The source says A warp.; clock: A warp..",
	} {
		text := fmt.Sprint(call(t, session, "fetch", map[string]any{"id": letter + "_aaaaaaaaaaaaaaaaaaaa"})["text"])
		if said := "Corrected by A warp. on 2026-01-31. " + want + " Note: A warp.\n"; !strings.Contains(text, said) {
			t.Errorf("%s: text = %q, want %q in it", letter, text, said)
		}
	}
	for tool, tc := range map[string]struct {
		arguments map[string]any
		part      string
		want      string
	}{
		"lookup_spec":     {map[string]any{"device": "h100"}, "specs", "corrected:[map[was:map[conditions:map[clock:A warp.] value:A warp.]]]"},
		"random_question": {nil, "question", "corrected:[map[was:map[answer:A warp.]]]"},
		"get_context":     {map[string]any{"query": "warp"}, "passages", "corrected:true"},
	} {
		if got := fmt.Sprint(call(t, session, tool, tc.arguments)[tc.part]); !strings.Contains(got, tc.want) {
			t.Errorf("%s: %s = %s, want %q in it", tool, tc.part, got, tc.want)
		}
	}
}

func TestALookUpKeepsTheOrderThatIsAskedFor(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(*http.Request) (int, string) {
		return http.StatusOK, `{"total":2,"items":[{"id":"s_great","source":{"path":"a.md"}},{"id":"s_best","best":true,"source":{"path":"a.md"}}]}`
	})
	for sort, want := range map[string]string{"": "s_best s_great", "-value": "s_great s_best"} {
		out := call(t, k.overLines(t), "lookup_spec", map[string]any{"device": "h100", "sort": sort})
		var ids []string
		for _, spec := range out["specs"].([]any) {
			ids = append(ids, spec.(map[string]any)["id"].(string))
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("sorted by %q: %s, want %s", sort, got, want)
		}
	}
}
