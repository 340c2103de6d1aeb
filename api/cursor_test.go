package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// listCursorOf returns the cursor of a filtered list's first page.
func (k *kit) listCursorOf(tb testing.TB, target string) string {
	tb.Helper()
	page := decoded[view.List[view.Question]](tb, k.get(tb, target), http.StatusOK)
	if page.NextCursor == nil {
		tb.Fatalf("%s has no next page", target)
	}
	return *page.NextCursor
}

func TestACursorWorksOnlyWhereItWasMade(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	cursor := k.listCursorOf(t, "/v1/questions?limit=1&style=open,cloze")
	for name, tc := range map[string]struct {
		target string
		status int
	}{
		"the same list":            {"/v1/questions?limit=1&style=open,cloze", http.StatusOK},
		"another page size":        {"/v1/questions?limit=9&style=open,cloze", http.StatusOK},
		"the same filter, turned":  {"/v1/questions?style=cloze,open", http.StatusOK},
		"another filter":           {"/v1/questions?limit=1&style=open", http.StatusBadRequest},
		"a further filter":         {"/v1/questions?limit=1&style=open,cloze&answered=true", http.StatusBadRequest},
		"another route":            {"/v1/facts?limit=1", http.StatusBadRequest},
		"a search":                 {"/v1/search?q=x", http.StatusBadRequest},
		"a draw of the same thing": {"/v1/questions/random?style=open,cloze", http.StatusBadRequest},
	} {
		answer := k.get(t, tc.target+"&cursor="+cursor)
		if answer.Code != tc.status {
			t.Errorf("%s = %d, want %d: %s", name, answer.Code, tc.status, answer.Body)
		}
		if tc.status != http.StatusOK {
			if got := problem(t, answer, tc.status); got.Code != "cursor_invalid" {
				t.Errorf("%s: code = %q, want cursor_invalid", name, got.Code)
			}
		}
	}
}

func TestAQuestionWithCommasIsNoList(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.searcher.found = quarry.Found{Hits: []quarry.Hit{{}}, More: true, Revision: 7}
	first := k.raw(request(t, "/v1/search?q=clay,glaze"))
	turned := k.raw(request(t, "/v1/search?q=glaze,clay"))
	if got := first.Header().Get("ETag"); got == "" || got == turned.Header().Get("ETag") {
		t.Errorf("two questions have the ETag %q", got)
	}
	var page view.Search
	if err := json.Unmarshal(first.Body.Bytes(), &page); err != nil || page.NextCursor == nil {
		t.Fatalf("the first page has no cursor: %s", first.Body)
	}
	for question, want := range map[string]int{"clay,glaze": http.StatusOK, "glaze,clay": http.StatusBadRequest} {
		if got := k.raw(request(t, "/v1/search?q="+question+"&cursor="+*page.NextCursor)).Code; got != want {
			t.Errorf("the cursor with q=%s = %d, want %d", question, got, want)
		}
	}
}

func TestACursorHoldsTheLongestPath(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.store.place = strings.Repeat("<&é/", 819) // 4,095 bytes, as much as a file system takes
	cursor := k.listCursorOf(t, "/v1/questions?limit=1")
	if answer := k.get(t, "/v1/questions?limit=1&cursor="+cursor); answer.Code != http.StatusOK {
		t.Errorf("a cursor of %d letters = %d: %.300s", len(cursor), answer.Code, answer.Body)
	}
	if answer := k.get(t, "/v1/questions?cursor="+strings.Repeat("A", 8001)); answer.Code != http.StatusBadRequest {
		t.Errorf("a cursor without end = %d, want 400", answer.Code)
	}
}

func TestADrawsCursorReachesFar(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.store.next = &quarry.DrawCursor{SlotLimit: 1 << 39, Position: 1 << 38, Drawn: 1 << 20, At: 1 << 40}
	draw := decoded[view.Draw](t, k.get(t, "/v1/questions/random?seed=9007199254740991"), http.StatusOK)
	if answer := k.get(t, "/v1/questions/random?cursor="+*draw.NextCursor); answer.Code != http.StatusOK {
		t.Errorf("a far cursor = %d: %s", answer.Code, answer.Body)
	}
}

func TestADamagedCursorIsRefused(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	cursor := k.listCursorOf(t, "/v1/questions?limit=1")
	rapid.Check(t, func(r *rapid.T) {
		at := rapid.IntRange(0, len(cursor)-1).Draw(r, "at")
		letter := alphabet[rapid.IntRange(0, len(alphabet)-1).Draw(r, "letter")]
		damaged := cursor[:at] + string(letter) + cursor[at+1:]
		want := http.StatusBadRequest
		if damaged == cursor {
			want = http.StatusOK
		}
		if answer := k.raw(request(t, "/v1/questions?limit=1&cursor="+damaged)); answer.Code != want {
			r.Errorf("cursor %s = %d, want %d: %s", damaged, answer.Code, want, answer.Body)
		}
	})
}

func FuzzQueriesNeverBreakTheServer(f *testing.F) {
	k := newKit(f)
	paths := k.pathsRead()
	for _, seed := range []string{
		"q=x&limit=3", "cursor=zzz", "min=1e309&unit=W", "device=,", "lines=1-", "seed=18446744073709551616", "limit=-0",
		"topic=firing&style=open,cloze&document=notes/kiln.md", "%zz", "q=%00", "a;b", "attribute=%ff", "q=k1&class=gpu",
		"cursor=" + k.listCursorOf(f, "/v1/questions?limit=1"),
	} {
		f.Add(uint8(len(seed)), seed)
	}
	f.Fuzz(func(t *testing.T, which uint8, query string) {
		target, _, _ := strings.Cut(exampleOf(paths[int(which)%len(paths)]), "?")
		r := request(t, target)
		r.URL.RawQuery = query
		answer := k.do(t, r)
		if answer.Code >= http.StatusInternalServerError {
			t.Errorf("%s?%q = %d: %s", r.URL.Path, query, answer.Code, answer.Body)
		}
	})
}
