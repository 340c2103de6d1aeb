package api_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/view"
)

// found is one question that two engines found, with a fact folded into it.
func found() quarry.Found {
	question, fact := testQuestions()[0], testFacts()[0]
	return quarry.Found{
		Hits: []quarry.Hit{{
			Entry: question.Entry(), Snippet: "It <mark>fires</mark> clay &amp; more.", Score: 0.9,
			FoundBy: []string{"lexical"},
			Also:    []quarry.AlsoHit{{EntryRef: fact.Entry().EntryRef, Source: fact.Source, Score: 0.4}},
			Explain: []quarry.EngineScore{{Engine: "lexical", Rank: 1, Score: 7, Normalized: 0.9, Weight: 1}},
		}},
		Total: 12, TotalIsExact: true, Mode: quarry.ModeHybrid, Degraded: []string{"vector"}, More: true, Revision: 6,
		Facets: map[quarry.FacetName][]quarry.Facet{quarry.FacetKind: {{Value: "question", Count: 12}}},
	}
}

func TestAHitIsShownWithWhatWasFoldedIntoIt(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.searcher.found = found()
	answer := k.get(t, "/v1/search?q=fires&facets=kind&explain=true")
	got := decoded[view.Search](t, answer, http.StatusOK)
	if got.Query != "fires" || got.Mode != "hybrid" || got.Total != 12 || got.TotalRelation != "eq" || got.CorrectedQuery != nil {
		t.Errorf("search = %+v", got)
	}
	if diff := cmp.Diff([]string{"vector"}, got.Degraded); diff != "" {
		t.Errorf("degraded (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string][]view.Facet{"kind": {{Value: "question", Count: 12}}}, got.Facets); diff != "" {
		t.Errorf("facets (-want +got):\n%s", diff)
	}
	hit := got.Items[0]
	if hit.URL != "/v1/questions/q_aaaaaaaaaaaaaaaaaaaa" || hit.Title != "What does a kiln do?" || *hit.Difficulty != "easy" {
		t.Errorf("hit = %+v", hit)
	}
	if len(hit.Also) != 1 || hit.Also[0].ID != "f_aaaaaaaaaaaaaaaaaaaa" || hit.Explain.Engines[0].Rank != 1 {
		t.Errorf("hit = %+v, want the fact folded in and the engine explained", hit)
	}
	if !strings.Contains(answer.Body.String(), "<mark>fires</mark>") {
		t.Errorf("the mark is escaped in %s", answer.Body)
	}
	if got := answer.Header().Get("Quarry-Revision"); got != "6" {
		t.Errorf("Quarry-Revision = %q, want the index's 6", got)
	}
}

func TestABriefHitSaysThatItsDifficultyIsEstimatedAndNotThatItIsStated(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for source, want := range map[quarry.DifficultySource]string{quarry.DifficultyStated: "", quarry.DifficultyEstimated: "estimated"} {
		k.searcher.found = found()
		k.searcher.found.Hits[0].Grade.Source = source
		hit := decoded[view.Search](t, k.get(t, "/v1/search?q=fires&view=brief"), http.StatusOK).Items[0]
		if hit.DifficultySource != want {
			t.Errorf("difficulty_source of a %s difficulty = %q, want %q", source, hit.DifficultySource, want)
		}
	}
}

func TestASearchAsksForExactlyWhatItsParametersSay(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.get(t, "/v1/search?q=clay&mode=lexical&kind=fact,spec&topic=heat&difficulty=hard&style=open&answered=true"+
		"&document=notes/kiln.md&collection=main&facets=kind,topic&highlight=false&explain=true&limit=3")
	want := quarry.Query{
		Text: "clay", Mode: quarry.ModeLexical, Limit: 3, Explain: true,
		Facets: []quarry.FacetName{"kind", "topic"},
		Filter: quarry.Filter{
			Kinds: []quarry.EntryKind{"fact", "spec"}, Topics: []quarry.TopicID{"heat"},
			Difficulties: []quarry.Difficulty{"hard"}, Styles: []quarry.Style{"open"}, Answered: quarry.Yes,
			Documents: []string{"notes/kiln.md"}, Collections: []string{"main"},
		},
	}
	if diff := cmp.Diff(want, k.searcher.last()); diff != "" {
		t.Errorf("query (-want +got):\n%s", diff)
	}
}

func TestASearchSaysWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.searcher.found = quarry.Found{Excluded: []string{"cold"}, PassedOver: []string{"stale crust", "rye"}}
	got := decoded[view.Search](t, k.get(t, "/v1/search?q=bread+-cold"), http.StatusOK)
	want := []string{`what has "cold" is left out`, `there are too many phrases or exclusions: 2 were passed over, from "stale crust" on`}
	if diff := cmp.Diff(want, got.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

func TestASearchWhereNothingIsSaysSoAndNotThatNothingAnswers(t *testing.T) {
	t.Parallel()
	for filter, want := range map[string]struct{ told, note string }{
		"document=kiln.md":               {"", `document "kiln.md" is not known; did you mean notes/kiln.md?`},
		"document=Notes/Klin.md":         {"", `document "Notes/Klin.md" is not known; did you mean notes/kiln.md?`},
		"document=kiln.md,notes/kiln.md": {"no", `document "kiln.md" is not known; did you mean notes/kiln.md?`},
		"collection=mains":               {"", `collection "mains" is not known; did you mean main?`},
		"document=notes/kiln.md":         {"no", ""},
	} {
		k := newKit(t)
		k.searcher.found = quarry.Found{Mode: quarry.ModeHybrid, Confidence: 0.1, Answerable: quarry.AnswerableNo}
		got := decoded[view.Search](t, k.get(t, "/v1/search?q=clay&"+filter), http.StatusOK)
		told := ""
		if got.Answerable != nil {
			told = *got.Answerable
		}
		if notes := strings.Join(got.Notes, "; "); told != want.told || (got.Confidence == nil) != (want.told == "") || notes != want.note {
			t.Errorf("%s: answerable %q, notes %q; want %q, %q", filter, told, notes, want.told, want.note)
		}
	}
}

func TestASearchHighlightsUnlessToldNotTo(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.get(t, "/v1/search?q=clay")
	if got := k.searcher.last(); !got.Highlight || got.Mode != quarry.ModeHybrid || got.Limit != 20 {
		t.Errorf("query = %+v, want highlight, hybrid, 20", got)
	}
}

func TestAFurtherPageIsBoundToTheFirstOnesRevision(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.searcher.found = found()
	first := decoded[view.Search](t, k.get(t, "/v1/search?q=fires&limit=1"), http.StatusOK)
	k.get(t, "/v1/search?q=fires&limit=1&cursor="+*first.NextCursor)
	if got := k.searcher.last(); got.Offset != 1 || got.At != 6 {
		t.Errorf("second page asked from %d at %d, want from 1 at 6", got.Offset, got.At)
	}
	k.searcher.fault = quarry.Errorf(quarry.KindExpired, "the index has moved on").WithCode("cursor_expired")
	expired := problem(t, k.get(t, "/v1/search?q=fires&limit=1&cursor="+*first.NextCursor), http.StatusGone)
	if expired.Code != "cursor_expired" {
		t.Errorf("code = %q, want cursor_expired", expired.Code)
	}
}

func TestASearchRefusesWhatItCannotRead(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ query, code, detail string }{
		"nothing to look for": {"", "invalid_parameter", "q: is needed"},
		"an empty text":       {"q=", "empty_parameter", "q: is needed and has no value"},
		"only white space":    {"q=%20%09", "empty_parameter", "q: is needed and has no value"},
		"an empty filter":     {"q=x&kind=", "empty_parameter", "kind: has no value; leave it out instead"},
		"a text too long":     {"q=" + strings.Repeat("x", 2001), "invalid_parameter", ""},
		"broken UTF-8":        {"q=%ff", "invalid_parameter", ""},
		"a broken escape":     {"q=%zz", "malformed_query", ""},
		"an unknown name":     {"q=x&topik=heat", "unknown_parameter", ""},
		"one given twice":     {"q=x&q=y", "repeated_parameter", "q: given more than once, and it has one value"},
		"two limits":          {"q=x&limit=1&limit=2", "repeated_parameter", "limit: given more than once, and it has one value"},
		"a list given twice":  {"q=x&kind=fact&kind=spec", "repeated_parameter", "kind: given more than once; separate alternatives with a comma"},
		"no hits":             {"q=x&limit=0", "invalid_parameter", ""},
		"too many hits":       {"q=x&limit=101", "invalid_parameter", ""},
		"words for a limit":   {"q=x&limit=abc", "invalid_parameter", ""},
		"a foreign cursor":    {"q=x&cursor=zzz", "cursor_invalid", ""},
		"an unknown facet":    {"q=x&facets=colour", "invalid_parameter", ""},
		"two modes":           {"q=x&mode=lexical,semantic", "invalid_parameter", ""},
		"a query of 40 kB":    {"q=" + strings.Repeat("%41", 14_000), "query_too_long", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := problem(t, newKit(t).get(t, "/v1/search?"+tc.query), http.StatusBadRequest)
			if got.Code != tc.code || !strings.Contains(got.Detail, tc.detail) {
				t.Errorf("code = %q (%s), want %q (%s)", got.Code, got.Detail, tc.code, tc.detail)
			}
		})
	}
}

