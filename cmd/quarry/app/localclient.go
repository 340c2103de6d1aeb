package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
)

// LocalClient is the other side of a server's local API: what a run writes to, beside one.
type LocalClient struct {
	server datadir.Holder
	client *http.Client
}

// NewLocalClient returns the other side of the local API of a server.
func NewLocalClient(server datadir.Holder) *LocalClient {
	return &LocalClient{server: server, client: &http.Client{Transport: withToken{server.Token, &http.Transport{Proxy: nil}}}}
}

// SaveDocument hands a document in.
func (h *LocalClient) SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	var difference quarry.Difference
	in := handedIn{Root: []byte(k.Document.Root), Knowledge: k}
	in.Knowledge.Document.Root = ""
	err := h.post(ctx, localDocument, in, &difference)
	return difference, err
}

// DeleteDocument asks for a document to go.
func (h *LocalClient) DeleteDocument(ctx context.Context, id quarry.DocumentID) (quarry.Difference, error) {
	var difference quarry.Difference
	err := h.post(ctx, localDeletion, deletion{Document: id}, &difference)
	return difference, err
}

// Sync asks for everything that was handed in to be on the disk.
func (h *LocalClient) Sync(ctx context.Context) error {
	return h.post(ctx, localSync, struct{}{}, &struct{}{})
}

// post sends a value, and reads what came of it.
func (h *LocalClient) post(ctx context.Context, path string, value, into any) error {
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
func (h *LocalClient) send(ctx context.Context, path string, value any) (*http.Response, error) {
	body, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("hand in: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+h.server.Addr+path,
		bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("hand in: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := h.client.Do(request)
	switch {
	case err != nil:
		return nil, h.gone(ctx, err)
	case answer.StatusCode == http.StatusUnprocessableEntity:
		var said quarry.Error
		err := json.NewDecoder(io.LimitReader(answer.Body, longestAnswer)).Decode(&said)
		closeErr := answer.Body.Close()
		if err != nil || said.Message == "" {
			return nil, fmt.Errorf("read why the server refused: %w", errors.Join(err, closeErr))
		}
		return nil, errors.Join(&said, closeErr)
	case answer.StatusCode != http.StatusOK:
		_ = answer.Body.Close() // nothing of it is read
		return nil, quarry.Errorf(quarry.KindUnavailable,
			"%s takes nothing in: it is of another version of Quarry, or not reached directly",
			h.server)
	}
	return answer, nil
}

// gone says that the server stopped in the middle, unless the run did.
func (h *LocalClient) gone(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return quarry.Errorf(quarry.KindUnavailable, "%s does not answer any more", h.server).WithCode(ServerGone).
		Because(err)
}

// ServerGone is the code of errors that mean that the server went away.
const ServerGone = "server_gone"

// CatchUp waits until everything has caught up at the server, and shows how far it is.
func (h *LocalClient) CatchUp(ctx context.Context, show displays) (Derived, error) {
	answer, err := h.send(ctx, localCatchUp, struct{}{})
	if err != nil {
		return Derived{}, err
	}
	defer func() { _ = answer.Body.Close() }()
	shown := map[string]*Indexing{}
	lines := json.NewDecoder(answer.Body)
	for {
		var line localLine
		err := lines.Decode(&line)
		switch {
		case err != nil:
			return Derived{}, h.gone(ctx, err)
		case line.Refused != nil:
			return Derived{}, line.Refused
		case line.Report != nil:
			return *line.Report, nil
		}
		if shown[line.What] == nil {
			shown[line.What] = show(line.What, nil)
		}
		if line.Ended {
			shown[line.What].End()
		} else {
			shown[line.What].Show(line.Done, line.Of)
		}
	}
}

// Greets finds out whether a server understands what is handed in.
func (h *LocalClient) Greets(ctx context.Context, s *Session) error {
	var said greeting
	if err := h.post(ctx, localGreet, struct{}{}, &said); err != nil {
		return err
	}
	theirs, _, _ := strings.Cut(said.Speaks, " ")
	switch ours := s.speaks(); {
	case said.Speaks == ours:
		return nil
	case theirs == s.Build.Version && h.server.Lexicon != s.Lexicon.Fingerprint():
		return quarry.Errorf(quarry.KindUnavailable, "%s answers with another lexicon than the one given here: "+
			"give the same with --lexicon or QUARRY_LEXICON, or stop the server", h.server)
	}
	return quarry.Errorf(quarry.KindUnavailable, "%s is of another version of Quarry: start it anew, or stop it",
		h.server)
}
