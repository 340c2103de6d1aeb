package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// longestBody bounds what is read of one answer of the REST API, in bytes.
const longestBody = 64 << 20

// refusal is what a caller did wrong, or what is not there, in words for a model.
type refusal struct{ text string }

// Error returns those words.
func (r *refusal) Error() string { return r.text }

func refuse(format string, args ...any) error { return &refusal{fmt.Sprintf(format, args...)} }

// get asks a route, reads its answer into a view, and returns the change sequence that it was
// computed from.
func (s *Server) get(ctx context.Context, path string, query url.Values, into any) (string, error) {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return s.ask(ctx, http.MethodGet, path, nil, into)
}

// post sends a body to a route.
func (s *Server) post(ctx context.Context, path string, body, into any) (string, error) {
	return s.ask(ctx, http.MethodPost, path, body, into)
}

// ask sends a request that says on whose behalf it comes, and reads the answer. Where there
// is none, the transport's words say why if it has some for people.
func (s *Server) ask(ctx context.Context, method, target string, body, into any) (string, error) {
	var content io.Reader = http.NoBody
	if body != nil {
		written, err := json.Marshal(body)
		if err != nil {
			return "", fmt.Errorf("write the body for %s: %w", target, err)
		}
		content = bytes.NewReader(written)
	}
	request, err := http.NewRequestWithContext(ctx, method, inside+target, content)
	if err != nil {
		return "", fmt.Errorf("ask %s: %w", target, err)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if from, ok := callerOf(ctx); ok {
		request.RemoteAddr = from.address
		for _, name := range []string{"Authorization", "X-API-Key", "X-Request-Id"} {
			if values := from.header.Values(name); len(values) > 0 {
				request.Header[http.CanonicalHeaderKey(name)] = values
			}
		}
	}
	response, err := s.routes.RoundTrip(request)
	if err != nil {
		if said, ok := errors.AsType[*quarry.Error](err); ok && said.Kind == quarry.KindUnavailable {
			return "", refuse("%s", cut(said.Message, longestRefusal, "…"))
		}
		if ctx.Err() != nil {
			return "", fmt.Errorf("ask %s: %w", target, ctx.Err())
		}
		return "", refuse("the Quarry server did not answer; it may have been stopped")
	}
	defer func() { _ = response.Body.Close() }()
	said, err := io.ReadAll(io.LimitReader(response.Body, longestBody))
	if err != nil {
		return "", fmt.Errorf("read the answer of %s: %w", target, err)
	}
	if response.StatusCode != http.StatusOK {
		return "", refusalOf(response.StatusCode, said)
	}
	if text, plain := into.(*string); plain {
		*text = strings.ToValidUTF8(string(said), "\uFFFD")
	} else if err := json.Unmarshal(said, into); err != nil {
		return "", fmt.Errorf("read the answer of %s: %w", target, err)
	}
	return response.Header.Get("Quarry-Revision"), nil
}

// refusalOf says in words what a problem document says.
func refusalOf(status int, body []byte) error {
	var said view.Problem
	if err := json.Unmarshal(body, &said); err != nil || said.Detail == "" {
		return refuse("the server answered with status %d (%s)", status, http.StatusText(status))
	}
	text := said.Detail
	if len(said.Fixes) > 0 {
		text += "; try: " + strings.Join(said.Fixes, ", ")
	}
	if status == http.StatusUnauthorized || status == http.StatusForbidden {
		text += " (the tools send the key that your host sends as Authorization: Bearer)"
	}
	return refuse("%s", cut(text, longestRefusal, "…"))
}
