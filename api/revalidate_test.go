package api_test

import (
	"net/http"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
)

func (k *kit) again(t *testing.T, target, tag string) int {
	t.Helper()
	r := request(t, target)
	r.Header.Set("If-None-Match", tag)
	answer := k.do(t, r)
	if answer.Code == http.StatusNotModified && (answer.Body.Len() > 0 || answer.Header().Get("Quarry-Revision") == "") {
		t.Errorf("304 with %d bytes and revision %q", answer.Body.Len(), answer.Header().Get("Quarry-Revision"))
	}
	return answer.Code
}

func TestAnAnswerThatTheCallerHasIsNotSentAgainNorRead(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	const target = "/v1/questions?limit=1&style=open,cloze"
	tag := k.get(t, target).Header().Get("ETag")
	reads := k.store.reads.Load()
	for name, header := range map[string]string{
		"as it was sent": tag, "without the W": tag[2:], "among others": `"x", ` + tag, "in another order": tag,
	} {
		asked := target
		if name == "in another order" {
			asked = "/v1/questions?style=cloze,open&limit=1"
		}
		if got := k.again(t, asked, header); got != http.StatusNotModified {
			t.Errorf("%s: status = %d, want 304", name, got)
		}
	}
	if got := k.store.reads.Load(); got != reads {
		t.Errorf("the store was read %d times for nothing", got-reads)
	}
}

func TestWhateverAnAnswerDependsOnChangesItsTag(t *testing.T) {
	t.Parallel()
	const target = "/v1/search?q=clay"
	for name, change := range map[string]func(*kit){
		"a change in the store": func(k *kit) { k.store.revision.Add(1) },
		"the index catches up":  func(k *kit) { k.follower.set(quarry.FollowerState{Name: "lexical", Cursor: 8, Ready: true}) },
		"the index is rebuilt": func(k *kit) {
			k.follower.set(quarry.FollowerState{Name: "lexical", Cursor: 7, Ready: true, Building: true})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t)
			tag := k.get(t, target).Header().Get("ETag")
			change(k)
			if got := k.again(t, target, tag); got != http.StatusOK {
				t.Errorf("status = %d, want 200", got)
			}
		})
	}
	tag := newKit(t).get(t, target).Header().Get("ETag")
	for name, change := range map[string]func(*api.Config){
		"another build":    func(c *api.Config) { c.Build = "newer" },
		"another data set": func(c *api.Config) { c.DataID = "made anew" },
	} {
		if got := newKit(t, change).again(t, target, tag); got != http.StatusOK {
			t.Errorf("%s: status = %d, want 200", name, got)
		}
	}
	if got := newKit(t).again(t, target, tag); got != http.StatusNotModified {
		t.Errorf("the same, restarted: status = %d, want 304", got)
	}
	if got := newKit(t).again(t, target+"&limit=2", tag); got != http.StatusOK {
		t.Errorf("another query: status = %d, want 200", got)
	}
	if got := newKit(t).again(t, target, "*"); got != http.StatusOK {
		t.Errorf("a star: status = %d, want 200", got)
	}
}

func TestTheContractAndThePagesCanBeRevalidated(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, target := range []string{"/openapi.json", "/openapi-3.0.json", "/", "/docs"} {
		first := k.get(t, target)
		if first.Code != http.StatusOK || first.Body.Len() == 0 {
			t.Errorf("%s = %d with %d bytes", target, first.Code, first.Body.Len())
		}
		r := request(t, target)
		r.Header.Set("If-None-Match", first.Header().Get("ETag"))
		if got := k.do(t, r).Code; got != http.StatusNotModified {
			t.Errorf("%s again = %d, want 304", target, got)
		}
	}
}

func TestASearchThatIsNotSentAgainHasTheIndexsRevision(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.follower.set(quarry.FollowerState{Name: "lexical", Cursor: 5, Ready: true})
	r := request(t, "/v1/search?q=clay")
	r.Header.Set("If-None-Match", k.get(t, "/v1/search?q=clay").Header().Get("ETag"))
	answer := k.do(t, r)
	if got := answer.Header().Get("Quarry-Revision"); answer.Code != http.StatusNotModified || got != "5" {
		t.Errorf("answer = %d at revision %q, want 304 at 5", answer.Code, got)
	}
}