func TestOddTextIsSearchedFor(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`" OR ( [ \ * ~ ^ :`, "-", `"`, "\u202e\x00é😀", strings.Repeat("😀", 2000)} {
		k := newKit(t)
		if answer := k.get(t, "/v1/search?q="+url.QueryEscape(text)); answer.Code != http.StatusOK {
			t.Errorf("search for %.20q = %d, want 200: %s", text, answer.Code, answer.Body)
		}
		if got := k.searcher.last().Text; got != text {
			t.Errorf("the searcher was asked for %.20q, want %.20q", got, text)
		}
	}
}

func TestWithoutAnIndexASearchIsUnavailable(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(c *api.Config) { c.Searcher = nil })
	if got := problem(t, k.get(t, "/v1/search?q=clay"), http.StatusServiceUnavailable); got.Code != "engine_unavailable" {
		t.Errorf("code = %q, want engine_unavailable", got.Code)
	}
}

func TestEveryFaultOfAQueryIsNamedAtOnce(t *testing.T) {
	t.Parallel()
	got := problem(t, newKit(t).get(t, "/v1/search?limit=0&difficulty=hrad&kind=fact,fcat"), http.StatusBadRequest)
	fields := make([]string, 0, len(got.Errors))
	for _, fault := range got.Errors {
		fields = append(fields, fault.Field)
	}
	if diff := cmp.Diff([]string{"limit", "q", "kind", "difficulty"}, fields); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"1", "fact", "hard"}, got.Fixes); diff != "" {
		t.Errorf("fixes (-want +got):\n%s", diff)
	}
}
