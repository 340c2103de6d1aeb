package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"time"

	"github.com/quarrykb/quarry"
)

// roomBytes is what serve gives its heap, too: the sides are to collect as often.
const roomBytes = 64 << 20

// makeRoom returns it where serve does: who sets GOGC or GOMEMLIMIT, which both sides
// inherit, has said how memory is to be kept.
func makeRoom() []byte {
	//nolint:forbidigo // They are variables of Go's own, and not of this program.
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return nil
	}
	return make([]byte, roomBytes)
}

// serveBarely serves the bare side until ctx ends.
func serveBarely(ctx context.Context, out io.Writer, data, host string) error {
	room := makeRoom()
	defer runtime.KeepAlive(room)
	h, err := openHolding(ctx, data)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		return errors.Join(err, h.Close())
	}
	web := &http.Server{Handler: h.handler(), ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() {
		<-ctx.Done()
		ended <- web.Close()
	}()
	_, _ = fmt.Fprintf(out, "%shttp://%s\n", readyLine, listener.Addr())
	if err = web.Serve(listener); errors.Is(err, http.ErrServerClosed) {
		err = <-ended
	}
	return errors.Join(err, h.Close())
}

// handler answers each route with one call and what it returned as JSON: no router
// but that of net/http, no checks, no limits, no tags, no metrics.
func (h *holding) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/search", h.search)
	mux.HandleFunc("GET /v1/questions/random", h.draw)
	mux.HandleFunc("GET /v1/specs", h.specs)
	mux.HandleFunc("POST /v1/context", h.ground)
	return mux
}

func (h *holding) search(w http.ResponseWriter, r *http.Request) {
	found, err := h.Searcher.Search(r.Context(), quarry.Query{
		Text: r.URL.Query().Get("q"), Mode: quarry.ModeHybrid, Limit: 20, Highlight: true,
	})
	send(w, found, err)
}

func (h *holding) draw(w http.ResponseWriter, r *http.Request) {
	values := r.URL.Query()
	count, err := strconv.Atoi(values.Get("count"))
	seed, seedErr := strconv.ParseUint(values.Get("seed"), 10, 64)
	if err := errors.Join(err, seedErr); err != nil {
		send(w, nil, err)
		return
	}
	drawn, err := h.Store.DrawQuestions(r.Context(), quarry.DrawRequest{Seed: seed, Count: count})
	send(w, drawn, err)
}

func (h *holding) specs(w http.ResponseWriter, r *http.Request) {
	id := quarry.DeviceID(r.URL.Query().Get("device"))
	page, err := h.Store.Specs(r.Context(),
		quarry.Filter{Devices: h.session.Lexicon.DeviceFamily(id)}, quarry.PageRequest{Limit: 20})
	send(w, page, err)
}

func (h *holding) ground(w http.ResponseWriter, r *http.Request) {
	var wanted struct {
		Query     string
		MaxTokens int `json:"max_tokens"`
	}
	if err := json.NewDecoder(r.Body).Decode(&wanted); err != nil {
		send(w, nil, err)
		return
	}
	made, err := h.builder.Ground(r.Context(), quarry.GroundingRequest{
		Query:     quarry.Query{Text: wanted.Query, Mode: quarry.ModeHybrid},
		MaxTokens: wanted.MaxTokens, Tokenizer: quarry.Tokenizers()[0],
	})
	send(w, made, err)
}

// send sends what was found. Who does not take it is gone, and misses nothing.
func send(w http.ResponseWriter, found any, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(found)
}
