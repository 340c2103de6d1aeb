package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/url"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

const (
	// cursorVersion changes when the shape of a cursor does; older ones are
	// then refused like any other that is not ours.
	cursorVersion = 1
	cursorTag     = 8 // bytes of the hash that ties a cursor to its request
	longestCursor = 8_000
	deepestSearch = 10_000_000 // hits that a search cursor can pass over
	mostSlots     = 1 << 40    // that a draw can be over
)

// scope ties cursors to one route and one set of filters. A cursor holds a
// position and a hash over position and scope; nothing in it is secret, and a
// forged one gets its maker no further than a filter would.
type scope string

func (r *Responder) scopeOf(c *gin.Context, values url.Values) scope {
	return r.scopeAt(c.FullPath(), values)
}

// scopeAt leaves out what may change from page to page.
func (r *Responder) scopeAt(route string, values url.Values) scope {
	kept := maps.Clone(values)
	for _, name := range []string{"cursor", "limit", "count", "seed", "hide_answers", "highlight", "explain", "facets"} {
		kept.Del(name)
	}
	return scope(route + "?" + canonical(kept, r.Allowed[route].lists))
}

// canonical writes a query so that equal questions read alike: names sorted,
// and the alternatives of those parameters that are lists.
func canonical(values url.Values, lists []string) string {
	sorted := maps.Clone(values)
	for _, name := range lists {
		if values.Has(name) {
			words := splitAlternatives(values.Get(name))
			slices.Sort(words)
			sorted.Set(name, Alternatives(words...))
		}
	}
	return sorted.Encode()
}

func (s scope) tag(payload []byte) []byte {
	sum := sha256.Sum256(slices.Concat([]byte{cursorVersion}, payload, []byte{0}, []byte(s)))
	return sum[:cursorTag]
}

// seal writes a position as an opaque text.
func (s scope) seal(position any) (string, error) {
	payload, err := json.Marshal(position)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(slices.Concat(s.tag(payload), payload)), nil
}

// open reads a position that seal wrote in the same scope.
func (s scope) open(cursor string, position any) error {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(cursor) > longestCursor || len(raw) < cursorTag {
		return errCursor()
	}
	tag, payload := raw[:cursorTag], raw[cursorTag:]
	if !bytes.Equal(tag, s.tag(payload)) || json.Unmarshal(payload, position) != nil {
		return errCursor()
	}
	return nil
}

func errCursor() error {
	const message = "is damaged, or was made by another route or with other filters"
	return quarry.Errorf(quarry.KindInvalid, "cursor: %s", message).
		WithCode("cursor_invalid").OnField("cursor", message)
}

// listCursor is a place in a list. The path is bytes, which JSON writes as
// base64: no path, however odd, grows by more than a third.
type listCursor struct {
	Path []byte `json:"p,omitempty"`
	Line int    `json:"l,omitempty"`
	ID   string `json:"i"`
}

func (s scope) sealPosition(next *quarry.Position) (*string, error) {
	if next == nil {
		return nil, nil //nolint:nilnil // no next page is no cursor, and no error
	}
	sealed, err := s.seal(listCursor{Path: []byte(next.Path), Line: next.Line, ID: string(next.ID)})
	return &sealed, err
}

// openPosition returns the start of a list where the cursor is empty.
func (s scope) openPosition(cursor string) (quarry.Position, error) {
	var at listCursor
	if cursor == "" {
		return quarry.Position{}, nil
	}
	err := s.open(cursor, &at)
	return quarry.Position{Path: string(at.Path), Line: at.Line, ID: quarry.EntryID(at.ID)}, err
}

// searchCursor is a place in the ranking of one revision of the index.
type searchCursor struct {
	Offset int             `json:"o"`
	At     quarry.Sequence `json:"r"`
	By     string          `json:"b"`
}

func (s scope) openSearch(cursor string) (searchCursor, error) {
	var at searchCursor
	if cursor == "" {
		return at, nil
	}
	if err := s.open(cursor, &at); err != nil {
		return at, err
	}
	if at.Offset < 0 || at.Offset > deepestSearch || at.At < 0 {
		return at, errCursor()
	}
	return at, nil
}

// drawCursor is a place in a random order.
type drawCursor struct {
	Seed     uint64          `json:"s"`
	Limit    uint64          `json:"n"`
	Position uint64          `json:"p"`
	Drawn    int             `json:"d"`
	At       quarry.Sequence `json:"r"`
}

func (s scope) sealDraw(seed uint64, next *quarry.DrawCursor) (*string, error) {
	if next == nil {
		return nil, nil //nolint:nilnil // nothing remains, and nothing went wrong
	}
	sealed, err := s.seal(drawCursor{
		Seed: seed, Limit: next.SlotLimit, Position: next.Position, Drawn: next.Drawn, At: next.At,
	})
	return &sealed, err
}

func (s scope) openDraw(cursor string) (drawCursor, error) {
	var at drawCursor
	if err := s.open(cursor, &at); err != nil {
		return at, err
	}
	sane := at.Limit > 0 && at.Limit <= mostSlots && at.Position <= at.Limit &&
		at.Drawn >= 0 && uint64(at.Drawn) <= at.Limit && at.At >= 0 && at.Seed <= largestSeed
	if !sane {
		return at, errCursor()
	}
	return at, nil
}

const (
	defaultLimit = 20
	mostPerPage  = 100
)

// pageAsked is the part of a list that is asked for, and what its cursors are
// tied to.
type pageAsked struct {
	quarry.PageRequest
	scope
}

// bindPage reads limit and cursor. What is wrong with the limit is said by the
// parameters' err, together with everything else.
func (r *Responder) bindPage(c *gin.Context, p *parameters, usual int) (pageAsked, error) {
	in := r.scopeOf(c, p.values)
	after, err := in.openPosition(p.text("cursor"))
	limit := p.whole("limit", span{1, mostPerPage, usual})
	return pageAsked{quarry.PageRequest{After: after, Limit: limit}, in}, err
}
