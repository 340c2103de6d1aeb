package modelserver

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/quarrykb/quarry"
)

// Options says which server is asked, and how. Zero fields mean their defaults.
type Options struct {
	Role  string // what it is for, as errors call it; its settings are --ROLE-url, --ROLE-model and --ROLE-key
	URL   string // such as http://127.0.0.1:11434/v1
	Path  string // what the address ends with, such as /embeddings; it is added where it is missing
	Model string // as the server calls it; "" where it has but one
	Key   string // sent as a bearer token; "" sends none

	MostBytes int // of an answer; 64 MiB
	AtOnce    int // requests under way, further ones wait; 16

	Now func() time.Time // nil reads the system's clock
}

// Bounds of what is asked for, and of what a server may ask for.
const (
	longestRequest = time.Minute
	longestPause   = time.Minute
	longestName    = 256
)

// Client asks one server. Its methods may be called side by side.
type Client struct {
	options Options
	address string
	http    *http.Client  // sends texts and key to one host only
	turns   chan struct{} // one for each request under way
	breaker breaker
}

// New returns a client. It asks nothing yet; options that cannot work are
// quarry.KindInvalid.
func New(o Options) (*Client, error) {
	address, err := o.address()
	if err != nil {
		return nil, err
	}
	switch {
	case len(o.Model) > longestName:
		return nil, quarry.Errorf(quarry.KindInvalid, "--%s-model is longer than %d bytes", o.Role, longestName)
	case strings.ContainsFunc(o.Key, func(r rune) bool { return r > unicode.MaxASCII || unicode.IsControl(r) }):
		return nil, quarry.Errorf(quarry.KindInvalid, "the %s's key holds a character that no header may carry", o.Role)
	}
	o.MostBytes = cmp.Or(max(0, o.MostBytes), 64<<20)
	o.AtOnce = cmp.Or(max(0, o.AtOnce), 16)
	if o.Now == nil {
		o.Now = time.Now
	}
	oneHost := &http.Client{CheckRedirect: func(next *http.Request, before []*http.Request) error {
		const most = 3
		first := before[0].URL
		switch {
		case next.URL.Scheme != first.Scheme || next.URL.Host != first.Host:
			return redirectedError("to another host")
		case next.Method != http.MethodPost:
			return redirectedError("to a page")
		case len(before) > most:
			return redirectedError("in circles")
		}
		return nil
	}}
	return &Client{options: o, address: address, http: oneHost, turns: make(chan struct{}, o.AtOnce)}, nil
}

// address returns where requests are sent.
func (o Options) address() (string, error) {
	parsed, err := url.Parse(o.URL)
	switch {
	case err != nil: // which would show it, key and all
		return "", quarry.Errorf(quarry.KindInvalid, "the %s's address is none: --%s-url takes one such as http://127.0.0.1:8000/v1", o.Role, o.Role)
	case parsed.User != nil:
		return "", quarry.Errorf(quarry.KindInvalid, "the %s's address must not hold a password: give it as --%s-key", o.Role, o.Role)
	case parsed.Scheme != "http" && parsed.Scheme != "https", parsed.Host == "":
		return "", quarry.Errorf(quarry.KindInvalid, "the %s's address must begin with http:// or https:// and a host", o.Role)
	}
	parsed.Fragment = ""
	if !strings.HasSuffix(parsed.Path, o.Path) {
		parsed.Path = strings.TrimSuffix(parsed.Path, "/") + o.Path
	}
	return parsed.String(), nil
}

// Patience says how often a request is sent where trying again may help.
type Patience struct {
	Tries int           // in all; 1 where it is less
	Pause time.Duration // before the second try, twice as long before each further one, and longer where the server asks for that
}

// Ask sends a request as JSON, as often as it is worth it, and lets read make of the answer
// what it can. An error of read is final, save one that [Later] made. A request that the
// server does not take is [Refused].
func (c *Client) Ask(ctx context.Context, request any, p Patience, read func(answer []byte) error) error {
	body, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("write a request: %w", err)
	}
	pause := p.Pause
	for try := 1; ; try++ {
		err := c.askOnce(ctx, body, read)
		if err == nil {
			c.breaker.answered()
			return nil
		}
		later, mayPass := errors.AsType[*laterError](err)
		if !mayPass || try >= p.Tries {
			return err
		}
		wait := max(pause, later.after)
		if deadline, ok := ctx.Deadline(); wait > longestPause || ok && time.Until(deadline) < wait {
			return err
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return err
		case <-timer.C:
		}
		pause *= 2
	}
}

func (c *Client) askOnce(ctx context.Context, body []byte, read func([]byte) error) error {
	select {
	case c.turns <- struct{}{}:
		defer func() { <-c.turns }()
	case <-ctx.Done():
		return fmt.Errorf("wait for other requests: %w", ctx.Err())
	}
	ctx, cancel := context.WithTimeout(ctx, longestRequest)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address, bytes.NewReader(body))
	if err != nil {
		return errors.New("the address is none")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if c.options.Key != "" {
		request.Header.Set("Authorization", "Bearer "+c.options.Key)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return failedToSend(err)
	}
	defer func() { _ = response.Body.Close() }()
	if err := c.judge(response); err != nil {
		return err
	}
	answer, err := io.ReadAll(io.LimitReader(response.Body, int64(c.options.MostBytes)+1))
	switch {
	case err != nil:
		return Later(fmt.Errorf("the answer broke off: %w", err))
	case len(answer) > c.options.MostBytes:
		return fmt.Errorf("the answer has more than %d bytes", c.options.MostBytes)
	}
	return read(answer)
}
