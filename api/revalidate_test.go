package api_test

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"
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

// Every route that answers so is asked.
func TestANotModifiedCostsOneLookAtTheRevisionAndNothingElse(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, path := range k.pathsRead() {
		k.costsOneLook(t, exampleOf(path))
	}
}

// pathsRead are the paths below /v1 that are read from the store and may be known already, as
// the contract has them.
func (k *kit) pathsRead() []string {
	var paths []string
	for path, item := range k.contract.document.Paths.Map() {
		ofFile := strings.Contains(path, "/pictures/")
		if item.Get != nil && item.Get.Responses.Status(http.StatusNotModified) != nil && strings.HasPrefix(path, "/v1/") && !ofFile {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// exampleOf returns an address of a route that has an answer.
func exampleOf(path string) string {
	ids := map[string]string{"questions": "q_", "facts": "f_", "specs": "s_", "passages": "p_", "conflicts": "c_", "documents": "d_"}
	noun := strings.Split(path, "/")[2]
	id := ids[noun] + strings.Repeat("a", 20)
	if noun == "devices" {
		id = "k100"
	}
	queries := map[string]string{
		"/v1/search": "?q=clay", "/v1/suggest": "?q=cl", "/v1/questions/random": "?seed=7", "/v1/specs/compare": "?devices=k100,k200",
	}
	return strings.Replace(path, "{id}", id, 1) + queries[path]
}

// costsOneLook checks what it takes to say that a caller has the answer.
func (k *kit) costsOneLook(t *testing.T, target string) {
	t.Helper()
	first := k.raw(request(t, target))
	tag := first.Header().Get("ETag")
	if first.Code != http.StatusOK || tag == "" {
		t.Errorf("%s: status = %d with the tag %q, want 200 and one", target, first.Code, tag)
	}
	reads, looks := k.store.reads.Load(), k.store.looks.Load()
	k.searcher.asked, k.searcher.text, k.searcher.to = quarry.Query{}, "", ""
	if got := k.again(t, target, tag); got != http.StatusNotModified {
		t.Errorf("%s: status = %d, want 304", target, got)
	}
	if reads, looks := k.store.reads.Load()-reads, k.store.looks.Load()-looks; reads != 0 || looks != 1 {
		t.Errorf("%s: %d reads and %d looks at the revision, want none and one", target, reads, looks)
	}
	if k.searcher.asked.Text+k.searcher.text+string(k.searcher.to) != "" {
		t.Errorf("%s: the engines were asked", target)
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

func TestWhatThePagesLoadCanBeRevalidated(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, target := range []string{"/assets/start.js", "/assets/quarry.css", "/docs/swagger-ui.css", "/docs/swagger-ui-bundle.js"} {
		for _, encoding := range []string{"identity", "gzip"} {
			t.Run(target+" as "+encoding, func(t *testing.T) {
				t.Parallel()
				r := request(t, target)
				r.Header.Set("Accept-Encoding", encoding)
				revalidates(t, k, r)
			})
		}
	}
}

// revalidates checks that an answer has a proper tag, which saves the caller
// the second one, and which another tag does not.
func revalidates(t *testing.T, k *kit, r *http.Request) {
	t.Helper()
	first := k.raw(r)
	tag := first.Header().Get("ETag")
	if first.Code != http.StatusOK || !regexp.MustCompile(`^(W/)?"[^"]+"$`).MatchString(tag) {
		t.Errorf("status = %d with the ETag %q, want 200 with one in quotes", first.Code, tag)
	}
	for known, want := range map[string]int{tag: http.StatusNotModified, `"another"`: http.StatusOK} {
		r.Header.Set("If-None-Match", known)
		again := k.raw(r)
		if got := again.Header().Get("ETag"); again.Code != want || got != tag {
			t.Errorf("with %s: status = %d and the ETag %s, want %d and %s", known, again.Code, got, want, tag)
		}
		if again.Code == http.StatusNotModified && again.Body.Len() > 0 {
			t.Errorf("304 with %d bytes", again.Body.Len())
		}
	}
}

func TestAnAnswerNamesTheRevisionOfItsOwnRead(t *testing.T) {
	t.Parallel()
	for _, path := range newKit(t).pathsRead() {
		k, target := newKit(t), exampleOf(path)
		k.store.step = 1 // something is saved before every read
		want := cmp.Or(map[string]string{
			"/v1/devices/{id}": "9", "/v1/specs/compare": "9", // what documents call so was read before it
			"/v1/attributes": "7", "/v1/units": "7", "/v1/export": "7", // the revision alone was read, at first
			"/v1/search": "0", "/v1/suggest": "0", "/v1/questions/{id}/similar": "0", // as the engines say
		}[path], "8")
		if got := k.get(t, target).Header().Get("Quarry-Revision"); got != want {
			t.Errorf("%s names revision %q, want %s, at which it was read", target, got, want)
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

// withVectors has the follower of the engine of meaning beside the other one.
func withVectors(t *testing.T, state quarry.FollowerState) (*kit, *follower) {
	t.Helper()
	state.Name = "vector"
	vectors := &follower{state: state}
	return newKit(t, func(c *api.Config) { c.Followers = append(c.Followers, vectors) }), vectors
}

// foundByMeaning are addresses whose answers may lack the engine of meaning.
func foundByMeaning() []string { return []string{"/v1/search?q=clay", similarTarget} }

func TestAnAnswerThatLacksAnEngineForAMomentIsNotKept(t *testing.T) {
	t.Parallel()
	for name, during := range map[string]func(*follower){
		"no state shows it":    func(*follower) {},
		"the embedder is lost": func(f *follower) { f.set(quarry.FollowerState{Name: "vector", Cursor: 7, Ready: true, Reason: "lost"}) },
		"it is gone meanwhile": func(f *follower) { f.set(quarry.FollowerState{Name: "vector", Reason: "the vectors are damaged"}) },
	} {
		for _, target := range foundByMeaning() {
			k, vectors := withVectors(t, quarry.FollowerState{Cursor: 7, Ready: true})
			whole := k.get(t, target).Header().Get("ETag")
			k.searcher.found.Degraded = []string{"vector"}
			k.searcher.during = func() { during(vectors) }
			answer := k.get(t, target)
			if tag, kept := answer.Header().Get("ETag"), answer.Header().Get("Cache-Control"); tag != "" || kept != "no-store" {
				t.Errorf("%s: %s has the tag %q and Cache-Control %q, want none and no-store", name, target, tag, kept)
			}
			vectors.set(quarry.FollowerState{Name: "vector", Cursor: 7, Ready: true})
			if got := k.again(t, target, whole); got != http.StatusNotModified {
				t.Errorf("%s: %s is %d to who has the whole answer, want 304", name, target, got)
			}
		}
	}
}

func TestAnAnswerWithoutAnEngineThatStaysAwayIsNotSentAgain(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]*kit{
		"there is none": newKit(t),
		"it is not ready": func() *kit {
			k, _ := withVectors(t, quarry.FollowerState{Reason: "the last attempt did not succeed"})
			return k
		}(),
	} {
		k.searcher.found.Degraded = []string{"vector"}
		for _, target := range foundByMeaning() {
			t.Log(name)
			k.costsOneLook(t, target)
		}
	}
}

func TestAnEngineThatComesIsAsked(t *testing.T) {
	t.Parallel()
	k, vectors := withVectors(t, quarry.FollowerState{Reason: "there are no vectors"})
	k.searcher.found.Degraded = []string{"vector"}
	for _, target := range foundByMeaning() {
		vectors.set(quarry.FollowerState{Name: "vector", Reason: "there are no vectors"})
		without := k.get(t, target).Header().Get("ETag")
		vectors.set(quarry.FollowerState{Name: "vector", Cursor: 7, Ready: true})
		if got := k.again(t, target, without); got != http.StatusOK {
			t.Errorf("%s: status = %d with the tag %q, want 200", target, got, without)
		}
	}
}
