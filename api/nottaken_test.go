package api_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
)

// library hands out documents without end, each with a text of its own.
type library struct {
	*knowledge
	text      int           // bytes of a document
	hold      chan struct{} // what each page waits for
	now, most atomic.Int64  // pages that are read at once
}

func (l *library) Knowledge(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Knowledge], error) {
	defer l.now.Add(-1)
	for now := l.now.Add(1); ; {
		most := l.most.Load()
		if now <= most || l.most.CompareAndSwap(most, now) {
			break
		}
	}
	select {
	case <-l.hold:
	case <-ctx.Done():
		return quarry.Page[quarry.Knowledge]{}, ctx.Err()
	}
	page, err := l.knowledge.Knowledge(ctx, f, quarry.PageRequest{Limit: p.Limit})
	for i := range page.Items {
		page.Items[i].Content.Text = bytes.Repeat([]byte("A kiln has a door.\n"), l.text/19)
	}
	page.Next = &quarry.Position{Path: notesPath}
	return page, err
}

// free lets nothing wait.
func free() chan struct{} {
	hold := make(chan struct{})
	close(hold)
	return hold
}

// unread is the caller of an export who takes nothing of it.
type unread struct {
	header http.Header
	came   func() // called when there is something to take
	gone   <-chan struct{}
}

func (u unread) Header() http.Header { return u.header }
func (unread) WriteHeader(int)       {}

func (u unread) Write([]byte) (int, error) {
	u.came()
	<-u.gone
	return 0, errors.New("the caller is gone")
}

// Content returns a text of its own each time.
func (l *library) Content(ctx context.Context, id quarry.DocumentID) (quarry.Content, quarry.Sequence, error) {
	content, revision, err := l.knowledge.Content(ctx, id)
	content.Text = bytes.Repeat([]byte("A kiln has a door.\n"), l.text/19)
	return content, revision, err
}

// It runs beside no other test: it looks at all of the heap.
//
//nolint:paralleltest // as the comment says
func TestAnAnswerThatIsNotTakenHoldsNoDocument(t *testing.T) {
	const answers, document = 200, 1 << 20
	for _, target := range []string{"/v1/export", "/v1/documents/" + string(notesID) + "/content"} {
		l := &library{text: document, hold: free()}
		k := newKit(t, func(c *api.Config) { c.Store, c.ScratchFolder = l, t.TempDir() })
		l.knowledge = k.store
		before := heap()
		var offered, ended sync.WaitGroup
		gone := make(chan struct{})
		offered.Add(answers)
		for range answers {
			caller := unread{header: http.Header{}, came: sync.OnceFunc(offered.Done), gone: gone}
			r := request(t, target)
			ended.Go(func() {
				defer func() { _ = recover() }() // as net/http does where an answer is cut
				k.handler.ServeHTTP(caller, r)
			})
		}
		offered.Wait()
		if each := (heap() - before) / answers; each > document/16 {
			t.Errorf("%s: what is not taken holds %d bytes, want less than a sixteenth of the document of %d", target, each, document)
		}
		close(gone)
		ended.Wait()
	}
}

// heap returns the bytes that something refers to.
func heap() int64 {
	var stats runtime.MemStats
	for range 2 { // what pools hold goes with the second
		runtime.GC()
	}
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

func TestPartsOfAnExportLeaveNoFileBehind(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := &shelf{pages: 3}
	k := newKit(t, func(c *api.Config) { c.Store, c.ScratchFolder = s, folder })
	s.knowledge = k.store
	body := k.get(t, "/v1/export").Body.String()
	if got := strings.Count(body, "A kiln has a door."); got < 30_000 || !strings.HasSuffix(body, "\"revision\":9}}\n") {
		t.Errorf("%d sentences in %d bytes, want all 30000 and the end", got, len(body))
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

func TestAnExportAndATextAreSentWhereNoFileCanBeMade(t *testing.T) {
	t.Parallel()
	s := &shelf{pages: 3}
	k := newKit(t, func(c *api.Config) {
		c.Store, c.ScratchFolder = s, filepath.Join(t.TempDir(), "missing")
	})
	s.knowledge = k.store
	if body := k.get(t, "/v1/export").Body.String(); !strings.HasSuffix(body, `{"quarry_export_end":{"documents":3,"entries":18,"revision":9}}`+"\n") {
		t.Errorf("the export has %d bytes and no end", len(body))
	}
	text := strings.Repeat("A kiln has a door.\n", 10_000)
	k.store.contents[notesID] = quarry.Content{Text: []byte(text)}
	if answer := k.get(t, "/v1/documents/"+string(notesID)+"/content"); answer.Code != http.StatusOK || answer.Body.String() != text {
		t.Errorf("status %d with %d bytes, want 200 and %d", answer.Code, answer.Body.Len(), len(text))
	}
}

func TestExportsHoweverManyLeaveProcessorsToTheRest(t *testing.T) {
	t.Parallel()
	l := &library{text: 100, hold: free()}
	k := newKit(t, func(c *api.Config) { c.Store = l })
	l.knowledge = k.store
	ctx, leave := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	taken := make(chan struct{}, 200)
	for range 20 {
		caller := &reading{unread: unread{header: http.Header{}}, taken: taken}
		r := export(ctx)
		ended.Go(func() {
			defer func() { _ = recover() }()
			k.handler.ServeHTTP(caller, r)
		})
	}
	for range cap(taken) {
		<-taken
	}
	leave()
	for range 2 { // those that are about to say so, and the last ones
		go func() {
			for range taken {
			}
		}()
	}
	ended.Wait()
	close(taken)
	if got, want := l.most.Load(), int64(max(1, runtime.GOMAXPROCS(0)/4)); got > want {
		t.Errorf("%d pages were read at once, want %d at most", got, want)
	}
}

// export asks for one as a caller at localhost.
func export(ctx context.Context) *http.Request {
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/v1/export", http.NoBody)
	r.Host = "localhost"
	return r
}

// reading takes an export, and says so.
type reading struct {
	unread

	taken chan<- struct{}
}

func (r *reading) Write(some []byte) (int, error) {
	r.taken <- struct{}{}
	return len(some), nil
}

func TestAnExportIsRefusedWhereTooManyAreMade(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := &library{text: 100, hold: make(chan struct{})}
		k := newKit(t, func(c *api.Config) { c.Store, c.Timeout = l, time.Minute })
		l.knowledge = k.store
		ctx, leave := context.WithCancel(t.Context())
		var ended sync.WaitGroup
		for range max(1, runtime.GOMAXPROCS(0)/4) {
			ended.Go(func() {
				defer func() { _ = recover() }()
				k.raw(export(ctx))
			})
		}
		synctest.Wait()
		began := time.Now()
		answer := k.get(t, "/v1/export")
		got := problem(t, answer, http.StatusServiceUnavailable)
		if got.Code != "overloaded" || answer.Header().Get("Retry-After") == "" || time.Since(began) != 20*time.Second {
			t.Errorf("%q, Retry-After %q after %v; want overloaded after a third of the time that a request has", got.Code, answer.Header().Get("Retry-After"), time.Since(began))
		}
		leave()
		ended.Wait()
	})
}
