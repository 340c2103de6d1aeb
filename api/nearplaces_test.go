package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// archive is a kit with so many numbered documents, and one that sorts behind them.
func archive(t *testing.T, numbered int) *kit {
	t.Helper()
	k := newKit(t)
	k.store.documents = nil
	for n := range numbered {
		k.store.documents = append(k.store.documents, quarry.Document{Collection: "letters", Path: fmt.Sprintf("box/a%04d.txt", n)})
	}
	k.store.documents = append(k.store.documents, quarry.Document{Collection: "wills", Path: "box/Zulu.txt"})
	return k
}

func TestAPlaceIsFoundAmongManyByWhatItIsCalled(t *testing.T) {
	t.Parallel()
	k := archive(t, 1200)
	for asked, want := range map[string]string{
		"document=zulu":          `document "zulu" is not known; did you mean box/Zulu.txt?`,
		"document=a1103":         `document "a1103" is not known; did you mean box/a1103.txt?`,
		"document=box/A1103.TXT": `document "box/A1103.TXT" is not known; did you mean box/a1103.txt?`,
		"document=zluu.txt":      `document "zluu.txt" is not known; did you mean box/Zulu.txt?`,
		"collection=wils":        `collection "wils" is not known; did you mean wills?`,
	} {
		got := decoded[view.Search](t, k.get(t, "/v1/search?q=clay&"+asked), http.StatusOK)
		if diff := cmp.Diff([]string{want}, got.Notes); diff != "" {
			t.Errorf("%s: notes (-want +got):\n%s", asked, diff)
		}
	}
}

func TestNothingIsOfferedWhereNotAllPlacesWereLookedAt(t *testing.T) {
	t.Parallel()
	got := decoded[view.Search](t, archive(t, 10_000).get(t, "/v1/search?q=clay&document=a0001"), http.StatusOK)
	if diff := cmp.Diff([]string{`document "a0001" is not known`}, got.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

func TestABatchReadsPlacesOnce(t *testing.T) {
	t.Parallel()
	k := archive(t, 100)
	var queries []string
	for n := range 50 {
		queries = append(queries, fmt.Sprintf(`{"q":"clay","document":["aa%04d"]}`, n))
	}
	got := k.batch(t, `{"queries":[`+strings.Join(queries, ",")+`]}`)
	for n, item := range got.Items {
		want := fmt.Sprintf(`document "aa%04d" is not known; did you mean box/a%04d.txt?`, n, n)
		if notes := item.Result.Notes; len(notes) != 1 || !strings.HasPrefix(notes[0], want[:len(want)-1]) {
			t.Errorf("query %d: notes %q, want %q", n, notes, want)
		}
	}
	if read := k.store.placesRead.Load(); read != 1 {
		t.Errorf("places were read %d times for one batch", read)
	}
	k.store.documents = append(k.store.documents, quarry.Document{Collection: "letters", Path: "box/quince.txt"})
	k.store.revision.Add(1)
	after := decoded[view.Search](t, k.get(t, "/v1/search?q=clay&document=quince"), http.StatusOK)
	if diff := cmp.Diff([]string{`document "quince" is not known; did you mean box/quince.txt?`}, after.Notes); diff != "" {
		t.Errorf("behind a change: notes (-want +got):\n%s", diff)
	}
}
