package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/api/view"
)

// newRanking returns a server that ranks those texts first that have a word, as llama.cpp
// does it: most likely first, by what their likelihood is the logistic function of.
func newRanking(t *testing.T, word string) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Model, Query string
			Documents    []string
			TopN         int `json:"top_n"`
		}
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || r.URL.Path != "/v1/rerank" || asked.TopN != len(asked.Documents) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		var have, others []string
		for i, text := range asked.Documents {
			if strings.Contains(text, word) {
				have = append(have, fmt.Sprintf(`{"index":%d,"relevance_score":7.5}`, i))
			} else {
				others = append(others, fmt.Sprintf(`{"index":%d,"relevance_score":-4}`, i))
			}
		}
		_, _ = fmt.Fprintf(w, `{"model":%q,"results":[%s]}`, asked.Model, strings.Join(append(have, others...), ","))
	}))
	t.Cleanup(server.Close)
	return server
}

// What is said in quite other words than it is asked for is found by a model that reads.
func TestARerankerOrdersSearchesAndWhatAnswersAreMadeOf(t *testing.T) {
	t.Parallel()
	notes, data := filepath.Join(t.TempDir(), "notes.md"), t.TempDir()
	text := "# Notes\n\n## Night\n\nShips that enter by night see the harbour by its lights.\n\n" +
		"## Pilots\n\nA pilot boards ships far out, by day and by night.\n\n## Beacons\n\nA beacon by the harbour flashes twice.\n"
	if err := os.WriteFile(notes, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ingestAll(t, data, notes)
	with := []string{"--reranker-url", newRanking(t, "pilot").URL + "/v1", "--reranker-model", "tiny"}
	search := []string{"search", "--json", "--explain", "--mode", "lexical"}
	for name, tc := range map[string]struct {
		args          []string
		title, engine string
	}{"without": {search, "Night", "lexical"}, "with": {slices.Concat(with, search), "Pilots", "reranker"}} {
		var found view.Search
		if err := json.Unmarshal([]byte(ofShips(t, data, tc.args)), &found); err != nil || len(found.Items) < 2 || len(found.Degraded) > 0 {
			t.Fatalf("%s a reranker: %+v, %v; want hits, and all engines", name, found, err)
		}
		best := found.Items[0]
		if said := best.Explain.Engines; best.Title != tc.title || said[len(said)-1].Engine != tc.engine || said[len(said)-1].Weight != 1 {
			t.Errorf("%s a reranker the best is %q, explained as %+v; want %q by the %s", name, best.Title, said, tc.title, tc.engine)
		}
	}
	context := ofShips(t, data, slices.Concat(with, []string{"context"}))
	if pilot, night := strings.Index(context, "A pilot boards"), strings.Index(context, "Ships that enter"); pilot < 0 || night >= 0 && night < pilot {
		t.Errorf("context does not begin with what the reranker ranks first:\n%s", context)
	}
}

// ofShips returns what a command answers that is asked of ships.
func ofShips(t *testing.T, data string, args []string) string {
	t.Helper()
	out, err := command(t, data, append(slices.Clone(args), "ships that enter the harbour by night")...).Output()
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return string(out)
}
