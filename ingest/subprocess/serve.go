package subprocess

import (
	"context"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// How a process ends itself for what a document takes.
const (
	exitTooLong = 71
	exitTooMuch = 72
)

// Serve reads documents for a Reader, with what open returns, until in ends: then, and where
// a document takes too much, it ends the process at once, whatever that is at. It ignores
// the signals that a program is told to stop with, for they are meant for the Reader's.
func Serve(in io.Reader, out io.Writer, open func(*lexicon.Lexicon, *slog.Logger) ingest.Reader) error {
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	requests, replies := gob.NewDecoder(in), &sender{encoder: gob.NewEncoder(out)}
	var told setup
	var data lexicon.Data
	if err := requests.Decode(&told); err != nil {
		return fmt.Errorf("read the setup: %w", err)
	}
	if err := json.Unmarshal(told.Lexicon, &data); err != nil {
		return fmt.Errorf("read the lexicon: %w", err)
	}
	lexicon, err := lexicon.New(data)
	if err != nil {
		return err
	}
	reader := open(lexicon, slog.New(&handler{level: told.LogLevel, send: replies.send}))
	confined := confine(told.Limits)
	replies.send(reply{Ready: true})
	for loaded := range documents(requests) {
		ctx := ingest.WithProgress(context.Background(), func(at ingest.Progress) { replies.send(reply{At: &at}) })
		end := confined.watch()
		tagged, err := reader.ReadDocument(ctx, loaded)
		end()
		done := &result{}
		if err == nil {
			done.Document = pack(tagged.Knowledge, loaded.Content)
		} else {
			done.Refusal = newRefusal(err)
		}
		replies.send(reply{Done: done})
		confined.tidy()
	}
	return nil
}

// documents returns what is to be read. It looks for the end of the requests all the time:
// nothing else would notice that while a document is being read.
func documents(requests *gob.Decoder) <-chan ingest.Loaded {
	next := make(chan ingest.Loaded)
	go func() {
		for {
			var loaded ingest.Loaded
			if err := requests.Decode(&loaded); err != nil {
				os.Exit(0) // the program is gone, or does not need this process any more
			}
			next <- loaded
		}
	}()
	return next
}

// sender sends replies, one at a time.
type sender struct {
	mu      sync.Mutex
	encoder *gob.Encoder
}

func (s *sender) send(r reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.encoder.Encode(r); err != nil {
		os.Exit(1) // the program does not listen any more
	}
}
