package main

import (
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
	for _, studies := range []bool{true, false} {
		found := false
		for _, v := range visits(samples{questions: []string{"How wide is a warp?"}}, studies) {
			found = found || strings.Contains(v.times[0][0].path, studyStats)
			if v.target <= 0 || len(v.times) == 0 {
				t.Errorf("%s has no target, or is never shown", v.name)
			}
		}
		if found != studies {
			t.Errorf("the heat map is among the visits: %t, want %t", found, studies)
		}
	}
}
