package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Client asks the API: of a running server, or in this process.
type Client struct {
	client *http.Client
	base   string
	close  func() error

	lexicon *lexicon.Lexicon // that names what an answer has by its id; nil for none
}

// askTimeout bounds one question to a server.
const askTimeout = 60 * time.Second

// longestAnswer bounds what is read of one answer, in bytes.
const longestAnswer = 64 << 20

// OverNetwork returns what asks a running server.
func OverNetwork(server datadir.Holder) *Client {
	return &Client{
		client: &http.Client{Timeout: askTimeout, Transport: withToken{server.Token, &http.Transport{Proxy: nil}}},
		base:   "http://" + server.Addr, close: func() error { return nil },
	}
}

func inProcess(handler http.Handler, closeAll func() error) *Client {
	return &Client{
		client: &http.Client{Timeout: askTimeout, Transport: api.InProcess{Handler: handler}},
		base:   insideBase, close: closeAll,
	}
}

// insideBase begins the addresses that are asked of this process alone.
const insideBase = "http://localhost"

// withToken shows a server that a request comes from the user who runs it.
type withToken struct {
	token string
	next  http.RoundTripper
}

// RoundTrip sends the request with the token.
func (t withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+t.token)
	return t.next.RoundTrip(r)
}

// Get asks for a path and decodes the answer. The answer's bytes are returned
// too, for who pipes them.
func (a *Client) Get(ctx context.Context, path string, query url.Values, into any) ([]byte, error) {
	return a.do(ctx, http.MethodGet, path+"?"+query.Encode(), nil, into)
}

// Post sends a value as JSON to a path and decodes the answer, whose bytes it returns too.
func (a *Client) Post(ctx context.Context, path string, value, into any) ([]byte, error) {
	return a.do(ctx, http.MethodPost, path, value, into)
}

// Put puts a value as JSON at a path and decodes the answer, whose bytes it returns too.
func (a *Client) Put(ctx context.Context, path string, value, into any) ([]byte, error) {
	return a.do(ctx, http.MethodPut, path, value, into)
}

// Delete deletes what is at a path and decodes the answer, whose bytes it returns too.
func (a *Client) Delete(ctx context.Context, path string, into any) ([]byte, error) {
	return a.do(ctx, http.MethodDelete, path, nil, into)
}

// do sends a request, with a value as JSON or, where that is nil, without a body.
func (a *Client) do(ctx context.Context, method, path string, value, into any) ([]byte, error) {
	var sent io.Reader = http.NoBody
	if value != nil {
		written, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("write the request: %w", err)
		}
		sent = bytes.NewReader(written)
	}
	request, err := http.NewRequestWithContext(ctx, method, a.base+path, sent)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", path, err)
	}
	if value != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := a.client.Do(request)
	if err != nil {
		return nil, quarry.Errorf(quarry.KindUnavailable, "the server did not answer: %v", err).Because(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, longestAnswer))
	if err != nil {
		return nil, fmt.Errorf("read the answer of %s: %w", request.URL.Path, err)
	}
	if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusAccepted {
		return nil, a.problemOf(ctx, body)
	}
	if err := json.Unmarshal(body, into); err != nil {
		return nil, fmt.Errorf("read the answer of %s: %w", request.URL.Path, err)
	}
	return body, nil
}

// Order posts what is to be done, with a value or without one, and returns the job that it is
// answered with.
func (a *Client) Order(ctx context.Context, path string, value any) (view.Job, error) {
	var job view.Job
	_, err := a.do(ctx, http.MethodPost, path, value, &job)
	return job, err
}

// Drop deletes what is at a path, and returns the job that it is answered with.
func (a *Client) Drop(ctx context.Context, path string) (view.Job, error) {
	var job view.Job
	_, err := a.do(ctx, http.MethodDelete, path, nil, &job)
	return job, err
}

// jobLook is how often a command looks how far its job is.
const jobLook = 200 * time.Millisecond

// AwaitJob waits for the end of a job, and shows how far it is.
func (a *Client) AwaitJob(ctx context.Context, job view.Job, show displays) (view.Job, error) {
	look := time.NewTicker(jobLook)
	defer look.Stop()
	stage, shown := "", &Indexing{Steps: present.NewSteps(nil, "none", "")}
	defer func() { shown.End() }()
	for job.FinishedAt == nil {
		select {
		case <-ctx.Done():
			return job, ctx.Err()
		case <-look.C:
		}
		next := view.Job{}
		if _, err := a.Get(ctx, job.URL, nil, &next); err != nil {
			return job, err
		}
		if job = next; job.Progress.Stage != stage && job.FinishedAt == nil {
			shown.End()
			stage = job.Progress.Stage
			shown = show(stage, nil)
		}
		if job.Progress.Total != nil {
			shown.Show(job.Progress.Done, *job.Progress.Total)
		}
	}
	return job, nil
}

// send asks by a request that was made for any address.
func (a *Client) send(r *http.Request) (*http.Response, error) {
	to, err := url.Parse(a.base)
	if err != nil {
		return nil, fmt.Errorf("read the address of the server: %w", err)
	}
	sent := r.Clone(r.Context())
	sent.URL.Host, sent.Host = to.Host, ""
	if r.GetBody != nil {
		if sent.Body, err = r.GetBody(); err != nil {
			return nil, fmt.Errorf("read the body again: %w", err)
		}
	}
	return a.client.Transport.RoundTrip(sent)
}

