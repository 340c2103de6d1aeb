package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/store/sqlite"
)

// localClient is the other side of a server's local API: what a run writes to, beside one.
type localClient struct {
	server datadir.Holder
	client *http.Client
}

func newLocalClient(server datadir.Holder) *localClient {
	return &localClient{server: server, client: &http.Client{Transport: &http.Transport{Proxy: nil}}}
}

// SaveDocument hands a document in.
func (h *localClient) SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	var difference quarry.Difference
	in := handedIn{Root: []byte(k.Document.Root), Knowledge: k}
	in.Knowledge.Document.Root = ""
	err := h.post(ctx, localDocument, in, &difference)
	return difference, err
}

// DeleteDocument asks for a document to go.
func (h *localClient) DeleteDocument(ctx context.Context, id quarry.DocumentID) (quarry.Difference, error) {
	var difference quarry.Difference
	err := h.post(ctx, localDeletion, deletion{Document: id}, &difference)
	return difference, err
}

// Sync asks for everything that was handed in to be on the disk.
func (h *localClient) Sync(ctx context.Context) error {
	return h.post(ctx, localSync, struct{}{}, &struct{}{})
}

// post sends a value, and reads what came of it.
func (h *localClient) post(ctx context.Context, path string, value, into any) error {
	answer, err := h.send(ctx, path, value)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if err := json.NewDecoder(io.LimitReader(answer.Body, longestAnswer)).Decode(into); err != nil {
		return h.gone(ctx, err)
	}
	return nil
}

// send sends a value. The answer's body is the caller's to close.
func (h *localClient) send(ctx context.Context, path string, value any) (*http.Response, error) {
	body, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("hand in: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+h.server.Addr+path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("hand in: %w", err)
	}
	request.Header.Set("Authorization", "Bearer "+h.server.Token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := h.client.Do(request)
	switch {
	case err != nil:
		return nil, h.gone(ctx, err)
	case answer.StatusCode == http.StatusUnprocessableEntity:
		return nil, errors.Join(decodeRefusal(answer.Body), answer.Body.Close())
	case answer.StatusCode != http.StatusOK:
		_ = answer.Body.Close() // nothing of it is read
		return nil, quarry.Errorf(quarry.KindUnavailable, "%s takes nothing in: it is of another version of Quarry, or not reached directly",
			h.server)
	}
	return answer, nil
}

// gone says that the server stopped in the middle, unless the run did.
func (h *localClient) gone(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return quarry.Errorf(quarry.KindUnavailable, "%s does not answer any more", h.server).WithCode(serverGone).Because(err)
}

// serverGone is the code of errors that mean that the server went away.
const serverGone = "server_gone"

// catchUp waits until everything has caught up at the server, and shows how far it is.
func (h *localClient) catchUp(ctx context.Context, show displays) (derivedReport, error) {
	answer, err := h.send(ctx, localCatchUp, struct{}{})
	if err != nil {
		return derivedReport{}, err
	}
	defer func() { _ = answer.Body.Close() }()
	shown := map[string]*indexing{}
	lines := bufio.NewReader(answer.Body)
	for {
		text, err := lines.ReadBytes('\n')
		var line localLine
		if err == nil {
			err = json.Unmarshal(text, &line)
		}
		switch {
		case err != nil:
			return derivedReport{}, h.gone(ctx, err)
		case line.Refused != nil:
			return derivedReport{}, line.Refused.err()
		case line.Report != nil:
			return *line.Report, nil
		}
		if shown[line.What] == nil {
			shown[line.What] = show(line.What, nil)
		}
		shown[line.What].take(line)
	}
}

// take shows what a line says.
func (i *indexing) take(line localLine) {
	if line.Ended {
		i.End()
		return
	}
	i.Show(line.Done, line.Of)
}

// conflictWatch tells what became of the conflicts since it began. The server derives
// them whenever it comes to it, so they are compared by what was there before.
type conflictWatch struct {
	store  *sqlite.Store
	before map[quarry.EntryID]bool
	since  quarry.Sequence
}

func watchConflicts(ctx context.Context, store *sqlite.Store) (*conflictWatch, error) {
	w := &conflictWatch{store: store, before: map[quarry.EntryID]bool{}}
	var err error
	if w.since, err = store.Revision(ctx); err != nil {
		return nil, err
	}
	for page := (quarry.PageRequest{Limit: pageSize}); ; {
		found, err := store.ConflictHeads(ctx, quarry.Filter{}, page)
		if err != nil {
			return nil, err
		}
		for _, conflict := range found.Items {
			w.before[quarry.EntryID(conflict.ID)] = true
		}
		if found.Next == nil {
			return w, nil
		}
		page.After = *found.Next
	}
}

// report counts what changed.
func (w *conflictWatch) report(ctx context.Context) (*conflictsReport, error) {
	var derived quarry.Derived
	for since := w.since; ; {
		changes, err := w.store.ChangesAfter(ctx, since, changesAtOnce)
		if err != nil {
			return nil, err
		}
		if len(changes) == 0 {
			return countConflicts(ctx, w.store, derived)
		}
		for _, change := range changes {
			since = change.Sequence
			switch before := w.before[change.ID]; {
			case change.Kind != quarry.EntryConflict:
			case change.Op == quarry.OpPut && before:
				derived.Changed++
			case change.Op == quarry.OpPut:
				derived.Added++
			case before:
				derived.Removed++
			}
		}
	}
}

const changesAtOnce = 2000
