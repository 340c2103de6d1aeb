package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/internal/faults"
)

// How long a trial waits for jobs: under a fault for as long as a good one takes, and
// until they are called lost once it is over.
const (
	underFault = 150 * time.Millisecond
	afterFault = 30 * time.Second
)

// faultyRequest is what a client of a server sends until it is accepted.
type faultyRequest struct {
	key          string // under which it is sent again
	method, path string
	body         []byte
}

// faultyWriting is what a server is asked for.
type faultyWriting struct {
	grounds  *faultGrounds
	data     string
	requests func(t *testing.T) []faultyRequest

	want []string
}

// faultWrites are requests that hand documents in.
func faultWrites(t *testing.T) []faultyRequest {
	t.Helper()
	var all []faultyRequest
	for name, text := range faultNews() {
		body, err := json.Marshal(map[string]string{"path": filepath.Base(name), "content": text})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, faultyRequest{key: name, method: http.MethodPost, path: "/v1/documents", body: body})
	}
	slices.SortFunc(all, func(a, b faultyRequest) int { return strings.Compare(a.key, b.key) })
	return all
}

// faultDeletes are requests that remove documents.
func faultDeletes(*testing.T) []faultyRequest {
	var all []faultyRequest
	for _, name := range []string{"bread.md", "oven.md", "quiz.jsonl"} {
		identity := quarry.Document{Collection: quarry.DefaultCollection, Path: name}.Identity()
		all = append(all, faultyRequest{key: name, method: http.MethodDelete, path: "/v1/documents/" + string(quarry.NewID(identity))})
	}
	return all
}

// service is a server without a network.
type service struct {
	opened  *app.App
	desk    *app.Desk
	handler http.Handler
	stop    context.CancelFunc
	works   sync.WaitGroup
}

const serviceToken = "open sesame"

func serveHere(ctx context.Context, s *app.Session) (*service, error) {
	opened, err := s.OpenFor(ctx, app.Settle)
	if err != nil {
		return nil, err
	}
	running, stop := context.WithCancel(ctx)
	v := &service{opened: opened, stop: stop}
	v.desk, err = s.OpenDesk(ctx, opened, backup.NewFolder(&s.Dir, "", nil, ""))
	if err == nil {
		var server *api.Server
		server, err = s.Handler(ctx, opened, api.Config{
			Addr: "127.0.0.1:8080", Access: api.Access{Keys: opened.Store, Token: serviceToken}, Writing: v.desk.Writing(opened),
		})
		if err == nil {
			v.handler = server.Handler()
		}
	}
	if err != nil {
		stop()
		_ = opened.Close()
		return nil, err
	}
	for _, work := range []func(context.Context) error{opened.Follow, v.desk.Run} {
		v.works.Go(func() { _ = work(running) }) // it ends with its context
	}
	return v, nil
}

func (v *service) end() error {
	v.stop()
	v.works.Wait()
	return v.opened.Close()
}

// ask sends a request, and returns the id of the job that it was accepted as.
func (v *service) ask(ctx context.Context, r faultyRequest) quarry.JobID {
	request := httptest.NewRequestWithContext(ctx, r.method, "http://127.0.0.1:8080"+r.path, bytes.NewReader(r.body))
	for name, value := range map[string]string{
		"Authorization": "Bearer " + serviceToken, "Content-Type": "application/json", "Idempotency-Key": r.key, "Prefer": "respond-async",
	} {
		request.Header.Set(name, value)
	}
	request.RemoteAddr = "127.0.0.1:4711"
	answer := httptest.NewRecorder()
	v.handler.ServeHTTP(answer, request)
	switch answer.Code {
	case http.StatusOK, http.StatusAccepted, http.StatusNoContent:
		return quarry.JobID(filepath.Base(answer.Header().Get("Location")))
	}
	return ""
}

// await waits until a job has ended, and returns how it did.
func (v *service) await(ctx context.Context, id quarry.JobID) (quarry.Job, error) {
	for {
		changed := v.desk.Watch(id)
		job, err := v.desk.Job(ctx, id)
		if err != nil || job.State.Ended() {
			return job, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return job, ctx.Err()
		}
	}
}

