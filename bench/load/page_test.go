package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestASearchIsTypedLetterByLetter(t *testing.T) {
	t.Parallel()
	var got []string
	for _, requests := range typed([]string{"How wide is a warp?"}) {
		asked, err := url.Parse(requests[0].path)
		if err != nil || len(requests) != 1 {
			t.Fatalf("%d requests (%v), want one that can be read", len(requests), err)
		}
		got = append(got, asked.Query().Get("q"))
	}
	want := []string{"w", "wi", "wid", "wide", "wide i", "wide is", "wide is a"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("typed (-want +got):\n%s", diff)
	}
}

// A view is shown once all of its requests are answered, which are sent side by side.
func TestAVisitIsOverWithItsLastAnswer(t *testing.T) {
	t.Parallel()
	var together sync.WaitGroup
	together.Add(2)
	web := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		together.Done()
		together.Wait() // it would never end if one were sent after the other
	}))
	defer web.Close()
	took, err := newClient(2).show(t.Context(), web.URL, visit{times: [][]asked{{{http.MethodGet, "/a", ""}, {http.MethodGet, "/b", ""}}}})
	if err != nil || len(took) != 1 || took[0] <= 0 {
		t.Errorf("it took %v (%v), want one time", took, err)
	}
}

func TestTheHeatMapIsAskedForWhereThereIsOne(t *testing.T) {
	t.Parallel()
	known := samples{questions: []string{"How wide is a warp?"}, paths: map[string]map[string]json.RawMessage{}}
	without := len(visits(known))
	known.paths[heatMap().path] = map[string]json.RawMessage{"get": nil}
	all := visits(known)
	if last := all[len(all)-1]; len(all) != without+1 || !strings.Contains(last.times[0][0].path, heatMap().path) {
		t.Errorf("%d visits without and %d with it, the last of them %q", without, len(all), last.name)
	}
	for _, v := range all {
		if v.target <= 0 || len(v.times) == 0 {
			t.Errorf("%s has no target, or is never shown", v.name)
		}
	}
}
