package api_test

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// timing reads the names of a Server-Timing header, and how long each took.
func timing(t *testing.T, header string) ([]string, map[string]float64) {
	t.Helper()
	form := regexp.MustCompile(`^([a-z]+);dur=([0-9]+\.[0-9]{3})$`)
	var names []string
	took := map[string]float64{}
	for metric := range strings.SplitSeq(header, ", ") {
		match := form.FindStringSubmatch(metric)
		if match == nil {
			t.Fatalf("%q in %q is not name;dur=milliseconds", metric, header)
		}
		milliseconds, err := strconv.ParseFloat(match[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		names, took[match[1]] = append(names, match[1]), milliseconds
	}
	return names, took
}

func TestASearchSaysHowLongItsStagesTook(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.searcher.found = found()
	k.searcher.found.Timings = []quarry.StageTime{
		{Stage: "lexical", Took: 1500 * time.Microsecond},
		{Stage: "vector", Took: 2 * time.Microsecond},
		{Stage: quarry.StageFuse, Took: 0},
		{Stage: quarry.StageHydrate, Took: 12 * time.Millisecond},
	}
	answer := k.get(t, "/v1/search?q=fires")
	names, took := timing(t, answer.Header().Get("Server-Timing"))
	if got := strings.Join(names, " "); got != "lexical vector fuse hydrate total" {
		t.Errorf("stages = %s, want lexical vector fuse hydrate total", got)
	}
	if took["lexical"] != 1.5 || took["vector"] != 0.002 || took["hydrate"] != 12 {
		t.Errorf("milliseconds = %v, want what the searcher says", took)
	}
	shown := decoded[view.Search](t, answer, http.StatusOK)
	if took["total"] < shown.TookMS-0.001 || took["total"] > shown.TookMS+0.001 {
		t.Errorf("total = %v, took_ms says %v", took["total"], shown.TookMS)
	}
}

func TestTimesAreNoPartOfAnAnswersTag(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.searcher.found = found()
	var tags []string
	for _, took := range []time.Duration{time.Millisecond, time.Second} {
		k.searcher.found.Timings = []quarry.StageTime{{Stage: "lexical", Took: took}}
		tags = append(tags, k.get(t, "/v1/search?q=fires").Header().Get("ETag"))
	}
	if tags[0] != tags[1] || tags[0] == "" {
		t.Errorf("tags = %q, want one", tags)
	}
}

func TestAnAnswerWhoseStagesWereNotMeasuredHasNoTimes(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.searcher.found = found()
	for _, path := range []string{"/v1/search?q=fires", onePath} {
		if got := k.get(t, path).Header().Values("Server-Timing"); len(got) > 0 {
			t.Errorf("%s: Server-Timing = %q, want none", path, got)
		}
	}
}