func (w *faultyWriting) undisturbed(t *testing.T) map[faults.Kind]int {
	t.Helper()
	p := w.grounds.place(t, w.data, 0)
	defer p.leave(t)
	v, err := serveHere(t.Context(), p.session(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	p.machine.Begin(faults.Plan{})
	client := &faultyClient{faultyWriting: w, requests: w.requests(t), accepted: map[string]quarry.JobID{}}
	client.send(t.Context(), v, p)
	if len(client.accepted) < len(client.requests) {
		t.Fatalf("undisturbed: %d of %d requests were accepted", len(client.accepted), len(client.requests))
	}
	for _, id := range client.accepted {
		if job, err := v.await(t.Context(), id); err != nil || job.State != quarry.JobDone {
			t.Fatalf("undisturbed: a job is %s (%v, %+v)", job.State, err, job.Failure)
		}
	}
	counts := p.counts()
	if err := v.end(); err != nil {
		t.Fatal(err)
	}
	var came attempts
	w.want = p.examine(t.Context(), &came)
	for _, fault := range came.faults {
		t.Errorf("undisturbed: %s", fault)
	}
	return counts
}

// faultyClient sends requests, and what was refused again.
type faultyClient struct {
	*faultyWriting

	requests []faultyRequest
	came     attempts

	mu       sync.Mutex
	accepted map[string]quarry.JobID
}

// clientsAtOnce is how many send at the same time.
const clientsAtOnce = 2

// send sends what is not accepted yet, to each client its share. What is not heard of is
// not accepted.
func (c *faultyClient) send(ctx context.Context, v *service, p *trialGround) {
	var clients sync.WaitGroup
	missing := slices.DeleteFunc(slices.Clone(c.requests), func(r faultyRequest) bool { return c.accepted[r.key] != "" })
	for first := range clientsAtOnce {
		clients.Go(func() {
			for i := first; i < len(missing); i += clientsAtOnce {
				c.sendOne(ctx, v, p, missing[i])
			}
		})
	}
	clients.Wait()
}

func (c *faultyClient) sendOne(ctx context.Context, v *service, p *trialGround, request faultyRequest) {
	id := v.ask(ctx, request)
	heard := !p.machine.IsCut()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.came.sent++
	if id != "" && heard {
		c.accepted[request.key] = id
	}
}

func (w *faultyWriting) trial(t *testing.T, plan faults.Plan, seed uint64) attempts {
	t.Helper()
	ctx, p := t.Context(), w.grounds.place(t, w.data, seed)
	defer p.leave(t)
	v, err := serveHere(ctx, p.session(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	c := &faultyClient{faultyWriting: w, requests: w.requests(t), accepted: map[string]quarry.JobID{}}
	end := p.read(t)
	p.machine.Begin(plan)
	c.send(ctx, v, p)
	c.came.during = len(c.accepted)
	patience, cancel := context.WithTimeout(ctx, underFault)
	for _, id := range c.accepted {
		_, _ = v.await(patience, id) // as far as it comes
	}
	cancel()
	end()
	if p.machine.Reached() { // what else is sent at once may take its turn: all of it is examined
		c.came.tried = 1
	}
	if v, err = w.recover(ctx, p, v); err != nil {
		c.came.complain("the server does not start again: %v", err)
		return c.came
	}
	c.send(ctx, v, p)
	c.came.acknowledged = len(c.accepted)
	c.settle(ctx, p, v)
	return c.came
}

// recover ends the fault. The server goes on, or is started again: behind a power cut, and
// behind every other fault but some, which cost the time that is waited between attempts.
func (w *faultyWriting) recover(ctx context.Context, p *trialGround, v *service) (*service, error) {
	if !p.machine.IsCut() && p.random.IntN(4) == 0 {
		return v, p.end()
	}
	_ = v.end() // what it could not write is looked for later
	if err := p.end(); err != nil {
		return nil, err
	}
	return serveHere(ctx, p.session(io.Discard))
}

// settle waits for everything that was accepted, cuts the power and looks for it.
func (c *faultyClient) settle(ctx context.Context, p *trialGround, v *service) {
	patience, cancel := context.WithTimeout(ctx, afterFault)
	defer cancel()
	for key, id := range c.accepted {
		_, _ = v.desk.Retry(patience, id) // nothing is left to wait for
		job, err := v.await(patience, id)
		if err != nil || job.State != quarry.JobDone {
			c.came.lost++
			c.came.complain("%s was accepted and its job is %q (%v): %+v", key, job.State, err, job.Failure)
			continue
		}
		c.came.finished++
	}
	if err := v.end(); err != nil {
		c.came.complain("the server ends with %v", err)
	}
	if err := p.cut(); err != nil {
		c.came.complain("%v", err)
	}
	got := p.examine(ctx, &c.came)
	if diff := cmp.Diff(c.want, got); diff != "" {
		c.came.lost = max(1, c.came.lost)
		c.came.complain("what is stored is another (-want +got):\n%s", diff)
	}
	if len(c.accepted) < len(c.requests) {
		c.came.complain("only %d of %d requests were accepted in the end", len(c.accepted), len(c.requests))
	}
}
