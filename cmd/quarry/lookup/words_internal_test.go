package lookup

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func TestWordsThatNobodyKnowsAreAskedForOnce(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	asked := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked[r.URL.Path]++
		_, _ = w.Write([]byte(`{"items":[],"total":0}`))
	}))
	t.Cleanup(server.Close)
	known, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields("quornel brasted fimble wexley tandor oskin pellow drabbet grislet munkel")
	n := newNames(known, app.OverNetwork(datadir.Holder{Addr: server.Listener.Addr().String()}))
	got, err := n.subject(t.Context(), words, false)
	if err != nil || got.device != strings.Join(words, " ") || len(got.attributes) > 0 {
		t.Errorf("subject = %+v (%v), want the words as a device", got, err)
	}
	if times := asked["/v1/attributes"]; times != len(words) {
		t.Errorf("%d words were asked for %d times, want each once", len(words), times)
	}
}