// problemOf turns a problem document back into an error.
func (a *Client) problemOf(ctx context.Context, body []byte) error {
	var problem view.Problem
	if err := json.Unmarshal(body, &problem); err != nil || problem.Detail == "" {
		return quarry.Errorf(quarry.KindUnavailable,
			"the server answered with something that is no problem document")
	}
	if len(problem.Fixes) == 0 {
		return quarry.Errorf(kindOf(problem), "%s", problem.Detail)
	}
	return quarry.Errorf(kindOf(problem), "%s; did you mean %s?", problem.Detail,
		strings.Join(a.meant(ctx, problem), ", "))
}

// kindOf is what a problem is to a command. An unknown word was not
// found, be it a device's or an attribute's.
func kindOf(problem view.Problem) quarry.Kind {
	other := func(f view.ProblemField) bool {
		return !strings.HasPrefix(f.Field, AttributeField) || !strings.Contains(f.Message, Unknown)
	}
	switch {
	case problem.Status == http.StatusNotFound:
		return quarry.KindNotFound
	case problem.Status != http.StatusBadRequest:
		return quarry.KindUnavailable
	case len(problem.Errors) > 0 && !slices.ContainsFunc(problem.Errors, other):
		return quarry.KindNotFound
	}
	return quarry.KindInvalid
}

// AttributeField begins the names of the parameters that take attributes.
const AttributeField = "attribute"

// Unknown is what the API says of a word that it does not know.
const Unknown = "is not known"

// meant writes what may be meant as people call it: a device by its name, and an
// attribute with the name that comes closest to the word that is not known.
func (a *Client) meant(ctx context.Context, problem view.Problem) []string {
	if a.lexicon == nil {
		return problem.Fixes
	}
	attribute := len(problem.Errors) == 1 && strings.HasPrefix(problem.Errors[0].Field, AttributeField)
	var names []string
	for _, fix := range problem.Fixes {
		known, ours := a.lexicon.Attribute(quarry.AttributeID(fix))
		switch {
		case ours && attribute:
			fix = calledLike(problem.Errors[0].Message, known)
		case attribute:
			fix = a.nameOf(ctx, "/v1/attributes", fix)
		case problem.Status == http.StatusNotFound:
			fix = a.nameOf(ctx, "/v1/devices", fix)
		}
		names = append(names, fix)
	}
	return names
}

// nameOf returns the name of what has an id in a list of the API, in quotation marks where
// it could be read as two; what has none there stays as it is.
func (a *Client) nameOf(ctx context.Context, list, id string) string {
	var found view.List[struct{ ID, Name string }]
	if _, err := a.Get(ctx, list, url.Values{"q": {id}, "limit": {strconv.Itoa(perPage)}}, &found); err != nil {
		return id
	}
	for _, item := range found.Items {
		if item.ID == id && strings.Contains(item.Name, ",") {
			return strconv.Quote(item.Name)
		} else if item.ID == id {
			return item.Name
		}
	}
	return id
}

// calledLike is an attribute's id, behind the other name of it that a message's
// word is a slip of: "weight (mass)".
func calledLike(message string, attribute quarry.Attribute) string {
	word := ""
	if quoted := strings.SplitN(message, `"`, 3); len(quoted) > 1 {
		word = text.Slug(quoted[1])
	}
	best, closest := "", text.SlipsAllowed(word)+1
	for _, name := range append([]string{string(attribute.ID), attribute.Name}, attribute.Aliases...) {
		if slips := text.Slips(word, text.Slug(name)); slips < closest {
			best, closest = name, slips
		}
	}
	if best == "" || text.Slug(best) == text.Slug(string(attribute.ID)) {
		return string(attribute.ID)
	}
	return strings.ToLower(best) + " (" + string(attribute.ID) + ")"
}

// perPage is the most that the API answers at once.
const perPage = 100

// Listing asks for a list of the API.
type Listing struct {
	Path  string
	Query url.Values
	Most  int // items; 0 for all
}

// ReadList reads a list page by page, as far as it is asked for, and returns it
// as if it were one page, with the JSON of that.
func ReadList[V any](ctx context.Context, from *Client, of Listing) (view.List[V], []byte, error) {
	var all view.List[V]
	var written view.List[json.RawMessage] // as it was answered, which may be less than V has
	if of.Most < 0 {
		return all, nil, quarry.Errorf(quarry.KindInvalid, "--limit is a number of items, or 0 for all")
	}
	for first := true; ; first = false {
		limit := perPage
		if of.Most > 0 {
			limit = min(perPage, of.Most-len(all.Items))
		}
		of.Query.Set("limit", strconv.Itoa(limit))
		var page view.List[V]
		body, err := from.Get(ctx, of.Path, of.Query, &page)
		if err != nil {
			return all, nil, err
		}
		page.Items = append(all.Items, page.Items...)
		all = page
		items := written.Items
		written = view.List[json.RawMessage]{}
		if err := json.Unmarshal(body, &written); err != nil {
			return all, nil, fmt.Errorf("read what %s lists: %w", of.Path, err)
		}
		written.Items = append(items, written.Items...)
		if all.NextCursor != nil && (of.Most == 0 || len(all.Items) < of.Most) {
			of.Query.Set("cursor", *all.NextCursor)
			continue
		}
		if !first {
			if body, err = json.Marshal(written); err != nil {
				return all, nil, fmt.Errorf("write what %s lists: %w", of.Path, err)
			}
		}
		return all, body, nil
	}
}
